"""Pure. Printed code <-> card: code books, card sets, authenticity."""
