"""A game in the terminal: the table, and what the screen can show."""
