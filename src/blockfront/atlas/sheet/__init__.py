"""The sheet of paper: where everything goes, frame, boxes, legend."""
