"""Drawing: shapes, colours, symbols, handwriting, SVG."""
