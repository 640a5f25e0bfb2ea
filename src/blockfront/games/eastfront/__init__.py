"""EastFront, second edition: the war in Russia 1941-45."""
