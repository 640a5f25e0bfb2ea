"""Chapter 24 in the East: Soviet marines."""

import pytest

from blockfront.blocks import effects
from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_series.actions import EndPhase
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import GROUND, FireContext
from blockfront.games.blocks_series.rules.ch13_headquarters import LANDING
from blockfront.games.blocks_series.rules.ch24_landings import AmphibiousLandings
from blockfront.games.blocks_series.sea_actions import Hold, Land, Reembark
from blockfront.games.blocks_series.state import MARKED, MOVEMENT, NO_BLOCK, PRODUCTION
from tests.layers import layer

OPTIONS = ("advanced", "marines")


def targets(here: Position, unit: str = "s-mar2") -> set[int]:
    return {a.to for a in here.legal() if isinstance(a, Land) and a.block == here.block(unit)}


def beaches(here: Position) -> list[int]:
    """Coasts within range that the Axis has taken."""
    return sorted(targets(here))


def taken(**more: object) -> Position:
    """The Axis holds the whole Crimea and Taman."""
    here = position("sbe9", soviet={"Novorossiysk": "s-mar2 2, s-nav 3"}, month="1942-06", active="soviet", options=OPTIONS)
    coast = here.game.rules.sea.sailed(here.state, here.hex("Novorossiysk"), 5)
    here.state.control[AXIS] |= coast
    here.state.control[SOVIET] &= ~coast
    for name, value in more.items():
        setattr(here.state, name, value)
    return here.begin(MOVEMENT)


@clause("BE-24.0a")
def test_only_modern_soviet_marines_land() -> None:
    here = taken()
    assert targets(here)
    early = taken(month=1942 * 12)
    assert not targets(early)
    infantry = position("sbe9", soviet={"Novorossiysk": "s-8a 3, s-nav 3"}, month="1942-06", active="soviet", options=OPTIONS).begin(
        MOVEMENT
    )
    assert not any(isinstance(a, Land | Hold) for a in infantry.legal())


@clause("BE-24.0b")
def test_marines_and_their_headquarters_start_together_supplied_and_at_full_strength() -> None:
    for soviet in (
        {"Novorossiysk": "s-mar2 2", "Batumi": "s-nav 3"},
        {"Novorossiysk": "s-mar2 1, s-nav 3"},
        {"Novorossiysk": "s-mar2 2, s-nav 2"},
    ):
        here = position("sbe9", soviet=soviet, axis_holds=("Taman", "Kerch"), month="1942-06", active="soviet", options=OPTIONS)
        assert not targets(here.begin(MOVEMENT))
    cut_off = taken()
    cut_off.state.flags[cut_off.block("s-nav")] |= MARKED
    assert not targets(cut_off)
    rain = taken(weather=1)
    assert not targets(rain)


@clause("BE-24.0b")
def test_a_landing_costs_a_point_of_the_naval_headquarters() -> None:
    here = taken()
    before = here.game.rules.headquarters.points_left(here.state, here.block("s-nav"))
    here.play(Land(here.block("s-mar2"), beaches(here)[0], here.block("s-nav")))
    assert before - here.game.rules.headquarters.points_left(here.state, here.block("s-nav")) == 1
    assert here.state.active_hqs >> here.block("s-nav") & 1


@clause("BE-24.0b")
def test_a_naval_headquarters_without_points_leads_no_landing() -> None:
    here = taken()
    hq = here.block("s-nav")
    points = here.game.rules.headquarters.points_left(here.state, hq)
    assert targets(here)
    here.state.orders += [(hq, LANDING, NO_BLOCK)] * points
    here.state.derived = {}
    assert here.game.rules.headquarters.points_left(here.state, hq) == 0
    assert not here.game.rules.landings.may_command(here.state, hq)


@clause("BE-24.0c")
def test_clear_coasts_within_five_hexes() -> None:
    here = taken()
    board, sea = here.game.rules.board, here.game.rules.sea
    found = targets(here)
    near = sea.sailed(here.state, here.hex("Novorossiysk"), 5)
    assert all(near >> hex_ & 1 for hex_ in found)
    assert all(board.terrain["clear"] >> hex_ & 1 and not board.majors >> hex_ & 1 for hex_ in found)
    landings = layer(here.game.rules.landings, AmphibiousLandings)
    assert landings.hurdles(here.state, here.hex("Oulu"))


@clause("BE-24.0d")
@pytest.mark.parametrize(("face", "left"), [(3, 2), (4, 1), (6, -1)])
def test_the_landing_takes_the_mine_roll(face: int, left: int) -> None:
    here = taken()
    here.play(Land(here.block("s-mar2"), beaches(here)[0], here.block("s-nav"))).end_phase()
    assert here.step == "Crossings"
    here.play(Roll((face,)))
    on_map = here.state.location[here.block("s-mar2")] >= 0
    assert (here.strength("s-mar2") if on_map else -1) == left


def battle() -> Position:
    here = taken()
    target = beaches(here)[0]
    here = position(
        "sbe9",
        soviet={"Novorossiysk": "s-mar2 2, s-nav 3"},
        axis={here.game.rules.board.name(target): "g-1k 3"},
        month="1942-06",
        active="soviet",
        options=OPTIONS,
    ).begin(MOVEMENT)
    here.play(Land(here.block("s-mar2"), target, here.block("s-nav"))).end_phase()
    while here.step != "Battle":
        if here.side == CHANCE:
            here.deal()
            if here.side == CHANCE:
                here.play(Roll((1,) * here.dice))
        else:
            here.play(EndPhase())
    return here


@clause("BE-24.0e")
def test_the_first_round_favours_the_defender() -> None:
    here = battle()
    hex_ = here.state.location[here.block("s-mar2")]
    fire = here.game.rules.fire
    changes = [
        (fire.maluses(here.state, FireContext(hex_, number, False), GROUND, here.block("s-mar2")),
         fire.bonuses(here.state, FireContext(hex_, number, False), GROUND, here.block("g-1k")))
        for number in (1, 2)
    ]  # fmt: skip
    assert changes[0][0] - changes[1][0] == 1
    assert changes[0][1] - changes[1][1] == 1


@clause("BE-24.0f")
def test_marines_go_back_to_their_port() -> None:
    here = battle()
    for _ in range(30):
        if here.side == CHANCE:
            here.play(Roll((1,) * here.dice))
        elif any(isinstance(a, Reembark) for a in here.legal()):
            break
        else:
            here.play(EndPhase())
    ports = {here.game.rules.board.name(a.to) for a in here.legal() if isinstance(a, Reembark)}
    assert "Novorossiysk" in ports
    assert "Batumi" not in ports, "too far away"
    back = next(a for a in here.legal() if isinstance(a, Reembark) and a.to == here.hex("Novorossiysk"))
    before = here.game.rules.headquarters.points_left(here.state, here.block("s-nav"))
    here.play(back)
    assert here.step == "Crossings"
    here.play(Roll((2,)))
    assert here.is_at("s-mar2", "Novorossiysk")
    assert here.strength("s-mar2") == 1
    assert before - here.game.rules.headquarters.points_left(here.state, here.block("s-nav")) == 1


@clause("BE-24.0g")
def test_marines_may_overfill_a_hex() -> None:
    here = battle()
    assert layer(here.game.rules.landings, AmphibiousLandings).room(here.state, here.block("s-mar2")) == -1
    full = taken()
    target = beaches(full)[0]
    for key in ("s-8a", "s-7a"):
        effects.set_steps(full.state, full.block(key), 2)
        effects.place(full.state, full.block(key), SOVIET, target)
    full.state.derived = {}
    assert target in targets(full)


@clause("BE-24.0h")
def test_marines_are_rebuilt_at_leningrad_or_sevastopol() -> None:
    here = position("sbe9", month="1942-06", active="soviet", options=OPTIONS, eliminated=("s-mar2",), soviet={"Moscow": "s-stavka 4"})
    found = here.begin(PRODUCTION).game.rules.production.industry(here.state, here.block("s-mar2"))
    board = here.game.rules.board
    assert {board.name(hex_) for hex_ in range(board.size) if found >> hex_ & 1} == {"Leningrad", "Sevastopol"}


@clause("BE-24.0i")
def test_experts_land_despite_one_obstacle() -> None:
    """Soviet infantry reaches TECH 3 later in the war."""
    here = taken()
    landings = layer(here.game.rules.landings, AmphibiousLandings)
    rough = [h for h in range(here.game.rules.board.size) if landings.hurdles(here.state, h) == 1]
    near = here.game.rules.sea.sailed(here.state, here.hex("Novorossiysk"), 5)
    inside = [h for h in rough if near >> h & 1]
    assert inside
    assert not set(inside) & targets(here)
    late = taken(month=1945 * 12)
    assert late.game.rules.definitions.tech(late.state, late.block("s-mar2")) == 3
    assert set(inside) & targets(late)
