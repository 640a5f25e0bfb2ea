"""Chapter 32 in the West: raids that headquarters order, radar, and what bombs do."""

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.core.sides import SPECTATOR, Side
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, position
from blockfront.games.blocks_series.actions import EndPhase, TakeLoss
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import Rolled
from blockfront.games.blocks_series.loading.data_model import WEATHERS
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_AIR, FireContext
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import (
    AIRCRAFT,
    MULBERRY,
    POPULATION,
    PORT,
    RADAR,
    RADAR_FULL,
    RADAR_OUT,
    RADAR_SOME,
    STATION,
)
from blockfront.games.blocks_series.sea_events import MulberryGone
from blockfront.games.blocks_series.state import NO_HEX, PRODUCTION, STRATEGIC_WARFARE
from blockfront.games.blocks_series.strategic_actions import Bomb, NameRoute, Recall, RestoreRadar, Sortie
from blockfront.games.blocks_series.strategic_events import RadarContact, RaidEnded, RaidLaunched

BOMBING = ("strategic_bombing",)
VENTNOR, POLING, PEVENSEY, RYE, DOVER, DUNKIRK = range(6)


def britain(
    axis: str = "de-2fk 4",
    fighters: str = "de-jf2 4",
    allies: str = "gb-11g 5",
    month: str = "1940-07",
    active: str = "allies",
    weather: str = "good",
    silenced: int = 0,
) -> Position:
    """The Channel in 1940: bombers at Lille under Luftflotte 2, fighters at Calais, Dowding and Harris in London."""
    here = position(
        "sbw5",
        axis={"Lille": f"{axis}, de-2lf 4", "Calais": fighters, "Paris": "de-goering 4"},
        allies={"London": f"{allies}, gb-dowding 4, gb-harris 4", "Hull": "gb-5g 5", "Cambridge": "gb-12g 4"},
        month=month,
        active=active,
        options=BOMBING,
    )
    here.state.weather = WEATHERS.index(weather)
    here.state.silenced = silenced
    return here.begin(STRATEGIC_WARFARE)


def bomb(here: Position, place: str, target: int) -> Bomb:
    return Bomb(here.hex(place), target)


def sortie(here: Position, hq: str, key: str) -> Sortie:
    return Sortie(here.block(hq), here.block(key))


@clause("BW-7.0b", "BW-7.1a", "BW-32.0b", "BW-R63")
def test_the_inactive_side_bombs_in_the_active_ones_first_phase() -> None:
    here = britain()
    assert (here.state.phase, here.side) == (STRATEGIC_WARFARE, AXIS)
    assert bomb(here, "London", POPULATION) in here.legal()
    assert not any(here.state.control[AXIS] >> action.hex & 1 for action in here.legal() if isinstance(action, Bomb))


@clause("BW-32.0a", "BW-32.3a", "BW-13.8.1.2i", "BW-R136")
def test_targets_of_the_british_side() -> None:
    here = britain()
    raids = {(action.hex, action.target) for action in here.legal() if isinstance(action, Bomb)}
    london, dover, portsmouth = here.hex("London"), here.hex("Dover"), here.hex("Portsmouth")
    assert {(london, POPULATION), (london, AIRCRAFT), (london, PORT), (london, STATION)} <= raids
    assert {(dover, RADAR + RYE), (dover, RADAR + DOVER), (portsmouth, RADAR + VENTNOR)} <= raids


@clause("BW-32.0b", "BW-32.0e", "BW-R135")
def test_each_aircraft_costs_a_point_of_a_headquarters_of_its_nation() -> None:
    here = britain()
    here.play(bomb(here, "London", POPULATION))
    senders = {action.hq for action in here.legal() if isinstance(action, Sortie) and action.block == here.block("de-2fk")}
    assert senders == {here.block("de-2lf"), here.block("de-goering")}
    here.play(sortie(here, "de-2lf", "de-2fk"))
    assert here.game.rules.headquarters.points_left(here.state, here.block("de-2lf")) == 3


@clause("BW-13.8.1.2a", "BW-13.8.1.2b", "BW-13.8.1.2c", "BW-R135")
def test_harris_sends_bombers_and_dowding_fighters() -> None:
    here = britain(active="axis")
    assert here.side == ALLIES
    here.play(bomb(here, "Amsterdam", PORT))
    orders = {(action.hq, action.block) for action in here.legal() if isinstance(action, Sortie)}
    assert (here.block("gb-harris"), here.block("gb-5g")) in orders
    assert all(here.game.rules.units.is_fighter[block] == (hq == here.block("gb-dowding")) for hq, block in orders)


@clause("BW-32.0c", "BW-32.0d", "BW-32.0l")
def test_fighters_alone_rise_and_those_of_the_target_need_no_headquarters() -> None:
    here = britain()
    here.play(bomb(here, "London", POPULATION), sortie(here, "de-2lf", "de-2fk"), sortie(here, "de-goering", "de-jf2"), EndPhase())
    assert here.side == ALLIES
    offered = {action.block for action in here.legal() if isinstance(action, Sortie)}
    assert offered == {here.block("gb-11g"), here.block("gb-12g")}
    assert here.block("gb-5g") not in offered
    here.play(EndPhase())
    assert here.told(RaidLaunched)[-1].aircraft == 1  # London's own fighters, without Dowding
    assert here.game.rules.headquarters.points_left(here.state, here.block("gb-dowding")) == 4


@clause("BW-32.0i", "BW-7.7.1c")
def test_air_combat_goes_on_unless_a_strategic_bomber_takes_part() -> None:
    here = britain()
    here.play(bomb(here, "London", POPULATION), sortie(here, "de-2lf", "de-2fk"), EndPhase(), EndPhase())
    here.play(Roll((1,) * 4), Roll((1,) * 5))
    assert here.side == ALLIES
    assert Recall(here.block("gb-11g")) in here.legal()  # the defender may break off first
    here.play(Recall(here.block("gb-11g")))
    assert here.told(Rolled)[-1].step == "air_to_air"
    short = britain(active="axis", fighters="de-jf2 4")
    short.play(bomb(short, "Calais", PORT), sortie(short, "gb-harris", "gb-5g"), EndPhase(), EndPhase())
    short.play(Roll((1,) * 4))  # the fighters of Calais; bombers of TECH 1 hit nobody in the air
    assert [event.step for event in short.told(Rolled)] == ["air_to_air"]
    short.play(Roll((1,) * 6))
    assert short.told(Rolled)[-1].step == "anti_aircraft"


@clause("BW-32.0c", "BW-7.7.9a")
def test_escorts_absorb_hits() -> None:
    here = britain()
    here.play(bomb(here, "London", POPULATION), sortie(here, "de-2lf", "de-2fk"), sortie(here, "de-goering", "de-jf2"), EndPhase())
    here.play(EndPhase())
    here.play(Roll((1,) * 8), Roll((6, 1, 1, 1, 1)))
    assert here.side == AXIS
    assert set(here.legal()) == {TakeLoss(here.block("de-2fk")), TakeLoss(here.block("de-jf2"))}


@clause("BW-32.0h")
@pytest.mark.parametrize(("month", "dice", "lowest"), [("1940-07", 3, 6), ("1943-07", 6, 6), ("1944-07", 6, 5)])
def test_flak_by_the_tech_of_infantry(month: str, dice: int, lowest: int) -> None:
    here = britain(month=month)
    shot = here.game.rules.strategic.flak(here.state, here.hex("London"))[0]
    assert (shot.dice, shot.lowest) == (dice, lowest)


@clause("BW-32.0f", "BW-32.0g", "BW-32.0j", "BW-R62")
@pytest.mark.parametrize(("weather", "strategic", "normal"), [("good", 5, 2), ("snow", 5, 1), ("rain", 5, None)])
def test_strategic_bombers_have_no_malus_and_fly_in_rain(weather: str, strategic: int, normal: int | None) -> None:
    here = britain(active="axis", weather=weather)
    here.play(bomb(here, "Amsterdam", PORT), sortie(here, "gb-harris", "gb-5g"))
    assert here.game.rules.strategic.bomb_shots(here.state, here.hex("Amsterdam"))[0].dice == strategic
    other = britain(weather=weather)
    if normal is None:
        assert other.legal() == [EndPhase()]
        return
    other.play(bomb(other, "London", POPULATION), sortie(other, "de-2lf", "de-2fk"))
    assert other.game.rules.strategic.bomb_shots(other.state, other.hex("London"))[0].dice == normal


@clause("BW-32.0j", "BW-R62")
def test_in_rain_nobody_escorts_and_nobody_intercepts() -> None:
    here = britain(active="axis", weather="rain", axis="de-2fk 4", fighters="de-jf2 4")
    here.play(bomb(here, "Calais", PORT))
    assert {action.block for action in here.legal() if isinstance(action, Sortie)} == {here.block("gb-5g")}
    here.play(sortie(here, "gb-harris", "gb-5g"), EndPhase())
    assert here.legal() == [EndPhase()]
    here.play(EndPhase())
    assert here.told(RaidLaunched)[-1].aircraft == 0
    assert here.game.rules.strategic.flak(here.state, here.hex("Calais"))[0].dice == 3  # six dice of TECH 2, halved


@clause("BW-R50", "BW-R135")
def test_headquarters_that_sent_aircraft_lose_a_face_when_the_phase_ends() -> None:
    here = britain()
    here.play(bomb(here, "Portsmouth", RADAR + VENTNOR), sortie(here, "de-2lf", "de-2fk"), EndPhase(), EndPhase())
    here.play(Roll((1, 1, 1)), Roll((5, 1)))
    assert here.strength("de-2lf") == 4
    here.play(EndPhase(), NameRoute(False), EndPhase(), Roll((1,) * 4))  # the convoys of the month
    assert here.strength("de-2lf") == 3
    assert here.strength("de-goering") == 4
    assert not here.state.orders


# ---- damage


def struck(place: str, target: int, *hits: int, active: str = "allies") -> Position:
    here = position("sbw5", axis={"Paris": "de-goering 4"}, allies={"London": "gb-dowding 4"}, active=active, options=BOMBING)
    for number in hits:
        here.game.rules.strategic.damage(here.state, here.hex(place), target, number, [])
    return here


def income(here: Position, power: str, colour: int) -> int:
    return here.game.rules.production.income(here.state, here.game.rules.tables.power(power))[colour]


@clause("BW-32.1a", "BW-32.0k", "BW-R136")
@pytest.mark.parametrize(("hits", "lost"), [((0,), 0), ((1,), 1), ((2,), 2), ((5,), 2)])
def test_hits_on_londons_people_cost_points_for_one_turn(hits: tuple[int, ...], lost: int) -> None:
    """London yields two yellow points."""
    whole, hit = struck("London", POPULATION), struck("London", POPULATION, *hits)
    assert income(whole, "uk", 0) - income(hit, "uk", 0) == lost
    hit.game.rules.strategic.begin_turn(hit.state, [])
    assert income(hit, "uk", 0) == income(whole, "uk", 0)


@clause("BW-32.1a", "BW-32.1b", "BW-R136")
@pytest.mark.parametrize(("hits", "destroyed"), [((10,), True), ((9, 9), False)])
def test_ten_hits_in_one_attack_destroy_a_factory(hits: tuple[int, ...], destroyed: bool) -> None:
    """BWX-32.1."""
    whole, hit = struck("Bristol", AIRCRAFT), struck("Bristol", AIRCRAFT, *hits)
    assert income(whole, "uk", 2) - income(hit, "uk", 2) == 1
    hit.game.rules.strategic.begin_turn(hit.state, [])
    assert income(whole, "uk", 2) - income(hit, "uk", 2) == int(destroyed)


@clause("BW-32.2a", "BW-32.2b")
@pytest.mark.parametrize(("hits", "ships", "supplies"), [(0, True, True), (1, False, True), (3, False, False)])
def test_bombed_ports(hits: int, ships: bool, supplies: bool) -> None:
    here = struck("Liverpool", PORT, hits)
    power = here.game.rules.tables.power("uk")
    assert bool(here.game.rules.sea.harbours(here.state, power) >> here.hex("Liverpool") & 1) == ships
    assert bool(here.game.rules.strategic.cut_ports(here.state) >> here.hex("Liverpool") & 1) != supplies


@clause("BW-32.3a", "BW-7.4f", "BW-R63")
@pytest.mark.parametrize(("hits", "left"), [(1, 1), (3, 0)])
def test_bombed_stations(hits: int, left: int) -> None:
    """BWX-32.3: germany has two moves by rail; hits on the station of Brussels cost some, and no train passes there, for one turn."""
    here = struck("Brussels", STATION, hits, active="axis")
    germany = here.game.rules.tables.power("germany")
    rail = here.game.rules.rail

    def moves() -> int:
        limits = zip(rail.limited(here.state, AXIS), rail.allowed(here.state, AXIS), strict=True)
        return next(most for powers, (_, most) in limits if powers >> germany & 1)

    assert moves() == left
    assert not rail.network(here.state, AXIS) >> here.hex("Brussels") & 1
    here.game.rules.strategic.begin_turn(here.state, [])
    assert moves() == 2
    assert rail.network(here.state, AXIS) >> here.hex("Brussels") & 1


# ---- radar


@clause("BW-13.8.1.2d", "BW-13.8.1.2f", "BW-13.8.1.2g", "BW-13.8.1.2h", "BW-R64")
@pytest.mark.parametrize(
    ("out", "level"),
    [
        ((), RADAR_FULL),
        ((PEVENSEY,), RADAR_SOME),
        ((VENTNOR, PEVENSEY, DOVER), RADAR_OUT),
        ((POLING, PEVENSEY, RYE, DOVER), RADAR_OUT),
        ((VENTNOR, POLING, PEVENSEY, RYE), RADAR_SOME),
        (tuple(range(6)), RADAR_OUT),
    ],
)
def test_states_of_the_network(out: tuple[int, ...], level: int) -> None:
    here = britain(silenced=sum(1 << number for number in out))
    assert here.game.rules.strategic.radar(here.state) == level


@clause("BW-13.8.1.2f", "BW-13.8.1.2g", "BW-13.8.1.2h", "BW-R126", "BW-5.3c")
@pytest.mark.parametrize(
    ("silenced", "place", "lowest"), [(0, "London", 5), (1 << RYE, "London", 5), (0b010101, "London", 6), (0, "Calais", 6)]
)
def test_radar_gives_british_fighters_tech_2_over_great_britain(silenced: int, place: str, lowest: int) -> None:
    here = britain(silenced=silenced)
    fire, context = here.game.rules.fire, FireContext(here.hex(place), 1, True)
    assert fire.lowest(here.state, context, AIR_TO_AIR, here.block("gb-11g")) == lowest
    assert fire.lowest(here.state, context, AIR_TO_AIR, here.block("de-jf2")) == 6


@clause("BW-13.8.1.2e")
def test_islands_belong_to_great_britain() -> None:
    here = britain()
    for place in ("Channel Islands", "Scapa Flow", "Belfast"):
        assert here.game.rules.strategic.guides(here.state, here.hex(place), here.block("gb-11g"))


@clause("BW-13.8.1.2f", "BW-13.8.1.2g")
@pytest.mark.parametrize("silenced", [0, 1 << PEVENSEY])
def test_the_whole_chain_shows_a_raid_to_the_british_alone(silenced: int) -> None:
    here = britain(silenced=silenced)
    here.play(bomb(here, "London", POPULATION), sortie(here, "de-2lf", "de-2fk"), EndPhase())
    bomber = here.block("de-2fk")

    def knows(viewer: Side) -> bool:
        return any(sight.block == bomber for sight in here.game.view(here.state, viewer).blocks.seen)

    assert knows(ALLIES) == (silenced == 0)
    assert not knows(SPECTATOR), "nobody else sees it"
    assert bool(here.told(RadarContact, ALLIES)) == (silenced == 0)
    assert here.told(RadarContact, SPECTATOR) == []
    assert here.told(RadarContact, AXIS) == []


@clause("BW-32.4a", "BW-13.8.1.2i", "BW-13.8.1.2l")
@pytest.mark.parametrize(("faces", "out"), [((5, 6), True), ((6, 1), True), ((4, 4), False)])
def test_a_hit_puts_the_attacked_station_out(faces: tuple[int, int], out: bool) -> None:
    here = britain()
    here.play(bomb(here, "Dover", RADAR + RYE), sortie(here, "de-2lf", "de-2fk"), EndPhase(), EndPhase(), Roll((1, 1, 1)), Roll(faces))
    assert here.told(RaidEnded)[0].target == RADAR + RYE
    assert here.state.silenced == (1 << RYE if out else 0)


@clause("BW-13.8.1.2j")
def test_a_station_that_falls_is_destroyed() -> None:
    here = britain()
    here.game.rules.definitions.capture(here.state, AXIS, 1 << here.hex("Dover"), [])
    assert here.state.silenced == 1 << RYE | 1 << DOVER


@clause("BW-13.8.1.2k", "BW-32.4a", "BW-R64")
def test_a_yellow_point_restores_a_station() -> None:
    here = position("sbw5", allies={"London": "gb-dowding 4"}, active="allies", options=BOMBING)
    here.state.silenced = 1 << RYE | 1 << DOVER
    here.begin(PRODUCTION)
    points = here.points("uk")
    assert RestoreRadar(RYE) in here.legal()
    assert RestoreRadar(POLING) not in here.legal()
    here.play(RestoreRadar(RYE))
    assert here.state.silenced == 1 << DOVER
    assert here.points("uk") == points - 1


BEACH = "Gold-Juno-Sword"


def harbour(hits: int = 0) -> Position:
    """July 1944: the British harbour lies off Normandy; German bombers stand at Paris."""
    axis = {"Paris": "de-2fk 4, de-3lf 4", "Orleans": "de-9fk 4"}
    allies = {"London": "gb-churchill 4", BEACH: "gb-30 4", "Portsmouth": "gb-1 4"}
    here = position("sbw8", axis=axis, allies=allies, month="1944-07", active="allies", options=BOMBING)
    uk = here.game.rules.tables.power("uk")
    here.state.mulberries[:] = [(builder, here.hex(BEACH) if builder == uk else NO_HEX, 30) for builder, _, _ in here.state.mulberries]
    here.state.beachheads = 1 << here.hex(BEACH)
    here.state.derived = {}
    here.begin(STRATEGIC_WARFARE)
    if hits:
        here.game.rules.strategic.damage(here.state, here.hex(BEACH), MULBERRY, hits, here.events)
    return here


@clause("BW-6.7.2a", "BW-32.0a")
def test_artificial_harbours_are_targets_where_they_stand() -> None:
    here = harbour()
    assert bomb(here, BEACH, MULBERRY) in here.legal()
    assert sum(isinstance(action, Bomb) and action.target == MULBERRY for action in here.legal()) == 1
    here.play(bomb(here, BEACH, MULBERRY))
    assert any(isinstance(action, Sortie) and action.block == here.block("de-2fk") for action in here.legal())


@clause("BW-6.7.2a", "BW-32.2a", "BW-32.2b")
@pytest.mark.parametrize(("hits", "sails", "supplies"), [(0, True, True), (1, False, True), (2, False, True), (3, False, False)])
def test_bombs_close_the_docks_and_then_the_supply(hits: int, sails: bool, supplies: bool) -> None:
    here = harbour(hits)
    rules, uk = here.game.rules, here.game.rules.tables.power("uk")
    assert bool(rules.sea.harbours(here.state, uk) >> here.hex(BEACH) & 1) == sails
    assert bool(rules.supply.sources(here.state, uk).everything >> here.hex(BEACH) & 1) == supplies


@clause("BW-6.7.2c")
@pytest.mark.parametrize(("hits", "stands"), [(9, True), (10, False)])
def test_ten_hits_destroy_a_harbour(hits: int, stands: bool) -> None:
    here = harbour(hits)
    assert any(hex_ == here.hex(BEACH) for _, hex_, _ in here.state.mulberries) == stands
    assert bool(here.told(MulberryGone)) != stands
    if not stands:
        uk = here.game.rules.tables.power("uk")
        assert (uk, NO_HEX, 0) in here.state.mulberries  # another one would have to be paid for
