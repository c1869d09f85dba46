"""Every address: which there are, as a document, and as a page to read."""
