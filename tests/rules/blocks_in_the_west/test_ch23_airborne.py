"""Chapter 23 of the West: who jumps where, what it costs, and what becomes of those who land among reserves."""

from random import Random
from typing import Any

import pytest

from blockfront.blocks import effects
from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, position
from blockfront.games.blocks_series.actions import EndPhase, Fly, Move, Resolve, SpecialAction
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import Eliminated
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.power_actions import Jump
from blockfront.games.blocks_series.rules.ch13_headquarters import AIRBORNE_ASSAULT
from blockfront.games.blocks_series.rules.ch23_airborne import AirborneAssaults
from blockfront.games.blocks_series.state import AIR_MOVEMENT, COMBAT, IN_FLIGHT, MARKED, MOVED
from blockfront.hexes.hexset import members
from blockfront.testing.fog import leaks
from tests.layers import layer

CONQUERED = ("france",)


def jumps(here: Position, key: str = "de-7fl") -> set[int]:
    return {action.to for action in here.game.rules.airborne.jumps(here.state, AXIS) if action.block == here.block(key)}


def may_1940(**more: Any) -> Position:
    given = {"axis": {"Münster": "de-7fl 3"}, "allies": {"Den Haag": "nl-1 3"}, "month": "1940-05", **more}
    here = position("sbw3", **given)
    here.state.plans[:] = [0, 0]
    return here


@clause("BW-23.0d", "BW-23.0b")
def test_a_jump_needs_good_weather_supply_and_an_airfield() -> None:
    assert jumps(may_1940())
    rain = may_1940()
    rain.state.weather = 1
    assert not jumps(rain)
    marked = may_1940()
    marked.state.flags[marked.block("de-7fl")] |= MARKED
    assert not jumps(marked)
    field = may_1940(axis={"Prüm": "de-7fl 3"})
    board = field.game.rules.board
    open_hex = next(h for h in members(field.state.control[AXIS] & board.map.playable_mask) if not board.cities >> h & 1)
    effects.place(field.state, field.block("de-7fl"), AXIS, open_hex)
    field.state.derived = {}
    assert not jumps(field)


@clause("BW-23.0e", "BW-23.0n", "BW-23.0o", "BW-R81")
def test_where_experts_may_land() -> None:
    here = may_1940(axis={"Frankfurt": "de-7fl 3"})
    board, airborne = here.game.rules.board, layer(here.game.rules.airborne, AirborneAssaults)
    start = here.hex("Frankfurt")
    near, far = board.within(start, 5), board.within(start, 10)
    found = jumps(here)
    homes = here.game.rules.powers.homelands
    neutral = homes[here.game.rules.tables.power("belgium")] | homes[here.game.rules.tables.power("netherlands")]
    hurdles = airborne.hurdles
    for hex_ in found:
        assert far >> hex_ & 1
        surprised = bool(neutral >> hex_ & 1)
        kinds = hurdles(here.state, hex_)
        assert kinds == 0 or (surprised and kinds == 1 and near >> hex_ & 1)  # one kind of difficult ground, and not at long range
        assert near >> hex_ & 1 or surprised  # beyond five hexes TECH 3 alone
    assert any(hurdles(here.state, hex_) == 1 for hex_ in found)
    assert any(not near >> hex_ & 1 for hex_ in found)
    two = [h for h in members(near & neutral) if hurdles(here.state, h) == 2]
    assert not found & set(two)


@clause("BW-23.0n", "BW-23.0j")
@pytest.mark.parametrize("kinds", [0, 1])
def test_difficult_ground_costs_a_hit(kinds: int) -> None:
    here = may_1940(allies={})
    airborne = layer(here.game.rules.airborne, AirborneAssaults)
    target = next(h for h in sorted(jumps(here)) if airborne.hurdles(here.state, h) == kinds)
    here.begin(AIR_MOVEMENT)
    here.play(Jump(here.block("de-7fl"), target))
    hurt = airborne.land(here.state, target, [])
    assert hurt == ([here.block("de-7fl")] if kinds else [])
    assert not here.state.flags[here.block("de-7fl")] & IN_FLIGHT


@clause("BW-23.0b")
@pytest.mark.parametrize("way", ["by rail", "by sea", "on foot"])
def test_who_came_to_the_airfield_in_this_turn_does_not_jump(way: str) -> None:
    here = may_1940()
    block = here.block("de-7fl")
    if way == "by rail":
        here.state.travelled |= 1 << block
    elif way == "by sea":
        here.state.flags[block] |= MOVED
    else:
        here.state.spent[block] = 1
    assert not jumps(here)


@clause("BW-23.0e", "BW-R119")
def test_nobody_jumps_into_sweden() -> None:
    axis = {"Copenhagen": "de-7fl 3", "Berlin": "de-fhq 4"}
    here = position("sbw10", axis=axis, allies_hold=("Rostock",), month="1944-10", active="axis")
    here.state.orders.append((here.block("de-fhq"), AIRBORNE_ASSAULT, here.block("de-7fl")))
    board, airborne = here.game.rules.board, here.game.rules.airborne
    assert isinstance(airborne, AirborneAssaults)
    near = board.within(here.hex("Copenhagen"), 5) & board.nation("SE") & board.map.playable_mask
    assert any(airborne.hurdles(here.state, hex_) <= 1 for hex_ in members(near)), "where experts could land"
    assert here.hex("Rostock") in jumps(here)
    assert not any(board.nation("SE") >> to & 1 for to in jumps(here))


@clause("BW-23.0l")
def test_jumpers_may_make_a_full_hex_fuller() -> None:
    here = may_1940(axis={"Münster": "de-7fl 3, de-22ll 2", "Kleve": "de-26 4"})
    here.state.neutral = 0
    effects.place(here.state, here.block("de-26"), AXIS, here.hex("Den Haag"))
    effects.set_steps(here.state, here.block("de-10"), 3)
    effects.place(here.state, here.block("de-10"), AXIS, here.hex("Den Haag"))
    here.state.derived = {}
    assert not here.game.rules.definitions.room_for(here.state, here.block("de-7fl")) >> here.hex("Den Haag") & 1
    assert here.hex("Den Haag") in jumps(here)


@clause("BW-23.0h", "BW-R134")
@pytest.mark.parametrize("in_reserve", [True, False])
def test_a_jump_at_armour_in_reserve_is_fatal(in_reserve: bool) -> None:
    here = may_1940(allies={"Utrecht": "fr-dcr1 3"})
    here.state.neutral = 0
    target = here.hex("Utrecht")
    here.state.reserve = 1 << here.block("fr-dcr1") if in_reserve else 0
    here.begin(AIR_MOVEMENT)
    here.play(Jump(here.block("de-7fl"), target))
    here.end_phase()
    lost = [event.block for event in here.told(Eliminated)]
    assert lost == ([here.block("de-7fl")] if in_reserve else [])
    assert (here.state.location[here.block("de-7fl")] < 0) == in_reserve
    if in_reserve:
        assert here.state.reserve  # the armour may still react
        assert here.state.location[here.block("fr-dcr1")] == target


@clause("BW-23.0h", "BW-R134")
@pytest.mark.parametrize(("place", "fatal"), [("Le Mans", True), ("Rouen", False)])
def test_allied_parachutists_fear_german_armour_in_reserve(place: str, fatal: bool) -> None:
    """But only where it stands in the very hex at which they jump."""
    here = position("sbw8", axis={place: "de-lehr 4"}, allies={"London": "us-82ab 3"}, month="1944-06", active="allies")
    here.state.reserve = 1 << here.block("de-lehr")
    block, target = here.block("us-82ab"), here.hex("Le Mans")
    here.state.drops.append((block, target))
    here.state.location[block] = target
    here.state.flags[block] |= IN_FLIGHT
    here.state.derived = {}
    assert here.game.rules.airborne.ambushed(here.state) == ([block] if fatal else [])


@clause("BW-23.0h")
def test_infantry_in_reserve_is_no_danger() -> None:
    here = may_1940(allies={"Utrecht": "fr-20 4"})
    here.state.neutral = 0
    here.state.reserve = 1 << here.block("fr-20")
    here.begin(AIR_MOVEMENT)
    here.play(Jump(here.block("de-7fl"), here.hex("Utrecht")))
    assert here.game.rules.airborne.ambushed(here.state) == []


@clause("BW-23.0m")
def test_parachutists_are_rebuilt_for_yellow_and_blue_at_a_blue_factory() -> None:
    here = position("sbw10", month="1944-08", eliminated=("de-7fl",))
    production, board = here.game.rules.production, here.game.rules.board
    block = here.block("de-7fl")
    assert {COLOURS[colour] for colour in production.colours_of(block)} == {"yellow", "blue"}
    places = production.places(here.state, block)
    assert places
    home = here.game.rules.powers.homelands[here.game.rules.tables.power("germany")]
    assert not places & ~(board.factories("aircraft", here.state.month) & home)


OPEN_LAND = "1529"  # a French hex without a city


def dropped_on_empty_land() -> tuple[Position, int]:
    """A jump from Trier at a hex without units; a fighter stands at Paris, a bomber at Orleans."""
    here = may_1940(axis={"Trier": "de-7fl 3"}, allies={"Paris": "fr-f1 3", "Orleans": "fr-b1 3"})
    here.state.neutral = 0
    target = here.hex(OPEN_LAND)
    here.begin(AIR_MOVEMENT)
    here.play(Jump(here.block("de-7fl"), target))
    return here, target


@clause("BW-23.0g", "BW-23.0f", "BW-23.0j")
def test_fighters_meet_a_jump_at_an_empty_hex() -> None:
    here, target = dropped_on_empty_land()
    here.end_phase().end_phase()  # the Allies have no armour in reserve
    assert (here.step, here.side) == ("Reaction", ALLIES)
    assert here.state.flags[here.block("de-7fl")] & IN_FLIGHT  # they have not landed yet
    assert Fly(here.block("fr-f1"), target) in here.legal()
    assert Fly(here.block("fr-b1"), target) not in here.legal()  # bombers intercept nobody
    here.play(Fly(here.block("fr-f1"), target), EndPhase()).deal()
    while here.step != "Battle":
        here.play(Resolve(target)) if here.step == "CombatPhase" else here.end_phase()
    assert here.side == CHANCE
    dice = here.dice
    here.play(Roll((6,) * dice))
    lost = here.game.rules.units.full[here.block("de-7fl")] - here.state.steps[here.block("de-7fl")]
    assert lost or here.state.location[here.block("de-7fl")] < 0  # hits in the air strike those who jump without escort


@clause("BW-23.0g", "BW-23.0j")
def test_where_nobody_meets_them_they_land_after_the_reaction() -> None:
    here, target = dropped_on_empty_land()
    here.end_phase().end_phase()
    assert not here.holds(AXIS, here.game.rules.board.name(target))
    here.play(EndPhase()).deal()
    assert not here.state.flags[here.block("de-7fl")] & IN_FLIGHT
    assert here.holds(AXIS, here.game.rules.board.name(target))


@clause("BW-23.0f")
@pytest.mark.parametrize("scenario", ["sbw3", "sbw6"])
def test_fighters_escort_a_jump_at_an_empty_hex(scenario: str) -> None:
    """Bombers have nothing to do there."""
    axis = {"Trier": "de-7fl 3, de-jf1 4", "Cologne": "de-8fk 4"}
    here = position(scenario, axis=axis, allies={"Paris": "fr-f1 3"}, month="1940-05")
    here.state.plans[:] = [0] * len(here.state.plans)
    here.state.neutral = 0
    here.command("de-jf1", "de-8fk")
    target = here.hex(OPEN_LAND)
    here.begin(AIR_MOVEMENT)
    assert Fly(here.block("de-jf1"), target) not in here.legal(), "there is nobody yet"
    here.play(Jump(here.block("de-7fl"), target))
    assert Fly(here.block("de-jf1"), target) in here.legal()
    assert Fly(here.block("de-8fk"), target) not in here.legal()
    here.play(Fly(here.block("de-jf1"), target))
    assert here.flags("de-jf1") & IN_FLIGHT
    for seed in range(4):
        assert not leaks(here.game, here.state, ALLIES, Random(seed))
    here.end_phase()
    rng = Random(1)
    while here.state.phase <= COMBAT and here.state.frames:
        answers = here.game.chance(here.state) if here.side == CHANCE else here.game.legal(here.state, here.side)
        here.play(answers.sample(rng))
    assert not here.state.drops


@clause("BW-23.0j")
def test_who_outlives_the_fight_in_the_air_lands() -> None:
    here, target = dropped_on_empty_land()
    here.end_phase().end_phase()
    here.play(Fly(here.block("fr-f1"), target), EndPhase()).deal()
    while here.step != "Battle":
        here.play(Resolve(target)) if here.step == "CombatPhase" else here.end_phase()
    rng = Random(0)
    while here.step == "Battle":
        answers = here.game.chance(here.state) if here.side == CHANCE else here.game.legal(here.state, here.side)
        here.play(answers.sample(rng))
    assert here.state.location[here.block("de-7fl")] == target
    assert not here.state.flags[here.block("de-7fl")] & IN_FLIGHT
    assert not here.state.drops
    assert here.holds(AXIS, here.game.rules.board.name(target))


@clause("BW-23.0g", "BW-1.3a")
def test_a_jump_that_is_seen_with_its_face_is_one_jump() -> None:
    """A view tells of it twice: by the face, and by the hex without enemies that it jumps at."""
    here, target = dropped_on_empty_land()
    here.end_phase().end_phase()
    state, jumper = here.state, 1 << here.block("de-7fl")
    state.face_up, state.jumped, state.aloft = state.face_up | jumper, state.jumped | jumper, state.aloft | jumper
    view = here.game.view(state, ALLIES)
    assert view.parachutes == ((state.handle[here.block("de-7fl")], target),)
    twin = here.game.guess(view, Random(1))
    assert twin.drops == [(here.block("de-7fl"), target)]
    assert here.game.view(twin, ALLIES) == view


@clause("BW-23.0g", "BW-31.0c", "BW-31.0g")
def test_armour_in_reserve_meets_a_jump_at_an_empty_hex() -> None:
    here = position(
        "sbw9",
        axis={"Reims": "de-manteuffel 4", "Troyes": "de-47pz 5"},
        allies={"London": "gb-churchill 4, us-82ab 3"},
        month="1944-09",
        active="allies",
    )
    here.state.reserve = 1 << here.block("de-47pz")
    target = here.hex(OPEN_LAND)
    here.state.orders.append((here.block("us-82ab"), 6, here.block("us-82ab")))
    here.begin(AIR_MOVEMENT)
    here.play(Jump(here.block("us-82ab"), target)).end_phase()
    assert (here.step, here.side) == ("ReserveReaction", AXIS)
    assert Move(here.block("de-47pz"), target) in here.legal()
    here.play(Move(here.block("de-47pz"), target), EndPhase()).deal()
    while here.step not in ("CombatPhase", "Battle"):
        here.end_phase()
    assert here.state.battles >> target & 1 or here.step == "Battle"


@clause("BW-23.0g", "BW-31.0f", "BW-31.0g")
def test_a_second_reserve_may_follow_unseen_until_all_have_come() -> None:
    here = position(
        "sbw9",
        axis={"Reims": "de-manteuffel 4", "Troyes": "de-47pz 5, de-58pz 5"},
        allies={"London": "gb-churchill 4, us-82ab 3"},
        month="1944-09",
        active="allies",
    )
    first, second = here.block("de-47pz"), here.block("de-58pz")
    here.state.reserve = 1 << first | 1 << second
    target = here.hex(OPEN_LAND)
    here.state.orders.append((here.block("us-82ab"), 6, here.block("us-82ab")))
    here.begin(AIR_MOVEMENT)
    here.play(Jump(here.block("us-82ab"), target)).end_phase()
    seen = here.game.view(here.state, ALLIES)
    here.play(Move(first, target))
    assert here.game.view(here.state, ALLIES) == seen
    assert Move(second, target) in here.legal()
    for seed in range(8):
        assert not leaks(here.game, here.state, AXIS, Random(seed))
    here.play(Move(second, target), EndPhase()).deal()
    assert here.state.battles >> target & 1


@clause("BW-23.0c", "BW-0.4b")
@pytest.mark.parametrize(
    ("month", "ordered", "able"), [("1940-05", False, True), ("1940-06", True, False), ("1940-08", True, True), ("1940-08", False, False)]
)
def test_in_victory_in_the_west_jumps_need_orders_from_july_on(month: str, ordered: bool, able: bool) -> None:
    """In May each division jumps once without an order; when the Battle of Britain has begun, Goering or the FHQ must spend an action."""
    axis = {"Calais": "de-7fl 3", "Berlin": "de-fhq 4, de-goering 4"}
    here = position("sbw6", axis=axis, allies={"London": "gb-3 4"}, axis_holds=CONQUERED, month=month, active="axis")
    here.state.phase = AIR_MOVEMENT
    if ordered:
        here.state.orders.append((here.block("de-goering"), AIRBORNE_ASSAULT, here.block("de-7fl")))
    assert bool(jumps(here)) == able


@clause("BW-23.0c", "BW-23.0f")
def test_goering_orders_a_jump_over_the_channel() -> None:
    axis = {"Calais": "de-7fl 3", "Berlin": "de-goering 4"}
    here = position("sbw6", axis=axis, axis_holds=CONQUERED, month="1940-08", active="axis").begin(AIR_MOVEMENT)
    order = SpecialAction(here.block("de-goering"), AIRBORNE_ASSAULT, here.block("de-7fl"))
    assert not any(isinstance(action, Jump) for action in here.legal())
    here.play(order)
    britain = here.game.rules.board.nation("GB")
    assert any(britain >> action.to & 1 for action in here.legal() if isinstance(action, Jump))
