"""Set-up by tables: SBE6, SBE7 and SBE8."""

import pytest

from blockfront.blocks.block_state import ELIMINATED, NOT_IN_PLAY
from blockfront.core.clauses import clause
from blockfront.core.sides import Side
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET
from blockfront.games.blocks_in_the_east.game import BlocksInTheEast, make
from blockfront.games.blocks_series.aids.automatic_set_up import automatic_set_up
from blockfront.games.blocks_series.aids.forces import forces
from blockfront.games.blocks_series.rules.ch02_set_up import Placements
from blockfront.games.blocks_series.rules.ch02_set_up_tables import TableSetUp
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import GONE, SeriesState
from blockfront.hexes.hexset import mask_of

TABLED = ["sbe6", "sbe7", "sbe8"]


def rules_of(scenario: str) -> Rules:
    return make(scenario, frozenset()).rules


def table_of(rules: Rules) -> TableSetUp:
    assert isinstance(rules.set_up, TableSetUp)
    return rules.set_up


def clauses(rules: Rules, side: int, placements: list[tuple[int, int, int]]) -> set[str]:
    return {problem.clause for problem in rules.set_up.problems(side, tuple(placements))}


@clause("BE-SLb")
@pytest.mark.parametrize("scenario", TABLED)
@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_proposals_use_the_whole_table(scenario: str, side: int) -> None:
    rules = rules_of(scenario)
    table = table_of(rules)
    steps = {block: number for block, number, _ in automatic_set_up(rules, side, 0)}
    for row in table.rows(side):
        chosen = [block for block in table.units_of(row) if block in steps]
        assert len(chosen) == row.blocks
        left = row.steps - sum(rules.units.value(block, steps[block]) for block in chosen)
        cheapest = [rules.units.value(b, steps[b] + 1) - rules.units.value(b, steps[b]) for b in chosen if steps[b] < rules.units.full[b]]
        assert left == 0 or not cheapest or 0 < left < min(cheapest)


@clause("BE-SLb")
def test_numbers_and_strengths_are_those_of_the_table() -> None:
    rules = rules_of("sbe6")
    good = list(automatic_set_up(rules, SOVIET, 0))
    steps = {block: number for block, number, _ in good}
    spare = next(block for block in rules.set_up.forces(SOVIET) if block not in steps and rules.units.type[block] == "infantry")
    one = next(entry for entry in good if rules.units.type[entry[0]] == "infantry" and entry[1] < rules.units.full[entry[0]])
    assert clauses(rules, SOVIET, [entry for entry in good if entry != one]) == {"BE-SLb"}
    assert clauses(rules, SOVIET, [*good, (spare, 1, one[2])]) == {"BE-SLb"}
    assert clauses(rules, SOVIET, [(*one[:1], one[1] + 1, one[2]) if entry == one else entry for entry in good]) == {"BE-SLb"}
    assert clauses(rules, SOVIET, [(*one[:1], 9, one[2]) if entry == one else entry for entry in good]) == {"BE-SLb"}
    weaker = next(entry for entry in good if rules.units.type[entry[0]] == "infantry" and entry[1] > 1)
    fewer = [(weaker[0], weaker[1] - 1, weaker[2]) if entry == weaker else entry for entry in good]
    assert clauses(rules, SOVIET, fewer) == set(), "nobody must use all the strength he has"
    swapped = [(spare, 1, one[2]) if entry == one else entry for entry in good]
    assert clauses(rules, SOVIET, swapped) == set(), "which units of a kind take part is the player's choice"


@clause("BE-SBE6a", "BE-R62")
def test_the_line_must_be_held_and_the_other_side_of_it_is_closed() -> None:
    rules = rules_of("sbe6")
    good = list(automatic_set_up(rules, AXIS, 0))
    warsaw, rostov = rules.board.hex("Warsaw"), rules.board.hex("Rostov")

    def leaves_a_gap(entry: tuple[int, int, int]) -> bool:
        others = mask_of(hex_ for block, _, hex_ in good if block != entry[0])
        return bool(rules.set_up.watched(AXIS) & ~rules.set_up.watching(others))

    german = (e for e in good if rules.order[e[0]].nation == "germany" and not rules.units.is_mountain[e[0]])
    watcher = next(entry for entry in german if leaves_a_gap(entry))
    assert clauses(rules, AXIS, [(*watcher[:2], warsaw) if entry == watcher else entry for entry in good]) == {"BE-R62"}
    assert clauses(rules, AXIS, [(*watcher[:2], rostov) if entry == watcher else entry for entry in good]) == {"BE-SLb"}


def set_up(scenario: str, *options: str) -> tuple[BlocksInTheEast, SeriesState]:
    """A game whose sides have both set up, and its state."""
    game = make(scenario, frozenset(options))
    state = game.setup()
    for _ in (SOVIET, AXIS):
        (side,) = game.to_act(state)
        game.apply(state, next(iter(game.legal(state, side))), side)
        while -1 in game.to_act(state):
            game.apply(state, next(found for _, found in game.chance(state).outcomes()), Side(-1))
    return game, state


@clause("BE-SLb", "BE-SLf")
def test_units_that_are_not_chosen_are_lost_and_those_taken_away_are_gone() -> None:
    game, state = set_up("sbe7")
    where = {unit.key: state.location[block] for block, unit in enumerate(game.order.blocks)}
    assert where["g-7fd"] == where["g-22ll"] == where["h-rapid"] == where["g-lssah"] == GONE
    assert where["g-1ss"] >= 0
    assert where["g-8a"] == where["s-4ta"] == NOT_IN_PLAY, "they arrive later"
    assert sum(place == ELIMINATED for place in where.values()) == 118 - 109 + 144 - 120


@clause("BE-BSSl", "BE-7.11d", "BE-5.4b")
@pytest.mark.parametrize("scenario", TABLED)
def test_italians_come_in_1942_only(scenario: str) -> None:
    game, state = set_up(scenario)
    roster = forces(game, game.view(state, Side(AXIS)))
    to_come = {game.order[unit.block].name for unit in roster.coming if game.order[unit.block].nation == "italy"}
    due = {block for block in game.rules.reinforcements.due(state, AXIS) if game.order[block].nation == "italy"}
    assert not due, "what stood in the East in June 1942 has been set up; later there is nobody"
    assert to_come == ({"Gariboldi", "II Corps", "Alpine Corps"} if scenario == "sbe6" else set())


@clause("BE-7.11d", "BE-36.0a", "BE-R58")
@pytest.mark.parametrize("options", [(), ("italian_surrender",)])
def test_italy_is_out_of_the_war_before_june_1944(options: tuple[str, ...]) -> None:
    game, state = set_up("sbe8", *options)
    victory, italy = game.rules.victory, game.rules.tables.power("italy")
    assert state.surrendered == 1 << italy
    assert victory.fallen_powers(state) == [], "it cannot surrender again"
    assert victory.surrender_roll(state) is None


@clause("BE-SLc", "BE-E110")
@pytest.mark.parametrize("scenario", ["sbe5", *TABLED, "sbe9"])
def test_two_german_mountain_units_stand_in_scandinavia(scenario: str) -> None:
    rules = rules_of(scenario)
    good = automatic_set_up(rules, AXIS, 1)
    (post,) = rules.set_up.posts(AXIS)
    there = [block for block, _, hex_ in good if block in post.units and post.hexes >> hex_ & 1]
    assert len(there) >= 2
    if scenario in TABLED:
        without = without_posts(rules, good, there)
        assert clauses(rules, AXIS, without) == {"BE-SLc"}


def without_posts(rules: Rules, good: Placements, there: list[int]) -> list[tuple[int, int, int]]:
    """Mountain units and infantry change places; the border stays watched."""
    others = [entry for entry in good if rules.units.type[entry[0]] == "infantry" and rules.order[entry[0]].nation == "germany"]
    moved = {block: hex_ for block, _, hex_ in good}
    for block, other in zip(there, others, strict=False):
        moved[block], moved[other[0]] = moved[other[0]], moved[block]
    return [(block, steps, moved[block]) for block, steps, _ in good]


@clause("BE-BSSm", "BE-5.5k")
def test_one_german_unit_may_start_in_finland() -> None:
    rules = rules_of("sbe6")
    good = automatic_set_up(rules, AXIS, 0)
    spare = [b for b, _, h in good if rules.order[b].nation == "germany" and rules.units.type[b] == "artillery"]
    oulu, kuopio = rules.board.hex("Kajaani"), rules.board.hex("Kuopio")

    def with_guests(guests: dict[int, int]) -> set[str]:
        return clauses(rules, AXIS, [(b, s, guests.get(b, h)) for b, s, h in good])

    assert with_guests({spare[0]: oulu}) == set()
    assert with_guests({spare[0]: oulu, spare[1]: kuopio}) == {"BE-BSSm"}


@clause("BE-5.3d")
def test_romanians_and_hungarians_do_not_start_together() -> None:
    rules = rules_of("sbe6")
    good = automatic_set_up(rules, AXIS, 0)
    romanian, hungarian = (next(b for b, _, _ in good if rules.order[b].key == key) for key in ("r-hq", "h-hq"))
    poltava = rules.board.hex("Vinnitsa")
    both = [(b, s, poltava if b in (romanian, hungarian) else h) for b, s, h in good]
    assert clauses(rules, AXIS, both) == {"BE-5.3d"}


@clause("BE-3.3b")
def test_factories_the_enemy_has_taken_are_gone_before_the_first_turn() -> None:
    for scenario, place, gone in (
        ("sbe6", "Kharkov", True),
        ("sbe6", "Stalingrad", False),
        ("sbe7", "Stalingrad", False),
        ("sbe5", "Kharkov", False),
    ):
        game = make(scenario, frozenset())
        assert bool(game.setup().wrecked >> game.rules.board.hex(place) & 1) is gone
