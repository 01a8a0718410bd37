"""The running box: built in one place; threads, inbox, and the one owner of state."""
