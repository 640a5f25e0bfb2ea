"""The option of a first game: Edelweiss kept to its part of the map, and decided by Rostov and Maikop."""

from random import Random

import pytest

from blockfront.core.clauses import clause
from blockfront.core.match import Match
from blockfront.games import catalogue
from blockfront.games.eastfront import actions as do
from blockfront.games.eastfront.aids.aim import aim
from blockfront.games.eastfront.aids.scene import position
from blockfront.games.eastfront.game import make
from blockfront.games.eastfront.state import AXIS, SOVIET

OPTION = frozenset({"introduction"})


def theatre() -> int:
    map_data = catalogue.map_of("eastfront")
    return map_data.area_mask("edelweiss") & map_data.playable_mask


@clause("EF-EDW.0a")
@pytest.mark.parametrize(
    ("taken", "winner", "margin"),
    [(("Rostov", "Maikop"), AXIS, 1), (("Rostov",), None, 0), (("Maikop",), None, 0), ((), SOVIET, -1)],
    ids=["both", "first", "second", "none"],
)
def test_rostov_and_maikop_decide(taken: tuple[str, ...], winner: int | None, margin: int) -> None:
    here = position("edelweiss", options=OPTION, axis=dict.fromkeys(taken, "infantry 3"))
    where = here.game.rules.board.map.hex
    for place in ("Rostov", "Maikop"):
        owner = AXIS if place in taken else SOVIET
        here.state.friendly[owner] |= 1 << where(place)
        here.state.friendly[1 - owner] &= ~(1 << where(place))
    here.close_scenario()
    result = here.game.result(here.state)
    assert result is not None
    assert (result.winner, result.margin, result.level, result.reason) == (winner, margin, "", "our_aim")


@clause("EF-EDW.0a")
def test_what_the_aim_shows_is_what_decides() -> None:
    game = make("edelweiss", OPTION)
    match = Match(game, seed=b"1" * 32)
    shown = aim(game, game.view(match.state, AXIS))
    assert shown.is_ours
    names = {game.rules.board.name(place.hex) for place in shown.places}
    assert names == {"Rostov", "Maikop"}


@clause("EF-EDW.0a")
def test_nobody_leaves_the_part_of_the_map() -> None:
    """Neither on land nor by rail, neither deployed nor rebuilt; who starts elsewhere stays there."""
    game = make("edelweiss", OPTION)
    match = Match(game, seed=b"2" * 32)
    rng, inside = Random(5), theatre()
    start = list(match.state.location)
    moved = 0
    while match.result is None:
        for seat in match.seats:
            for side in seat.sides:
                if side not in match.to_act() or match.result is not None:
                    continue
                offered = list(game.legal(match.state, side))
                for action in offered:
                    target = getattr(action, "to", None)
                    if isinstance(action, do.BuildCadre):
                        target = action.hex
                    if target is not None and target >= 0:
                        assert inside >> target & 1, action
                        moved += 1
                match.submit(seat, rng.choice(offered))
        for block, hex_ in enumerate(match.state.location):
            assert hex_ < 0 or inside >> hex_ & 1 or hex_ == start[block], block
    assert moved > 100


@clause("EF-EDW.0a")
def test_who_asks_to_leave_it_is_told_why_not() -> None:
    here = position("edelweiss", options=OPTION, axis={"Voroshilovgrad": "hq 3, infantry 4"})
    game, map_data = here.game, here.game.rules.board.map
    outside = next(hex_ for _, hex_ in game.rules.board.neighbours[map_data.hex("Izyum")] if not theatre() >> hex_ & 1)
    start = map_data.hex("Voroshilovgrad")
    (block,) = (b for b in range(len(game.order)) if here.state.location[b] == start and not game.rules.units.is_hq[b])
    assert not game.rules.movement.territory(here.state, block) >> outside & 1
    here.state.in_command = 1 << start
    refusal = game.rules.movement.why_not(here.state, do.Move(block, outside), AXIS)
    assert refusal is not None
    assert (refusal.clause, refusal.because) == ("EF-EDW.0a", "outside_the_scenario")


@clause("EF-EDW.0a")
def test_without_the_option_the_book_holds() -> None:
    game = make("edelweiss", frozenset())
    state = Match(game, seed=b"3" * 32).state
    block = int(game.order.key("ax-inf-52"))
    assert game.rules.movement.territory(state, block) & ~theatre()


def test_other_scenarios_are_not_changed_by_it() -> None:
    plain, with_option = make("s43", frozenset()), make("s43", OPTION)
    for game in (plain, with_option):
        assert not game.rules.chain[0].our_aim
    assert plain.rules.satellites.may_enter(Match(plain, seed=b"4" * 32).state, 0) == with_option.rules.satellites.may_enter(
        Match(with_option, seed=b"4" * 32).state, 0
    )
