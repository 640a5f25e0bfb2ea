"""What is told (beats, phases, summary, moments, the aim, what battles mean) is the same in states a viewer cannot tell apart."""

import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from blockfront.ai import registry
from blockfront.core.sides import SPECTATOR, Side
from blockfront.games import catalogue
from blockfront.server.boards.board import board_of
from tests.server.test_fog import exchange, move, twin_of
from tests.server.trial import TrialServer, found
from tests.server.waiting import PATIENCE

WEB = Path(__file__).parents[2] / "web"
DECISIONS = 110
ASKED = {"aim": "/aim", "rail": "/overlays/rail?line={line}", "supply": "/overlays/supply?line={line}"}
pytestmark = pytest.mark.skipif(
    shutil.which("node") is None or not (WEB / "node_modules" / "esbuild").exists(), reason="Node and the client's tools are not installed"
)


def told(stories: list[dict[str, Any]]) -> list[dict[str, Any]]:
    run = subprocess.run(
        ["node", "tests/beats-of.mjs"], cwd=WEB, input=json.dumps(stories), capture_output=True, text=True, timeout=120
    )
    assert run.returncode == 0, run.stderr
    answer: list[dict[str, Any]] = json.loads(run.stdout)
    return answer


def blocks_in(value: Any) -> set[int]:
    """Every block that a story names by number."""
    if isinstance(value, dict):
        named = {number for name, number in value.items() if name == "block" and isinstance(number, int) and number >= 0}
        return named.union(*map(blocks_in, value.values()))
    if isinstance(value, list):
        return set().union(*map(blocks_in, value))
    return set()


def known_in(frames: list[dict[str, Any]], lines: list[dict[str, Any]]) -> set[int]:
    """Blocks that a viewer has seen: his own, those whose faces he knows, and those his log names."""
    own = {own[0] for frame in frames for own in frame["view"]["blocks"]["own"]}
    seen = {sight[3] for frame in frames for sight in frame["view"]["blocks"]["seen"] if sight[3] >= 0}
    opened = {row[0] for frame in frames for row in frame["view"]["blocks"]["open"]}
    return own | seen | opened | blocks_in([line["event"] for line in lines]) | revealed_in(lines)


def revealed_in(lines: list[dict[str, Any]]) -> set[int]:
    """Lists of blocks in events: those turned up, and those that fired."""
    found_: set[int] = set()
    for line in lines:
        for name in ("blocks", "shots"):
            rows = line["event"].get(name) or []
            found_ |= {row[0] if isinstance(row, list) else row for row in rows if isinstance(row, list | int)}
        found_ |= {line["event"][name] for name in ("hq", "shooter") if isinstance(line["event"].get(name), int)}
    return found_


@pytest.mark.parametrize(("title", "scenario"), [("eastfront", "edelweiss"), ("blocks_in_the_east", "sbe1")])
def test_what_is_told_is_the_same_in_paired_states(server: TrialServer, new_game: Any, title: str, scenario: str) -> None:
    sides = catalogue.title(title).sides
    players = new_game(server, [{"sides": [side], "player": "me"} for side in sides], title=title, scenario=scenario, spectators=True)
    room = server.inside.rooms.in_memory(players[0].game)
    assert room is not None
    movers, rng = [registry.player("recruit", title) for _ in sides], Random(3)
    frames: dict[int, list[dict[str, Any]]] = {0: [], 1: []}
    rails = board_of(title).rails
    owners = {str(block.block): block.side for block in board_of(title).blocks}

    def story(viewer: int) -> dict[str, Any]:
        with server.socket(players[viewer]) as socket:
            update = json.loads(socket.recv(timeout=PATIENCE))
        now = {"lines": update["state"]["log_length"], "view": update["state"]["view"]}
        kept = [frame for frame in frames[viewer] if frame["lines"] < now["lines"]]
        asked = {name: found(players[viewer].get(path.format(line=now["lines"]))) for name, path in ASKED.items()}
        return {"title": title, "lines": update["lines"], "frames": [*kept, now], "sides": owners, "rails": rails, **asked}

    stories, hidden = [], 0
    for number in range(DECISIONS):
        if room.match.result is not None:
            break
        for viewer in (0, 1) if number % 4 == 0 else ():
            truth, journal = story(viewer), room.journal
            frames[viewer] = truth["frames"]
            twin = twin_of(journal, Side(viewer), rng)
            hidden += twin.match.state != journal.match.state
            exchange(room, twin)
            guess = story(viewer)
            exchange(room, journal)
            stories += [truth, guess]
        move(room, min(room.match.to_act()), movers, players, rng)
    assert hidden > 10, "the twins hardly differed: the test could not have failed"
    answers = told(stories)
    for number in range(0, len(answers), 2):
        assert answers[number] == answers[number + 1], f"story {number // 2} tells the truth from a guess"
        given = stories[number]
        strange = blocks_in(answers[number]) - known_in(given["frames"], given["lines"])
        assert not strange, f"a story names blocks its viewer does not know: {strange}"
    assert any(beat["kind"] == "battle" for answer in answers for beat in answer["story"])
    assert any(meant["opened"] or meant["unsupplied"] for answer in answers for meant in answer["meant"])
    assert SPECTATOR not in frames


def test_what_lay_over_the_map_is_told_as_it_was_then(server: TrialServer, new_game: Any) -> None:
    players = new_game(server, [{"sides": [side], "player": "me"} for side in ("axis", "soviet")], title="eastfront", scenario="edelweiss")
    room = server.inside.rooms.in_memory(players[0].game)
    assert room is not None
    movers, rng = [registry.player("recruit", "eastfront") for _ in range(2)], Random(5)
    for _ in range(DECISIONS):
        if room.match.result is None:
            move(room, min(room.match.to_act()), movers, players, rng)
    held = set()
    for line in range(5, len(room.log(Side(0)).lines), 12):
        (frame,) = found(players[0].get("/frames", lines=str(line)))["frames"]
        layers = found(players[0].get("/overlays/control", line=line))["layers"]
        mine = next(layer["hexes"] for layer in layers if layer["name"] == "held" and layer["side"] == 0)
        assert sorted(mine) == sorted(frame["view"]["axis_hexes"]), line
        held.add(tuple(mine))
    assert len(held) > 1, "nothing changed hands: the test could not have failed"
