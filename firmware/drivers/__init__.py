"""Shell. Journal, ports, buttons, lamp, watchdog, clock; each with its simulated twin beside it."""
