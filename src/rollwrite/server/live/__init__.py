"""Live tables: tables in memory, who is connected to them, and their WebSockets."""
