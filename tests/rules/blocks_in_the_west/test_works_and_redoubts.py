"""Sections 5.1, 5.2, 5.6.2, 6.6 and BOX 1: works by hexside, redoubts, and what falls for good."""

from blockfront.core.actions import Action
from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, battle, position
from blockfront.games.blocks_series.actions import Rebuild
from blockfront.games.blocks_series.aids.battle_scene import dice
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_GROUND, ANTI_AIRCRAFT, ARTILLERY, GROUND, FireContext
from blockfront.games.blocks_series.state import PRODUCTION, SUPPLY

GERMANS = "de-24 3, de-18m 3"


def maginot(came_from: str) -> str:
    here = battle(GERMANS, "fr-sfr 3", "Strasbourg", scenario="sbw3", month="1940-05", came_from=came_from)
    return here.game.rules.definitions.fortification(here.state, here.hex("Strasbourg"))


@clause("BW-5.1q", "BW-5.1r", "BW-BOX1f", "BW-BOX1g", "BW-3.3d")
def test_the_maginot_line_is_a_fortress_to_its_front_alone() -> None:
    assert maginot("Karlsruhe") == "fortress"
    assert maginot("Colmar") == "bunker"


@clause("BW-5.1r")
def test_one_attacker_from_behind_is_enough() -> None:
    here = battle(GERMANS, "fr-sfr 3", "Strasbourg", scenario="sbw3", month="1940-05", came_from="Karlsruhe")
    here.state.entered[here.block("de-24")] = here.hex("Colmar")
    assert here.game.rules.definitions.fortification(here.state, here.hex("Strasbourg")) == "bunker"


@clause("BW-BOX1f", "BW-7.7.7a")
def test_a_fortress_is_two_maluses_and_two_bonuses() -> None:
    here = battle("de-26 4", "fr-sfr 3", "Strasbourg", scenario="sbw3", month="1940-05", came_from="Karlsruhe")
    here.state.entered[here.block("de-26")] = here.hex("Offenburg")
    river = here.game.rules.board.crosses_river(here.hex("Offenburg"), here.hex("Strasbourg"))
    assert dice(here, "Strasbourg", GROUND, AXIS, round_=2) == [(1, 6)]  # four steps, two Malus
    assert dice(here, "Strasbourg", GROUND, ALLIES, round_=2) == [(3, 4)]
    assert river


@clause("BW-5.2d", "BW-5.2e", "BW-5.2f", "BW-R14", "BW-BOX1i", "BW-BOX1g")
def test_the_siegfried_line_is_bunkers_that_fall_once() -> None:
    here = position("sbw2", allies={"Metz": "us-20 4"})
    definitions, trier = here.game.rules.definitions, here.hex("Trier")
    assert definitions.fortification(here.state, trier) == "bunker"
    assert definitions.fortification(here.state, here.hex("Aachen")) == ""  # lost before the scenario
    definitions.capture(here.state, ALLIES, 1 << trier, [])
    definitions.capture(here.state, AXIS, 1 << trier, [])
    assert definitions.fortification(here.state, trier) == ""


@clause("BW-5.1s", "BW-R13", "BW-BOX1h", "BW-5.6.2f")
def test_fallen_fortresses_leave_no_bunker() -> None:
    here = position("sbw3", month="1940-05")
    definitions = here.game.rules.definitions
    for place in ("Metz", "Eben Emael"):
        assert definitions.fortification(here.state, here.hex(place)) == "fortress"
        definitions.capture(here.state, AXIS, 1 << here.hex(place), [])
        assert definitions.fortification(here.state, here.hex(place)) == ""


@clause("BW-5.6.2d", "BW-R23", "BW-7.7.2b")
def test_eben_emael_has_no_guns_but_those_of_its_town() -> None:
    here = battle("de-8fk 4", "be-3 3", "Eben Emael", scenario="sbw3", month="1940-05")
    assert here.game.rules.fire.place_guns(here.state, here_scene(here, "Eben Emael"), ALLIES)[0][1:] == (1, 6)
    metz = battle("de-8fk 4", "fr-20 4", "Metz", scenario="sbw3", month="1940-05")
    assert metz.game.rules.fire.place_guns(metz.state, here_scene(metz, "Metz"), ALLIES)[0][1:] == (2, 5)


def here_scene(here: Position, place: str) -> FireContext:
    return FireContext(here.hex(place), 1, True)


@clause("BW-6.6h", "BW-R25", "BW-R146", "BW-BOX1g", "BW-7.7.6b")
def test_a_redoubt_hinders_attackers_and_helps_combat_units() -> None:
    here = battle("rd-futa 3, de-76pz 2", "us-2 5, us-5a 5, us-12b 4", "Ferrara", scenario="sbw1", month="1945-04", active="allies")
    assert dice(here, "Ferrara", GROUND, ALLIES, round_=2) == [(2, 6)]  # five steps halved
    assert dice(here, "Ferrara", ARTILLERY, ALLIES, round_=2) == [(2, 4)]
    assert dice(here, "Ferrara", AIR_TO_GROUND, ALLIES) == [(2, 4)]
    without = battle("de-76pz 2", "us-2 5", "Ferrara", scenario="sbw1", month="1945-04", active="allies")
    (_, alone), *_ = dice(without, "Ferrara", GROUND, AXIS, round_=2)
    shots = dict(zip(("rd-futa", "de-76pz"), sorted(dice(here, "Ferrara", GROUND, AXIS, round_=2), reverse=True), strict=True))
    assert shots["rd-futa"] == (3, 5)  # its own fire, without its own Bonus
    assert shots["de-76pz"] == (2, alone - 1)
    assert (3, 5) in dice(here, "Ferrara", ANTI_AIRCRAFT, AXIS)  # and no Bonus against aircraft


@clause("BW-6.6i", "BW-BOX1f", "BW-BOX1j")
def test_a_festung_counts_twice_until_it_is_reduced() -> None:
    here = battle("rd-futa 7, de-76pz 2", "us-2 5", "Ferrara", scenario="sbw1", month="1945-04", active="allies")
    assert dice(here, "Ferrara", GROUND, ALLIES, round_=2) == [(1, 6)]
    assert (7, 4) in dice(here, "Ferrara", GROUND, AXIS, round_=2)
    here.state.steps[here.block("rd-futa")] -= 1
    here.state.derived = {}
    assert dice(here, "Ferrara", GROUND, ALLIES, round_=2) == [(2, 6)]
    assert (5, 5) in dice(here, "Ferrara", GROUND, AXIS, round_=2)


@clause("BW-6.6g", "BW-8.0c", "BW-3.19a")
def test_redoubts_exert_no_zone() -> None:
    here = position("sbw1", axis={"Ferrara": "rd-futa 7"}, month="1945-04")
    assert not here.game.rules.zones.zone(here.state, AXIS)
    beside = position("sbw1", axis={"Ferrara": "rd-futa 7, de-76pz 2"}, month="1945-04")
    assert beside.game.rules.zones.zone(beside.state, AXIS) >> beside.hex("Bologna") & 1


@clause("BW-6.6f", "BW-6.6j", "BW-3.10d", "BW-7.9b")
def test_a_festung_neither_moves_nor_gives_up() -> None:
    here = position("sbw1", axis={"Ferrara": "rd-futa 7, de-10a 2, de-14a 2"}, month="1945-04")
    rules, block = here.game.rules, here.block("rd-futa")
    assert rules.movement.full_allowance(here.state, block) == 0
    assert rules.retreats.options(here.state, block) == []
    here.state.flags[block] |= 1
    assert rules.supply.fates(here.state, AXIS)[block] == 3
    assert not rules.definitions.room_for(here.state, here.block("de-76pz")) >> here.hex("Ferrara") & 1  # three ground units are there


@clause("BW-6.6b", "BW-6.6c", "BW-6.6d", "BW-6.6e", "BW-R24", "BW-R26")
def test_redoubts_are_built_by_the_step() -> None:
    here = position("sbw2", axis={"Cologne": "de-81 3", "Frankfurt": "de-53 3"}, allies={"Aachen": "us-7 4"}, points={"germany": 9})
    here.begin(PRODUCTION)
    production = here.game.rules.production
    block = next(b for b in production.rebuildable(here.state, AXIS) if here.game.rules.units.is_work[b] and not here.game.order[b].tags)
    places = {action.hex for action in production.rebuilding(here.state)(block) if isinstance(action, Rebuild)}
    assert here.hex("Frankfurt") in places
    assert here.hex("Aachen") not in places
    assert production.price(block, 1) == 3
    here.play(next(a for a in here.legal() if getattr(a, "block", -1) == block and getattr(a, "hex", -1) == here.hex("Cologne")))
    assert not production.may_gain_step(here.state, block)  # next to the enemy one step a turn
    assert here.points("germany") == 14  # nine and an income of eight, less three


@clause("BW-R26", "BW-4.3c", "BW-1.3a")
def test_places_of_redoubts_do_not_tell_ground_units_from_aircraft() -> None:
    def kassel(unit: str, phase: int) -> tuple[list[Action], bool]:
        """Where redoubts may rise, and whether a path leads to Kassel, while the unit is beside it at Siegen."""
        here = position("sbw2", axis={"Cologne": "de-81 3", "Frankfurt": "de-53 3"}, allies={"Siegen": unit}, points={"germany": 9})
        here.begin(PRODUCTION)
        here.state.phase = phase
        here.state.derived = {}
        rules = here.game.rules
        germany = rules.tables.power("germany")
        reached = rules.supply.covered(here.state, germany, rules.supply.sources(here.state, germany).everything)
        return rules.production.rebuilding(here.state)(here.block("rd-futa")), bool(reached >> here.hex("Kassel") & 1)

    assert kassel("us-7 4", PRODUCTION) == kassel("us-12b 4", PRODUCTION)
    assert not kassel("us-7 4", SUPPLY)[1]  # when supply is checked the truth counts
    assert kassel("us-12b 4", SUPPLY)[1]
