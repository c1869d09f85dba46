"""Writing the site: Python for browsers, the pages, and the files they need."""
