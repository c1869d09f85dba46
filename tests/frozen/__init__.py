"""What must survive every change of the code: see README.md in this folder."""
