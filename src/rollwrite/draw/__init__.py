"""Shapes, colours, handwriting and SVG: how everything looks."""
