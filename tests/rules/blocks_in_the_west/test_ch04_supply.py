"""Chapter 4 of the West: what a line of supply may use, and what it may not."""

import pytest

from blockfront.blocks import effects
from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, position
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.state import SUPPLY
from blockfront.hexes.hexset import members


def covered(here: Position, power: str) -> int:
    number = here.game.rules.tables.power(power)
    supply = here.game.rules.supply
    here.state.phase = SUPPLY
    here.state.derived = {}
    return supply.covered(here.state, number, supply.sources(here.state, number).everything)


@clause("BW-4.2b", "BW-3.5a", "BW-4.2a")
def test_a_rail_hex_needs_no_city_to_be_a_source() -> None:
    here = position("sbw2", month="1945-01")
    germany = here.game.rules.tables.power("germany")
    sources = here.game.rules.supply.sources(here.state, germany).everything
    board = here.game.rules.board
    assert sources & board.rail_hexes & ~board.cities
    assert not sources & ~board.rail_hexes & ~board.port_hexes & ~here.game.rules.powers.main_sources(here.state, germany)


def traced(here: Position, sources: int, closed: int, length: int) -> set[int]:
    """Hexes with a line of so many hexes to a source, found hex by hex; the ends may lie anywhere."""
    board = here.game.rules.board
    found: set[int] = set(members(sources))
    frontier = found
    for _ in range(length):
        near = {other for hex_ in frontier for other in members(board.by_land[hex_])} - found
        found, frontier = found | near, {hex_ for hex_ in near if not closed >> hex_ & 1}
    return found


@clause("BW-4.3a", "BW-4.3b", "BW-R91")
@pytest.mark.parametrize("front", [{}, {"Modena": "us-2 5"}, {"Modena": "us-2 5", "Verona": "us-4 5"}])
def test_a_line_of_three_hexes_around_enemies_their_zones_and_mountains(front: dict[str, str]) -> None:
    here = position("sbw1", axis={"Bologna": "de-1para 3", "Parma": "de-14pz 2"}, allies=front, month="1945-04")
    board, supply = here.game.rules.board, here.game.rules.supply
    here.state.phase = SUPPLY
    germany = here.game.rules.tables.power("germany")
    sources = supply.sources(here.state, germany).everything
    enemies = here.state.occupied[ALLIES]
    zone = sum(1 << hex_ for hex_ in members(board.map.land_mask) if board.by_land[hex_] & enemies) & ~here.state.occupied[AXIS]
    closed = board.mountains | enemies | zone | ~here.game.rules.powers.supply_area(here.state, germany)
    assert set(members(covered(here, "germany"))) == traced(here, sources, closed, 3)


@clause("BW-4.3c")
def test_an_empty_hex_in_both_zones_serves_nobody() -> None:
    here = position("sbw3", axis={"Troyes": "de-16pz 5"}, month="1940-06", active="allies")
    board = here.game.rules.board
    troyes = here.hex("Troyes")
    between = next(iter(members(board.by_land[troyes] & ~board.mountains)))
    behind = next(h for h in members(board.by_land[between]) if not board.by_land[troyes] >> h & 1 and h != troyes)
    effects.set_steps(here.state, here.block("fr-20"), 4)
    effects.place(here.state, here.block("fr-20"), ALLIES, behind)
    here.state.derived = {}
    zones, supply = here.game.rules.zones, here.game.rules.supply
    assert zones.ground_zone(here.state, AXIS) >> between & 1
    assert zones.ground_zone(here.state, ALLIES) >> between & 1
    for power, start in (("france", behind), ("germany", troyes)):
        number = here.game.rules.tables.power(power)
        one, two = (supply.spread(here.state, number, 1 << start, length) for length in (1, 2))
        beyond = [h for h in members(two & ~one) if board.by_land[h] >> between & 1]
        for hex_ in beyond:  # another way leads there, not that one
            assert board.by_land[hex_] & one & ~(1 << between)
    effects.place(here.state, here.block("fr-20"), ALLIES, between)
    here.state.derived = {}
    assert not zones.ground_zone(here.state, AXIS) >> between & 1  # where one's own unit stands is nobody's zone


@clause("BW-4.3d")
def test_a_line_over_a_strait_is_three_hexes_long() -> None:
    here = position("sbw7", axis={"Messina": "de-76pz 2", "Catania": "de-1para 3"}, month="1943-07", axis_holds=("Messina", "Catania"))
    supply, board = here.game.rules.supply, here.game.rules.board
    germany = here.game.rules.tables.power("germany")
    reggio, messina = here.hex("Reggio Calabria"), here.hex("Messina")
    assert supply.spread(here.state, germany, 1 << reggio, 3) >> messina & 1
    assert not supply.spread(here.state, germany, 1 << reggio, 3) & board.neighbours(messina)  # the whole length is used up
    assert not supply.spread(here.state, germany, 1 << reggio, 2) >> messina & 1
    near = next(h for h in members(board.neighbours(reggio)))
    assert not supply.spread(here.state, germany, 1 << near, 3) >> messina & 1  # not from beyond the shore


@clause("BW-R108", "BW-3.4d", "BW-3.4e")
def test_ports_supply_five_or_one_for_all_powers_together() -> None:
    sizes = {size for _, size, _, _ in position("sbw2").game.rules.board.ports}
    assert sizes == {"major", "minor"}
    capacity = position("sbw2").game.rules.tables.numbers.port_capacity
    assert (capacity["major"], capacity["minor"]) == (5, 1)
    here = position("sbw3", allies={"Cherbourg": "gb-1 4, gb-2 4", "Caen": "gb-3 3"}, month="1940-06", active="allies")
    here.state.phase = SUPPLY
    blocks = [here.block(key) for key in ("gb-1", "gb-2", "gb-3")]
    lacking, dependent = here.game.rules.supply.unsupplied(here.state, blocks)
    assert lacking == []
    assert {block for group in dependent for block in group.ports} == set(blocks)
