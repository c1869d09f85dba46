"""Players: their profile, history and daily challenge, as addresses and pages."""
