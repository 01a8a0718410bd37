"""The game, the procedure, the feed and the drivers. Imports vision, never display."""
