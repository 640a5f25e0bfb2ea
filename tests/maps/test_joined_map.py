"""Two maps on one lattice as one: what both draw agrees, what differs is decided, and what nobody decided is named."""

import msgspec
import pytest

from blockfront.atlas import draw_map
from blockfront.core.data_files import DataError, Problems
from blockfront.games.blocks_east_and_west.joined_map import joined_map, joining, sheet
from blockfront.games.blocks_in_the_west.game import facts
from blockfront.games.blocks_series.loading.board import Board
from blockfront.hexes.grid import Hex
from blockfront.hexes.hexset import members
from blockfront.maps.consistency import (
    check_areas,
    check_boxes,
    check_hexes,
    check_places,
    check_ports,
    check_production,
    check_rails,
    check_sides,
)
from blockfront.maps.join import Decisions, differences, joined
from blockfront.maps.model import MapData

NOTHING_DECIDED = Decisions({}, {}, {}, {})
BOTH, WEST_ONLY, EAST_ONLY, NEITHER = 98, 225, 79, 52  # common land hexes by the maps on which they may be entered


def western(label: str) -> Hex:
    """A western label on the joined map: the maps share their columns, the east has four rows more in the north."""
    return joined_map().grid.parse(f"{label[:2]}{int(label[2:]) + 4:02}")


def eastern(label: str) -> Hex:
    return joined_map().grid.parse(f"{int(label[:2]) + 18:02}{label[2:]}")


@pytest.fixture(scope="module")
def sheets() -> tuple[MapData, MapData]:
    return sheet("blocks_in_the_west"), sheet("blocks_in_the_east")


def common(sheets: tuple[MapData, MapData]) -> list[tuple[Hex, Hex, Hex]]:
    """(hex, western hex, eastern hex) of the land that both maps draw."""
    west, east = sheets
    there = {eastern(east.grid.label(hex_)): hex_ for hex_ in east.hexes}
    here = {western(west.grid.label(hex_)): hex_ for hex_ in west.hexes}
    return [(hex_, here[hex_], there[hex_]) for hex_ in sorted(set(here) & set(there))]


def test_the_common_land_agrees(sheets: tuple[MapData, MapData]) -> None:
    west, east = sheets
    found = common(sheets)
    assert len(found) == 454
    assert all(west.hexes[here].terrain == east.hexes[there].terrain for _, here, there in found)
    both = {hex_ for hex_, _, _ in found}
    data = joined_map()
    for hex_, here, there in found:
        for direction, near in data.grid.neighbours(hex_):
            if near in both:
                assert west.rails[direction] >> here & 1 == east.rails[direction] >> there & 1


def test_every_hex_of_both_is_there_and_open_where_either_is(sheets: tuple[MapData, MapData]) -> None:
    west, east = sheets
    data = joined_map()
    assert (data.grid.columns, data.grid.rows) == (72, 59)
    for old, place in ((west, western), (east, eastern)):
        for hex_, facts_ in old.hexes.items():
            now = data.hexes[place(old.grid.label(hex_))]
            assert now.terrain == facts_.terrain
            assert facts_.play != "" or now.play == ""
    plays = [(west.hexes[here].play == "", east.hexes[there].play == "") for _, here, there in common(sheets)]
    counts = [plays.count(pair) for pair in ((True, True), (True, False), (False, True), (False, False))]
    assert counts == [BOTH, WEST_ONLY, EAST_ONLY, NEITHER]


def test_every_difference_is_decided(sheets: tuple[MapData, MapData]) -> None:
    found, decisions = joining()
    assert differences(*sheets, found.offset, decisions) == []
    assert len(decisions.hexes) == 118


def test_what_nobody_decided_is_named(sheets: tuple[MapData, MapData]) -> None:
    found, decisions = joining()
    told = differences(*sheets, found.offset, NOTHING_DECIDED)
    for label in decisions.hexes:
        assert any(f" {joined_map().grid.label(western(label))}:" in line for line in told), label
    assert any("Brest" in line for line in told)
    assert any("'scandinavia'" in line for line in told)
    without = Decisions({label: one for label, one in decisions.hexes.items() if label != "2703"}, *msgspec.structs.astuple(decisions)[1:])
    (line,) = differences(*sheets, found.offset, without)[:1]
    assert "2707" in line  # Namsos, four rows further south than on its own map


def test_a_changed_hex_is_found(sheets: tuple[MapData, MapData]) -> None:
    west, east = sheets
    found, decisions = joining()
    warsaw = next(hex_ for hex_, _, there in common(sheets) if there == east.hex("Breslau"))
    there = next(there for hex_, _, there in common(sheets) if hex_ == warsaw)
    other = {**east.hexes, there: msgspec.structs.replace(east.hexes[there], terrain="swamp")}
    told = differences(west, msgspec.structs.replace(east, hexes=other), found.offset, decisions)
    assert [line for line in told if "terrain" in line]


def test_rows_must_fit(sheets: tuple[MapData, MapData]) -> None:
    with pytest.raises(ValueError, match="lattice"):
        joined(*sheets, (-18, 3), NOTHING_DECIDED)
    with pytest.raises(DataError):
        joined(*sheets, (-18, 4), NOTHING_DECIDED)


def test_names_lead_to_the_right_places() -> None:
    data = joined_map()
    assert data.hex("Brest") == western("0727")
    assert data.hex("Brest-Litovsk") != data.hex("Brest")
    assert data.nation_masks["FR"] >> data.hex("Brest") & 1
    for city in ("London", "Paris", "Berlin", "Warsaw", "Moscow", "Stalingrad"):
        assert data.playable_mask >> data.hex(city) & 1, city
    assert len([place for place in data.places if place.name == "Berlin"]) == 1


def test_german_sites_are_those_of_the_west_and_the_east_adds_towns() -> None:
    data = joined_map()
    german = [site for site in data.production if data.hexes[site.hex].nation == "DE"]
    assert {site.kind for site in german if site.hex == data.hex("Berlin")} >= {"armour_factory", "aircraft_factory", "population"}
    breslau = [site for site in data.production if site.hex == data.hex("Breslau")]
    assert [(site.kind, site.value) for site in breslau if "yellow" in site.tags] == [("population", 1)]


def test_a_unit_walks_from_berlin_over_posen_to_warsaw() -> None:
    """Step by step over the common land, and by rail."""
    board = Board(joined_map(), facts().tables.terrain)
    berlin, posen, warsaw = (board.hex(place) for place in ("Berlin", "Posen", "Warsaw"))
    for start, target in ((berlin, posen), (posen, warsaw)):
        reached, steps = 1 << start, 0
        while not reached >> target & 1 and steps < 12:
            reached |= sum(
                1 << h
                for h in range(board.grid.size)
                if any(board.by_land[o] >> h & 1 for o in members(reached)) and board.playable >> h & 1
            )
            steps += 1
        assert reached >> target & 1
        assert steps <= 6
    line = board.linked(1 << berlin, board.rail_hexes & board.playable, board.rail_sides, board.rail_jumps)
    assert line >> posen & 1
    assert line >> warsaw & 1


def test_seas_of_both_maps_are_one() -> None:
    data = joined_map()
    seas = {area.id for area in data.areas.values() if area.kind == "sea"}
    assert {"atlantic", "baltic", "mediterranean", "black_sea", "caspian_sea"} == seas
    ports = {port.name: set(port.seas) for port in data.ports}
    assert ports["Riga"] == {"baltic"}
    assert ports["Archangelsk" if "Archangelsk" in ports else "Murmansk"] <= {"atlantic"}
    assert ports["Odessa"] == {"black_sea"}
    assert not any(port.seas and not set(port.seas) <= seas for port in data.ports)


def test_the_joined_map_is_sound() -> None:
    problems = Problems()
    for check in (check_hexes, check_sides, check_rails, check_places, check_ports, check_production, check_areas, check_boxes):
        check(joined_map(), problems)
    problems.raise_if_any()


def test_the_joined_map_can_be_drawn() -> None:
    drawn = draw_map(joined_map())
    assert all(f">{place}<" in drawn for place in ("London", "Berlin", "Stalingrad", "Malta"))
