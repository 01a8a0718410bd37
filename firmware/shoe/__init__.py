"""Pure. What has happened to this shoe: inputs, events, state, decide and evolve."""
