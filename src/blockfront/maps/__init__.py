"""Maps: the model that rules and drawings use, the files it is read from, and checks that every map must pass."""
