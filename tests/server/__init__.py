"""The server, run for real: uvicorn on loopback, files and databases on disk."""
