"""What only the joined campaign answers: the rulings BW-R140 to BW-R145."""
