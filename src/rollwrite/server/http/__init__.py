"""HTTP: routes, pages, requests and responses."""
