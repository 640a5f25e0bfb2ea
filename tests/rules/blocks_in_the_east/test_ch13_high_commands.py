"""Sections 13.8.2 and 13.8.3: the FHQ and the high commands of Germany's allies."""

import pytest

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_series.actions import BuyStep, EndPhase, Move, SpecialAction
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import Activated, Relocated
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.rules.ch13_headquarters import FREE_RAIL, HELP_AIR, HELP_ARMOUR
from blockfront.games.blocks_series.state import FINAL_SUPPLY, MOVEMENT, PRODUCTION, STRATEGIC_RAIL

ADVANCED = ("advanced",)


def orders(here: Position, hq: str) -> list[SpecialAction]:
    return [a for a in here.legal() if isinstance(a, SpecialAction) and a.hq == here.block(hq)]


def rich(here: Position, yellow: int, black: int) -> Position:
    germany = here.game.rules.tables.power("germany") * len(COLOURS)
    here.state.pool[germany], here.state.pool[germany + COLOURS.index("black")] = yellow, black
    return here


@clause("BE-13.8.2a", "BE-R47")
def test_the_fhq_acts_in_every_turn() -> None:
    here = position(axis={"Rastenburg": "g-fhq 4"}, options=ADVANCED).begin(STRATEGIC_RAIL)
    here.end_phase()
    assert here.told(Activated)[0].blocks == ((here.block("g-fhq"), 4),)
    here.begin(FINAL_SUPPLY)
    assert here.strength("g-fhq") == 3


@clause("BE-13.8.2a", "BE-13.8.2e")
def test_the_fhq_is_repaired_before_everybody_else() -> None:
    here = position(axis={"Rastenburg": "g-fhq 2", "Warsaw": "g-1k 2"}, options=ADVANCED)
    rich(here, 0, 0).begin(PRODUCTION)
    rich(here, 3, 1)
    repair = BuyStep(here.block("g-fhq"))
    assert here.legal() == [repair]
    here.play(repair)
    assert BuyStep(here.block("g-1k")) in here.legal(), "without black points the rest is free"
    assert EndPhase() in here.legal()


@clause("BE-13.8.2b", "BE-R47")
@pytest.mark.parametrize("steps", [1, 4])
def test_the_fhq_takes_two_different_actions_whatever_its_steps(steps: int) -> None:
    units = {"Rastenburg": f"g-fhq {steps}", "Warsaw": "g-41pz 3, g-1fk 4", "Breslau": "g-56pz 3"}
    here = position(axis=units, options=ADVANCED).begin(STRATEGIC_RAIL)
    here.play(next(a for a in orders(here, "g-fhq") if a.kind == HELP_ARMOUR))
    assert {a.kind for a in orders(here, "g-fhq")} == {HELP_AIR, FREE_RAIL}
    here.play(next(a for a in orders(here, "g-fhq") if a.kind == HELP_AIR))
    assert not orders(here, "g-fhq")


@clause("BE-13.8.2c")
def test_the_fhq_goes_to_berlin_when_germany_is_entered() -> None:
    here = position(axis={"Rastenburg": "g-fhq 4"}, soviet={"Rastenburg E2": "s-8a 3"}, active="soviet", options=ADVANCED)
    here.begin(MOVEMENT)
    home = here.game.rules.powers.homelands[here.game.rules.tables.power("germany")]
    block = here.block("s-8a")
    into = next(a for a in here.legal() if isinstance(a, Move) and a.block == block and home >> a.to & 1)
    here.play(into).end_phase()
    assert [(event.block, event.to) for event in here.told(Relocated)] == [(here.block("g-fhq"), here.hex("Berlin"))]
    assert here.is_at("g-fhq", "Berlin")
    assert here.game.rules.production.places(here.state, here.block("g-fhq")) == 1 << here.hex("Berlin"), "it stays there"


@clause("BE-13.8.2c")
def test_the_fhq_flees_before_an_attack_on_its_own_hex() -> None:
    here = position(axis={"Rastenburg": "g-fhq 4"}, soviet={"Rastenburg E1": "s-8a 3"}, active="soviet", options=ADVANCED)
    here.begin(MOVEMENT)
    target = here.hex("Rastenburg")
    here.play(next(a for a in here.legal() if isinstance(a, Move) and a.to == target)).end_phase()
    assert here.is_at("g-fhq", "Berlin")
    assert here.holds(SOVIET, "Rastenburg")


@clause("BE-13.1b", "BE-13.8.3c", "BE-13.1c", "BE-13.8.3a")
def test_the_fhq_helps_allies_and_never_the_reverse() -> None:
    units = {
        "Rastenburg": "g-fhq 4",
        "Bucharest": "r-hq 3, r-1arm 2",
        "Budapest": "h-hq 3, h-rapid 3",
        "Warsaw": "g-41pz 3",
    }
    here = position(axis=units, options=ADVANCED).begin(STRATEGIC_RAIL)
    helped = {
        hq: {here.game.order[a.block].nation for a in orders(here, hq) if a.kind == HELP_ARMOUR} for hq in ("g-fhq", "r-hq", "h-hq")
    }
    assert helped == {"g-fhq": {"germany", "romania", "hungary"}, "r-hq": {"romania"}, "h-hq": {"hungary"}}


@clause("BE-13.8.3a")
def test_an_allied_high_command_has_as_many_actions_as_steps() -> None:
    here = position(axis={"Bucharest": "r-hq 1, r-1arm 2", "Ploiesti": "r-bmr 2"}, options=ADVANCED).begin(STRATEGIC_RAIL)
    here.play(next(a for a in orders(here, "r-hq") if a.kind == HELP_AIR))
    assert not orders(here, "r-hq")
    assert here.game.rules.headquarters.is_commanded(here.state, here.block("r-bmr"))


@clause("BE-13.8.3d", "BE-R12")
def test_allied_high_commands_walk_as_infantry() -> None:
    here = position(axis={"Bucharest": "r-hq 3", "Helsinki": "f-hq 3"}, options=ADVANCED)
    movement = here.game.rules.movement
    assert [movement.allowance(here.state, here.block(key)) for key in ("r-hq", "f-hq")] == [3, 4]
    assert movement.may_move(here.state, here.block("r-hq"))


@clause("BE-3.9b")
def test_which_headquarters_there_are() -> None:
    rules = position(options=ADVANCED).game.rules
    national = {unit.nation for unit in rules.order.blocks if unit.type == "national_hq"}
    assert national == {"germany", "finland", "romania", "hungary", "italy", "ussr"}, "Slovakia has none"
    assert [unit.nation for unit in rules.order.blocks if unit.type == "naval_hq"] == ["ussr"]
    assert {unit.type for unit in rules.order.blocks if unit.nation == "germany"} >= {"armour_hq", "air_hq"}


@clause("BE-3.21a", "BE-SBE5h")
def test_who_is_frozen_in_june() -> None:
    here = position(month="1941-06", options=ADVANCED)
    definitions = here.game.rules.definitions
    frozen = {key: definitions.is_frozen(here.state, here.block(key)) for key in ("s-stavka", "r-hq", "h-hq", "f-hq", "g-fhq")}
    assert frozen == {"s-stavka": True, "r-hq": False, "h-hq": True, "f-hq": True, "g-fhq": False}
    moscow = position(soviet={"Moscow": "s-stavka 4, tank 3"}, active="soviet", month="1941-06", options=ADVANCED).begin(STRATEGIC_RAIL)
    assert not orders(moscow, "s-stavka")


@clause("BE-13.0a")
def test_headquarters_take_part_in_the_advanced_set_up() -> None:
    for options, expected in (((), False), (ADVANCED, True)):
        rules = position("sbe1", options=options).game.rules
        assert any(rules.units.is_hq[block] for block in rules.set_up.forces(AXIS)) == expected
