"""Chapter 24: amphibious landings in the West."""

from random import Random
from typing import Any

import msgspec
import pytest

from blockfront.core.actions import Roll
from blockfront.core.chance import Dice
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, position
from blockfront.games.blocks_series.actions import EndPhase, Move, Resolve
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import RoundBegan
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import FireContext
from blockfront.games.blocks_series.rules.ch13_headquarters import KEEP_SUBMARINES, LANDING
from blockfront.games.blocks_series.rules.ch24_landings import AmphibiousLandings
from blockfront.games.blocks_series.sea_actions import Hold, Land, Reembark
from blockfront.games.blocks_series.sea_events import BattlePaused, BeachTaken, LandingsDeclared, StoodDown
from blockfront.games.blocks_series.state import COMBAT, MARKED, MOVEMENT, NO_BLOCK, SNOW
from blockfront.testing.fog import leaks

HUSKY = {"Algiers": "us-ike 4", "London": "gb-churchill 4"}


def husky(allies: dict[str, str], axis: dict[str, str] | None = None, *, month: str = "1943-07", **more: Any) -> Position:
    """Eisenhower and Churchill are active: they were in the Strategic Rail Phase."""
    scenario = str(more.pop("scenario", "sbw4"))
    leaders = {"Algiers": "us-ike 4", "London": "gb-churchill 4"} if scenario == "sbw4" else {"London": "us-ike 4, gb-churchill 4"}
    here = position(scenario, allies={**leaders, **allies}, axis=axis, month=month, active="allies", **more)
    here.state.active_hqs |= 1 << here.block("us-ike") | 1 << here.block("gb-churchill")
    here.state.face_up |= here.state.active_hqs
    return here.begin(MOVEMENT)


def landings_of(here: Position) -> AmphibiousLandings:
    found = here.game.rules.landings
    assert isinstance(found, AmphibiousLandings)
    return found


def targets(here: Position, unit: str) -> set[str]:
    return {here.game.rules.board.name(a.to) for a in here.legal() if isinstance(a, Land) and a.block == here.block(unit)}


def land(here: Position, unit: str, to: str, hq: str = "") -> Land:
    return Land(here.block(unit), here.hex(to), here.block(hq) if hq else -1)


def hold(here: Position, unit: str, hq: str) -> Hold:
    return Hold(here.block(hq), here.block(unit))


def roll(here: Position, *faces: int) -> Position:
    """Answer the next throw; missing dice miss."""
    chance = here.game.chance(here.state)
    assert isinstance(chance, Dice)
    return here.play(Roll(tuple([*faces, *[1] * chance.count][: chance.count])))


def settle(here: Position, until: str, face: int = 1) -> Position:
    """Everybody ends and every die shows one face, until a step is reached."""
    for _ in range(200):
        if not here.state.frames or here.step == until:
            return here
        if here.side == CHANCE:
            here.deal()
            if here.state.frames and here.side == CHANCE:
                roll(here, *[face] * 12)
        elif any(isinstance(action, EndPhase) for action in here.legal()):
            here.play(EndPhase())
        else:
            here.play(next(iter(here.legal())))
    raise AssertionError(f"{until} was never reached")


def clear(here: Position, place: str) -> None:
    """The landed units hit with every die, the defenders with none, until the hex is theirs."""
    for _ in range(60):
        if here.holds(ALLIES, place):
            return
        if here.side == CHANCE:
            top = here.game.stack.top(here.state)
            attacks = top is not None and top[1][3] == 9
            roll(here, *[6 if attacks else 1] * 12)
        else:
            here.play(EndPhase() if any(isinstance(a, EndPhase) for a in here.legal()) else next(iter(here.legal())))


# ---- who may land, and where


@clause("BW-24.0a", "BW-24.1g")
def test_marines_land_within_five_hexes_and_infantry_on_facing_beaches() -> None:
    here = husky({"Malta": "gb-13 4, gb-10 4"})
    assert {"Gela", "Syracuse"} <= targets(here, "gb-13")
    assert targets(here, "gb-10") == {"Syracuse", "Ragusa"}
    assert not targets(here, "gb-13") & {"Salerno", "Anzio"}


@clause("BW-24.0b", "BW-24.1a", "BW-R57")
def test_german_infantry_at_cherbourg() -> None:
    """BWX-24.0 and BWX-24.1."""
    axis, allies = {"Cherbourg": "de-82 4", "Berlin": "de-raeder 4"}, {"London": "gb-churchill 4"}
    here = position("sbw5", axis=axis, allies=allies, month="1940-08", points={"germany": 4})
    here.begin(MOVEMENT)
    assert targets(here, "de-82") == {"Channel Islands", "Southampton", "Portsmouth"} - held(here, AXIS)
    facing = landings_of(here).facing
    assert facing[here.hex("Dover")] >> here.hex("Calais") & 1
    assert not facing.get(here.hex("Southampton"), 0) >> here.hex("Calais") & 1


def held(here: Position, side: int) -> set[str]:
    return {name for name in ("Channel Islands", "Southampton", "Portsmouth") if here.holds(side, name)}


@clause("BW-24.1b")
def test_the_unit_begins_its_turn_in_a_usable_port() -> None:
    here = husky({"Malta": "gb-13 4", "Tunis": "gb-30 4"})
    assert targets(here, "gb-30")
    inland = husky({"Enna": "gb-13 4"})
    assert not targets(inland, "gb-13")
    moved = position("sbw4", allies={**HUSKY, "Malta": "gb-13 4"}, month="1943-07", active="allies")
    moved.state.active_hqs |= 1 << moved.block("gb-churchill")
    moved.state.travelled |= 1 << moved.block("gb-13")
    assert not targets(moved.begin(MOVEMENT), "gb-13")


@clause("BW-24.1c", "BW-24.1d")
def test_supplied_and_at_full_strength() -> None:
    assert not targets(husky({"Malta": "gb-13 3"}), "gb-13")
    here = position("sbw4", allies={**HUSKY, "Malta": "gb-13 4"}, month="1943-07", active="allies")
    here.state.active_hqs |= 1 << here.block("gb-churchill")
    here.state.flags[here.block("gb-13")] |= MARKED
    assert not targets(here.begin(MOVEMENT), "gb-13")


@clause("BW-24.1e", "BW-9.2b")
def test_no_landing_in_bad_weather() -> None:
    here = husky({"Portsmouth": "gb-30 4"}, scenario="sbw8", month="1944-06")
    assert "Gold-Juno-Sword" in targets(here, "gb-30")
    here.state.weather = SNOW
    here.state.derived = {}
    assert not targets(here, "gb-30")
    refusal = here.game.why_not(here.state, land(here, "gb-30", "Gold-Juno-Sword", "gb-churchill"), ALLIES)
    assert refusal is not None
    assert refusal.clause == "BW-24.1e"


@clause("BW-24.1f", "BW-24.3a")
@pytest.mark.parametrize(
    ("month", "target", "allowed"),
    [("1944-05", "Wilhelmshaven", False), ("1944-06", "Wilhelmshaven", True), ("1944-06", "Hamburg", False)],
)
def test_shoals_and_expert_marines(month: str, target: str, allowed: bool) -> None:
    """BWX-24.3: British infantry reaches TECH 3 in June 1944."""
    here = husky({"Hull": "gb-30 4"}, scenario="sbw8", month=month)
    hurdles = landings_of(here).hurdles(here.state, here.hex(target))
    assert hurdles == (2 if target == "Hamburg" else 1)
    able = landings_of(here).targets(here.state, here.block("gb-30"))
    assert (here.hex(target) in able) is allowed


@clause("BW-24.3a")
def test_a_difficult_coast_costs_a_hit() -> None:
    here = husky({"Portsmouth": "gb-30 4"}, scenario="sbw8", month="1944-06")
    rough = next(a for a in here.legal() if isinstance(a, Land) and landings_of(here).hurdles(here.state, a.to))
    here.play(rough).end_phase()
    while here.step == "Crossings":
        roll(here, 1)
    assert here.strength("gb-30") == 3


@clause("BW-24.1g", "BW-24.8a", "BW-24.8b")
@pytest.mark.parametrize(
    ("month", "hexes", "price"),
    [
        ("1944-05", 5, 1),
        ("1944-05", 6, 0),
        ("1944-06", 6, 2),
        ("1944-06", 10, 2),
        ("1944-06", 11, 3),
        ("1944-06", 16, 4),
        ("1944-06", 21, 0),
    ],
)
def test_the_price_of_a_landing_by_distance(month: str, hexes: int, price: int) -> None:
    """BWX-24.8."""
    here = husky({"Plymouth": "gb-30 4"}, scenario="sbw8", month=month)
    sea, port = here.game.rules.sea, here.hex("Plymouth")
    ring = sea.sailed(here.state, port, hexes) & ~sea.sailed(here.state, port, hexes - 1) if hexes <= 20 else sea.coast()
    if hexes > 20:
        ring &= ~sea.sailed(here.state, port, 20)
    target = ring.bit_length() - 1
    assert target >= 0
    assert landings_of(here).price(here.state, here.block("gb-30"), port, target) == price


@clause("BW-24.8b")
def test_a_long_way_takes_more_points() -> None:
    here = husky({"Plymouth": "gb-30 4, gb-1 4"}, scenario="sbw8", month="1944-06")
    sea, points = here.game.rules.sea, here.game.rules.headquarters.points_left
    near = sea.sailed(here.state, here.hex("Plymouth"), 5)
    far = next(a for a in here.legal() if isinstance(a, Land) and a.block == here.block("gb-30") and not near >> a.to & 1)
    before = points(here.state, far.hq)
    here.play(far)
    assert before - points(here.state, far.hq) >= 2


@clause("BW-24.2a", "BW-24.2b", "BW-3.7.1e", "BW-R20")
def test_redoubts_that_close_a_coast() -> None:
    here = husky({"Portsmouth": "gb-30 4"}, {"Channel Islands": "rd-channel 7"}, scenario="sbw8", month="1944-06")
    assert not targets(here, "gb-30") & {"St. Malo", "Avranches"}
    mere = husky({"Portsmouth": "gb-30 4"}, {"Channel Islands": "rd-channel 5"}, scenario="sbw8", month="1944-06")
    assert "St. Malo" not in targets(mere, "gb-30")
    mere.state.seen_steps[mere.block("rd-channel")] = 3
    assert "St. Malo" in targets(mere, "gb-30")
    forbidden = [
        husky({}, axis, scenario="sbw8", month="1944-06")
        for axis in ({"Den Haag": "rd-denhaag 3", "Amsterdam": "rd-amsterdam 1"}, {"Den Haag": "rd-denhaag 7"})
    ]
    closed = [landings_of(h).forbidden(h.state) >> h.hex("Utrecht") & 1 for h in forbidden]
    assert closed == [1, 0]


@clause("BW-24.0c", "BW-24.0e", "BW-R83", "BW-R105", "BW-13.8.4a")
def test_leaders_must_have_been_activated() -> None:
    here = position("sbw4", allies={**HUSKY, "Malta": "gb-13 4"}, month="1943-07", active="allies").begin(MOVEMENT)
    assert not targets(here, "gb-13")
    assert targets(husky({"Malta": "gb-13 4"}), "gb-13")


@clause("BW-24.5d", "BW-R54")
def test_every_unit_landed_or_held_costs_a_point() -> None:
    here = husky({"Malta": "gb-13 4, gb-30 4, gb-8a 4", "Bizerte": "gb-10 4, gb-5 4"})
    left = here.game.rules.headquarters.points_left
    hq = here.block("gb-churchill")
    here.play(land(here, "gb-13", "Gela", "gb-churchill"), land(here, "gb-30", "Syracuse", "gb-churchill"))
    here.play(hold(here, "gb-8a", "gb-churchill"), hold(here, "gb-10", "gb-churchill"))
    assert left(here.state, hq) == 0
    assert not any(isinstance(a, Hold | Land) and a.block == here.block("gb-5") for a in here.legal())


@clause("BW-24.0d", "BW-24.5c", "BW-13.8.1.1m")
def test_a_weak_fleet_lands_one_unit() -> None:
    """Doenitz orders one invasion, Raeder as many as he has points."""
    for hq, most in (("de-doenitz", 1), ("de-raeder", 2)):
        here = position(
            "sbw5",
            axis={"Cherbourg": "de-82 4, de-84 4", "Berlin": f"{hq} 4"},
            month="1940-08",
            allies_hold=("Channel Islands",),
            points={"germany": 4},
        )
        here.begin(MOVEMENT)
        here.play(land(here, "de-82", "Portsmouth", hq))
        assert (len([a for a in here.legal() if isinstance(a, Land)]) > 0) is (most > 1)
        assert any(isinstance(a, Hold) for a in here.legal()) is (most > 1)


@clause("BW-24.0d", "BW-24.5c")
@pytest.mark.parametrize(("tech", "free"), [(1, [False, True, True]), (2, [True, True, True])])
def test_only_its_own_landings_count_against_a_fleet_of_tech_1(monkeypatch: pytest.MonkeyPatch, tech: int, free: list[bool]) -> None:
    here = position("sbw5", axis={"Cherbourg": "de-82 4", "Berlin": "de-raeder 4"}, month="1940-08")
    landings, fleet, unit = here.game.rules.landings, here.block("de-raeder"), here.block("de-82")
    assert isinstance(landings, AmphibiousLandings)
    monkeypatch.setattr(landings, "naval_tech", lambda state, hq: tech)
    found = []
    for order in ((fleet, LANDING, unit), (here.block("it-rm"), LANDING, unit), (fleet, KEEP_SUBMARINES, NO_BLOCK)):
        here.state.orders[:] = [order]
        found.append(landings.may_lead(here.state, fleet, unit))
    assert found == free


@clause("BW-24.5d", "BW-R54")
@pytest.mark.parametrize(("points", "lands"), [(4, True), (3, True), (2, True), (1, True), (0, False)])
def test_the_last_point_still_lands_a_unit(points: int, lands: bool) -> None:
    here = husky({"Malta": "gb-13 4", "London": f"gb-churchill {points}"}) if points else husky({"Malta": "gb-13 4"})
    hq = here.block("gb-churchill")
    while not points and here.game.rules.headquarters.points_left(here.state, hq):
        here.state.orders.append((hq, LANDING, here.block("gb-13")))
    assert any(isinstance(a, Land) and a.hq == hq for a in here.legal()) is lands


@clause("BW-R43", "BW-7.5.5c")
@pytest.mark.parametrize(("port", "steps"), [("Portsmouth", 2), ("Dover", 1)])
def test_the_strait_of_calais_costs_a_landing_twice_both_ways(port: str, steps: int) -> None:
    here = husky({port: "us-6 6"}, month="1943-07", scenario="sbw9")
    landings, marines = here.game.rules.landings, here.block("us-6")
    assert landings.land(here.state, Land(marines, here.hex("Ostend"), -1)).steps == steps
    assert landings.reembark(here.state, Reembark(here.block("us-ike"), marines, here.hex(port))).steps == steps


# ---- the first round


@clause("BW-24.1i", "BW-24.1j")
def test_first_round_modifiers() -> None:
    here = husky({"Malta": "gb-30 4"}, {"Gela": "it-liv 3"})
    here.play(land(here, "gb-30", "Gela", "gb-churchill"))
    settle(here, "Battle")
    fire, context = here.game.rules.fire, _context(here, 1)
    assert fire.maluses(here.state, context, 4, here.block("gb-30")) == 1
    assert fire.bonuses(here.state, context, 4, here.block("it-liv")) == 1
    later = _context(here, 2)
    assert fire.maluses(here.state, later, 4, here.block("gb-30")) == 0
    assert fire.bonuses(here.state, later, 4, here.block("it-liv")) == 0


def _context(here: Position, number: int) -> FireContext:
    return FireContext(here.hex("Gela"), number, False)


@clause("BW-24.1h", "BW-18.1a", "BW-18.1b")
@pytest.mark.parametrize(("face", "left"), [(1, 4), (3, 4), (4, 3), (5, 3), (6, 0)])
def test_each_landing_unit_rolls_for_mines_and_submarines(face: int, left: int) -> None:
    here = husky({"Malta": "gb-30 4"}, {"Gela": "it-liv 3"})
    here.play(land(here, "gb-30", "Gela", "gb-churchill")).end_phase()
    assert here.step == "Crossings"
    roll(here, face)
    assert here.strength("gb-30") == left


@clause("BW-24.0c", "BW-R112")
def test_an_undefended_beach_is_taken() -> None:
    here = husky({"Malta": "gb-30 4"})
    here.play(land(here, "gb-30", "Gela", "gb-churchill")).end_phase()
    roll(here, 1)
    assert here.holds(ALLIES, "Gela")
    assert here.told(BeachTaken)
    assert here.state.beachheads >> here.hex("Gela") & 1
    sunk = husky({"Malta": "gb-30 4"})
    sunk.play(land(sunk, "gb-30", "Gela", "gb-churchill")).end_phase()
    roll(sunk, 6)
    assert sunk.holds(AXIS, "Gela")


@clause("BW-R132")
def test_what_is_declared() -> None:
    here = husky({"Malta": "gb-13 4, gb-30 4", "Bizerte": "gb-10 4"}, {"Gela": "it-liv 3"})
    here.play(land(here, "gb-13", "Gela", "gb-churchill"), land(here, "gb-30", "Gela", "gb-churchill"), hold(here, "gb-10", "gb-churchill"))
    here.end_phase()
    declared = here.told(LandingsDeclared)[0]
    assert declared.targets == ((here.hex("Gela"), 2),)
    assert declared.ports == ((here.hex("Bizerte"), 1),)
    view = here.game.view(here.state, AXIS)
    handles = sorted(here.state.handle[here.block(key)] for key in ("gb-13", "gb-30"))
    assert list(view.landings) == [(handle, here.hex("Gela"), here.hex("Malta")) for handle in handles]
    assert (here.step, view.holding) == ("Crossings", (here.state.handle[here.block("gb-10")],))  # declared before any ship has crossed
    assert not leaks(here.game, here.state, AXIS, Random(1), depth=6)
    settle(here, "Reaction")
    assert here.game.view(here.state, AXIS).holding == (here.state.handle[here.block("gb-10")],)


# ---- the order of battles


def two_landings() -> Position:
    """Gela falls in the first round, Syracuse does not; elsewhere an ordinary battle waits."""
    here = husky(
        {"Malta": "gb-13 4, gb-30 4", "Tunis": "us-2 5", "Bizerte": "gb-1 4, gb-8a 4", "Naples": "us-6 6", "Algiers": "us-ike 4"},
        {"Gela": "it-liv 1", "Syracuse": "it-12 3, it-16 3", "Salerno": "it-19 3"},
    )
    here.play(land(here, "gb-13", "Gela", "gb-churchill"), land(here, "gb-30", "Syracuse", "gb-churchill"))
    here.play(hold(here, "gb-1", "gb-churchill"), hold(here, "gb-8a", "gb-churchill"))
    return here


@clause("BW-R129", "BW-24.0c", "BW-24.5e")
def test_all_first_rounds_come_first() -> None:
    """BWX-R129."""
    here = two_landings()
    here.play(next(a for a in here.legal() if isinstance(a, Move) and (a.block, a.to) == (here.block("us-6"), here.hex("Salerno"))))
    settle(here, "CombatPhase")
    assert {here.game.rules.board.name(a.hex) for a in here.legal() if isinstance(a, Resolve)} == {"Gela", "Syracuse"}
    here.play(Resolve(here.hex("Gela")))
    clear(here, "Gela")
    assert here.holds(ALLIES, "Gela")
    settle(here, "SecondWave")
    assert [event.hex for event in here.told(BattlePaused)] == [here.hex("Syracuse")]
    assert here.state.paused
    assert here.state.face_up >> here.block("it-12") & 1
    here.end_phase()
    settle(here, "CombatPhase")
    assert [event.number for event in here.told(StoodDown)] == [2]
    assert {here.game.rules.board.name(a.hex) for a in here.legal() if isinstance(a, Resolve)} == {"Salerno", "Syracuse"}
    here.play(Resolve(here.hex("Syracuse")))
    assert [event.round for event in here.told(RoundBegan)] == [2]


@clause("BW-24.5f", "BW-24.5g", "BW-24.5h", "BW-R130")
def test_who_lands_in_the_second_wave() -> None:
    here = two_landings()
    settle(here, "CombatPhase")
    here.play(Resolve(here.hex("Gela")))
    clear(here, "Gela")
    settle(here, "SecondWave")
    assert "Gela" in targets(here, "gb-1")
    assert targets(here, "gb-8a") == {"Gela"}
    here.play(land(here, "gb-8a", "Gela")).end_phase()
    assert here.step == "Crossings"
    roll(here, 1)
    assert here.is_at("gb-8a", "Gela")
    assert not here.state.holding


@clause("BW-R130", "BW-24.5g")
def test_a_weakened_unit_may_reinforce_but_not_invade() -> None:
    here = husky({"Malta": "gb-13 4, gb-10 3", "Bizerte": "gb-5 4"})
    here.play(land(here, "gb-13", "Gela", "gb-churchill"), hold(here, "gb-10", "gb-churchill"))
    settle(here, "SecondWave")
    assert targets(here, "gb-10") == {"Gela"}
    fresh = husky({"Malta": "gb-13 4, gb-10 4"})
    fresh.play(land(fresh, "gb-13", "Gela", "gb-churchill"), hold(fresh, "gb-10", "gb-churchill"))
    settle(fresh, "SecondWave")
    assert targets(fresh, "gb-10") == {"Gela", "Syracuse", "Ragusa"}


@clause("BW-24.5f")
def test_marines_join_a_contested_beach_and_fight_on_without_malus() -> None:
    here = husky({"Malta": "gb-13 4, gb-30 4"}, {"Gela": "it-liv 3, it-12 3"})
    here.play(land(here, "gb-13", "Gela", "gb-churchill"), hold(here, "gb-30", "gb-churchill"))
    settle(here, "SecondWave")
    here.play(land(here, "gb-30", "Gela"))
    settle(here, "Battle")
    assert here.state.face_up >> here.block("gb-30") & 1
    assert here.state.fought_at[here.block("gb-30")] == here.hex("Gela")
    assert here.game.rules.fire.maluses(here.state, _context(here, 2), 4, here.block("gb-30")) == 0


# ---- back to the ships


def on_the_beach(points: int = 4) -> Position:
    """Marines of four steps left in a battle whose first round is over."""
    here = husky({"Malta": "us-6 6", "Algiers": f"us-ike {points}"}, {"Gela": "it-liv 3, it-12 3"})
    here.play(land(here, "us-6", "Gela", "us-ike"))
    settle(here, "Battle")
    here.state.steps[here.block("us-6")] = 3
    for _ in range(40):
        if here.side == CHANCE:
            roll(here)
        elif here.side == AXIS:
            here.play(EndPhase())
        elif any(isinstance(a, EndPhase) for a in here.legal()):
            if any(isinstance(a, Reembark) for a in here.legal()) or here.state.frames[-1][3] == 9:
                return here
            here.play(EndPhase())
    return here


@clause("BW-24.1k", "BW-24.1l", "BW-R82", "BW-R31")
@pytest.mark.parametrize(("face", "left"), [(3, 2), (5, 1), (6, 0)])
def test_marines_reembark(face: int, left: int) -> None:
    """BWX-24.1k."""
    here = on_the_beach()
    before = here.game.rules.headquarters.points_left(here.state, here.block("us-ike"))
    back = next(a for a in here.legal() if isinstance(a, Reembark) and a.to == here.hex("Malta"))
    here.play(back)
    roll(here, face)
    assert here.strength("us-6") == left
    assert here.is_at("us-6", "Malta") is (left > 0)
    assert before - here.game.rules.headquarters.points_left(here.state, here.block("us-ike")) == 1


@clause("BW-24.1k")
def test_without_a_point_left_nobody_goes_back() -> None:
    here = on_the_beach(points=1)
    assert not any(isinstance(a, Reembark) for a in here.legal())


@clause("BW-24.1k")
def test_regular_infantry_never_reembarks() -> None:
    here = husky({"Malta": "gb-10 4"}, {"Syracuse": "it-12 3"})
    here.play(land(here, "gb-10", "Syracuse", "gb-churchill"))
    settle(here, "Battle")
    assert not here.game.rules.landings.reembarkations(here.state, here.block("gb-10"))
    assert here.state.phase == COMBAT


# ---- fog of war


def waiting(unit: str, other: str) -> Position:
    """A unit of Great Britain waits at Bizerte for the second wave of a landing at Gela, another stands at Tunis."""
    here = husky({"Malta": "gb-13 4", "Bizerte": f"{unit} 4", "Tunis": f"{other} 4"}, {"Gela": "it-liv 3, it-12 3", "Enna": "de-hgd 3"})
    handles = sorted((here.state.handle[here.block(unit)], here.state.handle[here.block(other)]))
    here.state.handle[here.block(unit)], here.state.handle[here.block(other)] = handles
    here.play(land(here, "gb-13", "Gela", "gb-churchill"), hold(here, unit, "gb-churchill"))
    return here


@clause("BW-R132", "BW-24.6a", "BW-1.3a")
def test_whether_a_block_on_hold_is_a_marine_is_hidden_until_it_lands() -> None:
    """Marines or infantry on hold: the defender sees and is asked the same until the second wave is over."""
    pair = [waiting("gb-30", "gb-10"), waiting("gb-10", "gb-30")]
    for _ in range(60):
        views = [_defender_sees(here) for here in pair]
        assert views[0] == views[1]
        if pair[0].step == "SecondWave":
            return
        for here in pair:
            if here.side == CHANCE:
                here.deal()
                if here.side == CHANCE:
                    roll(here)
            else:
                here.play(EndPhase())
    raise AssertionError("the second wave never came")


def _defender_sees(here: Position) -> bytes:
    """View, question and answers of the Axis, byte for byte."""
    asked = [here.game.prompt(here.state, AXIS), *here.legal()] if here.side == AXIS else []
    return msgspec.json.encode((here.game.view(here.state, AXIS), asked))


# ---- the book's August 1940


@clause("BW-24.5d", "BW-24.5e", "BW-24.5g", "BW-13.8.1.1j", "BW-R54", "BW-R55")
def test_raeder_in_august_1940() -> None:
    """BWX-24.5A: with one of four points kept for the submarines three are left: two landings and a unit on hold."""
    here = position(
        "sbw5",
        axis={"Cherbourg": "de-82 4", "Calais": "de-84 4, de-80 4", "Berlin": "de-raeder 4"},
        allies={"London": "gb-churchill 4", "Dover": "gb-10 4"},
        month="1940-08",
        allies_hold=("Channel Islands",),
        points={"germany": 20},  # barges have a price in this scenario
    )
    raeder = here.block("de-raeder")
    here.begin(MOVEMENT)
    here.state.orders.append((raeder, KEEP_SUBMARINES, NO_BLOCK))
    here.play(land(here, "de-82", "Channel Islands", "de-raeder"), land(here, "de-84", "Dover", "de-raeder"))
    here.play(hold(here, "de-80", "de-raeder"))
    assert here.game.rules.headquarters.points_left(here.state, raeder) == 0
    settle(here, "SecondWave")
    assert "Channel Islands" not in targets(here, "de-80")
    assert "Pevensey" in targets(here, "de-80")
    assert "Dover" not in targets(here, "de-80")  # it is fought for, and he is no marine
    assert here.end_phase().state.holding == 0


@clause("BW-14.0a", "BW-24.0a")
@pytest.mark.parametrize(("strength", "month", "able"), [(4, "1943-07", True), (3, "1943-07", False), (4, "1941-12", False)])
def test_regular_infantry_lands_on_facing_beaches_alone(strength: int, month: str, able: bool) -> None:
    """At full strength and from TECH 2 on, which Great Britain has from 1942."""
    here = husky({"Malta": f"gb-10 {strength}, gb-13 4"}, month=month)
    assert targets(here, "gb-10") == ({"Syracuse", "Ragusa"} if able else set())
    if able:
        beaches = landings_of(here).facing_beaches(here.state, here.hex("Malta"))
        assert all(beaches >> here.hex(place) & 1 for place in targets(here, "gb-10"))
        assert targets(here, "gb-13") - targets(here, "gb-10")  # marines land elsewhere too


@clause("BW-11.3c", "BW-14.0b")
def test_nobody_sails_through_shoals_to_a_landing() -> None:
    """The German Bight and the way behind Norway are shoals: landings neither start there nor pass them; those that end there may."""
    here = husky({"Hull": "gb-30 4"}, scenario="sbw8", month="1944-06")
    rules, board = here.game.rules, here.game.rules.board
    shoals = board.theatre("shoals")
    assert shoals >> here.hex("Wilhelmshaven") & shoals >> here.hex("Hamburg") & 1
    sea = rules.sea
    deep = sea._spread(here.hex("Oslo"), "atlantic", (sea._open["atlantic"] | sea._straits) & ~shoals)[5]
    everything = sea._spread(here.hex("Oslo"), "atlantic", sea._open["atlantic"] | sea._straits)[5]
    reached = sea.sailed(here.state, here.hex("Oslo"), 5)
    assert everything & ~reached, "there are coasts which only shoals lead to"
    assert not reached & ~shoals & ~deep
    assert reached & shoals == everything & shoals & ~(1 << here.hex("Oslo"))


@clause("BW-11.3c", "BW-14.0b")
@pytest.mark.parametrize(("port", "able"), [("Wilhelmshaven", False), ("Hamburg", False), ("Calais", True)])
def test_no_landing_starts_in_shoals_though_units_go_by_sea_from_there(port: str, able: bool) -> None:
    axis = {port: "de-82 4", "Berlin": "de-raeder 4"}
    here = position("sbw6", axis=axis, allies={"London": "gb-churchill 4"}, month="1940-08", points={"germany": 9})
    landings, sea, germany = here.game.rules.landings, here.game.rules.sea, here.game.rules.tables.power("germany")
    assert isinstance(landings, AmphibiousLandings)
    assert landings.is_ready(here.state, here.block("de-82")) == able
    assert sea.harbours(here.state, germany) >> here.hex(port) & 1
    assert sea.destinations(here.state, germany, here.hex(port))


@clause("BW-24.1a", "BW-24.1g")
@pytest.mark.parametrize(("month", "faces"), [("1944-07", False), ("1944-08", True), ("1944-09", False)])
def test_toulon_faces_three_ports_in_august_1944(month: str, faces: bool) -> None:
    """Dragoon: by the scenario a regular corps may land there from Naples, Bastia and Ajaccio in that month alone."""
    here = husky({"Naples": "ff-1 4"}, scenario="sbw9", month=month)
    here.state.active_hqs |= 1 << here.block("us-ike")
    beaches = landings_of(here).facing_beaches
    for port in ("Naples", "Bastia", "Ajaccio"):
        assert bool(beaches(here.state, here.hex(port)) >> here.hex("Toulon") & 1) == faces
    able = landings_of(here).targets(here.state, here.block("ff-1"))
    assert (here.hex("Toulon") in able) == faces


@clause("BW-24.0a", "BW-24.1g", "BW-24.0c", "BW-24.2a", "BW-24.8b", "BW-3.10a")
def test_a_landing_is_refused_for_one_reason() -> None:
    here = husky({"Malta": "gb-13 4, gb-10 4"})

    def why(unit: str, to: str, hq: str = "gb-churchill") -> tuple[str, str]:
        refusal = here.refusal(land(here, unit, to, hq))
        return refusal.because, refusal.clause

    assert why("gb-13", "Anzio") == ("coast_too_far", "BW-24.1g")
    assert why("gb-10", "Gela") == ("coast_not_facing", "BW-24.1g")
    assert why("gb-13", "Malta") == ("coast_is_ours", "BW-24.0a")
    assert why("gb-13", "Gela", "gb-10") == ("no_landing_order", "BW-24.0c")
    expert = husky({"Malta": "gb-13 4"}, month="1944-07")
    prices = landings_of(expert).targets(expert.state, expert.block("gb-13"))
    assert 2 in prices.values(), "a landing far away takes two points"
    expert.state.steps[expert.block("gb-churchill")] = 1
    far = next(hex_ for hex_, price in prices.items() if price == 2)
    refusal = expert.refusal(Land(expert.block("gb-13"), far, expert.block("gb-churchill")))
    assert (refusal.because, refusal.values["points"]) == ("landing_too_dear", 2)
