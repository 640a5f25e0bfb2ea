"""Chapter 2 and the standard set-up of 1941; the ends of the short scenarios."""

from collections import Counter
from random import Random

import pytest

from blockfront.blocks.months import month_text
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE, Side
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_in_the_east.game import make
from blockfront.games.blocks_series.actions import Deploy
from blockfront.games.blocks_series.aids.automatic_set_up import VARIANTS, automatic_set_up
from blockfront.games.blocks_series.ruleset import Rules

SCENARIOS = ["sbe1", "sbe2", "sbe3", "sbe4"]


def rules_of(scenario: str) -> Rules:
    return make(scenario, frozenset()).rules


@clause("BE-2.3a", "BE-2.3b", "BE-BSSb", "BE-2.2a")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_soviets_set_up_first_and_the_axis_moves_first(scenario: str) -> None:
    game = make(scenario, frozenset())
    state = game.setup()
    assert game.to_act(state) == {SOVIET}
    assert (state.active, month_text(state.month)) == (AXIS, "1941-06")


@clause("BE-BSSd", "BE-BSSg", "BE-BSSh", "BE-BSSi", "BE-BSSe", "BE-BSSf", "BE-BSSc")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_automatic_set_ups_are_legal(scenario: str, side: int) -> None:
    rules = rules_of(scenario)
    for variant in range(VARIANTS):
        placements = automatic_set_up(rules, side, variant)
        assert rules.set_up.problems(side, placements) == []
        for block, steps, hex_ in placements:
            assert rules.set_up.zone(block) >> hex_ & 1
            assert rules.units.value(block, steps) == rules.tables.facts[block].start


@clause("BE-2.3b", "BE-BSSc", "BE-BSSd", "BE-3.10a", "BE-3.10b", "BE-BSSe")
def test_wrong_set_ups_are_refused_with_every_reason() -> None:
    rules = rules_of("sbe1")
    good = list(automatic_set_up(rules, SOVIET, 0))

    def clauses(placements: list[tuple[int, int, int]]) -> set[str]:
        return {problem.clause for problem in rules.set_up.problems(SOVIET, tuple(placements))}

    block, steps, hex_ = good[0]
    assert clauses(good[1:]) == {"BE-2.3b"}
    assert clauses([*good, good[0]]) == {"BE-2.3b"}
    assert clauses([(block, steps + 1, hex_), *good[1:]]) == {"BE-BSSc"}
    assert clauses([(block, steps, rules.board.hex("Berlin")), *good[1:]]) == {"BE-BSSd"}
    ground = [b for b, _, _ in good if rules.units.is_ground[b] and rules.tables.facts[b].group == "sov_baltic"]
    together = [(b, s, rules.board.hex("Riga")) if b in ground else (b, s, h) for b, s, h in good]
    assert {"BE-3.10a", "BE-BSSe"} <= clauses(together)


@clause("BE-BSSe", "BE-BSSf")
def test_both_sides_of_the_border_are_watched() -> None:
    rules = rules_of("sbe4")
    watched, soviet = rules.set_up.watched(SOVIET), rules.board.area("ussr")
    assert watched & soviet
    assert watched & ~soviet
    assert watched >> rules.board.hex("Brest-Litovsk") & 1
    assert rules.set_up.watched(AXIS) == 0


@clause("BE-BSSk", "BE-BSSl", "BE-SSc", "BE-3.9c")
def test_who_takes_part() -> None:
    rules = rules_of("sbe4")
    forces = set(rules.set_up.forces(AXIS)) | set(rules.set_up.forces(SOVIET))
    assert not any(rules.units.is_hq[block] for block in forces)
    assert not any(rules.order[block].nation in ("italy", "slovakia") for block in forces)
    short = rules_of("sbe1")
    assert all(short.tables.facts[block].group != "sov_black" for block in short.set_up.forces(SOVIET))


@clause("BE-SBE1a", "BE-SBE2a", "BE-SBE3a")
@pytest.mark.parametrize(
    ("scenario", "inside", "outside"),
    [
        ("sbe1", ("Leningrad", "Riga", "Königsberg"), ("Minsk", "Moscow", "Helsinki")),
        ("sbe2", ("Minsk", "Moscow", "Warsaw"), ("Riga", "Odessa")),
        ("sbe3", ("Kiev", "Rostov", "Bucharest", "Budapest"), ("Moscow", "Riga")),
    ],
)
def test_short_scenarios_use_a_part_of_the_map(scenario: str, inside: tuple[str, ...], outside: tuple[str, ...]) -> None:
    rules = rules_of(scenario)
    assert all(rules.theatre >> rules.board.hex(place) & 1 for place in inside)
    assert not any(rules.theatre >> rules.board.hex(place) & 1 for place in outside)


@clause("BE-SBE1c", "BE-SBE2c", "BE-SBE3d", "BE-SBE4b")
@pytest.mark.parametrize(
    ("scenario", "figures"),
    [
        ("sbe1", {"germany": 5, "ussr": 10}),
        ("sbe2", {"germany": 5, "ussr": 20}),
        ("sbe3", {"germany": 5, "romania": 2, "hungary": 1, "ussr": 15}),
        ("sbe4", {"germany": 15, "romania": 2, "hungary": 1, "ussr": 46}),
    ],
)
def test_production_figures(scenario: str, figures: dict[str, int]) -> None:
    assert {power: points[0] for power, points in rules_of(scenario).scenario.production.items()} == figures


WON_BY_AXIS, DRAWN = (AXIS, 1, "victory", "objectives"), (-1, 0, "draw", "last_turn")


@clause("BE-SBE1d", "BE-R68")
def test_the_road_to_leningrad_is_won_by_taking_or_cutting_off_the_city() -> None:
    def final(**holds: tuple[str, ...]) -> tuple[object, ...]:
        here = position("sbe1", axis_holds=holds.get("axis", ()))
        return here.game.rules.victory.final(here.state)

    assert final() == DRAWN
    assert final(axis=("Leningrad",)) == WON_BY_AXIS
    railways = ("2214", "Oranienbaum", "Schlüsselburg", "2216", "2316")
    assert final(axis=railways) == DRAWN, "the Road of Life is open"
    assert final(axis=(*railways, "Volkhov")) == WON_BY_AXIS


@clause("BE-SBE2d", "BE-R61")
def test_the_road_to_moscow_is_won_by_taking_or_surrounding_the_city() -> None:
    held = position("sbe2", axis_holds=("Moscow",))
    assert held.game.rules.victory.final(held.state) == WON_BY_AXIS
    ring = {f"Moscow {side}": f"{key} 3" for side, key in (("E1", "g-1k"), ("W1", "g-2k"), ("SE1", "g-10k"), ("NW1", "g-26k"))}
    surrounded = position("sbe2", axis=ring, soviet={"Moscow": "s-8a 3"})
    assert surrounded.game.rules.victory.final(surrounded.state) == WON_BY_AXIS
    open_ = position("sbe2", axis={"Moscow W1": "g-1k 3"}, soviet={"Moscow": "s-8a 3"})
    assert open_.game.rules.victory.final(open_.state) == DRAWN


@clause("BE-7.11g", "BE-7.11a")
@pytest.mark.parametrize(("scenario", "months"), [("sbe1", 4), ("sbe2", 4), ("sbe3", 6), ("sbe4", 3)])
def test_scenarios_last_as_long_as_stated(scenario: str, months: int) -> None:
    facts = rules_of(scenario).scenario
    assert facts.last_month - facts.first_month + 1 == months


def test_a_set_up_is_one_action() -> None:
    game = make("sbe1", frozenset())
    state = game.setup()
    for side in (SOVIET, AXIS):
        action = next(iter(game.legal(state, side)))
        assert isinstance(action, Deploy)
        game.apply(state, action, side)
        while CHANCE in game.to_act(state):
            game.apply(state, next(action for _, action in game.chance(state).outcomes()), CHANCE)
    assert state.turn == 1


@clause("BE-BSSd", "BE-BSSg", "BE-BSSh")
@pytest.mark.parametrize(("key", "expected"), [("s-8a", "BE-BSSd"), ("g-1k", "BE-BSSg"), ("r-mtn", "BE-BSSh")])
def test_a_unit_in_the_wrong_area_is_refused_by_the_clause_of_its_own_side(key: str, expected: str) -> None:
    game = make("sbe4", frozenset())
    set_up, block = game.rules.set_up, game.order.key(key)
    side = game.rules.units.side[block]
    wrong = game.rules.board.hex("Moscow" if side == AXIS else "Berlin")
    placements = tuple((b, s, wrong if b == block else h) for b, s, h in automatic_set_up(game.rules, side, 0))
    assert {problem.clause for problem in set_up.problems(side, placements)} == {expected}


@clause("BE-1.3a", "BE-1.0b")
def test_the_colour_of_a_hidden_block_is_seen() -> None:
    """Italian blocks are light green among black ones: they are known for Italians, and nobody else is taken for one."""
    here = position(axis={"Stalino": "i-35k 3, g-5k 3", "Kharkov": "r-3k 2"}, soviet={"Rostov": "s-8a 3"}, active="soviet")
    pools = here.game.order.pools
    view = here.game.view(here.state, Side(1))
    assert all(sight.block < 0 for sight in view.blocks.seen)
    colours = Counter((here.game.rules.board.name(sight.location), pools[sight.pool]) for sight in view.blocks.seen)
    assert colours == {("Stalino", "light_green"): 1, ("Stalino", "black"): 1, ("Kharkov", "black"): 1}
    for seed in range(20):
        guess = here.game.guess(view, Random(seed))
        nations = {here.game.order[block].nation for block in range(len(here.game.order)) if guess.location[block] == here.hex("Kharkov")}
        assert nations
        assert "italy" not in nations
        assert any(here.game.order[b].nation == "italy" for b in range(len(here.game.order)) if guess.location[b] == here.hex("Stalino"))
