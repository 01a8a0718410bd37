"""What people take away: rows of the journal, read margins, printed sheets of codes."""
