"""Chapters 2 to 8 and 10 in the West: set-up, supply, rail, movement, combat, blitz, zones, elites, jumps; SBW1 and SBW2."""

from random import Random

import pytest

from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, battle, position
from blockfront.games.blocks_in_the_west.game import make
from blockfront.games.blocks_series.actions import BlitzMove, BuyStep, EndPhase, Fly, Move, RailMove, Resolve
from blockfront.games.blocks_series.aids.battle_scene import dice
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.power_actions import CancelMove, Jump
from blockfront.games.blocks_series.power_events import Dropped
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import ANTI_AIRCRAFT, ARTILLERY, GROUND, Shooter, pooled
from blockfront.games.blocks_series.state import (
    AIR_MOVEMENT,
    ATTACKED,
    BLITZ,
    BLITZED,
    EXPLOITATION,
    MARKED,
    MOVEMENT,
    PRODUCTION,
    REACTION,
    STRATEGIC_RAIL,
    SUPPLY,
)

SCENARIOS = ("sbw1", "sbw2", "sbw3")
COUNTS = {"sbw1": (13, 15), "sbw2": (32, 34), "sbw3": (43, 62)}


def started(scenario: str) -> Position:
    game = make(scenario, frozenset())
    here = Position(game, game.setup()).deal()
    while here.step == "PlanChoice":
        here.play(here.legal()[1])
        here.deal()
    return here


@clause("BW-2.2a", "BW-2.3a", "BW-2.3b", "BW-0.4a", "BW-7.0c", "BW-3.2a")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_units_stand_as_the_scenario_says(scenario: str) -> None:
    here = started(scenario)
    on_map = [[b for b in blocks if here.state.location[b] >= 0] for blocks in here.game.order.of_side]
    assert tuple(map(len, on_map)) == COUNTS[scenario]
    assert here.state.active == AXIS
    for placement in here.game.rules.scenario.set_up:
        if here.game.order[placement.block].key not in ("gb-3", "gb-2g"):  # a plan moves them
            assert here.state.location[placement.block] == here.hex(placement.place)


@clause("BW-4.0a", "BW-4.3a", "BW-4.1a", "BW-4.1b", "BW-7.2a")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everybody_is_in_supply_at_the_start(scenario: str) -> None:
    here = started(scenario)
    here.state.phase = SUPPLY
    for side in (AXIS, ALLIES):
        here.state.active = side
        supply = here.game.rules.supply
        lacking, dependent = supply.unsupplied(here.state, supply.units_to_check(here.state, side))
        assert [here.game.order[b].key for b in lacking] == []
        assert supply.shared_out(here.state, dependent) == ([], [])


@clause("BW-4.4a", "BW-4.4b", "BW-4.4c", "BW-4.3e", "BW-3.18a", "BW-7.5.3l")
def test_units_out_of_supply() -> None:
    here = position("sbw1", axis={"Bologna": "de-14pz 2"}, allies={"Florence": "us-2 5"}, month="1945-04", points={"germany": 5})
    block = here.block("de-14pz")
    full = here.game.rules.movement.allowance(here.state, block)
    here.state.flags[block] |= MARKED
    assert here.game.rules.movement.allowance(here.state, block) == full // 2
    assert not here.game.rules.movement.may_attack(here.state, block)
    assert not here.game.rules.production.may_gain_step(here.state, block)


@clause("BW-4.5a", "BW-4.5b", "BW-4.5c", "BW-6.1.1e", "BW-7.9a", "BW-7.9b", "BW-7.9c", "BW-4.4e")
def test_who_surrenders_and_who_does_not() -> None:
    here = position("sbw3", axis={"Sedan": "de-16pz 5"}, allies={"Metz": "fr-20 4, fr-3a 5, fr-sfm 3"}, month="1940-06", active="allies")
    keys = ("fr-20", "fr-3a", "fr-sfm")
    for key in keys:
        here.state.flags[here.block(key)] |= MARKED
    fates = here.game.rules.supply.fates(here.state, ALLIES)
    assert fates[here.block("fr-20")] == 0  # surrenders
    assert fates[here.block("fr-3a")] == 1  # falls to its zero step
    static = here.game.rules.units.is_static[here.block("fr-sfm")]
    assert fates[here.block("fr-sfm")] == (3 if static else 0)


@clause("BW-4.2d", "BW-R90", "BW-R106", "BW-4.2a")
def test_sea_links_need_no_control_of_the_sea() -> None:
    here = position("sbw3", allies={"Marseille": "gb-1 4"}, month="1940-06", active="allies", axis_holds=("Toulon", "Brest", "Cherbourg"))
    here.state.phase = SUPPLY
    uk = here.game.rules.tables.power("uk")
    assert here.game.rules.supply.sources(here.state, uk).everything >> here.hex("Marseille") & 1  # past Gibraltar


@clause("BW-7.5.5d")
def test_an_inner_port_needs_its_mouth() -> None:
    here = position("sbw3", month="1940-06", allies={"Lille": "gb-1 4"}, active="allies", allies_hold=("Antwerp", "Vlissingen"))
    supply = here.game.rules.supply
    held = here.state.control[ALLIES]
    ports = {port.at for port in supply._usable_ports(here.state, held)}
    assert 1 << here.hex("Antwerp") in ports
    without = held & ~(1 << here.hex("Vlissingen"))
    assert 1 << here.hex("Antwerp") not in {port.at for port in supply._usable_ports(here.state, without)}


@clause("BW-7.4f", "BW-R78", "BW-R115", "BW-7.4e")
def test_rail_moves_are_counted_by_power_and_shared_with_the_british() -> None:
    here = position(
        "sbw2", allies={"Paris": "us-82ab 3, gb-8 4", "Lille": "us-101ab 3"}, active="allies", points={"usa": 5, "uk": 5}, month="1945-01"
    )
    here.begin(STRATEGIC_RAIL)
    for key in ("us-82ab", "us-101ab"):
        here.play(next(a for a in here.legal() if isinstance(a, RailMove) and a.block == here.block(key)))
    assert not any(isinstance(action, RailMove) for action in here.legal())  # two of Great Britain's, whoever used them


@clause("BW-7.4c", "BW-0.4b")
def test_no_axis_train_crosses_the_po() -> None:
    here = position("sbw1", axis={"Parma": "de-90pg 2"}, month="1945-04", points={"germany": 3})
    here.begin(STRATEGIC_RAIL)
    targets = {action.to for action in here.legal() if isinstance(action, RailMove)}
    assert here.hex("Verona") not in targets
    assert here.hex("Milan") not in targets
    assert here.hex("Modena") in targets


@clause("BW-0.4b", "BW-7.3b")
def test_the_exhausted_wehrmacht_spends_two_points_on_a_unit() -> None:
    here = position("sbw1", axis={"Bologna": "de-1para 2, de-14pz 2"}, month="1945-04", points={"germany": 20})
    here.begin(PRODUCTION)
    block = here.block("de-1para")
    spent = 0
    while BuyStep(block) in here.legal():
        before = here.points("germany")
        here.play(BuyStep(block))
        spent += before - here.points("germany")
    assert 0 < spent <= 2


@clause("BW-6.1.4b", "BW-3.8a", "BW-R88")
def test_guns_without_company_never_fire() -> None:
    here = battle("de-10a 2", "us-2 5", "Modena", scenario="sbw1", month="1945-04", active="allies")
    assert dice(here, "Modena", ARTILLERY, AXIS, round_=1) == []
    assert dice(here, "Modena", ARTILLERY, AXIS, round_=2) == []  # in no round; the East's fire from the second on
    beside = battle("de-10a 2, de-51m 3", "us-2 5", "Modena", scenario="sbw1", month="1945-04", active="allies")
    assert dice(beside, "Modena", ARTILLERY, AXIS) == [(2, 4)]


@clause("BW-7.5.3i", "BW-7.7.5c")
def test_any_enemy_stops_a_ground_unit() -> None:
    here = position("sbw2", axis={"Trier": "de-47pz 5"}, allies={"Luxembourg": "us-9f 5", "Brussels": "us-12f 3"}, month="1945-01")
    here.begin(MOVEMENT)
    here.play(Move(here.block("de-47pz"), here.hex("Luxembourg"), here.hex("Trier")))
    while here.side != AXIS or here.step != "GroundMovement":
        here.play(here.game.chance(here.state).sample(Random(1)) if here.side == CHANCE else here.legal()[0])
    assert not any(isinstance(a, Move) and a.block == here.block("de-47pz") for a in here.legal())


@clause("BW-7.7.14b", "BW-7.7.15a", "BW-7.7.15b", "BW-R36")
def test_a_retreat_asks_for_no_control_and_no_shorter_way() -> None:
    here = battle("de-51m 3", "us-2 5", "Modena", scenario="sbw1", month="1945-04")
    rules, block = here.game.rules, here.block("us-2")
    found = rules.retreats.hexes(here.state, block)
    assert found
    assert not found & rules.zones.zone(here.state, AXIS)
    enemy_land = found & here.state.control[AXIS] & ~rules.board.cities
    assert enemy_land or all(here.state.control[ALLIES] >> h & 1 for h in range(rules.board.size) if found >> h & 1)


@clause("BW-6.1.6a", "BW-6.1.6c", "BW-6.1.6d", "BW-7.8a", "BW-7.8c", "BW-7.10a", "BW-R84", "BW-6.1.6f")
def test_motorised_infantry_follows_and_exploits_but_never_leads() -> None:
    here = position("sbw2", axis={"Reims": "de-47pz 5, de-25pg 2"}, allies={"Paris": "us-82ab 3"}, month="1944-12")
    rules, tank, motor = here.game.rules, here.block("de-47pz"), here.block("de-25pg")
    assert rules.units.is_motorised[motor]
    for block in (tank, motor):
        here.state.flags[block] |= ATTACKED
        here.state.fought_at[block] = here.hex("Reims")
    assert rules.blitz.movers(here.state, AXIS) == [tank]
    target = next(iter(rules.blitz.moves(here.state, tank)))
    assert isinstance(target, BlitzMove)
    here.state.phase = EXPLOITATION
    assert set(rules.blitz.exploiters(here.state, AXIS)) == {tank, motor}
    here.state.location[tank] = target.to
    here.state.flags[tank] |= BLITZED
    here.state.derived = {}
    assert BlitzMove(motor, target.to) in rules.blitz.followers(here.state, AXIS, target.to)
    assert rules.units.kind[motor].attack == rules.tables.classes["infantry"].attack


@clause("BW-6.1.6a")
def test_below_tech_2_motorised_infantry_is_infantry() -> None:
    here = position("sbw3", allies={"Troyes": "fr-2m 4"}, month="1940-06", active="allies")
    here.state.phase = EXPLOITATION
    assert here.game.rules.units.is_motorised[here.block("fr-2m")]
    assert here.game.rules.blitz.exploiters(here.state, ALLIES) == []


@clause("BW-8.0a", "BW-8.0b", "BW-3.19e")
def test_rivers_and_strong_places_of_the_enemy_stop_zones() -> None:
    plain = position("sbw2", allies={"Strasbourg": "us-6 4"}, month="1945-01")
    option = position("sbw2", allies={"Strasbourg": "us-6 4"}, month="1945-01", options=("river_zones",))
    offenburg = plain.hex("Offenburg")
    assert plain.game.rules.zones.zone(plain.state, ALLIES) >> offenburg & 1
    assert not option.game.rules.zones.zone(option.state, ALLIES) >> offenburg & 1  # across the Rhine


@clause("BW-10.0b", "BW-10.0c", "BW-10.0e", "BW-10.0f", "BW-10.0g", "BW-10.0h", "BW-R125")
def test_elites_at_full_strength() -> None:
    full = battle("de-1ss 6", "us-82ab 3", "Reims", options=("elites",), month="1944-12")
    assert dice(full, "Reims", GROUND, ALLIES, round_=2) == [(3, 4)]  # TECH 3 and elite
    worn = battle("de-1ss 6", "us-82ab 2", "Reims", options=("elites",), month="1944-12")
    assert dice(worn, "Reims", GROUND, ALLIES, round_=2) == [(2, 6)]
    without = battle("de-1ss 6", "us-82ab 3", "Reims", month="1944-12")
    (_, plain), *_ = dice(without, "Reims", GROUND, AXIS, round_=2)
    assert dice(full, "Reims", GROUND, AXIS, round_=2)[0][1] == plain - 1  # SS attack better


@clause("BW-7.7.7a", "BW-7.7.7c", "BW-3.16a", "BW-3.17a", "BW-R32")
def test_dice_are_pooled_before_they_are_halved() -> None:
    shots = pooled([Shooter(0, 6, 1), Shooter(1, 5, 1)], [3, 3])
    assert [shot.dice for shot in shots] == [2, 1]  # three of six steps; the worse shot rolls the extra die
    assert [shot.dice for shot in pooled([Shooter(0, 6, 3)], [4])] == [1]


@clause("BW-23.0a", "BW-23.0b", "BW-23.0e", "BW-23.0o", "BW-R85")
def test_who_may_jump_and_where() -> None:
    here = position("sbw3", axis={"Münster": "de-7fl 3", "Ruhr": "de-22ll 2"}, allies={"Den Haag": "nl-1 3"}, month="1940-05")
    airborne, block = here.game.rules.airborne, here.block("de-7fl")
    jumps = {action.to for action in airborne.jumps(here.state, AXIS) if action.block == block}
    assert here.hex("Den Haag") in jumps
    assert here.hex("Metz") not in jumps  # a fortress of France, where TECH 2 acts as TECH 2
    here.state.steps[block] -= 1
    assert not any(action.block == block for action in airborne.jumps(here.state, AXIS))  # not at full strength
    june = position("sbw3", axis={"Münster": "de-7fl 3"}, allies={"Den Haag": "nl-1 3"}, month="1940-06")
    assert june.game.rules.airborne.jumps(june.state, AXIS) == []


@clause("BW-23.0f", "BW-23.0i", "BW-23.0j", "BW-23.0k", "BW-5.6.2e", "BW-R94")
def test_a_jump_on_eben_emael() -> None:
    here = position("sbw3", axis={"Cologne": "de-7fl 3"}, allies={"Eben Emael": "be-3 3"}, month="1940-05")
    here.state.plans[:] = [0, 0]
    here.begin(AIR_MOVEMENT)
    here.play(Jump(here.block("de-7fl"), here.hex("Eben Emael")))
    here.end_phase()
    fortress = here.game.rules.definitions.fortification
    assert fortress(here.state, here.hex("Eben Emael")) == "fortress"
    for _ in range(12):
        if here.told(Dropped):
            break
        if here.side == CHANCE:
            here.play(here.game.chance(here.state).sample(Low()))
        else:
            here.play(next((a for a in here.legal() if isinstance(a, Resolve | EndPhase)), here.legal()[0]))
    assert here.told(Dropped)
    assert fortress(here.state, here.hex("Eben Emael")) == ""
    landed = here.strength("de-7fl")
    assert dice(here, "Eben Emael", GROUND, AXIS) == [(max(1, landed // 2), 6)]  # a Malus in the first round


class Low(Random):
    """Dice that show ones."""

    def random(self) -> float:
        return 0.0


@clause("BW-0.4b", "BW-7.6a", "BW-7.5.2b")
def test_clouds_over_the_ardennes() -> None:
    here = position("sbw2", axis={"Frankfurt": "de-1jd 3"}, allies={"Metz": "us-20 4"}, month="1944-12")
    flights = here.game.rules.air.flights(here.state, here.block("de-1jd"))
    assert Fly(here.block("de-1jd"), here.hex("Metz")) not in list(flights)
    here.state.month += 1
    flights = here.game.rules.air.flights(here.state, here.block("de-1jd"))
    assert Fly(here.block("de-1jd"), here.hex("Metz")) in list(flights)


@clause("BW-0.4b")
def test_surprise_in_the_forest() -> None:
    here = battle("de-1ss 6", "us-8 2", "Bastogne", month="1944-12")
    here.state.phase = 7
    assert here.game.rules.board.terrain["forest"] >> here.hex("Bastogne") & 1
    assert dice(here, "Bastogne", GROUND, AXIS, round_=2)[0][0] == 6
    here.state.month += 1
    here.state.derived = {}
    assert dice(here, "Bastogne", GROUND, AXIS, round_=2)[0][0] == 3


@clause("BW-0.4b", "BW-7.8a")
def test_tanks_without_fuel() -> None:
    here = position("sbw2", axis={"Reims": "de-47pz 5"}, month="1945-01", points={"germany": 1})
    here.state.phase = BLITZ
    here.state.flags[here.block("de-47pz")] |= ATTACKED
    blitz = here.game.rules.blitz
    assert blitz.movers(here.state, AXIS) == [here.block("de-47pz")]
    blitz.fuel(here.state, here.block("de-47pz"))
    assert here.points("germany") == 0
    assert blitz.movers(here.state, AXIS) == []


@clause("BW-0.4b", "BW-7.4b")
def test_skorzeny_stops_one_train() -> None:
    here = position("sbw2", allies={"Paris": "us-82ab 3", "Lille": "us-101ab 3"}, active="allies", points={"usa": 5}, month="1944-12")
    here.begin(STRATEGIC_RAIL)
    here.play(next(a for a in here.legal() if isinstance(a, RailMove) and a.block == here.block("us-82ab")))
    assert here.side == AXIS
    here.play(CancelMove())
    assert here.is_at("us-82ab", "Paris")
    here.play(next(a for a in here.legal() if isinstance(a, RailMove) and a.block == here.block("us-101ab")))
    assert here.side == ALLIES  # only once


@clause("BW-0.4b", "BW-7.11a")
def test_antwerp_ends_the_ardennes() -> None:
    here = position("sbw2", axis={"Antwerp": "de-1ss 6"}, month="1944-12")
    ended = here.game.rules.victory.sudden(here.state)
    assert ended is not None
    assert ended[0] == AXIS


@clause("BW-7.11a", "BW-0.4b")
@pytest.mark.parametrize(("taken", "winner", "level"), [((), AXIS, "decisive"), (("Bologna", "La Spezia", "Genoa", "Parma"), -1, "draw")])
def test_the_allies_count_points_in_italy(taken: tuple[str, ...], winner: int, level: str) -> None:
    here = position("sbw1", month="1945-05", allies_hold=taken)
    found = here.game.rules.victory.final(here.state)
    assert (found[0], found[2]) == (winner, level)


@clause("BW-7.11a")
def test_places_that_count_against_the_germans() -> None:
    here = position("sbw2", month="1945-01", axis_holds=("Brussels", "Namur"), allies_hold=("Cologne",))
    assert here.game.rules.victory.points(here.state) == 3 + 2 - 1


@clause("BW-3.21a", "BW-3.22a")
def test_fortress_troops_stand_still_in_may() -> None:
    here = position("sbw3", allies={"Metz": "fr-sfm 3", "Grenoble": "fr-14m 3"}, month="1940-05", active="allies")
    definitions = here.game.rules.definitions
    assert definitions.is_frozen(here.state, here.block("fr-14m"))
    here.state.month += 1
    assert not definitions.is_frozen(here.state, here.block("fr-14m"))


@clause("BW-3.3e")
def test_minor_capitals() -> None:
    board = position("sbw3", month="1940-05").game.rules.board
    for place in ("Den Haag", "Luxembourg"):
        assert not board.majors >> board.hex(place) & 1
        assert board.minors >> board.hex(place) & 1
    assert board.majors >> board.hex("Brussels") & 1


@clause("BW-1.3a", "BW-R139")
def test_the_colour_of_a_hidden_block_is_seen() -> None:
    here = started("sbw1")
    seen = [sight for sight in here.game.view(here.state, AXIS).blocks.seen if sight.side == ALLIES]
    assert {here.game.order.pools[sight.pool] for sight in seen} == {"usa", "uk"}
    assert all(sight.block == -1 for sight in seen)


@clause("BW-7.6b", "BW-3.10c", "BW-R7")
def test_two_air_units_at_most_in_a_battle() -> None:
    bases = {"Modena": "us-2 5", "Pisa": "us-12b 4", "Florence": "us-12f 5", "Rimini": "gb-daf 4"}
    here = position("sbw1", axis={"Modena": "de-51m 3"}, allies=bases, month="1945-04")
    here.state.active = ALLIES
    here.begin(AIR_MOVEMENT)
    for key in ("us-12b", "us-12f"):
        here.play(Fly(here.block(key), here.hex("Modena")))
    assert Fly(here.block("gb-daf"), here.hex("Modena")) not in here.legal()
    assert here.state.phase != REACTION


@clause("BW-7.7.2b", "BW-7.7.2c", "BW-6.5a", "BW-6.5b")
def test_ground_units_fire_at_aircraft() -> None:
    here = battle("de-51m 3, de-14a 2", "us-2 5, us-12b 4", "Modena", scenario="sbw1", month="1945-04", active="allies")
    assert sum(number for number, _ in dice(here, "Modena", ANTI_AIRCRAFT, AXIS)) >= 5
