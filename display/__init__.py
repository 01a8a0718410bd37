"""Shows the hand. Every display is a client of the feed."""
