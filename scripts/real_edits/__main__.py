"""Started as a folder, `python scripts/real_edits`, by `scripts/gate-edits`."""

import sys
from pathlib import Path

# Python looks in this folder itself; the package lies one higher.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from real_edits.command import main

sys.exit(main(sys.argv[1:]))
