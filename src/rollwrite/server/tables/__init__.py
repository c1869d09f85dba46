"""Tables: their log, what it adds up to, and what people see of it."""
