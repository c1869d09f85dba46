"""How frozen data are recorded, and how tests make the same again."""
