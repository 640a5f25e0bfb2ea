"""What machine players know of single titles: one package for each, found by the title's id."""
