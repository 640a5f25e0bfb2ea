"""Chapters 25 to 28 and 30: Katyushas, Gustav, garrisons, Volkssturm, Chechens."""

import pytest

from blockfront.core.clauses import clause
from blockfront.core.events import Event
from blockfront.games.blocks_in_the_east.aids.battle_scene import battle
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_in_the_east.game import make
from blockfront.games.blocks_in_the_east.options.garrisons import BorderWatch
from blockfront.games.blocks_series.actions import Command, Disband, EndPhase, Fly, Move, RailMove, Rebuild, Reinforce, SpecialAction
from blockfront.games.blocks_series.aids.automatic_set_up import automatic_set_up
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.power_events import VolkssturmCalled
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import ANTI_AIRCRAFT, ARTILLERY, FireContext
from blockfront.games.blocks_series.rules.ch13_headquarters import HELP_ARMOUR
from blockfront.games.blocks_series.state import AIR_MOVEMENT, MOVEMENT, PRODUCTION, STRATEGIC_RAIL
from tests.layers import layer

# ---- 25 Katyushas


def guns(here: Position, key: str, step: int = ARTILLERY, place: str = "Poltava") -> tuple[int, int]:
    """Dice and lowest hit of a unit in the first round of a battle."""
    side = here.game.rules.units.side[here.block(key)]
    shots = here.game.rules.fire.volley(here.state, FireContext(here.hex(place), 1, raid=False), step, side)
    return next(((shot.dice, shot.lowest) for shot in shots if shot.block == here.block(key)), (0, 0))


@clause("BE-25.0a")
@pytest.mark.parametrize(("month", "dice"), [("1941-10", 2), ("1942-06", 4)])
def test_soviet_guns_of_tech_two_have_rockets(month: str, dice: int) -> None:
    here = battle("g-1k 4", "artillery 2, infantry 2", active="soviet", held_by="axis", month=month, options=("katyushas",))
    gun = next(b for b in here.game.rules.fire.units_at(here.state, here.hex("Poltava"), SOVIET) if here.game.rules.units.is_artillery[b])
    key = here.game.order[gun].key
    assert guns(here, key)[0] == dice
    assert guns(here, key, ANTI_AIRCRAFT)[0] == 2  # not against aircraft
    here.state.steps[gun] = 1  # the zero step
    here.state.derived = {}
    assert guns(here, key)[0] == 0


@clause("BE-25.0a")
def test_german_guns_have_none() -> None:
    here = battle("g-18a 4, g-1k 4", "infantry 2", month="1942-06", options=("katyushas",))
    assert guns(here, "g-18a")[0] == 4


# ---- 26 Gustav

GUSTAV = ("advanced", "gustav", "reconnaissance")


@clause("BE-26.0a", "BE-7.7.6p", "BE-R52")
@pytest.mark.parametrize(("month", "lowest"), [("1942-06", 4), ("1944-10", 3)])
def test_gustav_ignores_maluses_of_works_and_needs_no_scouts(month: str, lowest: int) -> None:
    here = battle("g-gustav 4, g-18a 4, g-1k 4", "infantry 2", "Sevastopol", month=month, options=GUSTAV, scenario="sbe6")
    assert here.game.rules.definitions.fortification(here.state, here.hex("Sevastopol")) == "fortress"
    assert guns(here, "g-gustav", place="Sevastopol") == (4, lowest)
    assert guns(here, "g-18a", place="Sevastopol")[0] < 4  # the fortress halves others twice, and nobody has scouted


@clause("BE-26.0b")
def test_elsewhere_it_is_artillery_like_any_other() -> None:
    here = battle("g-gustav 4, g-18a 4, g-1k 4", "infantry 2", month="1942-06", options=("advanced", "gustav"), scenario="sbe6")
    assert guns(here, "g-gustav") == guns(here, "g-18a") == (4, 5)


def siege(commanded: bool) -> Position:
    here = position(
        "sbe6",
        axis={"Eupatoria": "g-gustav 4, g-1k 4, g-1pzg 3", "Simferopol": "g-2k 4, g-18a 4"},
        soviet={"Sevastopol": "s-8a 3"},
        month="1942-06",
        options=("advanced", "gustav"),
    )
    return here.command("g-gustav") if commanded else here


@clause("BE-26.0c")
def test_it_moves_and_attacks_on_command_as_armour_does() -> None:
    free, bound = siege(commanded=True), siege(commanded=False)
    gun = free.block("g-gustav")
    assert bound.game.rules.movement.allowance(bound.state, gun) * 2 == free.game.rules.movement.allowance(free.state, gun) == 4
    assert free.game.rules.movement.may_attack(free.state, gun)
    assert not bound.game.rules.movement.may_attack(bound.state, gun)
    bound.begin(MOVEMENT)
    assert Command(bound.block("g-1pzg"), gun) in bound.legal()


@clause("BE-26.0c")
def test_the_fhq_commands_it() -> None:
    here = position("sbe6", axis={"Eupatoria": "g-gustav 4", "Rastenburg": "g-fhq 4"}, month="1942-06", options=("advanced", "gustav"))
    here.begin(STRATEGIC_RAIL)
    assert SpecialAction(here.block("g-fhq"), HELP_ARMOUR, here.block("g-gustav")) in here.legal()


@clause("BE-26.0d", "BE-3.10f")
@pytest.mark.parametrize(("place", "fits"), [("Sevastopol", True), ("Melitopol", False)])
def test_it_may_overstack_before_works_alone(place: str, fits: bool) -> None:
    here = position(
        "sbe6",
        axis={place: "g-1k 4, g-2k 4, g-18a 4", "Dnepropetrovsk": "g-gustav 4"},
        soviet={place: "s-8a 3"},
        soviet_holds=(place,),
        month="1942-06",
        options=("advanced", "gustav"),
    )
    assert bool(here.game.rules.definitions.room_for(here.state, here.block("g-gustav")) >> here.hex(place) & 1) == fits
    assert not here.game.rules.definitions.room_for(here.state, here.block("g-16a")) >> here.hex(place) & 1


# ---- 27 garrisons


@clause("BE-27.0a")
@pytest.mark.parametrize("options", [(), ("garrisons",)])
def test_security_and_slovak_corps_are_set_up(options: tuple[str, ...]) -> None:
    game = make("sbe5", frozenset(("advanced", *options)))
    corps = {"g-rhg101", "g-rhg102", "g-rhg103", "sk-1", "sk-2"}
    forces = {game.order[block].key for block in game.rules.set_up.forces(AXIS)}
    assert corps & forces == (corps if options else set())
    placed = {game.order[block].key: hex_ for block, _, hex_ in automatic_set_up(game.rules, AXIS, 0)}
    if options:
        assert game.rules.board.area("slovakia_setup") >> placed["sk-1"] & 1
        assert game.rules.board.area("army_group_north_rear") >> placed["g-rhg101"] & 1


@clause("BE-27.0c")
def test_they_act_as_other_units_do() -> None:
    here = position("sbe5", axis={"Lublin": "g-rhg102 2"}, soviet={"Moscow": "s-8a 3"}, options=("advanced", "garrisons")).begin(MOVEMENT)
    assert any(isinstance(action, Move) and action.block == here.block("g-rhg102") for action in here.legal())


WATCH = {"4045": "s-14a 3", "4245": "s-7a 3", "Yerevan": "s-23a 2"}


def watching(units: dict[str, str], phase: int = MOVEMENT) -> Position:
    here = position("sbe9", soviet=units, month="1942-06", active="soviet", points={"ussr": 5}, options=("advanced", "garrisons"))
    return here.begin(phase)


def border_is_watched(here: Position) -> bool:
    return not layer(here.game.rules.definitions, BorderWatch).unwatched(here.state)


@clause("BE-27.0b")
def test_every_hex_of_the_border_must_be_watched() -> None:
    assert border_is_watched(watching(WATCH))
    for place in WATCH:
        assert not border_is_watched(watching({other: unit for other, unit in WATCH.items() if other != place}))


@clause("BE-27.0b")
def test_who_watches_alone_goes_nowhere_else() -> None:
    here = watching(WATCH)
    moves = [action for action in here.legal() if isinstance(action, Move)]
    assert {move.to for move in moves if move.block == here.block("s-23a")} == {here.hex("4247"), here.hex("Leninakan")}
    for move in moves:
        after = here.state.copy()
        here.game.apply(after, move, SOVIET)
        assert not layer(here.game.rules.definitions, BorderWatch).unwatched(after)
    refused = here.game.why_not(here.state, Move(here.block("s-23a"), here.hex("4346")), SOVIET)
    assert refused is not None
    assert refused.clause == "BE-27.0b"


@clause("BE-27.0b")
def test_with_a_second_watchman_the_first_is_free() -> None:
    here = watching({**WATCH, "Leninakan": "s-42rc 2"})
    assert Move(here.block("s-23a"), here.hex("4447")) in here.legal()
    here.play(Move(here.block("s-23a"), here.hex("4447")))
    assert not any(isinstance(a, Move) and a.block == here.block("s-42rc") and a.to == here.hex("4346") for a in here.legal())


@clause("BE-27.0b")
def test_neither_trains_nor_discharge_take_a_watchman_away() -> None:
    here = watching(WATCH, STRATEGIC_RAIL)
    trains = {action.to for action in here.legal() if isinstance(action, RailMove) and action.block == here.block("s-23a")}
    assert trains == {here.hex("Leninakan")}
    here = watching(WATCH, PRODUCTION)
    assert not any(isinstance(action, Disband) for action in here.legal())
    free = watching({**WATCH, "Leninakan": "s-42rc 2"}, STRATEGIC_RAIL)
    assert RailMove(free.block("s-23a"), free.hex("Tbilisi")) in free.legal()


@clause("BE-27.0b")
def test_a_gap_is_closed_before_movement_ends() -> None:
    here = watching({"4045": "s-14a 3", "Leninakan": "s-23a 2", "Tbilisi": "s-7a 3"})
    here.state.control[SOVIET] |= here.game.rules.board.area("turkish_border")
    assert border_is_watched(here)
    gap = watching({"4045": "s-14a 3", "4245": "s-7a 3", "4346": "s-23a 2"})
    assert not border_is_watched(gap)  # 4247
    assert EndPhase() not in gap.legal()
    refused = gap.game.why_not(gap.state, EndPhase(), SOVIET)
    assert refused is not None
    assert refused.clause == "BE-27.0b"
    gap.play(Move(gap.block("s-23a"), gap.hex("Leninakan")))
    assert EndPhase() in gap.legal()


@clause("BE-27.0b")
def test_aircraft_may_watch_and_then_stay_too() -> None:
    here = watching({"4045": "s-14a 3", "4245": "s-7a 3", "Yerevan": "s-cau-f 1"}, AIR_MOVEMENT)
    assert border_is_watched(here)
    block = here.block("s-cau-f")
    assert not any(isinstance(action, Fly) and action.block == block for action in here.legal())


# ---- 28 Volkssturm


LOST = ("g-2k", "g-10k", "g-41pz", "g-18a")


def invaded(options: tuple[str, ...] = ("volkssturm",)) -> Position:
    return position(
        "sbe8",
        axis={"Berlin": "g-1k 4"},
        soviet={"Memel": "s-8a 3"},
        month="1944-10",
        active="soviet",
        eliminated=LOST,
        options=("advanced", *options),
    )


def raised(here: Position) -> set[tuple[str, str]]:
    lost = {here.block(key) for key in LOST}
    corps = (action for action in here.legal() if isinstance(action, Reinforce) and action.block in lost)
    return {(here.game.order[action.block].key, here.game.rules.board.name(action.hex)) for action in corps}


def next_axis_production(here: Position) -> Position:
    here.state.active = AXIS
    here.state.derived = {}
    here.begin(PRODUCTION)
    here.state.pool[:] = [0] * len(here.state.pool)  # they cost nothing
    return here


@clause("BE-28.0a")
def test_a_soviet_unit_in_germany_calls_them_up() -> None:
    here = invaded()
    assert not raised(next_axis_production(invaded()))
    here.begin(MOVEMENT)
    here.play(Move(here.block("s-8a"), here.hex("Tilsit"))).end_phase()
    assert here.told(VolkssturmCalled)
    assert raised(next_axis_production(here))


@clause("BE-28.0a")
@pytest.mark.parametrize(("by", "called"), [("soviet", True), ("axis", False)])
def test_a_soviet_unit_that_only_passes_through_germany_calls_them_up_too(by: str, called: bool) -> None:
    here = position(
        "sbe8", axis={"Berlin": "g-1k 4"}, soviet={"Minsk": "s-8a 3"}, month="1944-10", active=by, options=("advanced", "volkssturm")
    )
    here.state.passed = 1 << here.hex("Tilsit")
    events: list[Event] = []
    for side in (AXIS, SOVIET):
        here.game.rules.definitions.moves_shown(here.state, side, events)
    assert any(isinstance(event, VolkssturmCalled) for event in events) == called


@clause("BE-28.0b")
def test_one_destroyed_corps_a_turn_at_step_one() -> None:
    here = invaded()
    here.begin(MOVEMENT).play(Move(here.block("s-8a"), here.hex("Tilsit"))).end_phase()
    next_axis_production(here)
    assert {key for key, _ in raised(here)} == {"g-2k", "g-10k"}  # neither armour nor guns
    assert {place for _, place in raised(here)} >= {"Berlin", "Königsberg", "Vienna"}
    assert "Warsaw" not in {place for _, place in raised(here)}
    here.play(Reinforce(here.block("g-2k"), here.hex("Berlin")))
    assert here.strength("g-2k") == 1
    assert not raised(here)


@clause("BE-E91", "BE-28.0b")
def test_in_every_city_by_another_edition() -> None:
    here = invaded(("volkssturm", "volkssturm_per_city"))
    here.begin(MOVEMENT).play(Move(here.block("s-8a"), here.hex("Tilsit"))).end_phase()
    next_axis_production(here).play(Reinforce(here.block("g-2k"), here.hex("Berlin")))
    assert ("g-10k", "Vienna") in raised(here)
    assert ("g-10k", "Berlin") not in raised(here)


# ---- 30 Chechens


def grozny(month: str, soviet: dict[str, str], *, held: bool = False, eliminated: tuple[str, ...] = ()) -> Position:
    return position(
        "sbe6",
        axis={"Rostov": "g-1k 4"},
        soviet=soviet,
        month=month,
        axis_holds=("Grozny",) if held else (),
        soviet_holds=() if held else ("Grozny",),
        eliminated=eliminated,
        options=("advanced", "chechens"),
    )


def rises(here: Position) -> bool:
    here.begin(PRODUCTION)
    return Reinforce(here.block("ch-1"), here.hex("Grozny")) in here.legal()


@clause("BE-30.0a")
def test_when_the_chechens_rise() -> None:
    away = {"Moscow": "s-8a 3"}
    assert rises(grozny("1941-12", away, held=True))
    assert not rises(grozny("1941-12", away))
    assert rises(grozny("1942-01", away))
    assert not rises(grozny("1942-01", {"Grozny": "s-8a 3"}))


@clause("BE-30.0a", "BE-30.0c")
def test_the_chechens_rise_once_at_a_time() -> None:
    here = grozny("1942-06", {"Moscow": "s-8a 3"})
    assert rises(here)
    here.play(Reinforce(here.block("ch-1"), here.hex("Grozny"))).end_phase()
    here.state.active, here.state.phase = AXIS, PRODUCTION
    assert here.block("ch-1") not in here.game.rules.reinforcements.due(here.state, AXIS)


@clause("BE-30.0a")
def test_they_come_in_full_strength_and_take_the_city() -> None:
    here = grozny("1942-06", {"Moscow": "s-8a 3"})
    assert rises(here)
    here.state.pool[:] = [0] * len(here.state.pool)
    here.play(Reinforce(here.block("ch-1"), here.hex("Grozny"))).end_phase()
    assert here.strength("ch-1") == 2
    assert here.holds(AXIS, "Grozny")


@clause("BE-30.0a")
def test_others_come_as_strong_as_the_list_says() -> None:
    here = grozny("1942-06", {"Moscow": "s-8a 3"})
    plain = position("sbe6", month="1942-06", options=("advanced",))
    steps, usual = here.game.rules.reinforcements.steps, plain.game.rules.reinforcements.steps
    others = [block for block in range(len(here.game.order)) if block != here.block("ch-1")]
    assert any(usual(plain.state, block) < here.game.rules.units.full[block] for block in others)
    assert all(steps(here.state, block) == usual(plain.state, block) for block in others)
    assert steps(here.state, here.block("ch-1")) == here.game.rules.units.full[here.block("ch-1")]


@clause("BE-30.0b")
@pytest.mark.parametrize(("place", "supplied"), [("Grozny", True), ("Ordzhonikidze", True), ("Rostov", False)])
def test_they_are_germans_fed_by_grozny(place: str, supplied: bool) -> None:
    units = {place: "ch-1 2", "Kharkov": "g-1k 4"}
    here = position("sbe6", axis=units, axis_holds=("Grozny",), month="1942-08", options=("advanced", "chechens"))
    lacking, _ = here.game.rules.supply.unsupplied(here.state, [here.block("ch-1")])
    assert (not lacking) == supplied
    assert here.game.order[here.block("ch-1")].nation == "germany"
    assert here.game.rules.units.is_mountain[here.block("ch-1")]


@clause("BE-30.0c")
def test_they_rise_again_and_are_not_recruited_elsewhere() -> None:
    here = grozny("1942-06", {"Moscow": "s-8a 3"}, eliminated=("ch-1",))
    assert rises(here)
    assert not any(isinstance(action, Rebuild) and action.block == here.block("ch-1") for action in here.legal())
