"""Studies: rows of games and decisions, figures for designers, editions side by side."""
