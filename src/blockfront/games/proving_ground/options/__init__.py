"""Optional rules: layers that answer some questions of the chapters differently."""
