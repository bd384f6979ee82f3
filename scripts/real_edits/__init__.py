"""The gate against real edits whose true moves are told by long runs; started by scripts/gate-edits."""
