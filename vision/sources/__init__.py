"""Shell. Where frames come from."""
