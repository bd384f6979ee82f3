"""Base against head: what was edited, what it moved, whether that is allowed, and how it is told."""
