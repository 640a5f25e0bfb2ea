"""The game server: running matches (rooms), the HTTP and WebSocket API over them, and storage that loses no acknowledged change."""
