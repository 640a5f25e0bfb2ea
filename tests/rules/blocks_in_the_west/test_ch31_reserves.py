"""Chapter 31 in the West: units in reserve."""

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, position
from blockfront.games.blocks_in_the_west.game import make
from blockfront.games.blocks_series.actions import Move, SpecialAction
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.rules.ch13_headquarters import PUT_IN_RESERVE
from blockfront.games.blocks_series.state import EXPLOITATION, MOVEMENT, STRATEGIC_RAIL

UNITS = {"Paris": "de-manteuffel 4, de-47pz 5", "Reims": "de-67 3", "Berlin": "de-fhq 4", "Orleans": "de-3lf 4"}


def july(phase: int, **more: str) -> Position:
    here = position("sbw8", axis={**UNITS, **more}, month="1944-07", active="axis")
    here.state.reserve = 0  # the scenario starts with some
    return here.begin(phase)


def reserved(here: Position, hq: str) -> set[str]:
    found = [a for a in here.legal() if isinstance(a, SpecialAction) and a.kind == PUT_IN_RESERVE and a.hq == here.block(hq)]
    return {here.game.order[action.block].key for action in found}


@clause("BW-31.0a", "BW-31.0b", "BW-31.0d")
def test_motorisation_costs_a_point_and_moves_later() -> None:
    here = july(MOVEMENT)
    assert {"de-47pz", "de-67"} <= reserved(here, "de-manteuffel")
    before = here.game.rules.headquarters.points_left(here.state, here.block("de-manteuffel"))
    here.play(SpecialAction(here.block("de-manteuffel"), PUT_IN_RESERVE, here.block("de-67")))
    assert before - here.game.rules.headquarters.points_left(here.state, here.block("de-manteuffel")) == 1
    assert not any(isinstance(a, Move) and a.block == here.block("de-67") for a in here.legal())
    assert here.state.motorised >> here.block("de-67") & 1


@clause("BW-31.0d", "BW-R51")
def test_leaders_motorise_in_the_rail_phase() -> None:
    here = july(STRATEGIC_RAIL)
    assert "de-67" in reserved(here, "de-fhq")


@clause("BW-31.0c", "BW-31.0e")
def test_only_armour_headquarters_keep_armour_for_reaction() -> None:
    here = july(EXPLOITATION)
    assert reserved(here, "de-manteuffel") == {"de-47pz"}
    assert not any(reserved(here, hq) for hq in ("de-fhq", "de-3lf"))
    here.play(SpecialAction(here.block("de-manteuffel"), PUT_IN_RESERVE, here.block("de-47pz")))
    assert here.state.reserve >> here.block("de-47pz") & 1
    assert not any(isinstance(a, Move) and a.block == here.block("de-47pz") for a in here.legal())


@clause("BW-31.0f")
def test_reserves_are_secret() -> None:
    here = july(EXPLOITATION)
    before = here.game.view(here.state, ALLIES)
    here.play(SpecialAction(here.block("de-manteuffel"), PUT_IN_RESERVE, here.block("de-47pz")))
    assert here.game.view(here.state, ALLIES) == before
    own = here.game.view(here.state, AXIS).own
    assert own is not None
    assert own.reserve == (here.block("de-47pz"),)


@clause("BW-31.0g", "BW-R97")
def test_a_reserve_comes_by_hexes_free_of_enemies() -> None:
    def reaches(**allies: str) -> bool:
        units = {"Gold-Juno-Sword": "gb-30 4", **allies}
        here = position("sbw8", axis={"Gold-Juno-Sword": "de-74 3", "Le Mans": "de-lehr 4"}, allies=units, month="1944-06", active="allies")
        target = here.hex("Gold-Juno-Sword")
        return bool(here.game.rules.movement.reinforcements(here.state, here.block("de-lehr"), 1 << target))

    assert reaches()
    board = make("sbw8", frozenset()).rules.board
    ring = [board.name(hex_) for hex_ in range(board.size) if board.neighbours(board.hex("Le Mans")) >> hex_ & 1]
    corps = ("us-2", "us-3", "us-4", "us-8", "us-12", "us-15")
    assert not reaches(**{place: f"{unit} 4" for place, unit in zip(ring, corps, strict=False)})


@clause("BW-R102")
def test_how_long_reserves_last() -> None:
    here = position("sbw8", axis=UNITS, month="1944-07", active="axis")
    here.state.reserve |= 1 << here.block("de-47pz")
    here.state.turn = 2
    here.begin(STRATEGIC_RAIL)
    assert not here.state.reserve
    first = make("sbw8", frozenset())
    start = first.new_state()
    assert {first.order[b].key for b in range(len(first.order)) if start.reserve >> b & 1} == {
        "de-lehr",
        "de-1ss",
        "de-47pz",
        "de-manteuffel",
    }
