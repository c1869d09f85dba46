"""The web server: tables by link, stored in a database, with verifiable dice."""
