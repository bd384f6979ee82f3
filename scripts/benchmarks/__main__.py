"""Started as a folder, `python scripts/benchmarks`, by `scripts/bench`."""

import sys
from pathlib import Path

# Python looks in this folder itself; the package and the reference shuffle lie one higher.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.command import main

main(sys.argv[1:])
