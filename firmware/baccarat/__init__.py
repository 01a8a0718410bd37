"""Pure. The game: cards, drawing rules, outcome, bets, profiles, roads, statistics, odds."""
