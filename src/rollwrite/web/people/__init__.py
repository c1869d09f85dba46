"""Pages about players: profile, history, statistics, the daily challenge."""
