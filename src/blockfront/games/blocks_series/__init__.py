"""What Blocks in the East and Blocks in the West have in common, by their shared chapter numbers. A title adds its data and differences."""
