"""What the displays say, one module a language; the feed itself only has words as keys."""
