"""Sheets and cards on paper: blank, as a PDF to print, cut and play with."""
