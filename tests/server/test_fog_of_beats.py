"""What is told at the table (beats, chapters, summary, moments, the aim) is the same in states a viewer cannot tell apart."""

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
    owners = {str(block.block): block.side for block in board_of(title).blocks}

    def story(viewer: int) -> dict[str, Any]:
        with server.socket(players[viewer]) as socket:
            update = json.loads(socket.recv(timeout=PATIENCE))
        now = {"lines": update["state"]["log_length"], "view": update["state"]["view"]}
        kept = [frame for frame in frames[viewer] if frame["lines"] < now["lines"]]
        aim = found(players[viewer].get("/aim"))
        return {"title": title, "lines": update["lines"], "frames": [*kept, now], "sides": owners, "aim": aim}

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
    assert SPECTATOR not in frames
