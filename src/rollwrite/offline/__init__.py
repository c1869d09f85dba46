"""The server's application without a server: in a browser, and as a site that brings it there."""
