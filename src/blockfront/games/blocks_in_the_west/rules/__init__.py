"""What Blocks in the West answers differently, chapter by chapter; each answer is guarded by power, unit or hex."""
