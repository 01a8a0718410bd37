"""Shell. The subcommands of `shoe` that show something."""
