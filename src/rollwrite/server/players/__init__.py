"""Players: what their games came to, their history and statistics, the daily challenge."""
