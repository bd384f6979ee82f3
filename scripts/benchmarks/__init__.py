"""What `scripts/bench` measures; runs in the project's environment only."""
