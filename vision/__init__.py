"""Sees ink: frames in, card passes out. Knows codes as texts and no cards."""
