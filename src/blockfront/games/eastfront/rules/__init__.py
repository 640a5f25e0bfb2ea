"""The chapters of the EastFront rulebook, one module (or package) each, by chapter number."""
