"""`blockfront` for journeys in the browser: every new game gets the same seed, so that a journey meets the same dice each time.

BLOCKFRONT_DICE=any leaves the server as it is (`make soak`).
"""

import os
import sys
from hashlib import sha256
from unittest.mock import patch

from blockfront.cli.main import main

SEED = sha256(b"journeys").digest()

if __name__ == "__main__":
    if os.environ.get("BLOCKFRONT_DICE") == "any":
        sys.exit(main())
    with patch("blockfront.server.play.new_games.new_seed", lambda: SEED):
        sys.exit(main())
