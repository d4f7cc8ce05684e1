"""`python -m schemaval` is the command line."""

import sys

from schemaval.cli import main

if __name__ == "__main__":
    sys.exit(main())
