"""The Axis captain garrisons beaches and keeps armour back for where the enemy lands."""

from random import Random

from blockfront.ai.blocks_series.captain import Captain
from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.ai.blocks_series.evaluation.weights import DEFAULT
from blockfront.ai.blocks_series.phases.movement import Mover
from blockfront.ai.blocks_series.phases.production import Quartermaster
from blockfront.ai.blocks_series.phases.strategic import _must_be_spared
from blockfront.ai.blocks_series.planning.beaches import beaches_at_risk, is_island
from blockfront.ai.blocks_series.planning.defence import Defence
from blockfront.ai.blocks_series.planning.reserves import kept_back
from blockfront.ai.player import Budget
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, position
from blockfront.games.blocks_series.actions import BuyStep, SpecialAction
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.rules.ch13_headquarters import PUT_IN_RESERVE
from blockfront.games.blocks_series.rules.stacking import relocate
from blockfront.games.blocks_series.state import EXPLOITATION, MOVEMENT, PRODUCTION


def july(active: str) -> Position:
    here = position(
        "sbw8",
        axis={"Paris": "de-manteuffel 4, de-47pz 5", "Rouen": "de-1ss 6", "Falaise": "de-84 4", "Brest": "rd-brest 3"},
        allies={"Southampton": "us-5 6, us-7 6", "Portsmouth": "gb-1 4", "Birmingham": "us-patton 4, us-12 5"},
        month="1944-07",
        active=active,
    )
    here.state.reserve = 0  # the scenario starts with some
    return here


def test_the_strongest_armour_is_kept_back_and_nobody_who_attacks_does_so() -> None:
    here = july("axis").begin(EXPLOITATION)
    order = SpecialAction(here.block("de-manteuffel"), PUT_IN_RESERVE, here.block("de-1ss"))
    assert kept_back(here.game.rules, here.state, AXIS) == order
    there = july("allies").begin(EXPLOITATION)
    assert kept_back(there.game.rules, there.state, ALLIES) is None


def test_the_captain_orders_as_many_as_its_headquarters_may() -> None:
    here = july("axis").begin(EXPLOITATION)
    captain, tanks = Captain(rehearses=False), {here.block("de-1ss"), here.block("de-47pz")}
    for _ in tanks:
        action = captain.decide(here.game, here.game.view(here.state, AXIS), Budget(), Random(0)).action
        here.play(action)
    assert {block for block in tanks if here.state.reserve >> block & 1} == tanks


def test_a_beach_within_reach_of_the_enemy_is_worth_more_while_it_is_empty() -> None:
    here = july("axis")
    defence = Defence(here.game.rules, here.state, Ground(here.game.rules, here.state, AXIS), DEFAULT)
    corps, omaha, falaise = here.block("de-84"), here.hex("Omaha/Utah"), here.hex("Falaise")
    empty, inland = defence.worth(corps, omaha), defence.worth(corps, falaise)
    relocate(here.game.rules.units, here.state, here.block("de-47pz"), omaha)
    assert defence.worth(corps, omaha) < empty
    assert defence.worth(corps, falaise) == inland


def britain(**allies: str) -> Position:
    return position(
        "sbw5",
        axis={"Calais": "de-7 4, de-13 3", "Cherbourg": "de-2 4", "Rouen": "de-jf1 4"},
        allies={"London": "gb-churchill 4, gb-dowding 4"} | allies,
        month="1940-07",
        active="allies",
    )


def test_an_enemy_without_marines_threatens_only_the_beaches_that_face_his_ports() -> None:
    here = britain(Birmingham="gb-1ad 2")
    risks = beaches_at_risk(here.game.rules, here.state, ALLIES)
    assert {here.hex(place) for place in ("Dover", "Pevensey", "Portsmouth", "Southampton")} == risks.keys()


def test_corps_stand_on_the_beaches_of_an_island_and_not_in_its_cities() -> None:
    here = britain(Oxford="gb-2 2, ca-1 3", Canterbury="gb-bef 2").begin(MOVEMENT)
    state = Mover(here.game, here.state, ALLIES, DEFAULT).plan().state
    beaches = beaches_at_risk(here.game.rules, here.state, ALLIES)
    assert all(state.location[here.block(key)] in beaches for key in ("gb-2", "ca-1", "gb-bef"))


def test_an_island_is_none_once_the_enemy_is_ashore() -> None:
    here = britain(Oxford="gb-2 2")
    dover, london = here.hex("Dover"), here.hex("London")
    assert is_island(here.game.rules, here.state, ALLIES, london)
    relocate(here.game.rules.units, here.state, here.block("de-7"), dover)
    assert not is_island(here.game.rules, here.state, ALLIES, london)


def test_fighters_that_cover_the_fleet_are_bought_first_and_spared() -> None:
    here = britain(Oxford="gb-2 2, gb-11g 3", Bristol="gb-10g 2").begin(PRODUCTION)
    buyer = Quartermaster(here.game.rules, here.state, ALLIES, Ground(here.game.rules, here.state, ALLIES))
    assert buyer.use(BuyStep(here.block("gb-11g"))) > buyer.use(BuyStep(here.block("gb-2")))
    assert _must_be_spared(here.game, here.state, ALLIES)
    strong = britain(Oxford="gb-11g 5", Bristol="gb-10g 3", Cambridge="gb-12g 4")
    assert not _must_be_spared(strong.game, strong.state, ALLIES)
    overlord = july("axis")
    assert not _must_be_spared(overlord.game, overlord.state, AXIS)
