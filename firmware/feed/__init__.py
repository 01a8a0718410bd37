"""Pure. What leaves the box: messages, the dialects' codecs, delivery without I/O."""
