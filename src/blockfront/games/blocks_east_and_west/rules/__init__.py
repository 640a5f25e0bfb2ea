"""The rules that only the joined campaign has: the rulings BW-R140 to BW-R145."""
