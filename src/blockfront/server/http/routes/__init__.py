"""What the HTTP API offers, one module for each part of it."""
