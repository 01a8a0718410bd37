"""A camera of our own making: printed cards drawn as light would have them, moved past a lens."""
