"""`python -m furyhouse` is the command `furyhouse`."""

import sys

from furyhouse.cli import main

if __name__ == "__main__":
    sys.exit(main())
