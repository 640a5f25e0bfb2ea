"""The book's example of a landing, June 1944, stage by stage from the set-up of Overlord; Mulberries; armour by sea; beachheads."""

from typing import Any

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.core.events import Event
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_west.advanced.ch06_mulberries import MulberryProduction
from blockfront.games.blocks_in_the_west.advanced.ch12_supply import WesternSiege
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, battle, position
from blockfront.games.blocks_in_the_west.game import make
from blockfront.games.blocks_series.actions import BuyStep, Command, EndPhase, Fly, Move, Resolve, Ship, SpecialAction
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import Rolled
from blockfront.games.blocks_series.rules.ch13_headquarters import STAND_BY
from blockfront.games.blocks_series.rules.ch24_landings import AmphibiousLandings
from blockfront.games.blocks_series.sea_actions import Hold, Land, PayMulberry, PlaceMulberry
from blockfront.games.blocks_series.sea_events import BattlePaused, MulberryGone, StoodDown
from blockfront.games.blocks_series.state import AIR_MOVEMENT, EXPLOITATION, MOVEMENT, NO_BLOCK, NO_HEX, PRODUCTION
from blockfront.games.blocks_series.steps.battle import ATTACK, battle_frame
from blockfront.games.blocks_series.steps.landings import SecondWave, forget_landings
from tests.layers import layer

OMAHA, GOLD = "Omaha/Utah", "Gold-Juno-Sword"


def answer(here: Position, hitting: tuple[int, ...] = ()) -> None:
    """End, or throw: sixes for the side and hexes that are told to hit, ones for everybody else."""
    if here.side != CHANCE:
        here.play(EndPhase() if EndPhase() in here.legal() else next(iter(here.legal())))
        return
    here.deal()
    if not here.state.frames or here.side != CHANCE:
        return
    count = here.dice
    top = here.game.stack.top(here.state)
    hits = here.step == "Battle" and top is not None and battle_frame(top[1]).stage == ATTACK and battle_frame(top[1]).hex in hitting
    here.play(Roll((6 if hits else 1,) * count))


def until(here: Position, step: str, side: int | None = None, hitting: tuple[int, ...] = ()) -> Position:
    for _ in range(400):
        if here.step == step and (side is None or here.side == side):
            return here
        answer(here, hitting)
    raise AssertionError(f"{step} was never reached; at {here.step}")


def overlord() -> Position:
    """June 1944: the Axis has done nothing; the Allies are about to let headquarters act."""
    game = make("sbw8", frozenset())
    here = Position(game, game.setup())
    until(here, "RailPhase", AXIS)
    return until(here, "RailPhase", ALLIES)


def land(here: Position, unit: str, to: str, hq: str = "") -> Land:
    return Land(here.block(unit), here.hex(to), here.block(hq) if hq else NO_BLOCK)


def declared() -> Position:
    """Stages 1 and 2 of the example, with air support."""
    here = overlord()
    for leader in ("us-ike", "gb-churchill"):
        here.play(SpecialAction(here.block(leader), STAND_BY, NO_BLOCK))
    until(here, "GroundMovement")
    here.play(land(here, "us-5", OMAHA, "us-ike"), land(here, "us-7", OMAHA, "us-ike"))
    here.play(*(Hold(here.block("us-ike"), here.block(unit)) for unit in ("us-1a", "us-19")))
    here.play(land(here, "gb-30", GOLD, "gb-churchill"))
    here.play(*(Hold(here.block("gb-churchill"), here.block(unit)) for unit in ("gb-1", "gb-12", "ca-2")))
    return here


@clause("BW-24.6d", "BW-24.5d", "BW-R54", "BW-R56")
def test_stages_1_and_2_four_points_each() -> None:
    """BWX-24.6."""
    here = declared()
    points = here.game.rules.headquarters.points_left
    assert points(here.state, here.block("us-ike")) == points(here.state, here.block("gb-churchill")) == 0
    assert not any(isinstance(action, Land | Hold) for action in here.legal())


def reacting() -> Position:
    here = declared()
    until(here, "AirMovement")
    for hq, units in (("us-9af", ("us-9b", "us-9f")), ("gb-dowding", ("gb-2taf",))):
        for unit in units:
            command = Command(here.block(hq), here.block(unit))
            if command in here.legal():
                here.play(command)
            flight = Fly(here.block(unit), here.hex(OMAHA if hq == "us-9af" else GOLD))
            if flight in here.legal():
                here.play(flight)
    return until(here, "ReserveReaction", AXIS)


@clause("BW-24.6a", "BW-24.6c", "BW-24.6d", "BW-31.0g")
def test_stage_3_the_first_reaction() -> None:
    here = reacting()
    assert Move(here.block("de-lehr"), here.hex(GOLD)) in here.legal()
    assert not any(isinstance(a, Move) and a.to == here.hex(OMAHA) and a.block != here.block("de-lehr") for a in here.legal())
    here.play(Move(here.block("de-lehr"), here.hex(GOLD)))
    ground = [b for b in here.game.rules.fire.units_at(here.state, here.hex(GOLD), AXIS) if here.game.rules.units.is_combat[b]]
    assert len(ground) == 2
    left = {here.game.order[b].key for b in range(len(here.game.order)) if here.state.reserve >> b & 1}
    assert left == {"de-1ss", "de-47pz", "de-manteuffel"}
    assert not any(isinstance(a, Move) and a.block in (here.block("de-47pz"), here.block("de-1ss")) for a in here.legal())


@clause("BW-24.6b", "BW-24.6d")
def test_stage_3_a_fighter_comes_from_paris() -> None:
    here = reacting().play(Move(reacting().block("de-lehr"), reacting().hex(GOLD)))
    until(here, "Reaction", AXIS)
    commands = [a for a in here.legal() if isinstance(a, Command | SpecialAction) and a.block == here.block("de-2jd")]
    assert commands
    here.play(commands[0])
    assert Fly(here.block("de-2jd"), here.hex(GOLD)) in here.legal()


def after_first_rounds() -> Position:
    """Omaha is clear after the first round, Gold is not."""
    here = reacting()
    here.play(Move(here.block("de-lehr"), here.hex(GOLD)))
    until(here, "CombatPhase")
    assert {a.hex for a in here.legal() if isinstance(a, Resolve)} == {here.hex(OMAHA), here.hex(GOLD)}
    here.play(Resolve(here.hex(OMAHA)))
    return until(here, "SecondWave", hitting=(here.hex(OMAHA),))


@clause("BW-24.0c", "BW-24.5f", "BW-24.5g", "BW-24.5h", "BW-6.7.1b", "BW-24.6d")
def test_stages_4_and_5_mulberries_and_the_second_wave() -> None:
    here = after_first_rounds()
    assert here.holds(ALLIES, OMAHA)
    assert [event.hex for event in here.told(BattlePaused)] == [here.hex(GOLD)]
    harbours = {(here.game.rules.tables.powers[a.power].id, a.hex) for a in here.legal() if isinstance(a, PlaceMulberry)}
    assert harbours == {("usa", here.hex(OMAHA))}
    here.play(PlaceMulberry(here.game.rules.tables.power("usa"), here.hex(OMAHA)))
    assert {"us-1a", "us-19"} <= landing_at(here, OMAHA)
    assert landing_at(here, GOLD) == {"gb-1"}


def landing_at(here: Position, place: str) -> set[str]:
    return {here.game.order[a.block].key for a in here.legal() if isinstance(a, Land) and a.to == here.hex(place)}


@clause("BW-6.7b", "BW-6.7c", "BW-R131", "BW-24.0c")
def test_with_a_mulberry_more_units_find_room() -> None:
    here = after_first_rounds()
    usa = here.game.rules.tables.power("usa")
    armour = land(here, "us-19", OMAHA)
    assert armour not in here.legal()  # two combat units stand there
    assert land(here, "us-1a", OMAHA) in here.legal()
    here.play(PlaceMulberry(usa, here.hex(OMAHA)))
    assert armour in here.legal()
    here.play(armour, land(here, "us-1a", OMAHA))
    assert not here.game.rules.definitions.overstacked(here.state, ALLIES)


@clause("BW-24.5g", "BW-24.6d")
def test_stage_6_who_does_not_land_stands_down() -> None:
    here = after_first_rounds()
    here.play(land(here, "gb-1", GOLD)).end_phase()
    assert [event.number for event in here.told(StoodDown)] == [4]
    assert not here.state.holding


@clause("BW-24.6a", "BW-24.6b", "BW-24.6c", "BW-24.6d")
def test_stage_7_the_second_reaction() -> None:
    here = after_first_rounds()
    here.play(land(here, "gb-1", GOLD))
    until(here, "ReserveReaction", AXIS)
    able = {(here.game.order[a.block].key, a.to) for a in here.legal() if isinstance(a, Move)}
    assert ("de-manteuffel", here.hex(GOLD)) in able
    assert not {key for key, _ in able} & {"de-47pz", "de-1ss"}
    assert not any(to == here.hex(OMAHA) for _, to in able)
    assert not any(isinstance(a, Fly) for a in here.legal())
    here.play(EndPhase())
    until(here, "Battle")
    assert here.told(Rolled)


# ---- Mulberries


def beach(units: str = "us-5 6", month: str = "1944-07", **more: Any) -> Position:
    """American marines hold Omaha, where their harbour works."""
    here = position("sbw8", allies={OMAHA: units, "London": "us-ike 4, gb-churchill 4"}, month=month, active="allies", **more)
    here.state.mulberries[0] = (here.game.rules.tables.power("usa"), here.hex(OMAHA), 30)
    here.state.derived = {}
    return here


def supplied(here: Position, *units: str) -> list[bool]:
    supply = here.game.rules.supply
    blocks = [here.block(unit) for unit in units]
    lacking, dependent = supply.unsupplied(here.state, blocks)
    lacking += supply.shared_out(here.state, dependent)[0]
    return [block not in lacking for block in blocks]


@clause("BW-6.7b", "BW-R27")
def test_a_mulberry_supplies_its_own_nation_alone() -> None:
    here = beach("us-5 6, ff-2db 3, gb-1 4")
    assert supplied(here, "us-5", "ff-2db", "gb-1") == [True, True, False]
    here.state.mulberries[0] = (here.game.rules.tables.power("usa"), NO_HEX, 30)
    here.state.derived = {}
    assert supplied(here, "us-5", "ff-2db") == [False, False]


@clause("BW-6.7b", "BW-6.7.2a")
def test_it_has_the_places_of_a_major_port() -> None:
    here = beach()
    network = next(
        n for n in here.game.rules.supply.sources(here.state, here.game.rules.tables.power("usa")).by_sea if n.hexes >> here.hex(OMAHA) & 1
    )
    assert network.capacity == 5
    assert here.game.rules.sea.harbours(here.state, here.game.rules.tables.power("usa")) >> here.hex(OMAHA) & 1
    assert not here.game.rules.sea.harbours(here.state, here.game.rules.tables.power("uk")) >> here.hex(OMAHA) & 1


@clause("BW-6.7b", "BW-R27")
@pytest.mark.parametrize("first", ["usa", "uk"])
def test_beside_a_printed_port_too_it_serves_its_own_nation_alone(first: str) -> None:
    """Whoever asks first: the British have the one place of Boulogne, the Americans five more."""
    here = position("sbw8", allies={"Boulogne": "us-5 6"}, month="1944-07", active="allies")
    tables, port = here.game.rules.tables, 1 << here.hex("Boulogne")
    here.state.mulberries[0] = (tables.power("usa"), here.hex("Boulogne"), 30)
    here.state.derived = {}

    def places(power: str) -> int:
        networks = here.game.rules.supply.sources(here.state, tables.power(power)).by_sea
        return sum(number for network in networks for at, number in network.places if at == port)

    found = {power: places(power) for power in (first, "usa", "uk")}
    assert found["usa"] > found["uk"] == 1


@clause("BW-6.7a", "BW-6.7d")
def test_a_mulberry_is_paid_in_instalments() -> None:
    here = position("sbw8", allies={"London": "us-ike 4"}, month="1944-06", active="allies", points={"usa": 3})
    usa = here.game.rules.tables.power("usa")
    here.state.mulberries[0] = (usa, NO_HEX, 28)
    here.begin(PRODUCTION)
    before = here.points("usa")
    here.play(PayMulberry(usa), PayMulberry(usa))
    assert before - here.points("usa") == 2
    assert here.state.mulberries[0] == (usa, NO_HEX, 30)
    assert PayMulberry(usa) not in here.legal()
    early = make("sbw4", frozenset()).new_state()
    assert early.mulberries == []


@clause("BW-6.7.2b")
def test_an_enemy_in_the_harbour_destroys_it() -> None:
    here = beach("us-5 6")
    events: list[Event] = []
    here.game.rules.definitions.capture(here.state, AXIS, 1 << here.hex(OMAHA), events)
    assert here.state.mulberries[0][1] == NO_HEX
    assert any(isinstance(event, MulberryGone) for event in events)


@clause("BW-6.7.3a", "BW-6.7.4a", "BW-R10")
def test_ports_let_through_as_many_points_as_units() -> None:
    """Five points through a Mulberry for units that depend on it; fuel flows without limit."""
    here = beach("us-5 1, us-7 1, us-patton 1", points={"usa": 40})
    usa = here.game.rules.tables.power("usa")
    for colour in range(5):
        here.state.pool[usa * 5 + colour] = 40
    production = layer(here.game.rules.production, MulberryProduction)
    assert len(production.ports_of(here.state, here.block("us-5"))) == 1
    here.begin(PRODUCTION)
    spent = 0
    for _ in range(20):
        steps = [a for a in here.legal() if isinstance(a, BuyStep) and a.block in (here.block("us-5"), here.block("us-7"))]
        if not steps:
            break
        here.play(steps[0])
        spent = sum(points for _, points in here.state.overseas)
    assert 3 <= spent <= 5
    price = production.price(here.block("us-patton"), 2)
    assert production._shipped(here.state, here.block("us-patton"), 2, price) == price


@clause("BW-6.7.4a")
def test_fuel_flows_only_to_those_whom_the_harbour_supplies() -> None:
    """With a Mulberry in Normandy, fuel for the south of France still takes up places in Marseille."""
    units = {OMAHA: "us-patton 1", "Marseille": "us-8af 1, us-2 4", "London": "us-ike 4, gb-churchill 4"}
    here = position("sbw10", allies=units, month="1944-07", active="allies", allies_hold=(OMAHA,))
    here.state.mulberries[0] = (here.game.rules.tables.power("usa"), here.hex(OMAHA), 30)
    here.state.derived = {}
    production = layer(here.game.rules.production, MulberryProduction)
    assert production.ports_of(here.state, here.block("us-8af")), "the staff in the south lives on its port"
    shipped = {unit: production._shipped(here.state, here.block(unit), 2, 1) for unit in ("us-patton", "us-8af")}
    assert shipped == {"us-patton": 1, "us-8af": 2}  # a yellow and a black point each


@clause("BW-6.7.4b", "BW-R9", "BW-R108")
def test_sixteen_units_through_two_mulberries_cherbourg_and_le_havre() -> None:
    here = beach("us-5 6", allies_hold=("Cherbourg", "Le Havre", GOLD))
    here.state.mulberries[1] = (here.game.rules.tables.power("uk"), here.hex(GOLD), 30)
    here.state.derived = {}
    places: dict[int, int] = {}
    for power in ("usa", "uk"):
        for network in here.game.rules.supply.sources(here.state, here.game.rules.tables.power(power)).by_sea:
            places |= dict(network.places)
    coast = ("Cherbourg", "Le Havre", OMAHA, GOLD)
    assert sum(places[1 << here.hex(place)] for place in coast) == 16


# ---- armour by sea


@clause("BW-24.7a", "BW-24.7b", "BW-24.7c")
def test_armour_follows_a_landing() -> None:
    """BWX-24.7."""

    def exploiting(won: bool, marine: str = OMAHA) -> Position:
        units = {marine: "us-5 6", "Portsmouth": "us-patton 3, us-19 5, us-20 5", "London": "us-ike 4"}
        here = position("sbw8", allies=units, month="1944-07", active="allies", allies_hold=(OMAHA,))
        here.begin(EXPLOITATION)
        if won:
            here.state.beachheads |= 1 << here.hex(OMAHA)
            here.state.landings.append((here.block("us-5"), here.hex(marine), here.hex("Portsmouth")))
        return here

    def follow(here: Position) -> set[int]:
        return {a.to for a in here.legal() if isinstance(a, Ship)}

    here = exploiting(True)
    assert here.hex(OMAHA) in follow(here)
    assert not follow(exploiting(False))
    here.play(next(a for a in here.legal() if isinstance(a, Ship) and a.to == here.hex(OMAHA)))
    moved = next(key for key in ("us-19", "us-20") if here.is_at(key, OMAHA))
    assert here.game.rules.headquarters.points_left(here.state, here.block("us-patton")) == 2
    assert not any(isinstance(a, Move) and a.block == here.block(moved) for a in here.legal())
    assert here.state.at_sea >> here.block(moved) & 1  # a die is due where the Axis controls the Atlantic


@clause("BW-24.7a")
@pytest.mark.parametrize(("points", "followers"), [(1, 1), (2, 2), (3, 3)])
def test_an_armour_staff_sends_as_many_units_as_it_has_points(points: int, followers: int) -> None:
    ports = {"Portsmouth": f"us-patton {points}, us-19 5, us-20 5", "Southampton": "us-12 5, us-15 5"}
    here = position("sbw8", allies={OMAHA: "us-5 6", **ports}, month="1944-07", active="allies", allies_hold=(OMAHA,))
    here.begin(EXPLOITATION)
    here.state.beachheads |= 1 << here.hex(OMAHA)
    here.state.landings.append((here.block("us-5"), here.hex(OMAHA), here.hex("Portsmouth")))
    here.state.mulberries[0] = (here.game.rules.tables.power("usa"), here.hex(OMAHA), 30)
    here.state.derived = {}
    sent = 0
    while ways := [a for a in here.legal() if isinstance(a, Ship) and a.to == here.hex(OMAHA)]:
        here.play(ways[0])
        sent += 1
    assert sent == followers


# ---- beachheads


@clause("BW-R112", "BW-24.5b", "BW-12.1a")
@pytest.mark.parametrize(("ports", "capacity"), [((), 1), (("Cherbourg",), 0)])
def test_an_invaded_coast_counts_as_a_besieged_minor_port(ports: tuple[str, ...], capacity: int) -> None:
    here = position(
        "sbw8",
        allies={OMAHA: "gb-1 4, us-5 6"},
        axis={"Avranches": "de-84 3", GOLD: "de-74 3", "Rennes": "de-25 3"},
        month="1944-07",
        active="allies",
        allies_hold=ports,
    )
    here.state.beachheads |= 1 << here.hex(OMAHA)
    supply = layer(here.game.rules.supply, WesternSiege)
    assert bool(supply.beachheads(here.state, ALLIES) >> here.hex(OMAHA) & 1) is bool(capacity)


@clause("BW-6.7.1a", "BW-6.7.1b")
def test_where_a_mulberry_may_go() -> None:
    """Only to a hex that the nation itself has won by a landing of this turn."""
    here = position("sbw8", allies={OMAHA: "us-5 6", GOLD: "gb-1 4", "Cherbourg": "us-7 6"}, month="1944-06", active="allies")
    landings, usa = here.game.rules.landings, here.game.rules.tables.power("usa")

    def sites() -> set[tuple[int, int]]:
        return {(a.power, a.hex) for a in landings.harbours(here.state) if isinstance(a, PlaceMulberry)}

    assert not sites()
    here.state.landings += [(here.block("us-5"), here.hex(OMAHA), 0), (here.block("gb-1"), here.hex(GOLD), 0)]
    here.state.beachheads |= 1 << here.hex(OMAHA) | 1 << here.hex(GOLD)
    assert sites() == {(usa, here.hex(OMAHA)), (here.game.rules.tables.power("uk"), here.hex(GOLD))}
    here.state.mulberries[0] = (usa, NO_HEX, 29)
    assert {power for power, _ in sites()} == {here.game.rules.tables.power("uk")}


@clause("BW-24.8c")
def test_a_far_landing_is_otherwise_like_any_other() -> None:
    here = position("sbw8", allies={"Plymouth": "gb-30 4", "London": "gb-churchill 4"}, month="1944-06", active="allies")
    landings = layer(here.game.rules.landings, AmphibiousLandings)
    targets = landings.targets(here.state, here.block("gb-30"))
    far = [hex_ for hex_, price in targets.items() if price > 1]
    assert far
    assert all(landings.hurdles(here.state, hex_) <= 1 for hex_ in far)
    here.state.weather = 3
    here.state.derived = {}
    assert not landings.targets(here.state, here.block("gb-30"))


@clause("BW-24.4a", "BW-R81")
def test_surprise_makes_infantry_land_like_expert_marines() -> None:
    here = position("sbw6", axis={"Wilhelmshaven": "de-82 4", "Berlin": "de-raeder 4"}, month="1940-05", active="axis")
    landings, coast = layer(here.game.rules.landings, AmphibiousLandings), here.hex("Den Haag")
    assert here.state.neutral
    assert landings.tech(here.state, here.block("de-82"), coast) == 3
    assert landings.is_marine(here.state, here.block("de-82"), coast)
    here.state.neutral = 0
    here.state.derived = {}
    assert landings.tech(here.state, here.block("de-82"), coast) == 2
    assert not landings.is_marine(here.state, here.block("de-82"), coast)


@clause("BW-6.7.1a", "BW-6.7.1b", "BW-24.5g")
def test_a_beach_of_an_earlier_turn_gets_no_mulberry() -> None:
    """Who lands from the second wave on a coast of his side has invaded nothing: neither an old beachhead nor an ally's beach."""
    allies = {OMAHA: "us-5 6", "Portsmouth": "us-7 6", "London": "us-ike 4"}
    here = position("sbw8", allies=allies, month="1944-07", active="allies", allies_hold=(OMAHA,))
    usa, landings = here.game.rules.tables.power("usa"), here.game.rules.landings
    here.state.beachheads |= 1 << here.hex(OMAHA)
    here.state.holding |= 1 << here.block("us-7")
    here.run(SecondWave, SecondWave.CHOOSE)
    here.play(land(here, "us-7", OMAHA))
    assert here.state.landings
    assert PlaceMulberry(usa, here.hex(OMAHA)) not in landings.harbours(here.state)
    here.state.landings.append((here.block("us-5"), here.hex(OMAHA), here.hex("Portsmouth")))  # as if it had invaded in this turn
    assert PlaceMulberry(usa, here.hex(OMAHA)) in landings.harbours(here.state)
    forget_landings(here.state)
    assert not here.state.disembarked


# ---- who stands still before the invasion


COAST, NORTH = "Calais", "Antwerp"


def waiting(month: str, active: str, allies: str = "") -> Position:
    """The coast behind Calais, and troops at Rennes that nobody deceives."""
    axis = {COAST: "de-82 4", "Amiens": "de-65 3", "Rennes": "de-25 3"}
    return position("sbw8", axis=axis, allies={allies: "us-5 6"} if allies else {}, month=month, active=active)


def moving(here: Position, phase: int) -> set[str]:
    here.begin(phase)
    return {here.game.order[action.block].key for action in here.legal() if isinstance(action, Move)}


@clause("BW-3.21a", "BW-0.4b")
@pytest.mark.parametrize(
    ("month", "allies", "able"),
    [
        ("1944-06", "", set()),
        ("1944-07", "", {"de-25"}),
        ("1944-07", GOLD, {"de-25"}),  # not north of Le Havre
        ("1944-07", "Dover", {"de-25"}),  # nor on the continent
        ("1944-07", NORTH, {"de-82", "de-25"}),
        ("1944-08", "", {"de-82", "de-25"}),
    ],
)
def test_units_behind_calais_wait_for_the_real_invasion(month: str, allies: str, able: set[str]) -> None:
    """Until the Axis Movement Phase of July is over, unless the Allies are on the continent north of Le Havre."""
    assert moving(waiting(month, "axis", allies), MOVEMENT) - {"de-65"} == able


@clause("BW-3.21a", "BW-0.4b")
def test_the_wait_ends_with_the_movement_phase_of_july() -> None:
    here = waiting("1944-07", "axis")
    definitions, block = here.game.rules.definitions, here.block("de-82")
    here.state.phase = AIR_MOVEMENT
    assert definitions.is_frozen(here.state, block)
    here.state.phase = EXPLOITATION
    assert not definitions.is_frozen(here.state, block)
    here.state.month -= 1
    assert definitions.is_frozen(here.state, block)  # in June the whole turn


@clause("BW-3.21a", "BW-7.7.13b")
@pytest.mark.parametrize(
    ("scenario", "month", "axis", "allies", "place", "active"),
    [
        ("sbw8", "1944-06", "de-74 3", "us-5 6", GOLD, "allies"),
        ("sbw4", "1943-07", "it-12 3", "us-7 6", "Catania", "allies"),
        ("sbw3", "1940-05", "de-24 3", "fr-14m 3", "Grenoble", "axis"),
    ],
)
def test_units_that_stand_still_may_retreat(scenario: str, month: str, axis: str, allies: str, place: str, active: str) -> None:
    """They may not move, but nothing says that they must be destroyed where they stand."""
    here = battle(axis, allies, place, scenario=scenario, month=month, active=active)
    defender = here.block((allies if active == "axis" else axis).split()[0])
    assert not here.game.rules.definitions.may_not_leave(here.state, defender)
    assert here.game.rules.retreats.options(here.state, defender)


@clause("BW-3.21a", "BW-0.4b")
def test_the_orders_of_the_first_turn_bind_the_axis_in_its_own_turn_alone() -> None:
    """In the Axis turn of July 1943 nobody but three divisions moves; in the Allied turn aircraft may answer the landing."""
    here = position("sbw4", axis={"Naples": "it-f1 3"}, month="1943-07", active="axis")
    definitions, block = here.game.rules.definitions, here.block("it-f1")
    assert definitions.is_frozen(here.state, block)
    here.state.active = ALLIES
    assert not definitions.is_frozen(here.state, block)
