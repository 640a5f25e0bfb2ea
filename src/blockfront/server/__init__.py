"""The server: rooms around matches, an HTTP and WebSocket API over them, storage that loses nothing it has acknowledged."""
