"""Shell. The subcommands of `shoe` that need the firmware and nothing above it."""
