"""The five long scenarios: what they state, their special rules, how they end."""

import pytest

from blockfront.blocks.months import month_number, month_text
from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE, Side
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_in_the_east.game import make
from blockfront.games.blocks_in_the_east.rules.history import OIL_LOST
from blockfront.games.blocks_series.aids.aim import aim
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import DISBANDED, PRODUCTION
from blockfront.games.blocks_series.steps.calendar import Calendar
from blockfront.games.blocks_series.steps.losses import remove

LONG = ["sbe5", "sbe6", "sbe7", "sbe8", "sbe9"]
YELLOW, RED, BLUE, WHITE, BLACK = range(5)


def rules_of(scenario: str) -> Rules:
    return make(scenario, frozenset()).rules


# ---- what they state


@clause("BE-SLa", "BE-SBE5a", "BE-SBE9a")
@pytest.mark.parametrize("scenario", LONG)
def test_long_scenarios_are_played_on_the_whole_map_with_the_advanced_rules(scenario: str) -> None:
    rules = rules_of(scenario)
    assert rules.scenario.layer == "advanced"
    assert rules.theatre & rules.board.boxes == rules.board.boxes
    assert rules.theatre >> rules.board.hex("Helsinki") & 1
    assert rules.weather.fixed(position(scenario, month="1942-01").state) is not None


@clause("BE-7.11g", "BE-R66")
@pytest.mark.parametrize(
    ("scenario", "first", "turns"),
    [("sbe5", "1941-06", 6), ("sbe6", "1942-06", 6), ("sbe7", "1943-06", 6), ("sbe8", "1944-06", 13), ("sbe9", "1941-06", 49)],
)
def test_long_scenarios_last_as_stated(scenario: str, first: str, turns: int) -> None:
    facts = rules_of(scenario).scenario
    assert month_text(facts.first_month) == first
    assert facts.last_month - facts.first_month + 1 == turns


@clause("BE-SBE5b", "BE-SBE6b", "BE-SBE7b", "BE-SBE8b", "BE-SBE9d", "BE-E112")
@pytest.mark.parametrize(
    ("scenario", "from_month", "germany", "ussr"),
    [
        ("sbe5", "1941-07", (24, 3, 9, 10), (46, 7, 6)),
        ("sbe6", "1942-06", (36, 8, 12, 12), (34, 12, 12)),
        ("sbe7", "1943-06", (37, 13, 15, 14), (34, 18, 18)),
        ("sbe8", "1944-06", (28, 15, 18, 14), (43, 18, 18)),
        ("sbe9", "1941-07", (24, 3, 9, 10), (46, 7, 6)),
    ],
)
def test_stated_production(scenario: str, from_month: str, germany: tuple[int, ...], ussr: tuple[int, ...]) -> None:
    facts = rules_of(scenario).scenario
    assert facts.production_from == month_number(from_month)
    yellow, red, blue, _, black = facts.production["germany"]
    assert (yellow, red, blue, black) == germany
    assert facts.production["ussr"][:3] == ussr
    assert facts.production["romania"] == (2, 0, 0, 0, 2)
    assert facts.production["hungary"] == (1, 0, 0, 0, 1)


@clause("BE-SBE6a", "BE-SBE7a", "BE-SBE8a", "BE-SLb")
@pytest.mark.parametrize(("scenario", "first"), [("sbe6", SOVIET), ("sbe7", SOVIET), ("sbe8", AXIS)])
def test_who_sets_up_first(scenario: str, first: int) -> None:
    game = make(scenario, frozenset())
    assert game.to_act(game.setup()) == {first}


@clause("BE-SBE6a", "BE-SBE7a", "BE-SBE8a")
@pytest.mark.parametrize(
    ("scenario", "axis", "soviet"),
    [
        ("sbe6", ("Kharkov", "Kursk", "Rzhev", "Kerch"), ("Sevastopol", "Leningrad", "Rostov", "Voronezh")),
        ("sbe7", ("Kharkov", "Orel", "Smolensk", "Sevastopol"), ("Kursk", "Stalingrad", "Velikie Luki")),
        ("sbe8", ("Minsk", "Lvov", "Riga", "Jassy"), ("Kiev", "Odessa", "Sevastopol", "Smolensk")),
    ],
)
def test_lines_part_the_map(scenario: str, axis: tuple[str, ...], soviet: tuple[str, ...]) -> None:
    rules = rules_of(scenario)
    control = rules.definitions.initial_control()
    assert all(control[AXIS] >> rules.board.hex(place) & 1 for place in axis)
    assert all(control[SOVIET] >> rules.board.hex(place) & 1 for place in soviet)


@clause("BE-SLd", "BE-E110")
def test_the_bunkers_of_the_crimea_are_gone_from_1942_on() -> None:
    for scenario, there in (("sbe5", "bunker"), ("sbe6", ""), ("sbe7", ""), ("sbe8", "")):
        here = position(scenario)
        definitions = here.game.rules.definitions
        assert {definitions.fortification(here.state, here.hex(place)) for place in ("Solone Ozero", "Armjansk")} == {there}
    assert here.game.rules.board.terrain["swamp"] >> here.hex("Solone Ozero") & 1


@clause("BE-SBE6d")
def test_tech_in_june_1942() -> None:
    here = position("sbe6", month="1942-06", soviet={"Moscow": "infantry 3", "Tula": "tank 2", "Gorki": "fighter 2", "Kazan": "bomber 2"})
    rules, placed = here.game.rules, [block for block in here.game.order.of_side[SOVIET] if here.state.location[block] >= 0]
    techs = {rules.units.type[block]: rules.definitions.tech(here.state, block) for block in placed}
    assert techs == {"infantry": 2, "tank": 1, "fighter": 1, "bomber": 1}


@clause("BE-SBE6e", "BE-BSSl")
def test_italians_take_part_in_1942_and_not_in_the_standard_set_up() -> None:
    def italians(scenario: str) -> int:
        rules = rules_of(scenario)
        return sum(rules.order[block].nation == "italy" for block in rules.set_up.forces(AXIS))

    assert (italians("sbe5"), italians("sbe6")) == (0, 3)


@clause("BE-SBE9g", "BE-E118")
def test_scheduled_removals() -> None:
    rules = rules_of("sbe9")
    removed = {rules.order[b].name: month_text(facts.removed) for b, facts in enumerate(rules.tables.facts) if facts.removed}
    assert removed == {"7th Flieger Division": "1941-12", "Rapid Corps": "1941-12", "22nd Airlanding Division": "1942-07"}


# ---- how they end


def final(here: Position) -> tuple[int, str]:
    winner, _, level, _ = here.game.rules.victory.final(here.state)
    return winner, level


FOUR = ("Leningrad", "Moscow", "Stalingrad", "Baku")


@clause("BE-SBE5c")
@pytest.mark.parametrize(
    ("held", "result"),
    [(0, (SOVIET, "decisive")), (1, (-1, "draw")), (2, (AXIS, "marginal")), (3, (AXIS, "decisive")), (4, (AXIS, "decisive"))],
)
def test_barbarossa_is_decided_by_four_cities(held: int, result: tuple[int, str]) -> None:
    assert final(position("sbe5", axis_holds=FOUR[:held])) == result


@clause("BE-SBE6c", "BE-E115")
@pytest.mark.parametrize(
    ("held", "result"), [(0, (SOVIET, "decisive")), (1, (AXIS, "marginal")), (2, (AXIS, "decisive")), (4, (AXIS, "decisive"))]
)
def test_case_blue_is_decided_by_four_cities(held: int, result: tuple[int, str]) -> None:
    assert final(position("sbe6", axis_holds=FOUR[:held])) == result


BRIDGEHEAD = {"Kiev": "s-20a 3, s-21a 3", "Zhitomir": "s-22a 3", "Vinnitsa": "s-24a 3"}


@clause("BE-SBE7c", "BE-R64", "BE-E116")
def test_citadel_is_decided_by_guards_and_by_the_dniepr() -> None:
    def ends(guards: int, bridgehead: dict[str, str]) -> tuple[int, str]:
        here = position("sbe7", soviet=bridgehead, soviet_holds=("ussr",))
        here.state.dead_guards = guards
        return final(here)

    three = dict(list(BRIDGEHEAD.items())[1:]) | {"Kiev": "s-20a 3"}
    assert ends(7, {}) == (-1, "draw")
    assert ends(8, {}) == (AXIS, "victory")
    assert ends(7, BRIDGEHEAD) == (SOVIET, "victory")
    assert ends(7, three) == (-1, "draw")
    assert ends(8, BRIDGEHEAD) == (-1, "draw")


@clause("BE-SBE7c", "BE-R64")
def test_a_bridgehead_without_supply_does_not_count() -> None:
    here = position("sbe7", soviet=BRIDGEHEAD)
    assert final(here) == (-1, "draw"), "nothing but the four hexes themselves is Soviet"


@clause("BE-SBE7c")
def test_destroyed_guards_are_counted_and_disbanded_ones_are_not() -> None:
    here = position("sbe7", soviet={"Kursk": "s-6ga 1", "Tula": "s-7ga 7", "Moscow": "s-20a 3"})
    here.state.flags[here.block("s-7ga")] |= DISBANDED
    for key in ("s-6ga", "s-7ga", "s-20a"):
        remove(here.game.rules, here.state, here.block(key))
    assert here.state.dead_guards == 1


@clause("BE-SBE8c", "BE-R65")
@pytest.mark.parametrize(
    ("month", "held", "result"),
    [
        ("1944-12", ("Berlin", "Peenemünde"), (SOVIET, "decisive")),
        ("1945-01", ("Berlin", "Peenemünde"), (SOVIET, "marginal")),
        ("1945-06", ("Berlin", "Peenemünde"), (SOVIET, "marginal")),
        ("1944-12", ("Berlin",), None),
        ("1944-12", ("Peenemünde",), None),
    ],
)
def test_bagration_ends_in_berlin_and_peenemuende(month: str, held: tuple[str, ...], result: tuple[int, str] | None) -> None:
    here = position("sbe8", month=month, soviet_holds=held)
    germany = here.game.rules.tables.power("germany")
    assert germany not in here.game.rules.victory.fallen_powers(here.state)
    found = here.game.rules.victory.sudden(here.state)
    assert (found and (found[0], found[2])) == result
    assert final(here) == (-1, "draw")


@clause("BE-SBE9c")
@pytest.mark.parametrize(("month", "level"), [("1944-12", "decisive"), ("1945-01", "marginal"), ("1945-06", "marginal")])
def test_the_campaign_ends_in_berlin(month: str, level: str) -> None:
    here = position("sbe9", month=month, soviet_holds=("Berlin",))
    here.run(Calendar, Calendar.VICTORY)
    result = here.game.result(here.state)
    assert result is not None
    assert (result.winner, result.level) == (SOVIET, level)


def month_end(held: tuple[str, ...], month: str = "1942-09") -> Position:
    return position("sbe9", month=month, axis_holds=held).run(Calendar, Calendar.VICTORY)


@clause("BE-SBE9b", "BE-7.11f")
def test_all_four_cities_win_the_campaign_at_once() -> None:
    result = month_end(FOUR).game.result(month_end(FOUR).state)
    assert result is not None
    assert result.winner == AXIS


@clause("BE-SBE9b", "BE-E117")
@pytest.mark.parametrize(
    ("held", "wins_on"),
    [
        (("Moscow", "Leningrad"), 1),
        (("Baku", "Stalingrad"), 1),
        (("Moscow", "Leningrad", "Baku"), 2),
        (("Moscow", "Baku"), 0),
        (("Leningrad", "Stalingrad"), 0),
        (("Moscow",), 0),
    ],
)
def test_the_soviet_union_may_collapse_with_two_cities(held: tuple[str, ...], wins_on: int) -> None:
    for face in (1, 2, 3):
        here = month_end(held)
        if not wins_on:
            assert here.side != CHANCE or here.step != "CollapseRoll"
            return
        assert here.step == "CollapseRoll"
        here.play(Roll((face,)))
        result = here.game.result(here.state)
        assert (result is not None and result.winner == AXIS) == (face <= wins_on)


@clause("BE-SBE9c")
def test_the_campaign_is_a_draw_without_berlin() -> None:
    assert final(position("sbe9", month="1945-06")) == (-1, "draw")


# ---- oil


@clause("BE-SBE5b", "BE-BSSp", "BE-SBE9e", "BE-E107")
@pytest.mark.parametrize("scenario", ["sbe5", "sbe6", "sbe9"])
@pytest.mark.parametrize("taken", ["Stalingrad", "4029"])
def test_the_soviets_do_not_count_oil_until_the_volga_is_reached(scenario: str, taken: str) -> None:
    here = position(scenario, soviet={"Tula": "s-res-hq 2"}, active="soviet")
    production, state = here.game.rules.production, here.state
    ussr = here.game.rules.tables.power("ussr")
    state.pool[ussr * 5 + YELLOW] = 5
    assert production.can_pay(state, ussr, 2, (YELLOW, BLACK))
    production.pay(state, ussr, 2, (YELLOW, BLACK))
    assert (here.points("ussr"), here.points("ussr", "black")) == (3, 0)
    here.game.rules.definitions.capture(state, AXIS, 1 << here.hex(taken), [])
    assert state.happened & OIL_LOST
    assert not production.can_pay(state, ussr, 2, (YELLOW, BLACK))
    here.game.rules.definitions.capture(state, SOVIET, 1 << here.hex(taken), [])
    assert state.happened & OIL_LOST, "once lost, oil is counted for good"


@clause("BE-BSSp")
def test_a_zone_of_control_beyond_the_volga_is_enough() -> None:
    def is_lost(weather: str) -> bool:
        here = position("sbe6", month="1942-11", axis={"3831": "g-2k 3"}, active="soviet", weather=weather)
        here.begin(PRODUCTION)
        return bool(here.state.happened & OIL_LOST)

    assert is_lost("snow"), "zones cross the frozen river"
    assert not is_lost("good")


@clause("BE-SBE7b", "BE-SBE8b")
@pytest.mark.parametrize("scenario", ["sbe7", "sbe8"])
def test_late_soviet_oil_is_never_counted(scenario: str) -> None:
    here = position(scenario)
    ussr = here.game.rules.tables.power("ussr")
    here.state.pool[ussr * 5 + YELLOW] = 2
    assert here.game.rules.production.can_pay(here.state, ussr, 2, (YELLOW, BLACK))
    here.game.rules.definitions.capture(here.state, AXIS, 1 << here.hex("Stalingrad"), [])
    assert not here.state.happened & OIL_LOST


@clause("BE-SBE5b")
def test_germany_counts_its_oil() -> None:
    here = position("sbe5", points={"germany": 5})
    germany = here.game.rules.tables.power("germany")
    assert not here.game.rules.production.can_pay(here.state, germany, 1, (YELLOW, BLACK))


# ---- the Caucasus


@clause("BE-BSSo", "BE-E106")
def test_the_caucasus_lives_by_two_ports_when_its_railway_is_cut() -> None:
    def networks(*held: str, options: tuple[str, ...] = ()) -> list[tuple[bool, int]]:
        here = position("sbe6", month="1942-09", axis_holds=held, options=options)
        sources = here.game.rules.supply.sources(here.state, here.game.rules.tables.power("ussr"))
        baku = here.hex("Baku")
        assert bool(sources.everything >> baku & 1)
        return [
            (bool(network.hexes >> baku & 1), network.capacity)
            for network in sources.by_sea
            if network.hexes & here.game.rules.board.area("caucasus")
        ]

    cut = ("Krasnodar", "Tikhoretsk", "Salsk", "Rostov", "Kotelnikovo", "Armavir", "Kropotkin", "Stalingrad")
    assert networks() == [], "the railway is open"
    assert networks(*cut) == [(True, 10)]
    assert networks(*cut, "Astrakhan") == [(True, 5)]
    open_ports = networks(*cut, "Astrakhan", options=("advanced", "open_caucasus"))
    assert sum(capacity for _, capacity in open_ports) > 10


@clause("BE-SBE7c")
def test_the_aim_tells_what_destroyed_guards_and_a_bridgehead_would_bring_now() -> None:
    game = make("sbe7", frozenset())
    state = game.setup()
    for guards, winner in ((7, -1), (8, AXIS)):
        state.dead_guards = guards
        for viewer in (AXIS, SOVIET):
            shown = aim(game, game.view(state, Side(viewer)))
            low, high = shown.balance
            assert low == high
            assert shown.levels[low].winner == winner
            assert shown.items[0].points[AXIS] == (guards, guards)
