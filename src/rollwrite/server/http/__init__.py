"""HTTP: addresses, pages, requests, and what they are answered with."""
