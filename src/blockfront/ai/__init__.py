"""Machine players. They see only their side's view and guess everything else."""
