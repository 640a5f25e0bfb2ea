"""Chapter 5 and Fall Gelb: neutrals, assistance, plans, open city, armistice, quick surrender, Dunkirk."""

from typing import Any

import pytest

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, battle, position
from blockfront.games.blocks_in_the_west.game import make
from blockfront.games.blocks_series.actions import EndPhase, Move
from blockfront.games.blocks_series.aids.battle_scene import dice, fight
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.power_actions import AskArmistice, Assist, ChoosePlan, DeclareOpenCity, SailHome
from blockfront.games.blocks_series.power_events import ArmisticeSigned, EnteredWar, PlanChosen, PlansRevealed
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import ANTI_AIRCRAFT, ARTILLERY, GROUND
from blockfront.games.blocks_series.state import MOVEMENT, PRODUCTION, STRATEGIC_RAIL, SUPPLY
from blockfront.games.blocks_series.steps.powers import Armistice, Assistance

FRONT = {"Aachen": "de-16pz 5", "Kleve": "de-26 4"}
LOW_COUNTRIES = {"Eben Emael": "be-3 3", "Den Haag": "nl-1 3", "Brussels": "be-2 3"}


def may_1940(**more: Any) -> Position:
    given = {"axis": FRONT, "allies": {**LOW_COUNTRIES, "Lille": "gb-1 4"}, "month": "1940-05", **more}
    here = position("sbw3", **given)
    here.state.plans[:] = [0, 0]
    return here


def attack_belgium(here: Position) -> Position:
    here.begin(MOVEMENT)
    here.play(Move(here.block("de-16pz"), here.hex("Eben Emael"), here.hex("Aachen")))
    return here.end_phase()


@clause("BW-R119", "BW-5.6a", "BW-R116")
def test_neutral_land_is_nobodys_and_its_friends_keep_out() -> None:
    here = may_1940(active="allies")
    rules, brussels = here.game.rules, here.hex("Namur")  # where none of its units stands
    assert not any(control >> brussels & 1 for control in here.state.control)
    assert not rules.powers.territory(here.state, here.block("gb-1")) >> brussels & 1
    assert rules.powers.territory(here.state, here.block("be-2")) == 0
    assert rules.powers.territory(here.state, here.block("de-26")) >> brussels & 1
    assert not rules.zones.zone(here.state, ALLIES) >> here.hex("Aachen") & 1  # no zone out of neutral land


@clause("BW-R119", "BW-5.6.2a", "BW-5.1c")
def test_an_attack_brings_a_neutral_into_the_war_and_reveals_the_plans() -> None:
    here = attack_belgium(may_1940())
    assert here.told(EnteredWar)[0].power == here.game.rules.tables.power("belgium")
    assert here.told(PlansRevealed)
    assert here.holds(ALLIES, "Brussels")
    assert not here.holds(ALLIES, "Utrecht")  # the Netherlands are neutral still
    assert here.step == "Assistance"
    assert here.side == ALLIES


@clause("BW-5.6.2a", "BW-5.6.2b", "BW-5.6.2c", "BW-R120", "BW-17.1a", "BW-R70")
@pytest.mark.parametrize(("saved", "granted", "tech", "left", "owed"), [(6, True, 1, 5, 0), (0, True, 1, 0, 1), (6, False, 0, 10, 0)])
def test_what_assistance_costs(saved: int, granted: bool, tech: int, left: int, owed: int) -> None:
    here = attack_belgium(may_1940(points={"uk": saved}))
    belgium, uk = here.game.rules.tables.power("belgium"), here.game.rules.tables.power("uk")
    here.play(Assist(belgium, granted))
    assert here.game.rules.definitions.tech(here.state, here.block("be-3")) == tech
    here.state.active = ALLIES
    here.begin(PRODUCTION)
    assert here.points("uk") == left  # of what was saved and an income of four
    assert (here.state.owed[uk] if here.state.owed else 0) == owed


@clause("BW-5.6a", "BW-R124", "BW-R21", "BW-3.16a")
def test_tech_0_halves_dice_once() -> None:
    here = battle("de-26 4, de-8fk 4", "be-2 3", "Brussels", scenario="sbw3", month="1940-05")
    assert (1, 5) in dice(here, "Brussels", GROUND, ALLIES, round_=2)  # three steps halved; the Bonus of a major city
    assert dice(here, "Brussels", ANTI_AIRCRAFT, ALLIES)[0] == (1, 6)
    here.state.assisted |= 1 << here.game.rules.tables.power("belgium")
    here.state.derived = {}
    assert (3, 5) in dice(here, "Brussels", GROUND, ALLIES, round_=2)


@clause("BW-5.1a", "BW-5.1b", "BW-R21")
def test_french_guns_against_aircraft_are_halved() -> None:
    here = battle("de-8fk 4", "fr-20 4", "Nancy", scenario="sbw3", month="1940-05")
    assert dice(here, "Nancy", ANTI_AIRCRAFT, ALLIES)[0] == (2, 6)


@clause("BW-5.1c", "BW-5.3a")
def test_plans_are_chosen_in_secret() -> None:
    game = make("sbw3", frozenset())
    here = Position(game, game.setup()).deal()
    assert here.step == "PlanChoice"
    here.play(ChoosePlan(0, 2))
    chosen = here.told(PlanChosen)[0]
    assert not chosen.seen_by & 1 << AXIS
    here.play(ChoosePlan(1, 2)).deal()
    assert here.is_at("gb-3", "London")  # limited commitment
    assert here.game.view(here.state, AXIS).plans == ()
    own = here.game.view(here.state, ALLIES).own
    assert own is not None
    assert own.plans == (2, 2)


@clause("BW-5.1c")
def test_a_plan_says_who_may_enter_the_low_countries() -> None:
    here = may_1940(allies={**LOW_COUNTRIES, "Lille": "fr-cc 4", "Metz": "fr-20 4"})
    here.state.neutral = 0
    powers = here.game.rules.powers
    for plan, allowed in ((0, "Antwerp"), (1, "Brussels"), (2, "")):
        here.state.plans[0] = plan
        zone = powers.territory(here.state, here.block("fr-cc"))
        assert not allowed or zone >> here.hex(allowed) & 1
        assert bool(zone >> here.hex("Eben Emael") & 1) == (plan == 0)
    here.state.plans[0] = 0
    assert not powers.territory(here.state, here.block("fr-20")) >> here.hex("Brussels") & 1  # it did not begin in the north


@clause("BW-5.1d", "BW-5.1e", "BW-5.1f", "BW-R16", "BW-4.1a")
def test_an_open_city() -> None:
    here = may_1940(allies={"Paris": "fr-dcr1 3"}, active="allies", month="1940-06", points={"france": 3})
    here.state.neutral = 0
    france = here.game.rules.tables.power("france")
    here.begin(STRATEGIC_RAIL)
    here.play(DeclareOpenCity(france))
    powers = here.game.rules.powers
    assert powers.capital(here.state, france) == here.hex("Bordeaux")
    assert powers.main_sources(here.state, france) == 1 << here.hex("Bordeaux")
    here.end_phase()
    assert EndPhase() not in here.legal()  # Paris must be left
    near = position("sbw3", axis={"Reims": "de-16pz 5"}, allies={"Paris": "fr-dcr1 3"}, month="1940-06", active="allies")
    beside = near.game.rules.board.around(1 << near.hex("Paris"))
    near.state.location[near.block("de-16pz")] = (beside & -beside).bit_length() - 1
    near.state.occupied[AXIS] = beside & -beside
    assert not near.game.rules.powers.declarations(near.state, ALLIES)


@clause("BW-5.1g", "BW-5.1h", "BW-5.1i", "BW-5.1j", "BW-5.1k", "BW-5.0g", "BW-R15")
def test_the_armistice() -> None:
    here = position("sbw3", axis={"Sedan": "de-16pz 5"}, allies={"Paris": "fr-dcr1 3, fr-1a 5", "London": "gb-1 4"}, month="1940-06")
    france = here.game.rules.tables.power("france")
    assert france in here.game.rules.powers.may_ask_armistice(here.state)
    here.run(Armistice, france)
    before = here.points("germany")
    here.play(AskArmistice(france))
    assert here.told(ArmisticeSigned)
    assert here.state.location[here.block("fr-dcr1")] < 0
    assert here.state.location[here.block("fr-1a")] < 0  # those with a zero step too
    assert here.points("germany") == before
    assert here.holds(AXIS, "Marseille")
    assert here.game.rules.definitions.fortification(here.state, here.hex("Metz")) == ""


@clause("BW-5.0b", "BW-5.0c", "BW-5.0d", "BW-5.0f", "BW-7.11b", "BW-R117")
def test_a_power_whose_capital_falls() -> None:
    here = position("sbw3", axis={"Brussels": "de-16pz 5"}, allies={"Antwerp": "be-4 3, gb-1 4", "Namur": "be-7 3"}, month="1940-05")
    here.state.neutral = 0
    belgium = here.game.rules.tables.power("belgium")
    assert here.game.rules.victory.fallen_powers(here.state) == [belgium]
    here.game.rules.losses.surrender(here.state, belgium, [])
    assert here.state.location[here.block("be-4")] < 0
    assert here.points("germany") == 2
    assert here.holds(AXIS, "Namur")
    assert here.holds(ALLIES, "Antwerp")  # an ally stands there


@clause("BW-5.6.1a", "BW-5.0h")
def test_the_dutch_give_up_before_superior_germans() -> None:
    here = battle("de-26 4, de-10 3, de-18a 4", "nl-1 3", "Den Haag", scenario="sbw3", month="1940-05")
    here.state.neutral = 0
    guns, defence, attack = ((ARTILLERY, AXIS), (GROUND, ALLIES), (GROUND, AXIS))
    fight(here, *((1,) * sum(number for number, _ in dice(here, "Den Haag", *who)) for who in (guns, defence, attack)))
    assert here.state.location[here.block("nl-1")] < 0
    assert here.points("germany") == 1


@clause("BW-0.4b")
def test_the_fleet_before_dunkirk() -> None:
    here = position("sbw3", axis={"Lille": "de-16pz 5"}, allies={"Dunkirk": "gb-1 4", "Metz": "gb-2 4"}, month="1940-06", active="allies")
    here.state.neutral = 0
    here.begin(MOVEMENT)
    sailing = {action.block for action in here.legal() if isinstance(action, SailHome)}
    assert sailing == {here.block("gb-1")}
    strength = here.strength("gb-1")
    here.play(SailHome(here.block("gb-1"), here.hex("Dover")))
    assert here.is_at("gb-1", "Dover")
    assert here.strength("gb-1") < strength
    for _ in range(6):
        here.state.evacuated += 1
    assert not here.game.rules.movement.sailings(here.state, ALLIES)


@clause("BW-R108", "BW-3.4d", "BW-3.4e", "BW-4.2c")
def test_the_expeditionary_force_lives_on_french_ports() -> None:
    here = position("sbw3", allies={"Lille": "gb-1 4, gb-2 4, gb-bef 4"}, month="1940-05", active="allies")
    here.state.phase = SUPPLY
    lacking, dependent = here.game.rules.supply.unsupplied(here.state, [here.block("gb-1"), here.block("gb-2"), here.block("gb-bef")])
    assert lacking == []
    (group,) = dependent
    assert sum(group.places.values()) >= 5
    assert 1 << here.hex("Dunkirk") in group.places


@clause("BW-5.6.2a")
def test_nobody_is_asked_twice() -> None:
    here = attack_belgium(may_1940())
    here.play(Assist(here.game.rules.tables.power("belgium"), True))
    here.run(Assistance)
    assert here.step != "Assistance"
