"""High commands act for those who need it: the cut off, armour and bombers that nobody leads, trains that are worth their points."""

from random import Random

import pytest

from blockfront.ai.player import Budget
from blockfront.ai.registry import player
from blockfront.core.actions import Action
from blockfront.games.blocks_in_the_east.aids.scene import position
from blockfront.games.blocks_series.actions import SpecialAction
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.rules.ch13_headquarters import FREE_RAIL, HELP_AIR, HELP_ARMOUR, HELP_MARKED
from blockfront.games.blocks_series.state import MARKED, STRATEGIC_RAIL

ADVANCED = frozenset({"advanced"})
QUICK = Budget(simulations=1)


def decided(here: Position, level: str = "captain") -> Action:
    action = player(level, "blocks_in_the_east").decide(here.game, here.game.view(here.state, here.side), QUICK, Random(1)).action
    assert action in here.legal()
    return action


def orders(here: Position) -> set[tuple[int, str]]:
    """Let a captain give all the orders it wants in the Strategic Rail Phase."""
    given = set()
    while isinstance(action := decided(here), SpecialAction):
        given.add((action.kind, here.game.order[action.block].key))
        here.play(action)
    return given


def in_poland(units: dict[str, str], enemy: str = "Minsk") -> Position:
    here = position("sbe5", axis={"Rastenburg": "g-fhq 4", **units}, soviet={enemy: "s-8a 3"}, month="1941-07", options=ADVANCED)
    return here.begin(STRATEGIC_RAIL)


@pytest.mark.parametrize("level", ["captain", "general"])
def test_the_fhq_leads_armour_before_the_enemy_that_has_no_staff(level: str) -> None:
    here = in_poland({"Baranovichi": "g-41pz 5"})
    assert decided(here, level) == SpecialAction(here.block("g-fhq"), HELP_ARMOUR, here.block("g-41pz"))


def test_it_leaves_armour_alone_that_its_own_staff_leads_or_that_has_no_enemy_near() -> None:
    assert HELP_ARMOUR not in {kind for kind, _ in orders(in_poland({"Baranovichi": "g-41pz 5, g-4pzg 4"}))}
    assert HELP_ARMOUR not in {kind for kind, _ in orders(in_poland({"Baranovichi": "g-41pz 5"}, enemy="Moscow"))}


def test_it_leads_a_bomber_without_an_air_fleet_and_none_that_has_one() -> None:
    assert (HELP_AIR, "g-1fk") in orders(in_poland({"Baranovichi": "g-1k 4, g-1fk 4"}, enemy="Baranovichi E1"))
    led = in_poland({"Baranovichi": "g-1k 4, g-1fk 4", "Warsaw": "g-1lf 4"}, enemy="Baranovichi E1")
    assert HELP_AIR not in {kind for kind, _ in orders(led)}


def test_it_pays_for_a_train_to_the_front_and_for_none_that_is_not_wanted() -> None:
    far = in_poland({"Breslau": "g-1k 4", "Baranovichi": "g-2k 4"})
    assert (FREE_RAIL, "g-1k") in orders(far)
    assert FREE_RAIL not in {kind for kind, _ in orders(in_poland({"Baranovichi": "g-1k 4"}))}


def at_kharkov(strength: int, stavka: int = 4, enemy: str = "Belgorod") -> Position:
    here = position(
        "sbe5",
        soviet={"Moscow": f"s-stavka {stavka}", "Kharkov": f"s-11a {strength}"},
        axis={enemy: "g-1k 4"},
        active="soviet",
        month="1941-10",
        options=ADVANCED,
    )
    here.state.flags[here.block("s-11a")] |= MARKED
    return here.begin(STRATEGIC_RAIL)


def test_the_stavka_supplies_an_army_that_is_cut_off_before_the_enemy() -> None:
    assert (HELP_MARKED, "s-11a") in orders(at_kharkov(3))


def test_it_does_not_spend_a_step_on_a_remnant_or_its_own_last_one() -> None:
    assert not orders(at_kharkov(1))
    assert not orders(at_kharkov(3, stavka=1))
    assert not orders(at_kharkov(3, enemy="Warsaw"))
