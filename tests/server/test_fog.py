"""Fog over the wire: whoever cannot know of a difference gets the same bytes, on every channel.

In the first test the server's table is exchanged for a twin that differs only in what the viewer cannot know: another state he must
hold possible, and none of the entries he has not seen. In the second one side acts in secret, and the others' traffic must not change.
In the third two games are played alike but for what one side does in secret: nobody else can tell which is which.
"""

import contextlib
import copy
import json
import os
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from blockfront.ai import registry
from blockfront.ai.player import Budget
from blockfront.core.events import visible_to
from blockfront.core.sides import CHANCE, SPECTATOR, Side
from blockfront.games import catalogue
from blockfront.server.http.api import ENDPOINTS
from blockfront.server.notify import webhooks
from blockfront.server.play import steady_time
from blockfront.server.play.journal import Journal
from blockfront.server.play.room import Room
from blockfront.server.workers import Worker
from blockfront.testing.random_play import scrambled
from tests.server.trial import PlayerClient, TrialServer, found
from tests.server.waiting import PATIENCE, sent_so_far

GAME = "/api/games/{game}"
SECRET = ("ChoosePlan", "move")  # what others do not see done
OVERLAYS = (
    *("control", "zones", "supply", "command", "rail", "weather", "ground", "deployment"),
    *("landings", "waters", "convoys", "bombing", "flights"),
)
VENTURES = frozenset(("land", "ship", "reembark", "scout", "bomb", "sortie"))  # what has prospects
GAMES = [("proving_ground", "border_incident", 50), ("eastfront", "edelweiss", 30)]
PAIRS = int(os.environ.get("BLOCKFRONT_PAIRS", "150"))  # answers compared in each of the games below
PLAYED = [
    ("proving_ground", "border_incident", "recruit"),
    ("eastfront", "edelweiss", "captain"),
    ("eastfront", "s43", ""),
    ("blocks_in_the_east", "sbe1", "captain"),
    ("blocks_in_the_east", "sbe4", ""),
    ("blocks_in_the_west", "sbw4", "captain"),
    ("blocks_in_the_west", "sbw5", ""),
]


@pytest.fixture
def table_of(server: TrialServer, new_game: Any) -> Callable[[str, str], tuple[Room, list[PlayerClient]]]:
    """A game with a client for each side and one for the spectator."""

    def make(title: str, scenario: str) -> tuple[Room, list[PlayerClient]]:
        seats = [{"sides": [side], "player": "me"} for side in catalogue.title(title).sides]
        players = new_game(server, seats, title=title, scenario=scenario, spectators=True, listed=True)
        room = server.inside.rooms.in_memory(players[0].game)
        assert room is not None
        return room, [*players, PlayerClient(server.http(), players[0].game, "")]

    return make


def viewer_of(player: PlayerClient, players: list[PlayerClient]) -> Side:
    return SPECTATOR if not player.token else Side(players.index(player))


def battles_of(view: Any) -> list[int]:
    """Hexes in which a viewer sees blocks of several sides."""
    sides: dict[int, set[int]] = {}
    for block in view["blocks"]["own"]:
        sides.setdefault(block[1], set()).add(view["viewer"])
    for sight in view["blocks"]["seen"]:
        sides.setdefault(sight[2], set()).add(sight[1])
    return sorted(hex_ for hex_, there in sides.items() if hex_ >= 0 and len(there) > 1)


def questions(player: PlayerClient) -> dict[str, list[dict[str, Any]]]:
    """Every GET of a game with what is asked, by its path."""
    view = json.loads(player.get().content)["view"]
    places = [*battles_of(view)[:1], *(sight[2] for sight in view["blocks"]["seen"][:1])]
    hexes = [{"hex": hex_} for hex_ in places]
    return {
        "": [{}],
        "/log": [{}],
        "/legal": [{}, {"block": 9999}, {"each": 2}],
        "/chat": [{}],
        "/team": [{}],
        "/notes": [{}],
        "/told": [{}],
        "/happenings": [{}],
        "/notices": [{}],
        "/export": [{}],
        "/true_log": [{}],
        "/thoughts": [{}],
        "/replay": [{"line": 0, "truth": True}],
        "/frames": [{"lines": "0"}],
        "/aim": [{}],
        "/balances": [{"lines": "0"}],
        "/situation": [{}],
        "/landing_sheet": [{}],
        "/sheet": [{}],
        "/forces": [{}],
        "/dice": [{}],
        "/charts": [{"truth": True}],
        "/expectations": [{}],
        "/odds": [{**one, "rounds": 2} for one in hexes],
        "/proposal": [{}],
        "/overlays/{kind}": [{"kind": kind, **hexes[0]} for kind in OVERLAYS if hexes],
        "/modifiers": hexes,
    }


def answers_of(player: PlayerClient, asked: dict[str, list[dict[str, Any]]]) -> dict[str, bytes]:
    found = {}
    for what, queries in asked.items():
        for query in queries:
            rest = {name: value for name, value in query.items() if name != "kind"}
            found[f"{what} {query}"] = player.get(what.format(**query), **rest).content
    return found


def test_every_question_of_a_game_is_among_those_asked_here(server: TrialServer, new_game: Any) -> None:
    blue, _ = new_game(server)
    known = {one.path.removeprefix(GAME) for one in ENDPOINTS if one.method == "GET" and one.path.startswith(GAME)}
    assert known == set(questions(blue))


def attacks_of(player: PlayerClient, most: int = 2) -> list[tuple[Any, int]]:
    """A few moves that would begin a battle, where it is the player's turn to move."""
    enemies = {sight[2] for sight in player.state()["view"]["blocks"]["seen"]}
    groups = found(player.get("/legal"))["groups"]
    listed = [choice for group in groups for choice in group["choices"] if choice["hex"] in enemies and "to" in choice["action"]]
    return [(choice["action"], choice["hex"]) for choice in listed[:most]]


def ventures_of(player: PlayerClient, most: int = 2) -> list[Any]:
    """A few actions that are no battles but may go wrong, of different kinds where there are several."""
    groups = [group for group in found(player.get("/legal"))["groups"] if VENTURES.intersection(group["kinds"])]
    listed: dict[str, Any] = {}
    for group in groups[-most:]:
        choices = group["choices"] or found(player.get("/legal", block=group["block"]))["groups"][0]["choices"]
        actions = [choice["action"] for choice in choices if choice["action"]["type"] in VENTURES]
        listed |= {action["type"]: action for action in actions}
    return list(listed.values())


def traffic(server: TrialServer, player: PlayerClient, illegal: list[Any]) -> dict[str, bytes]:
    """Every answer a viewer can get without changing anything."""
    answers = answers_of(player, questions(player))
    state = player.state()
    for group in found(player.get("/legal"))["groups"] if player.token else ():
        if not group["choices"]:
            answers[f"/legal {group['block']}"] = player.get("/legal", block=group["block"]).content
    answers["other side"] = player.get(side=1 - state["viewer"]).content if player.token else b""
    decision = state["decision"]
    for action, hex_ in attacks_of(player) if player.token else ():
        answers[f"odds of {action}"] = player.post("/odds_of_move", {"action": action, "hex": hex_}).content
    for action in ventures_of(player) if player.token else ():
        answers[f"prospects of {action}"] = player.post("/prospects", {"actions": [action]}).content
    for action in illegal:
        answers[f"prospects of {action}"] = player.post("/prospects", {"actions": [action]}).content
        answers[f"why not {action}"] = player.post("/why_not", {"action": action}).content
        answers[f"way {action}"] = player.post("/way", {"action": action}).content
        answers[f"stale {action}"] = player.submit(action, decision + 1).content
        answers[f"refused {action}"] = player.submit(action, decision).content
    answers["undo"] = player.post("/undo", {"decision": decision + 1}).content
    answers["my games"] = player.http.post("/api/my_games", json={"tokens": [player.token] if player.token else []}).content
    answers["lobby"] = player.http.get("/api/games").content
    for changes in (False, True):
        with server.socket(player, hello={"changes": changes}) as socket:
            answers[f"hello, changes {changes}"] = str(socket.recv(timeout=PATIENCE)).encode()
    return answers


def twin_of(journal: Journal, viewer: Side, rng: Random) -> Journal:
    """A game the viewer must hold possible: another state, and nothing of what was done unseen."""
    match = journal.match
    twin, again = copy.copy(match), copy.copy(journal)
    twin.state = match.game.guess(match.game.view(match.state, viewer), rng)
    kept = [number for number, entry in enumerate(match.entries) if entry.side == viewer or visible_to(list(entry.events), viewer)]
    twin.entries = [match.entries[number] for number in kept]
    again.match, again.times = twin, [journal.times[number] for number in kept]
    first = len(match.entries) - len(match._window)
    twin._window = [match._window[number - first] for number in kept if number >= first]
    return again


def exchange(room: Room, journal: Journal) -> None:
    room.journal, room.match = journal, journal.match
    room._logs.clear()


def illegal_for(room: Room, viewer: Side, rng: Random) -> list[Any]:
    """Actions that are not legal for the viewer: strange ones, and true ones of others."""
    match = room.match
    pool = []
    for side in sorted(match.to_act() - {CHANCE}):
        sample = match.game.legal(match.state, side).sample(rng)
        pool += [sample, scrambled(sample, rng)] if side != viewer else [scrambled(sample, rng)]
    if viewer not in match.to_act():
        offered: Any = ()
    else:
        offered = match.game.legal(match.state, viewer)
    return [msgspec.to_builtins(action) for action in pool if action not in offered][:2]


def differences(truth: dict[str, bytes], guess: dict[str, bytes]) -> list[str]:
    told = [what for what in truth | guess if truth.get(what) != guess.get(what)]
    return [f"{what}: {truth.get(what)!r:.2000} / {guess.get(what)!r:.2000}" for what in told]


def compare(server: TrialServer, room: Room, players: list[PlayerClient], rng: Random) -> tuple[int, int]:
    """Every viewer's traffic with the truth and with a twin of it; returns how many answers were compared and how much was hidden."""
    answers = hidden = 0
    for player in players:
        viewer = viewer_of(player, players)
        illegal = illegal_for(room, viewer, rng) if player.token else []
        journal = room.journal
        truth = traffic(server, player, illegal)
        twin = twin_of(journal, viewer, rng)
        hidden += len(journal.match.entries) - len(twin.match.entries) + (twin.match.state != journal.match.state)
        exchange(room, twin)
        guess = traffic(server, player, illegal)
        assert room.journal is twin, "something changed the game"
        exchange(room, journal)
        told = differences(truth, guess)
        assert not told, f"viewer {viewer} could tell by\n" + "\n".join(told)
        answers += len(truth)
    return answers, hidden


@pytest.mark.parametrize(("title", "scenario", "level"), PLAYED)
def test_paired_states_of_played_games_give_the_same_bytes(
    server: TrialServer, table_of: Any, title: str, scenario: str, level: str
) -> None:
    """Bots' games come to other positions than random ones: they attack, hold and hide."""
    rng = Random(PAIRS)
    answers = hidden = games = 0
    while answers < PAIRS:
        room, players = table_of(title, scenario)
        movers = [registry.player(level, title) for _ in players[:-1]] if level else []
        games += 1
        while room.match.result is None and answers < PAIRS:
            if rng.random() < 0.3:
                compared = compare(server, room, players, rng)
                answers, hidden = answers + compared[0], hidden + compared[1]
            side = min(room.match.to_act())
            move(room, side, movers, players, rng)
    assert hidden, "the twins did not differ: the test could not have failed"
    print(f"{title} {scenario}, {level or 'random'}: {answers} answers compared in {games} games, none differed")


def move(room: Room, side: Side, movers: list[Any], players: list[PlayerClient], rng: Random) -> None:
    if not movers:
        players[side].play(rng)
        return
    game = room.match.game
    decided = movers[side].decide(game, game.view(room.match.state, side), Budget(seconds=0.1), rng)
    found(players[side].submit(msgspec.to_builtins(decided.action), players[side].state()["decision"]))


@pytest.mark.parametrize(("title", "scenario", "decisions"), GAMES)
def test_paired_states_give_the_same_bytes(server: TrialServer, table_of: Any, title: str, scenario: str, decisions: int) -> None:
    room, players = table_of(title, scenario)
    rng = Random(11)
    hidden = 0
    for number in range(decisions):
        if room.match.result is not None:
            break
        if rng.random() < 0.2 or number < 3:
            hidden += compare(server, room, players, rng)[1]
        next(player for player in players[:-1] if player.state()["my_decision"]).play(rng)
    assert hidden > 20, "the twins hardly differed: the test could not have failed"


@pytest.mark.parametrize(("title", "scenario", "decisions"), GAMES)
def test_bots_are_asked_alike_in_paired_states(
    server: TrialServer, table_of: Any, monkeypatch: pytest.MonkeyPatch, title: str, scenario: str, decisions: int
) -> None:
    """What goes to the process of a bot is the same, byte for byte, whatever its side cannot know."""
    room, players = table_of(title, scenario)
    asked: list[bytes] = []

    async def run(worker: Worker, work: Any, packed: bytes) -> bytes:
        asked.append(packed)
        return b'{"action":null,"explanation":""}'

    monkeypatch.setattr(Worker, "run", run)
    monkeypatch.setattr(server.inside.bots, "_workers", [Worker()])
    rng = Random(13)
    hidden = 0
    for _ in range(decisions):
        if room.match.result is not None:
            break
        player = next(player for player in players[:-1] if player.state()["my_decision"])
        side, journal = viewer_of(player, players), room.journal
        twin = twin_of(journal, side, rng)
        hidden += twin.match.state != journal.match.state
        for seen in (journal, twin):
            exchange(room, seen)
            server.on_loop(server.inside.bots._ask(room, side, side))
        exchange(room, journal)
        assert asked[-1] == asked[-2]
        player.play(rng)
    assert hidden > 5, "the twins hardly differed: the test could not have failed"


@pytest.mark.parametrize("changes", [False, True])
@pytest.mark.parametrize(("title", "scenario", "decisions"), GAMES)
def test_what_is_done_unseen_sends_nothing(
    server: TrialServer, table_of: Any, title: str, scenario: str, decisions: int, changes: bool
) -> None:
    room, players = table_of(title, scenario)
    rng = Random(12)
    unseen = 0
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(server.socket(player, hello={"changes": changes})) for player in players]
        for _ in range(decisions):
            if room.match.result is not None:
                break
            acting = next(player for player in players[:-1] if player.state()["my_decision"])
            before = {player: room_answers(player) for player in players}
            views = {player: room.match.game.view(room.match.state, viewer_of(player, players)) for player in players}
            first = len(room.match.entries)
            drain(sockets)
            acting.play(rng)
            new = room.match.entries[first:]
            for player, socket in zip(players, sockets, strict=True):
                viewer = viewer_of(player, players)
                saw = any(visible_to(list(entry.events), viewer) or entry.side == viewer for entry in new)
                if saw or room.match.game.view(room.match.state, viewer) != views[player]:
                    continue
                unseen += 1
                assert drain([socket]) == []
                assert room_answers(player) == before[player]
    assert unseen > 5, "nothing was done unseen: the test could not have failed"


def room_answers(player: PlayerClient) -> list[bytes]:
    lines = json.loads(player.get("/log").content)["log_length"]
    last = player.get("/replay", line=lines - 1).content if lines else b""
    return [player.get(what).content for what in ("", "/log", "/legal")] + [last]


def drain(sockets: list[Any]) -> list[Any]:
    """Messages that have come, presence apart."""
    return [message for socket in sockets for message in sent_so_far(socket) if message["type"] != "seats"]


class Twin:
    """One of two games that are alike but for what was done in secret: same dice, same clock, everything its viewers are told."""

    def __init__(self, server: TrialServer, new_game: Any, title: str, scenario: str) -> None:
        seats = [{"sides": [side], "player": "me", "name": side} for side in catalogue.title(title).sides]
        players = new_game(server, seats, title=title, scenario=scenario, spectators=True, name="Twin")
        self.players = [*players, PlayerClient(server.http(), players[0].game, "")]
        for player in players:
            found(player.post("/notices", {"webhook": f"https://discord.com/api/webhooks/{players.index(player)}/{player.game}"}))
        self.game = players[0].game

    def play(self, side: int, action: Any) -> None:
        player = self.players[side]
        found(player.submit(action, player.state()["decision"]))

    def seen_by(self, player: PlayerClient, sockets: list[Any]) -> dict[str, bytes]:
        """Everything that reaches a viewer, with his game's own name taken out."""
        asked = questions(player)
        lines = found(player.get("/log"))["log_length"]
        asked["/replay"] += [{"line": line} for line in range(lines)]
        asked["/frames"].append({"lines": ",".join(map(str, range(min(lines, 60))))} if lines else {"lines": "0"})
        asked["/balances"].append({"lines": str(lines)})
        asked["/charts"].append({})
        told = answers_of(player, asked)
        told["messages"] = json.dumps(drain(sockets)).encode()
        return {what: answer.replace(player.game.encode(), b"GAME") for what, answer in told.items()}


@pytest.mark.parametrize(("title", "scenario", "secrets"), [("proving_ground", "border_incident", 1), ("eastfront", "edelweiss", 4)])
def test_two_games_that_differ_in_secret_are_told_alike(
    serve: Any, sqlite: str, new_game: Any, monkeypatch: pytest.MonkeyPatch, title: str, scenario: str, secrets: int
) -> None:
    """Over every channel: answers, messages, notices, replays, what is refused of exports and of the truth."""
    posted: list[tuple[str, str]] = []

    async def post(url: str, text: str) -> None:
        posted.append((url, text))

    monkeypatch.setattr(webhooks, "post", post)
    monkeypatch.setattr("blockfront.server.play.new_games.new_seed", lambda: bytes(32))
    monkeypatch.setattr(steady_time, "now", lambda: 1_000_000_000.0)
    server = serve(sqlite, public_url="https://games.example.org")
    twins = [Twin(server, new_game, title, scenario) for _ in range(2)]
    with contextlib.ExitStack() as stack:
        greeting = {"changes": True}
        watching = [player for twin in twins for player in twin.players[1:]]
        sockets = {player: stack.enter_context(server.socket(player, hello=greeting)) for player in watching}
        if title == "eastfront":
            to_movement(twins)
        differed = 0
        for _ in range(secrets):
            for twin, place in zip(twins, (0, -1), strict=True):
                secret = [choice["action"] for choice in twin.players[0].choices() if choice["action"]["type"] in SECRET]
                twin.play(0, secret[place])
            differed += twins[0].players[0].state()["view"] != twins[1].players[0].state()["view"]
            for first, second in zip(*(twin.players[1:] for twin in twins), strict=True):
                seen = [twin.seen_by(player, [sockets[player]]) for twin, player in zip(twins, (first, second), strict=True)]
                told = differences(*seen)
                assert not told, "the secret shows in\n" + "\n".join(told)
    assert differed == secrets, "nothing was done in secret: the test could not have failed"
    server.on_loop(server.inside.notices.settle())
    first, second = (sorted(f"{url} {text}".replace(twin.game, "") for url, text in posted if twin.game in url) for twin in twins)
    assert first == second


def to_movement(twins: list[Twin]) -> None:
    """The first side activates a headquarters in both games, and comes to move."""
    for twin in twins:
        player = twin.players[0]
        twin.play(0, next(choice for choice in player.choices() if choice["action"].get("blitz") is False)["action"])
        while player.state()["prompt"]["message"] != "MovementPhase":
            twin.play(0, {"type": "end"})


def test_notices_name_the_game_and_nothing_that_happens_in_it(
    serve: Any, sqlite: str, new_game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two games that differ in a secret plan send the same notice."""
    sent: list[tuple[str, str]] = []

    async def post(url: str, text: str) -> None:
        sent.append((url, text))

    monkeypatch.setattr(webhooks, "post", post)
    server = serve(sqlite)
    for choice in (0, -1):
        blue, red = new_game(server, name="Tuesday")
        assert red.post("/notices", {"webhook": "https://discord.com/api/webhooks/1/x"}).status_code == 200
        blue.submit(blue.choices()[choice]["action"], 0)
        red.submit(red.choices()[0]["action"], red.state()["decision"])
        rng = Random(1)
        while not red.state()["my_decision"]:
            blue.play(rng)
        token = red.token
        assert all(token not in text and "discord" in url for url, text in sent)
    texts = {text for _, text in sent}
    assert texts == {"blockfront: your decision in Tuesday (Proving Ground)."}


def test_how_much_a_seat_was_told_is_in_nobody_elses_channel(server: TrialServer, new_game: Any) -> None:
    """Neither the other seat nor a spectator nor the other side of one's own seat learns that anything was told."""
    (shared,) = new_game(server, [{"sides": ["blue", "red"], "player": "me"}])
    found(shared.post("/told", {"lines": 1, "side": 0}))
    assert found(shared.get("/told", side=1))["lines"] is None
    blue, red = new_game(server, spectators=True, listed=True)
    others = [red, PlayerClient(server.http(), blue.game, "")]
    before = [traffic(server, player, []) for player in others]
    with server.socket(red) as socket, server.socket(blue) as own:
        drain([socket, own])
        found(blue.post("/told", {"lines": 1}))
        assert drain([socket, own]) == []
    assert [traffic(server, player, []) for player in others] == before
    assert found(red.get("/told"))["lines"] is None
    assert {others[1].get("/told").status_code, others[1].post("/told", {"lines": 1}).status_code} <= {401, 403}


def test_notes_are_in_nobody_elses_channel(server: TrialServer, new_game: Any) -> None:
    """Neither the other seat nor a spectator nor the other side of one's own seat learns that anything was noted."""
    both = {"sides": ["blue", "red"], "player": "me"}
    (shared,) = new_game(server, [both])
    found(shared.post("/notes", {"about": "hex", "number": 3, "text": "Secret of blue", "side": 0}))
    assert b"Secret" not in shared.get("/notes", side=1).content
    blue, red = new_game(server, spectators=True, listed=True)
    others = [red, PlayerClient(server.http(), blue.game, "")]
    before = [traffic(server, player, []) for player in others]
    found(blue.post("/notes", {"about": "block", "number": 0, "text": "Secret 0"}))
    assert [traffic(server, player, []) for player in others] == before
    with server.socket(red) as socket, server.socket(blue) as own:
        drain([socket, own])
        kept = found(blue.post("/notes", {"about": "block", "number": 1, "text": "Secret 1"}))
        assert [note["text"] for note in kept["notes"]] == ["Secret 0", "Secret 1"]
        assert drain([socket, own]) == []
    found(blue.post("/concede"))
    for player in [blue, *others]:
        assert b"Secret" not in player.get("/export").content
    assert b"Secret" not in red.get("/notes").content
    assert others[1].get("/notes").status_code in (401, 403)
