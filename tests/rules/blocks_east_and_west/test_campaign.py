"""SBEW1, the joined campaign of 1944-45: what rulings BW-R140 to BW-R145 and the clauses of the joined game say."""

from random import Random
from typing import Any

import pytest

from blockfront.blocks.months import month_number
from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE, Side
from blockfront.games.blocks_east_and_west.aids.scene import position
from blockfront.games.blocks_east_and_west.game import BlocksEastAndWest, make
from blockfront.games.blocks_east_and_west.rules.camps import CampPowers
from blockfront.games.blocks_east_and_west.rules.factories import BRITISH, SOVIET, JoinedFactories
from blockfront.games.blocks_in_the_west.aids.situation import SITUATION
from blockfront.games.blocks_in_the_west.options.ch40_upgrades import SIX
from blockfront.games.blocks_in_the_west.rules.theatre import western
from blockfront.games.blocks_series.actions import BuyStep, EndPhase, Invest, Move, RailMove, Rebuild, Reinforce, Settle
from blockfront.games.blocks_series.advanced.ch11_income import SiteIncome
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import EasternWeatherSet, Relocated, WeatherSet
from blockfront.games.blocks_series.loading.data_model import COLOURS, PLANTS
from blockfront.games.blocks_series.options.ch15_new_factories import LAST_BOX, NEW
from blockfront.games.blocks_series.power_actions import InvestFor
from blockfront.games.blocks_series.state import (
    GOOD,
    MOVEMENT,
    PRODUCTION,
    RAIN,
    SNOW,
    STRATEGIC_RAIL,
    STRATEGIC_WARFARE,
    VOLKSSTURM,
    SeriesState,
)
from blockfront.games.blocks_series.steps.calendar import Calendar
from blockfront.games.blocks_series.strategic_actions import NameRoute
from blockfront.games.blocks_series.strategic_events import CargoLost, ConvoysAttacked
from blockfront.testing.random_play import random_answer

AXIS, ALLIES = Side(0), Side(1)


def started(seed: int = 1, options: tuple[str, ...] = ()) -> tuple[BlocksEastAndWest, SeriesState]:
    """A game whose sides have set up."""
    game, rng = make("sbew1", frozenset(options)), Random(seed)
    state = game.setup()
    while not state.turn:
        side, action = random_answer(game, state, rng, evenly=False)
        game.apply(state, action, side)
    return game, state


# ---- set-up and shared blocks


@clause("BW-R99", "BW-R143")
def test_the_west_is_set_up_first_and_no_formation_stands_twice() -> None:
    game, state = started()
    for key, place in (("de-1ss", None), ("de-47pz", None), ("de-14pz", None), ("de-fhq", "Rastenburg"), ("de-70w", "Oslo")):
        block = game.order.key(key)
        assert state.location[block] >= 0
        if place:
            assert state.location[block] == game.rules.board.hex(place)
    eastern = set(game.rules.set_up.forces(AXIS))
    standing = {block for block, _, _ in game.rules.set_up.placements(AXIS)}
    assert not eastern & standing
    tanks = [b for b in eastern if game.order[b].type == "tank" and game.order[b].nation == "germany"]
    assert len(tanks) == 11  # three of the East's sixteen stand in the West, two come in July


@clause("BW-R143")
def test_a_formation_that_the_west_expects_goes_there_by_rail_for_nothing() -> None:
    units = {"Posen": "de-2ss 6", "Frankfurt": "", "Berlin": "de-26 4"}
    here = position(axis={place: text for place, text in units.items() if text}, month="1944-07", active="axis").begin(STRATEGIC_RAIL)
    block, frankfurt = here.block("de-2ss"), here.hex("Frankfurt")
    assert sum(here.state.pool) == 0  # nobody could pay
    moves = [move for move in here.legal() if isinstance(move, RailMove)]
    assert moves == [RailMove(block, frankfurt)]
    here.play(moves[0])
    assert here.is_at("de-2ss", "Frankfurt")
    assert not any(here.state.rail_moves)
    later = position(axis={"Posen": "de-2ss 6"}, month="1944-08", active="axis").begin(STRATEGIC_RAIL)
    assert not [move for move in later.legal() if isinstance(move, RailMove)]


@clause("BW-R143", "BW-7.3e")
def test_nobody_is_told_to_come_who_does_not() -> None:
    game, state = started()
    sections = {section.name: section.rows for section in SITUATION(game, game.view(state, AXIS)).sections}
    told = {row.block for row in sections["arrivals"]}
    assert told
    assert told <= {arrival.block for arrival in game.rules.scenario.arrivals}, "no Italian army of 1942"


# ---- the two camps


def meeting() -> Position:
    """An American army in Hannover, a Soviet one in Berlin, Magdeburg between them."""
    return position(allies={"Hannover": "us-3 5", "Berlin": "s-3a 3"}, month="1945-04", active="allies")


@clause("BW-R144")
def test_neither_camp_enters_a_hex_of_the_other() -> None:
    here = meeting().begin(MOVEMENT)
    powers = here.game.rules.powers
    assert isinstance(powers, CampPowers)
    us, red = here.block("us-3"), here.block("s-3a")
    assert not powers.territory(here.state, us) >> here.hex("Berlin") & 1
    assert not powers.territory(here.state, red) >> here.hex("Hannover") & 1
    assert powers.territory(here.state, us) >> here.hex("Magdeburg") & 1
    assert powers.territory(here.state, red) >> here.hex("Magdeburg") & 1
    targets = {move.to for move in here.legal() if isinstance(move, Move) and move.block == us}
    assert here.hex("Magdeburg") in targets
    here.play(next(move for move in here.legal() if isinstance(move, Move) and (move.block, move.to) == (us, here.hex("Magdeburg"))))
    after = {move.to for move in here.legal() if isinstance(move, Move) and move.block == red}
    assert here.hex("Magdeburg") not in after  # they do not stack


@clause("BW-R144")
def test_what_the_allies_take_belongs_to_the_camp_that_came() -> None:
    for key, is_red in (("us-3", False), ("s-3a", True)):
        here = meeting().begin(MOVEMENT)
        magdeburg = here.hex("Magdeburg")
        here.play(next(m for m in here.legal() if isinstance(m, Move) and (m.block, m.to) == (here.block(key), magdeburg)))
        here.end_phase()
        assert here.state.control[ALLIES] >> magdeburg & 1
        assert bool(here.state.soviet_land >> magdeburg & 1) is is_red


@clause("BW-R144")
def test_the_camps_share_no_supply() -> None:
    """A Soviet army behind the Western front is cut off, though every railway around it is Allied."""
    here = position(allies={"Nancy": "s-3a 3", "Metz": "us-3 5"}, month="1944-12", active="allies")
    board, state = here.game.rules.board, here.state
    france = board.nation("FR")
    state.control[ALLIES] |= france
    state.control[AXIS] &= ~france
    state.derived = {}
    supply, red, us = here.game.rules.supply, here.block("s-3a"), here.block("us-3")
    lacking, _ = supply.unsupplied(state, [red, us])
    assert lacking == [red]
    assert us not in lacking
    state.soviet_land |= 1 << here.hex("Nancy")
    usa, ussr = (here.game.rules.tables.power(name) for name in ("usa", "ussr"))
    assert not supply.sources(state, usa).everything & state.soviet_land
    assert not supply.sources(state, ussr).everything & (state.control[ALLIES] & ~state.soviet_land)


@clause("BW-R144")
def test_headquarters_command_their_own_camp_alone() -> None:
    here = position(month="1944-12")
    headquarters = here.game.rules.headquarters
    for hq in here.game.rules.units.headquarters[ALLIES]:
        for block in here.game.order.of_side[ALLIES]:
            if (here.game.order[hq].nation == "ussr") != (here.game.order[block].nation == "ussr"):
                assert not headquarters.is_subordinate(hq, block)


@clause("BW-R144", "BW-R118")
def test_land_between_both_camps_falls_to_whoever_came_nearer_last() -> None:
    here = position(allies={"Hannover": "us-3 5", "Berlin": "s-3a 3"}, month="1945-04", active="allies")
    state, definitions, board = here.state, here.game.rules.definitions, here.game.rules.board
    between = [
        hex_
        for hex_ in range(board.grid.size)
        if board.neighbours(hex_) >> here.hex("Hannover") & 1 and state.control[AXIS] >> hex_ & 1 and not board.cities >> hex_ & 1
    ]
    assert between
    definitions.claim(state, ALLIES, [])
    assert not state.soviet_land & sum(1 << hex_ for hex_ in between)  # in western zones alone


# ---- weather


@clause("BW-9.0.2a", "BW-R145")
def test_octobers_weather_is_rolled_once_in_each_zone() -> None:
    here = position(month="1944-10")
    here.state.weather = here.state.eastern_weather = GOOD
    here.run(Calendar, Calendar.WEATHER)
    here.play(Roll((1,)))
    here.play(Roll((6,)))
    assert [event.faces for event in here.told(WeatherSet)] == [(1,)]
    assert [event.faces for event in here.told(EasternWeatherSet)] == [(6,)]
    at = here.game.rules.weather.at
    assert {at(here.state, here.hex(place)) for place in ("Berlin", "Königsberg", "Budapest", "Bucharest", "Paris", "Rome")} == {GOOD}
    assert {at(here.state, here.hex(place)) for place in ("Moscow", "Warsaw", "Riga", "Helsinki", "Oslo")} == {RAIN}


@clause("BW-R145")
@pytest.mark.parametrize(
    ("month", "west", "east"),
    [("1944-11", RAIN, SNOW), ("1945-03", RAIN, SNOW), ("1945-05", GOOD, None), ("1945-04", None, RAIN)],
)
def test_each_zone_has_its_own_variable_months(month: str, west: int | None, east: int | None) -> None:
    here = position(month=month)
    weather = here.game.rules.weather
    assert weather.fixed(here.state) == west
    assert weather.second_fixed(here.state) == east


# ---- the economy


@clause("BW-R142", "BW-17.0e")
def test_the_sites_of_the_joined_map_are_the_german_figures() -> None:
    """BW-17.0e: progress costs the Soviets four points and the Axis none; their figure of 43 is what is left of 47."""
    game = make("sbew1", frozenset())
    production, power = game.rules.production, game.rules.tables.power
    assert isinstance(production, SiteIncome)
    at_start = dict(zip(COLOURS, production.at_start(power("germany")), strict=True))
    assert {colour: at_start[colour] for colour in ("yellow", "red", "blue", "black")} == {"yellow": 28, "red": 15, "blue": 18, "black": 17}
    assert production.stated(power("germany"))[0] == 28
    assert production.stated(power("ussr"))[0] == 43


@clause("BW-R142")
def test_one_german_pool_never_spends_a_point_twice() -> None:
    """A thousand random production phases: what was received is spent or left, whatever front it was spent on."""
    game, state = started(3)
    rng, germany, phases, spent_on = Random(5), game.rules.tables.power("germany"), 0, set[str]()
    purse = slice(germany * len(COLOURS), (germany + 1) * len(COLOURS))
    here = Position(game, state)
    while phases < 1000:
        state.month = game.rules.scenario.first_month + rng.randrange(13)
        state.active, state.pool[purse] = AXIS, [rng.randrange(9) for _ in COLOURS]
        for block in game.order.of_side[AXIS]:
            if state.location[block] >= 0 and rng.random() < 0.3:
                state.steps[block] = rng.randint(game.rules.units.weakest[block], game.rules.units.full[block])
        here.begin(PRODUCTION)
        while here.step == "ProductionPhase":
            side = next(iter(game.to_act(state)))
            options = [a for a in game.legal(state, side) if isinstance(a, BuyStep | Rebuild)] if side != CHANCE else []
            mine = [a for a in options if game.order[a.block].nation == "germany"]
            if not mine or rng.random() < 0.4:
                here.play(EndPhase())
                break
            action, before = rng.choice(mine), list(state.pool[purse])
            steps = state.steps[action.block] + 1 if isinstance(action, BuyStep) else game.rules.units.weakest[action.block]
            price = game.rules.production.price_now(state, action.block, steps)
            colours = game.rules.production.colours_of_step(action.block, steps)
            here.play(action)
            paid = [price * (colour in colours) for colour in range(len(COLOURS))]
            assert list(state.pool[purse]) == [had - cost for had, cost in zip(before, paid, strict=True)]
            assert min(state.pool[purse]) >= 0
            hex_ = state.location[action.block]
            spent_on.add("west" if western(game.rules.board) >> hex_ & 1 else "east")
        here.deal()
        phases += 1
    assert spent_on == {"west", "east"}


@clause("BW-34.0d")
def test_lend_lease_reaches_the_soviets_too() -> None:
    here = position(month="1944-07", active="allies").begin(PRODUCTION)
    routes = here.game.rules.production.deliveries(here.state, here.game.rules.tables.power("ussr"))
    assert routes == ((2, 4), (1, 2), (0, 2))  # over the Pacific, through the Arctic, through Persia
    assert here.state.gifts == [2, 4, 1, 2, 0, 2]


def convoys() -> Position:
    """July 1944, when the Axis has named the route of its northern submarines and attacks all convoys at once."""
    here = position(month="1944-07", active="allies", allies={"London": "gb-churchill 4", "Moscow": "s-3a 3"}).begin(STRATEGIC_WARFARE)
    while here.step != "ConvoyWar":
        here.play(Roll((1,) * here.dice) if here.side == CHANCE else EndPhase())
    return here.play(NameRoute(False))


def sent_to_the_soviets(here: Position) -> tuple[tuple[int, int], ...]:
    return here.game.rules.production.deliveries(here.state, here.game.rules.tables.power("ussr"))


@clause("BW-35.2c", "BW-R142")
@pytest.mark.parametrize("zone", range(3))
def test_every_zone_of_the_atlantic_costs_great_britain_yellow_points_and_the_soviets_nothing(zone: int) -> None:
    here = convoys()
    here.play(Roll(tuple(6 if place == zone else 1 for place in range(10))))
    assert here.told(ConvoysAttacked)[0].yellow == 2
    assert not here.told(CargoLost)
    assert sent_to_the_soviets(here) == ((2, 4), (1, 2), (0, 2))


@clause("BW-35.2b", "BE-35.2a")
def test_the_attackers_of_all_convoys_are_told() -> None:
    here = convoys()
    sections = {section.name: section.rows for section in SITUATION(here.game, here.game.view(here.state, ALLIES)).sections}
    told = {row.what: row.value for row in sections["convoys"] if row.name == "zone"}
    atlantic = {"north_atlantic": 1, "central_atlantic": 1, "south_atlantic": 1}
    assert told == atlantic | {"arctic": 3, "arctic_air": 2, "persia": 2}


@clause("BE-35.2a", "BE-35.2b", "BW-R142")
def test_attackers_in_the_arctic_and_off_persia_sink_what_goes_to_the_soviets() -> None:
    """Of five dice in the Arctic, two of which hit with fives, three hit the three points there; two of two hit both points off Persia."""
    here = convoys()
    here.play(Roll((1, 1, 1, 6, 1, 1, 5, 5, 6, 6)))
    while here.step == "ConvoyWar":
        here.play(Roll((1,)))
    assert here.told(ConvoysAttacked)[0].yellow == 0
    assert len(here.told(CargoLost)) == 5
    assert sent_to_the_soviets(here) == ((2, 4), (0, 0), (0, 0))


# ---- the sea


@clause("BW-18.1.1b")
def test_soviets_in_riga_and_tallinn_end_the_safety_of_the_baltic() -> None:
    for held, is_safe in ((("Riga",), True), (("Riga", "Tallinn"), False)):
        here = position(soviets_hold=held, month="1944-10")
        germany = here.game.rules.tables.power("germany")
        crossing = here.game.rules.sea.crossing(here.state, germany, here.hex("Stettin"), here.hex("Danzig"))
        assert crossing.is_safe is is_safe


# ---- rail


@clause("BW-7.4f", "BW-R29")
def test_german_rail_moves_count_where_they_end() -> None:
    here = position(axis={"Berlin": "de-26 4, de-4 4", "Posen": "de-5 3"}, month="1944-07", active="axis", points={"germany": 9})
    here.begin(STRATEGIC_RAIL)
    for key, place in (("de-26", "Munich"), ("de-4", "Cologne")):
        here.play(RailMove(here.block(key), here.hex(place)))
    left = {move.to for move in here.legal() if isinstance(move, RailMove) and move.block == here.block("de-5")}
    assert here.hex("Munich") not in left  # two moves elsewhere are made
    assert here.hex("Riga") in left  # through land whose moves are used up, into the Soviet Union


# ---- the FHQ


@clause("BW-13.8.1.1b", "BW-13.8.1.1q")
def test_the_fhq_leaves_rastenburg_when_the_volkssturm_is_called() -> None:
    here = position(axis={"Rastenburg": "de-fhq 4"}, allies={"Kaunas": "s-3a 3"}, month="1944-10", active="allies")
    assert [p.place for p in here.game.rules.scenario.set_up if p.block == here.block("de-fhq")] == ["Rastenburg"]
    here.begin(MOVEMENT)
    germany = here.game.rules.powers.homelands[here.game.rules.tables.power("germany")]
    enters = [m for m in here.legal() if isinstance(m, Move) and germany >> m.to & 1 and not here.state.occupied[AXIS] >> m.to & 1]
    here.play(enters[0])
    here.end_phase()
    assert here.state.turning_points & VOLKSSTURM
    assert here.is_at("de-fhq", "Berlin")
    assert len(here.told(Relocated)) == 1


@clause("BW-28.0b", "BW-0.3c")
@pytest.mark.parametrize("called", [True, False])
def test_the_volkssturm_rises_in_the_joined_campaign_too(called: bool) -> None:
    """A destroyed corps a turn, at its last step, in any great German city that is held."""
    here = position(axis={"Berlin": "de-fhq 4"}, month="1944-11", active="axis", eliminated=("de-26", "de-24"))
    here.state.turning_points |= VOLKSSTURM if called else 0
    here.begin(PRODUCTION)
    corps = [action for action in here.legal() if isinstance(action, Reinforce) and action.block == here.block("de-26")]
    assert bool(corps) == called
    if called:
        here.play(Reinforce(here.block("de-26"), here.hex("Hamburg")))
        assert here.strength("de-26") == 1
        assert not any(isinstance(action, Reinforce) and action.block == here.block("de-24") for action in here.legal())  # one a turn


@clause("BW-R143", "BW-28.0b")
def test_a_listed_corps_that_was_destroyed_comes_as_listed_and_not_as_volkssturm() -> None:
    here = position(axis={"Berlin": "de-fhq 4"}, month="1945-02", active="axis", eliminated=("de-lwf",))
    here.state.turning_points |= VOLKSSTURM
    here.begin(PRODUCTION)
    comes = [action for action in here.legal() if isinstance(action, Reinforce) and action.block == here.block("de-lwf")]
    assert [action.hex for action in comes] == [here.hex("Hamburg")]
    here.play(comes[0])
    assert here.strength("de-lwf") == 2
    assert not here.state.mustered


# ---- victory


@clause("BW-R140", "BW-R141")
@pytest.mark.parametrize(
    ("month", "america_left", "winner", "level"),
    [
        ("1944-12", False, ALLIES, "decisive"),
        ("1945-05", False, ALLIES, "marginal"),
        ("1945-08", False, -1, "draw"),
        ("1945-11", False, AXIS, "marginal"),
        ("1945-05", True, -1, "draw"),
        ("1945-11", True, AXIS, "decisive"),
    ],
)
def test_the_month_in_which_berlin_falls_decides(month: str, america_left: bool, winner: int, level: str) -> None:
    here = position(allies={"Berlin": "s-3a 3"}, month=month)
    if america_left:
        here.state.surrendered |= 1 << here.game.rules.tables.power("usa")
    here.run(Calendar, Calendar.VICTORY)
    result = here.game.rules.victory.result(here.state)
    assert result is not None
    assert (-1 if result.winner is None else result.winner, result.level) == (winner, level)


@clause("BW-R140")
def test_berlin_and_peenemunde_prolong_the_war() -> None:
    here = position(month="1945-06")
    assert here.game.rules.victory.last_month(here.state) == month_number("1945-12")
    lost = position(allies={"Peenemünde": "s-3a 3"}, month="1945-06")
    assert lost.game.rules.victory.last_month(lost.state) == month_number("1945-06")
    assert lost.game.rules.victory.final(lost.state)[2] == "draw"
    end = position(month="1945-12")
    assert end.game.rules.victory.final(end.state)[:3] == (AXIS, 0, "decisive")


@clause("BW-R141")
def test_a_month_is_weather_axis_allies_victory() -> None:
    game, state = started()
    assert state.active == AXIS
    assert state.turn == 1
    assert [game.rules.scenario.first_side, *game.rules.sides] == [AXIS, "axis", "allies"]


# ---- which book


@clause("BW-R142")
def test_prompts_name_the_book_that_holds_everywhere() -> None:
    here = position(active="axis", month="1944-07").begin(STRATEGIC_WARFARE)
    assert here.game.prompt(here.state, ALLIES).clause == "BW-32.0b"
    producing = position(active="axis", month="1944-07").begin(PRODUCTION)
    assert producing.game.prompt(producing.state, AXIS).clause == "BE-7.3b"


@clause("BW-40.0a", "BW-R142")
def test_the_six_german_upgrades_are_done() -> None:
    """None of the units that would become others is in play, or ever comes."""
    game, state = started()
    keys = {block.key: number for number, block in enumerate(game.order.blocks)}
    former = [keys[old] for old, _, _ in SIX if old in keys]
    expected = {arrival.block for arrival in game.rules.scenario.arrivals}
    assert all(state.location[block] < 0 and block not in expected for block in former)


@clause("BE-37.0b", "BE-37.0c", "BW-R142")
@pytest.mark.parametrize("seed", range(3))
def test_persia_has_fallen_and_a_soviet_unit_keeps_teheran(seed: int) -> None:
    game, state = started(seed, ("persia",))
    board, units = game.rules.board, game.rules.units
    persia, teheran = board.area("persia") & board.map.playable_mask, board.hex("Teheran")
    assert persia & state.soviet_land == persia
    there = game.rules.fire.units_at(state, teheran, ALLIES)
    assert [game.order[block].nation for block in there if units.is_combat[block]] == ["ussr"]
    state.active, state.phase = ALLIES, MOVEMENT
    assert not game.rules.movement.moves(state, there[0]), "the last one stays"
    assert game.rules.production.deliveries(state, game.rules.tables.power("ussr"))[-1] == (0, 2)


def test_games_of_before_are_played_without_persia() -> None:
    game, state = started()
    persia = game.rules.board.area("persia")
    assert persia
    assert not persia & (state.occupied[AXIS] | state.occupied[ALLIES])


def building(active: str, month: str = "1944-07", **more: Any) -> Position:
    axis, allies = {"Berlin": "de-fhq 4"}, {"London": "gb-churchill 4", "Moscow": "s-3a 3"}
    points = {"germany": 20, "uk": 20, "ussr": 20}
    return position(axis=axis, allies=allies, active=active, month=month, options=("new_factories",), points=points, **more)


@clause("BW-15.0a", "BW-15.1a", "BE-15.1a", "BW-R142", "BW-R144")
def test_germany_and_both_camps_build_factories_with_points_of_their_own() -> None:
    here = building("allies").begin(PRODUCTION)
    offered = {action for action in here.legal() if isinstance(action, InvestFor)}
    uk, ussr = (here.game.rules.tables.power(name) for name in ("uk", "ussr"))
    assert offered == {InvestFor(power, kind, 0) for power in (uk, ussr) for kind in (0, 1)}, "hydrogenation plants are German"
    before = {name: here.points(name) for name in ("uk", "ussr")}
    here.play(InvestFor(ussr, 0, 0), InvestFor(uk, 1, 0), InvestFor(ussr, 1, 0))
    assert {name: before[name] - here.points(name) for name in before} == {"uk": 1, "ussr": 2}
    assert not any(isinstance(action, InvestFor) and action.box for action in here.legal()), "a point a turn for each"
    assert here.game.concerned(here.state, InvestFor(ussr, 0, 0), ALLIES) == {"ussr", "soviet_union"}
    assert here.game.concerned(here.state, InvestFor(uk, 0, 0), ALLIES) == {"uk", "western_allies"}
    german = {action for action in building("axis").begin(PRODUCTION).legal() if isinstance(action, Invest)}
    assert german == {Invest(kind, 0) for kind in range(3)}


@clause("BE-15.1d", "BE-15.1g", "BW-R144")
def test_a_soviet_factory_stands_on_the_soviet_track_and_serves_the_soviets_alone() -> None:
    here = building("allies")
    uk, ussr = (here.game.rules.tables.power(name) for name in ("uk", "ussr"))
    here.state.projects[:] = [(SOVIET, 0, LAST_BOX - 1, 0)]
    here.begin(PRODUCTION).play(InvestFor(ussr, 0, LAST_BOX - 1), Roll((3,)))
    assert {here.game.rules.board.name(action.hex) for action in here.legal() if isinstance(action, Settle)} == {"Gorki", "Kazan"}
    here.play(Settle(here.hex("Kazan")))
    production = here.game.rules.production
    assert isinstance(production, SiteIncome)
    red = COLOURS.index("red")
    now = [production.yields(here.state, power)[0][red] for power in (uk, ussr)]
    here.state.month += 1
    here.state.derived = {}
    assert [production.yields(here.state, power)[0][red] for power in (uk, ussr)] == [now[0], now[1] + 1], "from the next turn on"
    tanks = {
        name: next(b for b, one in enumerate(here.game.order.blocks) if one.nation == name and one.type == "tank")
        for name in ("uk", "ussr")
    }
    industry = {name: production.industry(here.state, block) for name, block in tanks.items()}
    kazan = 1 << here.hex("Kazan")
    assert industry["ussr"] & kazan
    assert not industry["uk"] & kazan


@clause("BE-16.1a", "BE-3.3b", "BW-R142")
def test_a_new_factory_that_falls_is_worth_a_point_to_the_enemy() -> None:

    def booty(*built: tuple[int, int, int, int]) -> int:
        here = building("axis")
        here.state.built[:] = built
        here.game.rules.definitions.capture(here.state, AXIS, 1 << here.hex("Gorki"), here.events)
        assert here.state.built == []
        return here.points("germany", "red")

    gorki = building("axis").hex("Gorki")
    assert booty((SOVIET, gorki, 0, 0)) == booty() + 1


@clause("BW-15.1c", "BE-15.1f", "BW-R144")
def test_when_a_track_is_full_each_camp_builds_in_its_own_cities() -> None:
    here = building("allies")
    production = here.game.rules.production
    assert isinstance(production, JoinedFactories)
    full = [(builder, city, 0, 0) for builder in (BRITISH, SOVIET) for pair in production.tracks[builder] for city in pair]
    here.state.built[:] = sorted(full * 3)
    west, east = (production.homes_for(here.state, kind, 1) for kind in (NEW, NEW + len(PLANTS)))
    assert here.hex("London") in west
    assert here.hex("Moscow") in east
    assert not set(west) & set(east)


# ---- seats


@clause("BW-R141", "BW-R144")
def test_the_allied_side_is_divided_by_camp() -> None:
    game, state = started()
    assert game.divisions(ALLIES)[0] == ("western_allies", "soviet_union")
    units = game.rules.units
    for block in game.order.of_side[ALLIES]:
        if state.location[block] >= 0 and units.is_ground[block]:
            seat = "soviet_union" if game.order[block].nation == "ussr" else "western_allies"
            assert seat in game.concerned(state, Move(block, state.location[block]), ALLIES)
