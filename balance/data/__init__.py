"""Files in, checked models out: reading YAML with positions, edits laid over it, variants and options."""
