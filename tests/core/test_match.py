"""Matches: seats, decisions, standing orders, ends, and the rule of undo.

"Undo never changes whose decision it is, never takes back another player's action, never crosses a roll, never crosses
anything that told somebody something new."
"""

from typing import Any

import msgspec
import pytest

from blockfront.core.actions import Action, Deal, Roll
from blockfront.core.events import Event
from blockfront.core.game import AnyGame, Result
from blockfront.core.match import Match, Seat
from blockfront.core.refusals import MATCH_CLAUSE, Refused
from blockfront.core.sides import CHANCE, Side, audience
from blockfront.games.proving_ground.actions import (
    Activate,
    ChoosePlan,
    EndMovement,
    EndRebuilding,
    Fight,
    Hold,
    Move,
    Rebuild,
    TakeLoss,
    Withdraw,
)
from blockfront.games.proving_ground.aids.scene import position
from blockfront.games.proving_ground.events import Moved
from blockfront.games.proving_ground.game import ProvingGround, make
from blockfront.games.proving_ground.state import State
from blockfront.games.proving_ground.title import BLUE, RED

QUIET = "0103 | blue: infantry 4; 0101 | blue: armour 2; Birch | red: infantry 4"
BATTLE = "0303 | blue: infantry 4, 3rd Blue Infantry 3, armour 3 | red: infantry 4"
SEED = bytes(32)
INFANTRY, ARMOUR = 1, 4  # numbers of Blue's first infantry and first armour


def table(text: str, phase: str, *seats: Seat, rolls: list[Roll] | None = None) -> Match:
    """A match in a position; chance rolls what it is given, then ones."""
    scene = position(text, phase)
    given = list(rolls or [])

    def throw(game: AnyGame, state: Any, number: int) -> Action:
        pending = game.chance(state)
        if Deal(0) in pending:
            return Deal(0)
        return given.pop(0) if given else next(action for _, action in pending.outcomes())

    return Match(scene.game, seats or None, seed=SEED, throw=throw, state=scene.state)


def hexes(match: Match, *names: str) -> list[int]:
    assert isinstance(match.game, ProvingGround)
    return [match.game.board.map.hex(name) for name in names]


def refused(match: Match, because: str, call: Any, *arguments: Any, **named: Any) -> Refused:
    """The call is refused for that reason and changes nothing."""
    before = (match.state.to_bytes(), len(match.entries), match.result)
    with pytest.raises(Refused) as raised:
        call(*arguments, **named)
    assert raised.value.refusal.because == because
    assert raised.value.text
    assert (match.state.to_bytes(), len(match.entries), match.result) == before
    return raised.value


# ---- seats and decisions


def test_each_side_has_a_seat_of_its_own_name() -> None:
    match = Match(make("border_incident", frozenset()))
    assert [(seat.name, seat.sides) for seat in match.seats] == [
        ("blue", frozenset((BLUE,))),
        ("red", frozenset((RED,))),
    ]


def test_only_who_decides_may_act() -> None:
    match = table(QUIET, "movement")
    blue, red = match.seats
    refused(match, "not_your_decision", match.submit, red, EndMovement())
    refused(match, "not_your_decision", match.submit, blue, EndMovement(), side=RED)
    refused(match, "no_such_seat", match.submit, Seat("blue", frozenset((BLUE, RED))), EndMovement())
    assert [entry.seat for entry in match.submit(blue, EndMovement())] == ["blue"]


def test_illegal_actions_are_refused_with_their_clause() -> None:
    match = table(QUIET, "movement")
    (far,) = hexes(match, "Eastmoor")
    error = refused(match, "out_of_reach", match.submit, match.seats[0], Move(INFANTRY, far))
    assert error.refusal.clause == "PG-5.2"
    assert str(error) == "1st Blue Infantry cannot reach Eastmoor. [PG-5.2]"
    refused(match, "not_offered", match.submit, match.seats[0], Hold())
    refused(match, "not_offered", match.submit, match.seats[0], Roll((6, 6)))


def test_a_stale_answer_is_refused() -> None:
    match = table(QUIET, "movement")
    blue = match.seats[0]
    near, other = hexes(match, "0104", "0102")
    number = match.decision_of(blue)
    match.submit(blue, Move(INFANTRY, near), decision=number)
    error = refused(match, "stale_decision", match.submit, blue, Move(ARMOUR, other), decision=number)
    assert error.refusal.values == {"given": number, "expected": number + 1}
    match.undo(blue)
    refused(match, "stale_decision", match.submit, blue, Move(ARMOUR, other), decision=number)
    match.submit(blue, Move(ARMOUR, other), decision=match.decision_of(blue))


def test_decision_numbers_tell_nothing_of_what_others_do_unseen() -> None:
    match = table(QUIET, "movement")
    blue, red = match.seats
    (near,) = hexes(match, "0104")
    before = match.decision_of(red)
    match.submit(blue, Move(INFANTRY, near))
    assert match.decision_of(red) == before
    match.submit(blue, EndMovement())
    assert match.decision_of(red) > before


@pytest.mark.parametrize("first", [0, 1])
def test_simultaneous_answers_come_in_any_order_and_stay_secret(first: int) -> None:
    match = Match(make("border_incident", frozenset()), seed=SEED)
    assert match.to_act() == {BLUE, RED}
    one, two = match.seats[first], match.seats[1 - first]
    numbers = match.decision_of(one), match.decision_of(two)
    view = match.game.view(match.state, min(two.sides))
    match.submit(one, ChoosePlan(1), decision=numbers[0])
    assert match.game.view(match.state, min(two.sides)) == view
    refused(match, "not_your_decision", match.submit, one, ChoosePlan(0))
    match.submit(two, ChoosePlan(0), decision=numbers[1])
    assert match.state.turn == 1


def test_one_seat_may_hold_both_sides() -> None:
    solo = Seat("solo", frozenset((BLUE, RED)))
    match = Match(make("border_incident", frozenset()), [solo], seed=SEED)
    match.submit(solo, ChoosePlan(0), side=RED)
    match.submit(solo, ChoosePlan(0), side=BLUE)
    assert match.state.plan == [1, 1]


def test_chance_answers_by_itself_from_the_committed_dice() -> None:
    match = Match(make("border_incident", frozenset(("weather",))), seed=SEED)
    assert [entry.side for entry in match.entries] == [CHANCE]
    for seat in match.seats:
        match.submit(seat, ChoosePlan(0))
    assert [type(entry.action) for entry in match.entries] == [Deal, ChoosePlan, ChoosePlan, Roll]
    again = Match(make("border_incident", frozenset(("weather",))), seed=SEED)
    assert again.entries[0] == match.entries[0]


def test_a_snapshot_is_taken_at_the_start_and_at_every_player_turn() -> None:
    match = table(QUIET, "movement")
    blue, red = match.seats
    match.submit(blue, EndMovement())
    assert [number for number, _ in match.snapshots] == [0]
    match.submit(blue, EndRebuilding())
    match.submit(red, Hold())
    assert [number for number, _ in match.snapshots] == [0, 2]


# ---- undo


def test_own_unseen_actions_are_taken_back_one_by_one() -> None:
    match = table(QUIET, "movement")
    blue = match.seats[0]
    near, other = hexes(match, "0104", "0102")
    states = [match.state.copy()]
    match.submit(blue, Move(INFANTRY, near))
    states.append(match.state.copy())
    match.submit(blue, Move(ARMOUR, other))
    assert match.can_undo(blue)
    assert match.undo(blue).action == Move(ARMOUR, other)
    assert match.state == states[1]
    assert match.undo(blue).action == Move(INFANTRY, near)
    assert match.state == states[0]
    refused(match, "nothing_to_undo", match.undo, blue)


def test_undo_never_crosses_what_was_shown_to_others() -> None:
    match = table(QUIET, "movement")
    blue = match.seats[0]
    (near,) = hexes(match, "0104")
    match.submit(blue, Move(INFANTRY, near))
    match.submit(blue, EndMovement())
    assert match.to_act() == {BLUE}  # still his decision, yet Red has seen the move
    refused(match, "nothing_to_undo", match.undo, blue)


def test_undo_never_crosses_a_revelation() -> None:
    match = table(QUIET, "command")
    match.submit(match.seats[0], Activate())
    refused(match, "nothing_to_undo", match.undo, match.seats[0])


def test_undo_never_crosses_a_revelation_to_the_player_alone() -> None:
    class Scouted(Moved, frozen=True, kw_only=True):
        reveals = True

    class Scouting(ProvingGround):
        def apply(self, state: State, action: Action, side: Side) -> list[Event]:
            events = super().apply(state, action, side)
            return [Scouted(**msgspec.structs.asdict(e)) if isinstance(e, Moved) else e for e in events]

    state = position(QUIET, "movement").state
    match = Match(Scouting("border_incident", frozenset()), seed=SEED, state=state)
    match.submit(match.seats[0], Move(INFANTRY, *hexes(match, "0104")))
    assert [event.seen_by for event in match.entries[-1].events] == [audience(BLUE)]
    refused(match, "nothing_to_undo", match.undo, match.seats[0])


def test_undo_never_crosses_a_roll() -> None:
    match = table("0101 | blue: infantry 4 | red: infantry 3; 0303 | blue: armour 3 | red: infantry 4", "combat")
    match.submit(match.seats[0], Fight(*hexes(match, "0303")))
    assert match.entries[-1].side == CHANCE
    assert match.to_act() == {BLUE}
    refused(match, "nothing_to_undo", match.undo, match.seats[0])


def test_undo_never_changes_whose_decision_it_is() -> None:
    match = Match(make("border_incident", frozenset()), seed=SEED)
    match.submit(match.seats[0], ChoosePlan(0))  # nobody else saw it, but now Red alone decides
    assert match.entries[-1].events[0].seen_by == audience(BLUE)
    refused(match, "nothing_to_undo", match.undo, match.seats[0])


def test_undo_never_takes_back_another_players_action() -> None:
    near, other = Seat("first", frozenset((BLUE,))), Seat("second", frozenset((BLUE,)))
    match = table(QUIET, "movement", near, other, Seat("red", frozenset((RED,))))
    match.submit(near, Move(INFANTRY, *hexes(match, "0104")))
    refused(match, "nothing_to_undo", match.undo, other)
    refused(match, "nothing_to_undo", match.undo, match.seats[2])
    match.submit(other, Move(ARMOUR, *hexes(match, "0102")))
    refused(match, "nothing_to_undo", match.undo, near)
    match.undo(other)
    match.undo(near)
    assert match.entries == []


def test_a_solo_player_does_not_undo_across_the_sides() -> None:
    solo = Seat("solo", frozenset((BLUE, RED)))
    match = table(QUIET, "rebuilding", solo)
    match.submit(solo, EndRebuilding())
    assert match.to_act() == {RED}
    refused(match, "nothing_to_undo", match.undo, solo)


def test_undo_forgets_nothing_else() -> None:
    """After an undo the game goes on as if the action had never been taken."""
    one, two = table(QUIET, "rebuilding"), table(QUIET, "rebuilding")
    blue = one.seats[0]
    one.submit(blue, Rebuild(ARMOUR))
    one.undo(blue)
    for match in (one, two):
        match.submit(match.seats[0], EndRebuilding())
    assert one.state == two.state
    assert one.entries == two.entries
    assert one.snapshots == two.snapshots


# ---- standing orders


def test_standing_orders_answer_for_an_absent_player() -> None:
    match = table(BATTLE, "combat", rolls=[Roll((6, 6, 1, 1)), Roll((1,) * 9)])
    assert match.to_act() == {BLUE}  # two hits: the strongest loses, then three are equal
    asked = table(BATTLE, "combat", rolls=[Roll((6, 6, 1, 1)), Roll((1,) * 9)])
    asked.set_standing_orders(asked.seats[0], frozenset(("take_losses",)))
    assert [entry.seat for entry in asked.entries if entry.side == BLUE] == [""]
    assert isinstance(asked.entries[-2].action, TakeLoss)
    assert asked.to_act() == {BLUE}
    assert Withdraw() in asked.game.legal(asked.state, BLUE)
    refused(asked, "nothing_to_undo", asked.undo, asked.seats[0])


def test_standing_orders_are_a_seats_own() -> None:
    match = table(BATTLE, "combat", rolls=[Roll((6, 6, 1, 1)), Roll((1,) * 9)])
    match.set_standing_orders(match.seats[1], frozenset(("take_losses", "withdraw")))
    assert match.to_act() == {BLUE}
    assert match.entries[-1].side == CHANCE
    refused(match, "no_such_seat", match.set_standing_orders, Seat("x", frozenset((BLUE,))), frozenset())


# ---- ends


def test_conceding_gives_the_game_to_the_other_side() -> None:
    match = table(QUIET, "movement")
    blue, red = match.seats
    assert match.concede(red) == Result(BLUE, level="conceded", reason="conceded")
    assert match.to_act() == frozenset()
    refused(match, "game_over", match.submit, blue, EndMovement())
    refused(match, "game_over", match.concede, blue)
    refused(match, "game_over", match.agree_to_end, blue)
    refused(match, "nothing_to_undo", match.undo, blue)


def test_who_plays_every_side_cannot_concede() -> None:
    match = table(QUIET, "movement", Seat("solo", frozenset((BLUE, RED))))
    refused(match, "concede_needs_one_side", match.concede, match.seats[0])


def test_both_sides_must_agree_to_end() -> None:
    match = table(QUIET, "movement")
    blue, red = match.seats
    assert match.agree_to_end(red) is None
    assert match.agree_to_end(red) is None
    assert match.agree_to_end(blue) == Result(None, level="agreed", reason="agreed")


def test_the_wish_to_end_lapses_when_its_side_plays_on() -> None:
    match = table(QUIET, "movement")
    blue, red = match.seats
    match.agree_to_end(blue)
    match.submit(blue, EndMovement())
    assert match.agree_to_end(red) is None
    assert match.agree_to_end(blue) is not None


def test_every_refusal_of_the_table_has_a_sentence() -> None:
    match = table(QUIET, "movement")
    for because in ("not_offered", "no_such_seat", "game_over", "nothing_to_undo", "concede_needs_one_side"):
        assert match._refused(because).text != because.replace("_", " ")
    assert match._refused("game_over").refusal.clause == MATCH_CLAUSE
