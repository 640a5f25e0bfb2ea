"""`python -m blockfront` is the command `blockfront`."""

import sys

from blockfront.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
