"""Chapters 1 and 3 of the West: control, factories, zones of control, powers, who serves where."""

import pytest

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, battle, position
from blockfront.games.blocks_in_the_west.game import make
from blockfront.games.blocks_series.actions import Move
from blockfront.games.blocks_series.advanced.ch11_income import SiteIncome
from blockfront.games.blocks_series.aids.battle_scene import dice
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import GROUND
from blockfront.games.blocks_series.rules.stacking import relocate
from blockfront.games.blocks_series.state import IN_FLIGHT, MARKED, MOVEMENT, PRODUCTION
from blockfront.games.blocks_series.steps.calendar import Calendar
from blockfront.hexes.grid import Hex


@clause("BW-1.0b", "BW-7.3d")
def test_points_are_kept_without_limit() -> None:
    here = position("sbw2", month="1945-01", points={"germany": 500})
    here.begin(PRODUCTION)
    income = here.points("germany") - 500
    assert income > 0
    here.end_phase()
    assert here.points("germany") == 500 + income  # nothing spent, nothing lost
    here.begin(PRODUCTION)
    assert here.points("germany") == 500 + 2 * income


@clause("BW-1.2a", "BW-R4")
def test_every_block_is_one_unit() -> None:
    order = make("sbw2", frozenset()).order
    assert len({unit.key for unit in order.blocks}) == len(order) == 315
    pools = [unit.pool for unit in order.blocks]
    counts = {"germany": 114, "france": 42, "usa": 42, "uk": 32, "minors": 28, "redoubts": 28, "italy": 25, "submarines": 4}
    assert {pool: pools.count(pool) for pool in counts} == counts


@clause("BW-0.2b", "BW-1.1a", "BW-7.11e")
def test_a_turn_is_a_month() -> None:
    here = position("sbw1", axis={"Bologna": "de-1para 3"}, allies={"Florence": "us-2 5"}, month="1945-04")
    before = here.state.month
    here.run(Calendar, Calendar.MONTH_END)
    assert here.state.month == before + 1
    assert here.game.view(here.state, AXIS).month == before + 1


@clause("BW-3.1a", "BW-3.1.1b", "BW-3.3a", "BW-R5", "BW-R80")
def test_whoever_passes_through_a_place_takes_it() -> None:
    here = position("sbw2", axis={"Trier": "de-47pz 5"}, month="1945-01")
    board = here.game.rules.board
    luxembourg = here.hex("Luxembourg")
    assert here.holds(ALLIES, "Luxembourg")
    here.begin(MOVEMENT)
    beyond = next(
        a.to
        for a in here.legal()
        if isinstance(a, Move)
        and a.to != luxembourg
        and board.neighbours(luxembourg) >> a.to & 1
        and here.state.control[ALLIES] >> a.to & 1
        and not board.neighbours(here.hex("Trier")) >> a.to & 1
    )
    here.play(Move(here.block("de-47pz"), luxembourg))
    here.play(Move(here.block("de-47pz"), beyond))
    here.end_phase()
    for hex_ in (luxembourg, beyond):
        assert here.state.control[AXIS] >> hex_ & 1
        assert not here.state.control[ALLIES] >> hex_ & 1


@clause("BW-3.1.1a", "BW-R118", "BW-R5")
def test_empty_land_in_ones_zone_alone_is_behind_the_front() -> None:
    here = position("sbw2", axis={"Reims": "de-47pz 5"}, month="1945-01")
    definitions, board = here.game.rules.definitions, here.game.rules.board
    zone = here.game.rules.zones.zone(here.state, AXIS)
    open_land = zone & here.state.control[ALLIES] & ~board.cities & board.map.playable_mask
    cities = zone & here.state.control[ALLIES] & board.cities
    assert open_land
    assert cities
    contested = position("sbw2", axis={"Reims": "de-47pz 5"}, allies={"Paris": "us-82ab 3"}, month="1945-01")
    both = contested.game.rules.zones.zone(contested.state, ALLIES) & open_land
    definitions.claim(here.state, AXIS, [])
    contested.game.rules.definitions.claim(contested.state, AXIS, [])
    assert here.state.control[AXIS] & open_land == open_land
    assert not here.state.control[AXIS] & cities  # cities must be entered
    assert not contested.state.control[AXIS] & both


@clause("BW-R118", "BW-R119")
def test_islands_and_neutral_land_are_not_taken_by_zones() -> None:
    here = position("sbw3", axis={"Aachen": "de-16pz 5"}, month="1940-05")
    neutral = here.game.rules.definitions.neutral_land(here.state)
    here.game.rules.definitions.claim(here.state, AXIS, [])
    assert neutral
    assert not here.state.control[AXIS] & neutral
    islands = here.game.rules.board.map.tag_mask("island")
    assert islands
    assert not islands & ~here.game.rules.definitions.must_be_entered(here.state)


@clause("BW-3.3.2a")
def test_a_captured_factory_is_destroyed() -> None:
    here = position("sbw2", month="1945-01")
    cologne = here.hex("Cologne")
    assert not here.state.wrecked >> cologne & 1
    here.game.rules.definitions.capture(here.state, ALLIES, 1 << cologne, [])
    assert here.state.wrecked >> cologne & 1
    here.game.rules.definitions.capture(here.state, AXIS, 1 << cologne, [])
    assert here.state.wrecked >> cologne & 1  # and stays so


@clause("BW-3.3e", "BW-BOX1c")
def test_two_capitals_are_minor_cities() -> None:
    board = make("sbw3", frozenset()).rules.board
    for place in ("Den Haag", "Luxembourg"):
        assert board.capitals >> board.hex(place) & 1
        assert board.minors >> board.hex(place) & 1
        assert not board.majors >> board.hex(place) & 1
    assert board.majors >> board.hex("Brussels") & 1
    here = battle("de-26 4", "nl-1 3", "Den Haag", scenario="sbw3", month="1940-05")
    rough = here.game.rules.board.rough >> here.hex("Den Haag") & 1
    assert dice(here, "Den Haag", GROUND, AXIS, round_=2) == [(4 >> rough, 6)]  # no Malus of a major city


@clause("BW-3.19c", "BW-3.19a")
def test_who_fights_or_flies_exerts_no_zone() -> None:
    here = position("sbw2", axis={"Reims": "de-47pz 5"}, month="1945-01")
    assert here.game.rules.zones.zone(here.state, AXIS)
    fighting = battle("de-47pz 5", "us-8 2", "Reims", month="1945-01")
    assert not fighting.game.rules.zones.zone(fighting.state, AXIS)
    assert not fighting.game.rules.zones.zone(fighting.state, ALLIES)
    based = position("sbw2", axis={"Frankfurt": "de-1jd 3"}, month="1945-01")
    assert based.game.rules.zones.zone(based.state, AXIS)
    based.state.flags[based.block("de-1jd")] |= IN_FLIGHT
    based.state.derived = {}
    assert not based.game.rules.zones.zone(based.state, AXIS)


@clause("BW-3.19d")
def test_no_zone_crosses_water() -> None:
    here = position("sbw7", axis={"Reggio Calabria": "de-76pz 2"}, month="1943-07")
    board = here.game.rules.board
    zone = here.game.rules.zones.zone(here.state, AXIS)
    assert board.around(1 << here.hex("Reggio Calabria")) >> here.hex("Messina") & 1
    assert not zone >> here.hex("Messina") & 1
    assert zone
    assert not zone & ~board.map.land_mask


@clause("BW-3.19f")
def test_a_unit_without_supply_keeps_its_zone() -> None:
    here = position("sbw2", axis={"Reims": "de-47pz 5"}, month="1945-01")
    before = here.game.rules.zones.zone(here.state, AXIS)
    here.state.flags[here.block("de-47pz")] |= MARKED
    here.state.derived = {}
    assert here.game.rules.zones.zone(here.state, AXIS) == before != 0


@clause("BW-R40", "BW-R90")
def test_zones_of_aircraft_cut_no_supply() -> None:
    here = position("sbw2", axis={"Saarbrücken": "de-1jd 3"}, month="1945-01", axis_holds=("Saarbrücken",))
    zones = here.game.rules.zones
    assert zones.zone(here.state, AXIS)
    assert not zones.ground_zone(here.state, AXIS)


@clause("BW-3.13a", "BW-5.2b")
def test_tech_rises_on_fixed_dates() -> None:
    here = position("sbw3", axis={"Cologne": "de-26 4", "Aachen": "de-jf1 4", "Bonn": "de-8fk 4"}, month="1940-05")
    definitions = here.game.rules.definitions
    levels = [definitions.tech(here.state, here.block(key)) for key in ("de-26", "de-jf1", "de-8fk")]
    assert levels == [2, 1, 2]
    for month, level in (("1941-04", 1), ("1941-05", 2)):
        later = position("sbw3", axis={"Aachen": "de-jf1 4"}, month=month)
        assert later.game.rules.definitions.tech(later.state, later.block("de-jf1")) == level


@clause("BW-3.20a", "BW-5.0a")
def test_great_and_small_powers() -> None:
    powers = make("sbw2", frozenset()).rules.tables.powers
    great = {power.id: power.side for power in powers if not power.is_minor}
    assert {name for name, side in great.items() if side == AXIS} == {"germany", "italy"}
    assert {name for name, side in great.items() if side == ALLIES} == {"france", "uk", "usa", "canada"}
    assert {power.id for power in powers if power.is_minor} == {"belgium", "netherlands", "norway", "denmark", "free_france", "rsi"}


@clause("BW-3.20b", "BW-5.5a")
@pytest.mark.parametrize(("scenario", "leader"), [("sbw3", "uk"), ("sbw6", "uk"), ("sbw2", "usa"), ("sbw4", "usa")])
def test_who_leads_the_allies(scenario: str, leader: str) -> None:
    rules = make(scenario, frozenset()).rules
    assert rules.tables.powers[rules.powers.leader(None, ALLIES)].id == leader
    assert rules.tables.powers[rules.powers.leader(None, AXIS)].id == "germany"
    assert ("usa" in rules.scenario.absent) == (leader == "uk")  # not in the war before 1941


@clause("BW-3.21a")
def test_units_that_stand_still_in_the_first_turn() -> None:
    here = position("sbw3", axis={"Karlsruhe": "de-24 3"}, allies={"Nice": "fr-15m 3", "Lyon": "fr-20 4"}, month="1940-05", active="allies")
    here.state.plans[:] = [0, 0]
    here.begin(MOVEMENT)
    moving = {action.block for action in here.legal() if isinstance(action, Move)}
    assert moving == {here.block("fr-20")}
    here.state.month += 1
    here.begin(MOVEMENT)
    assert here.block("fr-15m") in {action.block for action in here.legal() if isinstance(action, Move)}
    attacked = battle("de-24 3", "fr-15m 3", "Nice", scenario="sbw3", month="1940-05")
    assert dice(attacked, "Nice", GROUND, ALLIES)  # it can be attacked, and defends itself


@clause("BW-3.23a", "BW-3.24a")
def test_winter_units_stay_in_scandinavia() -> None:
    here = position("sbw10", month="1944-06")
    rules, board = here.game.rules, here.game.rules.board
    winter = rules.powers.territory(here.state, here.block("de-33w"))
    usual = rules.powers.territory(here.state, here.block("de-26"))
    assert winter & board.nation("NO")
    assert not winter & ~(board.nation("NO") | board.nation("SE") | board.nation("FI"))
    assert not winter & board.nation("DK")
    assert usual & board.nation("DE")


@clause("BW-R119", "BW-11.3e")
@pytest.mark.parametrize("scenario", ["sbw9", "sbw10"])
def test_sweden_takes_no_part(scenario: str) -> None:
    """No power of the game stands for it, so nobody could be brought into the war by entering it."""
    here = position(scenario, axis={"Oslo": "de-33w 2"}, month="1944-07", active="axis").begin(MOVEMENT)
    rules, sweden = here.game.rules, here.game.rules.board.nation("SE")
    for power in range(len(rules.tables.powers)):
        assert not rules.powers.operations(power) & sweden
        assert not rules.powers.supply_area(here.state, power) & sweden
    moves = [action for action in here.legal() if isinstance(action, Move) and action.block == here.block("de-33w")]
    assert moves
    assert not any(sweden >> move.to & 1 for move in moves)
    production = rules.production
    assert isinstance(production, SiteIncome)
    assert production.transit_land(here.state, rules.tables.power("germany")) & sweden, "points still pass"


@clause("BW-R119")
def test_no_supply_passes_neutral_land() -> None:
    here = position("sbw3", axis={"Aachen": "de-26 4"}, month="1940-05")
    rules, board, state = here.game.rules, here.game.rules.board, here.state
    germany, france = rules.tables.power("germany"), rules.tables.power("france")
    for power in (germany, france):
        assert not rules.powers.supply_area(state, power) & (board.nation("BE") | board.nation("NL") | board.nation("LU"))
    inland = board.nation("BE") & ~board.around(board.nation("DE"))
    assert board.within(here.hex("Aachen"), 3) & inland
    assert not rules.supply.covered(state, germany, 1 << here.hex("Aachen")) & inland
    state.neutral = 0
    state.control[ALLIES] |= board.nation("BE") | board.nation("NL")
    state.derived = {}
    assert rules.powers.supply_area(state, france) & board.nation("BE")
    assert not rules.powers.supply_area(state, france) & board.nation("LU"), "nobody has entered it yet"


@clause("BW-3.10c", "BW-R7", "BW-3.10b")
def test_two_air_units_a_side_in_a_battle() -> None:
    here = battle("de-26 4", "fr-20 4", "Nancy", scenario="sbw3", month="1940-05")
    two = battle("de-26 4, de-jf1 4, de-8fk 4", "fr-20 4", "Nancy", scenario="sbw3", month="1940-05")
    for scene, allowed in ((here, True), (two, False)):
        block = scene.block("de-5fk")
        relocate(scene.game.rules.units, scene.state, block, scene.hex("Stuttgart"))
        scene.state.steps[block] = 4
        found = scene.game.rules.air.missions(scene.state, block, 1 << scene.hex("Nancy"))
        assert bool(found) == allowed


@clause("BW-0.3b", "BW-R1")
@pytest.mark.parametrize("number", range(1, 11))
def test_which_scenarios_are_basic(number: int) -> None:
    layer = make(f"sbw{number}", frozenset()).rules.scenario.layer
    assert layer == ("basic" if number <= 3 else "advanced")  # the fourth needs landings


@clause("BW-3.6a")
@pytest.mark.parametrize("scenario", ["sbw1", "sbw2", "sbw3"])
def test_the_basic_game_knows_yellow_points_alone(scenario: str) -> None:
    rules = make(scenario, frozenset()).rules
    kinds = {site.kind for site in rules.board.map.production}
    assert {"population", "mine"} & kinds
    assert len(kinds) > 3  # points of other colours come from other sites
    assert all(not any(points[1:]) for points in rules.scenario.production.values())
    here = position(scenario, month=("1940-06" if scenario == "sbw3" else "1945-04" if scenario == "sbw1" else "1945-01"))
    germany = rules.tables.power("germany")
    assert not any(here.game.rules.production.income(here.state, germany)[1:])


@clause("BW-3.7.1c", "BW-3.7.1f", "BW-3.7.1g", "BW-3.7.1h")
def test_whose_islands_they_are() -> None:
    board = make("sbw7", frozenset()).rules.board
    nations = {place: board.map.hexes[Hex(board.hex(place))].nation for place in ("Palermo", "Cagliari", "Bonifacio", "Malta")}
    assert nations == {"Palermo": "IT", "Cagliari": "IT", "Bonifacio": "FR", "Malta": "GB"}
    assert board.map.boxes["canaries"].nation == "ES"
    assert board.bunkers >> board.hex("Malta") & 1


@clause("BW-R18", "BW-3.7.1g")
@pytest.mark.parametrize(("scenario", "side"), [("sbw4", AXIS), ("sbw5", AXIS), ("sbw7", AXIS), ("sbw8", AXIS), ("sbw10", AXIS)])
def test_corsica_is_occupied_from_june_1940_to_september_1944(scenario: str, side: int) -> None:
    here = position(scenario)
    assert here.holds(side, "Bonifacio")


@clause("BW-R9")
def test_cherbourg_is_the_greater_port() -> None:
    board = make("sbw8", frozenset()).rules.board
    sizes = {hex_: size for hex_, size, _, _ in board.ports}
    assert (sizes[board.hex("Cherbourg")], sizes[board.hex("Le Havre")]) == ("major", "minor")


@clause("BW-5.6b", "BW-R72")
@pytest.mark.parametrize("number", range(1, 11))
def test_denmark_and_norway_do_not_play(number: int) -> None:
    rules = make(f"sbw{number}", frozenset()).rules
    nations = {rules.order[one.block].nation for one in rules.scenario.set_up}
    assert not nations & {"norway", "denmark"}
    assert {"norway", "denmark"} <= set(rules.scenario.absent) or not nations & {"norway", "denmark"}


@clause("BW-R74")
def test_the_free_french_serve_everywhere() -> None:
    here = position("sbw10", month="1944-09")
    assert not any("tropical" in unit.tags for unit in here.game.order.blocks)
    assert here.game.rules.powers.territory(here.state, here.block("ff-1")) >> here.hex("Paris") & 1
