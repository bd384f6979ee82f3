"""``python -m balance``."""

from balance.cli.main import main

if __name__ == "__main__":
    main()
