"""The recorder: rows of (event, seat, a, b) that batch runs do not pay for.

A trace is int64[rows, 4]; row 0 holds the number of rows wanted so far, so a reader notices when the capacity was too
small and plays again with more. `NO_TRACE` has no rows and records nothing.
"""

import numpy as np

from balance.core.jit import kernel

COLUMNS = 4
NO_TRACE = np.zeros((0, COLUMNS), np.int64)


@kernel
def record(trace, event, seat, a, b):
    """Append one row, unless the trace has no rows at all; rows over the capacity are counted, not kept."""
    if len(trace) == 0:
        return
    trace[0, 0] += 1
    row = trace[0, 0]
    if row < len(trace):
        trace[row, 0] = event
        trace[row, 1] = seat
        trace[row, 2] = a
        trace[row, 3] = b


def new_trace(capacity: int) -> np.ndarray:
    """Return an empty trace for `capacity` rows, int64[capacity + 1, 4]."""
    return np.zeros((capacity + 1, COLUMNS), np.int64)


def is_complete(trace: np.ndarray) -> bool:
    """Say whether every row that was recorded also fitted."""
    return bool(trace[0, 0] < len(trace))


def rows(trace: np.ndarray) -> np.ndarray:
    """Return the recorded rows without the header, int64[n, 4] (a view)."""
    return trace[1 : 1 + min(int(trace[0, 0]), len(trace) - 1)]
