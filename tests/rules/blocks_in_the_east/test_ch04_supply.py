"""Chapter 4 and sections 7.2, 7.9, 7.10: sources, ports, paths, barrels, surrender."""

from typing import Any

import pytest

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_series.actions import BuyStep, Fly, Move, Sustain
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import Starved, Surrendered
from blockfront.games.blocks_series.rules.port_places import Dependants, from_berths
from blockfront.games.blocks_series.state import (
    AIR_MOVEMENT,
    EXPLOITATION,
    FINAL_SUPPLY,
    MARKED,
    MOVEMENT,
    SUPPLY,
)


def sources(here: Position, power: str) -> int:
    rules = here.game.rules
    return rules.supply.sources(here.state, rules.tables.power(power)).everything


def is_source(here: Position, power: str, place: str) -> bool:
    return bool(sources(here, power) >> here.hex(place) & 1)


@clause("BE-4.1a", "BE-4.1b", "BE-R14")
@pytest.mark.parametrize(
    ("power", "place"),
    [
        ("ussr", "siberia"),
        ("germany", "Berlin"),
        ("italy", "Belgrade"),
        ("finland", "Helsinki"),
        ("romania", "Bucharest"),
        ("hungary", "Budapest"),
        ("slovakia", "Bratislava"),
    ],
)
def test_every_power_has_its_main_source(power: str, place: str) -> None:
    here = position()
    rules = here.game.rules
    assert rules.powers.main_sources(here.state, rules.tables.power(power)) == 1 << here.hex(place)
    assert is_source(here, power, place)


@clause("BE-4.2a", "BE-4.2b", "BE-3.5a", "BE-R15")
def test_rail_hexes_linked_with_the_main_source_are_sources() -> None:
    here = position(axis={"Warsaw": "infantry 3"})
    assert is_source(here, "germany", "Warsaw")
    assert is_source(here, "ussr", "Kursk")
    assert not is_source(here, "germany", "Kursk"), "in enemy hands"
    cut = position(soviet={"Posen E1": "infantry 3"}, axis_holds=("Kursk",))
    assert not is_source(cut, "germany", "Kursk"), "held, but not linked"


@clause("BE-4.2c", "BE-R16")
def test_ports_supply_few_units_when_they_are_linked_by_sea() -> None:
    here = position(
        soviet={"Odessa": "infantry 3, infantry 3", "Odessa NE1": "infantry 3"},
        axis_holds=("odessa_district", "kiev_district", "bessarabia"),
        soviet_holds=("Odessa", "Sevastopol"),
        active="soviet",
    )
    rules = here.game.rules
    networks = rules.supply.sources(here.state, rules.tables.power("ussr")).by_sea
    ports = {network.capacity for network in networks if network.hexes >> here.hex("Odessa") & 1}
    assert ports == {1}
    here.begin(SUPPLY)
    offered = here.legal()
    assert all(isinstance(action, Sustain) for action in offered)
    here.play(offered[0])
    assert sum(bool(here.state.flags[block] & MARKED) for block in here.game.order.of_side[SOVIET]) == len(offered) - 1


def in_the_crimea(**more: Any) -> Position:
    """A German and a Romanian corps in Feodosia, which the Axis reaches over the sea alone."""
    return position(axis={"Feodosia": "g-1k 4, romania infantry 3"}, **more)


@clause("BE-4.2c", "BE-R16")
def test_a_port_has_its_places_once_for_all_powers_of_a_side() -> None:
    here = in_the_crimea().begin(SUPPLY)
    assert len(here.legal()) == 2, "a minor port supplies one unit: which one is asked"
    here.play(Sustain(here.block("g-1k")))
    marked = here.game.rules.supply.marked(here.state, AXIS)
    assert [here.game.order[block].nation for block in marked] == ["romania"]


@clause("BE-4.2c", "BE-R16")
def test_who_can_use_two_ports_leaves_the_only_one_to_others() -> None:
    both, one, other = 10, 11, 12
    group = Dependants({1: 1, 2: 1}, {both: (1, 2), one: (1,), other: (1,)})
    assert group.fed([both, one]) == [both, one]
    assert group.fed([one, other, both]) == [one, both]
    assert from_berths(group.berths()).fed([both, one, other]) == [both, one]


@clause("BE-4.2c", "BE-7.9a")
def test_at_the_final_check_the_supplied_keep_their_places() -> None:
    here = in_the_crimea()
    romanian = next(block for block in here.game.order.of_side[AXIS] if here.state.location[block] >= 0 and block != here.block("g-1k"))
    here.state.flags[romanian] |= MARKED
    here.begin(FINAL_SUPPLY)
    assert [event.block for event in here.told(Surrendered)] == [romanian]


@clause("BE-7.2b")
def test_who_can_be_supplied_at_the_check_is_fully_capable() -> None:
    here = position(axis={"Warsaw": "g-2k 3"}, soviet={"Brest-Litovsk": "s-8a 3"})
    here.state.flags[here.block("g-2k")] |= MARKED
    here.begin(SUPPLY)
    assert not here.flags("g-2k") & MARKED


@clause("BE-4.2d", "BE-9.2f")
def test_white_ports_freeze_in_snow() -> None:
    usable = {"good": True, "snow": False}
    for weather, open_ in usable.items():
        here = position(weather=weather)
        ports = {port.at for port in here.game.rules.supply._usable_ports(here.state, -1)}
        assert (1 << here.hex("Archangelsk") in ports) == open_
        assert 1 << here.hex("Sevastopol") in ports


@clause("BE-4.3a", "BE-R17", "BE-4.0a", "BE-7.2a")
def test_a_path_has_three_hexes() -> None:
    here = position()
    rules = here.game.rules
    power = rules.tables.power("germany")
    covered = rules.supply.covered(here.state, power, 1 << here.hex("Poltava"))
    assert covered >> here.hex("Poltava") & 1
    assert covered >> here.hex("Poltava E3") & 1
    assert not covered >> here.hex("Poltava E4") & 1


@clause("BE-4.3b")
def test_paths_do_not_cross_mountains() -> None:
    here = position()
    rules, board = here.game.rules, here.game.rules.board
    power = rules.tables.power("ussr")
    source = 1 << here.hex("Tuapse")
    covered = rules.supply.covered(here.state, power, source)
    assert covered & board.mountains, "a unit in the mountains beside the source is supplied"
    beyond = covered & ~source & ~board.around(source)
    open_ways = covered & ~board.mountains | source
    assert beyond
    assert all(board.neighbours(hex_) & open_ways for hex_ in members_of(beyond))
    walled_in = board.around(covered & board.mountains) & ~board.around(open_ways) & ~covered
    assert walled_in, "behind the crest nobody is supplied"


@clause("BE-4.3c", "BE-4.3d", "BE-4.3e", "BE-R13")
def test_enemy_ground_units_block_paths_and_aircraft_do_not() -> None:
    power = position().game.rules.tables.power("germany")

    def covered(soviet: dict[str, str]) -> int:
        here = position(soviet=soviet)
        return here.game.rules.supply.covered(here.state, power, 1 << here.hex("Poltava")) >> here.hex("Poltava E3") & 1

    assert covered({"Poltava SE1": "fighter 3", "Poltava NE1": "fighter 3"})
    assert not covered({"Poltava SE1": "infantry 3", "Poltava NE1": "infantry 3"})


@clause("BE-4.3f", "BE-4.4b", "BE-4.4c", "BE-7.5.3k", "BE-7.2b", "BE-R18")
def test_a_marked_unit_moves_half_and_does_not_attack() -> None:
    here = position(axis={"Tula": "g-1k 4"}, soviet={"Tula E1": "s-8a 3"}).begin(SUPPLY)
    corps = here.block("g-1k")
    assert here.flags("g-1k") & MARKED
    assert here.game.rules.movement.allowance(here.state, corps) == 2
    here.begin(MOVEMENT)
    assert here.refusal(Move(corps, here.hex("Tula E1"), here.hex("Tula"))).clause == "BE-4.4c"
    assert here.flags("g-1k") & MARKED, "the barrel stays"


@clause("BE-4.4a")
def test_a_marked_unit_gains_no_steps() -> None:
    here = position(axis={"Tula": "g-1k 3", "Warsaw": "g-2k 3"}, points={"germany": 5}).begin(SUPPLY)
    assert here.step == "ProductionPhase"
    assert BuyStep(here.block("g-1k")) not in here.legal()
    assert BuyStep(here.block("g-2k")) in here.legal()
    assert here.refusal(BuyStep(here.block("g-1k"))).clause == "BE-4.4a"


@clause("BE-4.4d", "BE-7.5.2d")
def test_a_marked_air_unit_only_transfers_half_as_far() -> None:
    here = position(axis={"Königsberg": "g-jg54 3"}, soviet={"Kaunas": "infantry 3"})
    fighter = here.block("g-jg54")
    assert here.hex("Berlin") in transfers(here, fighter), "ten hexes"
    here.state.flags[fighter] |= MARKED
    assert here.hex("Berlin") not in transfers(here, fighter)
    assert here.hex("Danzig") in transfers(here, fighter)
    here.begin(AIR_MOVEMENT)
    assert Fly(fighter, here.hex("Kaunas")) not in here.legal()


def transfers(here: Position, block: int) -> list[int]:
    return members_of(here.game.rules.air.transfers(here.state, block))


def members_of(hexes: int) -> list[int]:
    return [hex_ for hex_ in range(hexes.bit_length()) if hexes >> hex_ & 1]


@clause("BE-4.4f", "BE-4.5a", "BE-4.5b", "BE-7.9a", "BE-7.9c", "BE-7.9d")
def test_who_is_still_cut_off_at_the_end_surrenders() -> None:
    here = position(axis={"Tula": "g-1k 3"}).begin(SUPPLY)
    here.begin(FINAL_SUPPLY)
    assert here.told(Surrendered)[0].block == here.block("g-1k")
    assert here.points("ussr") == 1
    assert here.state.location[here.block("g-1k")] == -1


@clause("BE-7.9a", "BE-7.9b")
def test_only_marked_units_are_checked_again_and_may_lose_the_barrel() -> None:
    here = position(axis={"Tula": "g-1k 3", "Warsaw": "g-2k 3"})
    here.state.flags[here.block("g-2k")] |= MARKED
    here.begin(FINAL_SUPPLY)
    assert not here.flags("g-2k") & MARKED
    assert not here.told(Surrendered), "the corps at Tula was not marked in the Supply Phase"


@clause("BE-4.5c", "BE-4.5d", "BE-6.1.1f")
def test_artillery_falls_to_zero_and_static_infantry_holds_out() -> None:
    here = position(axis={"Tula": "g-18a 4"}).begin(SUPPLY)
    here.begin(FINAL_SUPPLY)
    assert here.strength("g-18a") == 0
    assert here.told(Starved)
    garrison = position(soviet={"Posen": "s-st-kiev 2"}, active="soviet").begin(SUPPLY)
    assert garrison.flags("s-st-kiev") & MARKED
    garrison.begin(FINAL_SUPPLY)
    assert garrison.strength("s-st-kiev") == 2
    assert not garrison.told(Surrendered)


@clause("BE-7.10a", "BE-7.10b", "BE-7.10c")
def test_armour_without_supply_does_not_exploit_but_lives() -> None:
    here = position(axis={"Tula": "g-41pz 5", "Warsaw": "g-56pz 4"}, soviet={"Moscow": "infantry 3"}).begin(EXPLOITATION)
    movers = {action.block for action in here.legal() if isinstance(action, Move)}
    assert movers == {here.block("g-56pz")}
    assert here.flags("g-41pz") & MARKED
    here.end_phase()
    assert not here.flags("g-41pz") & MARKED
    assert not here.told(Surrendered)


@clause("BE-5.3f")
def test_romanians_and_hungarians_keep_out_of_each_others_country() -> None:
    here = position()
    rules = here.game.rules
    romania, hungary = rules.tables.power("romania"), rules.tables.power("hungary")
    assert not rules.powers.supply_area(here.state, romania) & rules.powers.homelands[hungary]
    assert not rules.powers.supply_area(here.state, hungary) & rules.powers.homelands[romania]


@clause("BE-5.5h")
def test_finns_draw_no_supply_beyond_their_operations_area() -> None:
    here = position(axis_holds=("Novgorod",))
    rules = here.game.rules
    finland = rules.tables.power("finland")
    assert not rules.powers.supply_area(here.state, finland) >> here.hex("Novgorod") & 1
    assert rules.powers.supply_area(here.state, finland) >> here.hex("Petrozavodsk") & 1


