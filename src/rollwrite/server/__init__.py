"""The server: tables reached by a link, kept in a database, with dice anyone can check."""
