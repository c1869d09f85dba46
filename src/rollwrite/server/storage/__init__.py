"""Storage: SQLite or PostgreSQL."""
