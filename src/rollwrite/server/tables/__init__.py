"""Tables: the log, the commands that extend it, and the views that browsers get."""
