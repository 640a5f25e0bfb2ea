"""Writing SVG: elements, colours, styles, symbols."""
