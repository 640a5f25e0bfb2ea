"""What runs along or across hexsides: rivers, railways, frontiers."""
