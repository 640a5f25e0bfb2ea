"""Runs a player of another revision and answers over pipes; `revisions.py` starts it with that revision's sources on the path.

It uses only what every revision has. Questions and answers are MessagePack maps, each preceded by its length.
"""

import struct
import sys
from random import Random

import msgspec

from blockfront.ai.player import Budget
from blockfront.ai.registry import player
from blockfront.games import catalogue


def main() -> None:
    """Answers questions until the input is closed."""
    level, title, scenario, options = sys.argv[1:5]
    game = catalogue.game(title, scenario, frozenset(filter(None, options.split(","))))
    chooser = player(level, title)
    into, out = sys.stdin.buffer, sys.stdout.buffer
    while head := into.read(4):
        asked = msgspec.msgpack.decode(into.read(struct.unpack("<I", head)[0]))
        view = msgspec.msgpack.decode(asked["view"], type=game.view_type)
        decision = chooser.decide(game, view, Budget(asked["seconds"], asked["simulations"]), Random(asked["seed"]))
        answer = msgspec.msgpack.encode({"action": msgspec.to_builtins(decision.action), "explanation": decision.explanation})
        out.write(struct.pack("<I", len(answer)) + answer)
        out.flush()


if __name__ == "__main__":
    main()
