"""Tables in memory: who watches them, and what reaches whom."""
