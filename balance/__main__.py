"""``python -m balance``."""

import sys

# A Python that is too old, or that has none of the libraries, is told so; the code below could not even be read by it.
if sys.version_info < (3, 11):
    sys.stderr.write(
        f"{sys.executable}: this is Python {sys.version_info[0]}.{sys.version_info[1]}; expected 3.11 or newer; start"
        " scripts/balance, which looks for one\n"
    )
    sys.exit(2)

try:
    from balance.cli.main import main
except ModuleNotFoundError as missing:
    if (missing.name or "").partition(".")[0] == "balance":
        raise
    sys.stderr.write(
        f"{sys.executable}: no module '{missing.name}'; expected an environment with balance in it; start"
        " scripts/balance, which makes one, or install it with pip install .\n"
    )
    sys.exit(2)

if __name__ == "__main__":
    main()
