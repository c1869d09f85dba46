"""Running rules: records, random numbers, compiler, and runners for many games at once."""
