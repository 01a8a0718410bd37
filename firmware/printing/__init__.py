"""Shell. Sheets of a set's codes for a printer."""
