"""Maps: the model that rules and drawings use, the files it is read from, and what must hold on every map."""
