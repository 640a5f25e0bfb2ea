"""Tables, scenarios and the board, read from the data files."""
