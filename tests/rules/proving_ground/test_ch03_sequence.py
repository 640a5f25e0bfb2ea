"""PG-3: the sequence of play."""

from random import Random

from blockfront.core.clauses import clause
from blockfront.games.proving_ground.events import PhaseBegan, TurnBegan
from blockfront.games.proving_ground.game import make
from blockfront.testing.random_play import all_events


@clause("PG-3.1", "PG-3.2")
def test_turns_player_turns_and_phases_follow_each_other() -> None:
    events = all_events(make("border_incident", frozenset()), Random(3), limit=2000)
    told = [
        f"turn {event.turn}" if isinstance(event, TurnBegan) else f"{event.side} {event.phase}"
        for event in events
        if isinstance(event, TurnBegan | PhaseBegan)
    ]
    phases = ("reserves", "command", "movement", "combat", "rebuilding")
    a_turn = [f"{side} {phase}" for side in (0, 1) for phase in phases]
    assert told == [line for turn in range(1, 7) for line in (f"turn {turn}", *a_turn)]
