"""What a page needs to draw a title: its board as data, its map as a drawing."""
