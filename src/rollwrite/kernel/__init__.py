"""How rules run: records, rules, dice, and runners for many games at once."""
