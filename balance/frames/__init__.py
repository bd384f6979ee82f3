"""Tables of a run: polars frames made from the integers of its cells."""
