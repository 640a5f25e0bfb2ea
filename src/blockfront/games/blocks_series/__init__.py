"""What Blocks in the East and Blocks in the West share, by their common chapter numbers. A title adds data and its differences."""
