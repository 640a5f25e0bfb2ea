"""What the Blocks in the East map must give that facts.toml cannot say: start production, fronts, boxes, seas, the join with the west."""

from collections import Counter
from importlib import resources
from itertools import combinations

import pytest

from blockfront.core.clauses import clause
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import expanded_mask, mask_of, members, neighbours_mask
from blockfront.hexes.reach import flood
from blockfront.hexes.sides import joined, touching
from blockfront.maps.files import load_map
from blockfront.maps.model import MapData, folded

COLOURS = {
    "population": "yellow",
    "mine": "yellow",
    "oil": "black",
    "synthetic": "black",
    "armour": "red",
    "aircraft": "blue",
    "shipyard": "white",
}
CAPTURED_ONLY = "petsamo"  # its nickel counts for Germany alone, when held (BE-11.2i)
WEST_COLUMNS, WEST_ROWS = -18, 4  # from a column and row of the western map to those of the eastern one
TECH_COST = 4  # what the fixed calendar costs the Soviets a turn (BE-3.13e)
FRONTS = {  # line, places the Axis holds, places the Soviets hold
    "front_1942": (
        "Schlüsselburg Chudovo Novgorod Staraya_Russa Demyansk Kholm Velikie_Luki Rzhev Vyazma Orel Kursk Belgorod Kharkov Slavyansk "
        "Taganrog Kerch Simferopol Vyborg Petrozavodsk",
        "Oranienbaum Leningrad Volkhov Toropets Kirov Tula Voronezh Voroshilovgrad Rostov Taman_peninsula Sevastopol Belomorsk",
    ),
    "front_1943": (
        "Novgorod Staraya_Russa Smolensk Orel Bryansk Sumy Belgorod Kharkov Slavyansk Taganrog Taman_peninsula Novorossiysk Kerch "
        "Sevastopol Petrozavodsk",
        "Oranienbaum Leningrad Schlüsselburg Demyansk Velikie_Luki Rzhev Vyazma Kirov Kursk Voroshilovgrad Rostov Krasnodar",
    ),
    "front_1944": (
        "Narva Tartu Pskov Polotsk Vitebsk Orsha Mogilev Bobruisk Minsk Pinsk Kovel Lvov Stanislav Jassy Kishinev Akkerman",
        "Leningrad Novgorod Velikie_Luki Smolensk Gomel Mozyr Kiev Rovno Tarnopol Cernauti Tiraspol Odessa Sevastopol Kerch Armjansk",
    ),
}
YELLOW = {  # scenario line: Germany, USSR, of BE-SBE6b, BE-SBE7b, BE-SBE8b; Petsamo is German from 1943 on
    "front_1942": (36, 34),
    "front_1943": (37, 34),
    "front_1944": (28, 43),
}
MAJORS_WEST_OF_THE_VOLGA = (
    "Leningrad Sevastopol Stalingrad Kiev Minsk Kharkov Odessa Rostov Smolensk Orel Kalinin Kursk Voronezh Tula Dnepropetrovsk "
    "Stalino Lvov Riga Tallinn Vyborg Gorki Yaroslavl Vologda Archangelsk Krasnodar Grozny Tbilisi Bryansk Zaporozhye"
)
MAJORS_EAST = "Baku Astrakhan Saratov Kuibyshev Kazan Molotov Ufa Chelyabinsk Magnitogorsk Chkalov Sverdlovsk"
SEAS = {  # id: mined, freezes
    "baltic_sea": (False, False),
    "gulf_of_finland": (True, True),
    "gulf_of_bothnia": (False, True),
    "white_sea": (False, True),
    "black_sea": (True, False),
    "sea_of_azov": (True, True),
    "caspian_sea": (False, False),
    "barents_sea": (False, False),
}
BOXES = {  # terrain, nation
    "narvik": ("mountain", "NO"),
    "tromso": ("mountain", "NO"),
    "petsamo": ("forest", "SU"),
    "murmansk": ("forest", "SU"),
    "krasnovodsk": ("forest", "SU"),
    "siberia": ("forest", "SU"),
}
LINKS = {
    ("narvik", "Gallivare"): {"land", "rail"},
    ("narvik", "tromso"): {"land"},
    ("tromso", "petsamo"): {"land"},
    ("petsamo", "Salla"): {"land", "rail"},
    ("petsamo", "murmansk"): {"land"},
    ("murmansk", "Kantalahti"): {"land", "rail"},
    ("siberia", "krasnovodsk"): {"land", "rail"},
    ("krasnovodsk", "Baku"): {"sea"},
    ("siberia", "Nizhny Tagil"): {"land", "rail"},
    ("siberia", "Sverdlovsk"): {"land", "rail"},
    ("siberia", "Chelyabinsk"): {"land", "rail"},
    ("siberia", "Magnitogorsk"): {"land", "rail"},
    ("siberia", "Chkalov"): {"land", "rail"},
}
AIR_BLOCKS = {  # by set-up area in June 1941
    "army_group_north": 2,
    "army_group_centre": 3,
    "army_group_south": 2,
    "romania_setup": 4,
    "finland_setup": 2,
    "leningrad_district": 1,
    "baltic_district": 2,
    "western_district": 3,
    "kiev_district": 2,
    "odessa_district": 2,
    "caucasus_district": 2,
}
# where blocks start by name, or are built
NAMED_STARTS = (
    "Rastenburg Königsberg Tilsit Warsaw Grozny Kaunas Vilnius Brest-Litovsk Bialystok Minsk Lvov Tbilisi Moscow Leningrad Kharkov "
    "Sevastopol Novgorod Smolensk Zaporozhye Baku Kiev Odessa Hanko Oranienbaum Tallinn Orel Zhitomir Cherkassy Gomel Velikie_Luki "
    "Vyazma Bryansk Pskov Stalingrad Chelyabinsk Kemijärvi"
)
FACTORY_SITES = (
    "Berlin Stettin Kassel Magdeburg Nuremberg Regensburg Leipzig Dresden Vienna Linz Breslau Prague Sverdlovsk Nizhny_Tagil Chelyabinsk "
    "Magnitogorsk Gorki Kazan Kuibyshev Saratov Molotov Ufa Chkalov"
)


def names(text: str) -> list[str]:
    return [name.replace("_", " ") for name in text.split()]


@pytest.fixture(scope="module")
def board() -> MapData:
    return load_map(resources.files("blockfront.games.blocks_in_the_east") / "data" / "map")


@pytest.fixture(scope="module")
def west() -> MapData:
    return load_map(resources.files("blockfront.games.blocks_in_the_west") / "data" / "map")


def at(board: MapData, *places: str) -> HexSet:
    return mask_of(board.hex(place) for place in places)


def output(board: MapData, nation: str, hexes: HexSet = -1) -> Counter[str]:
    """PP by colour that a nation's sites among the hexes yield in 1941; boxes count when no hexes are given."""
    total: Counter[str] = Counter()
    for site in board.production:
        owner = "DE" if "germany" in site.tags else board.hexes[site.hex].nation
        if owner == nation and hexes >> site.hex & 1 and "counted_in_leningrad" not in site.tags:
            total[COLOURS[site.kind]] += site.value
    for box in board.boxes.values():
        if hexes == -1 and box.nation == nation and box.id != CAPTURED_ONLY:
            for kind, value in box.production.items():
                total[COLOURS[kind]] += value
    return total


# ---- production


@clause("BE-SBE5b", "BE-SBE9d", "BE-5.6b")
@pytest.mark.parametrize(
    ("nation", "stated"),
    [
        ("DE", {"yellow": 24, "red": 3, "blue": 9, "black": 10}),
        ("RO", {"yellow": 2, "black": 2}),
        ("HU", {"yellow": 1, "black": 1}),
    ],
)
def test_sites_give_the_axis_its_figures_of_1941(board: MapData, nation: str, stated: dict[str, int]) -> None:
    assert output(board, nation) == stated


@clause("BE-SBE5b", "BE-3.13e", "BE-11.0d", "BE-R81")
def test_sites_give_the_soviets_their_figures_of_1941(board: MapData) -> None:
    found = output(board, "SU")
    assert found["yellow"] == 46 + TECH_COST
    assert (found["red"], found["blue"], found["white"]) == (7, 6, 2)


@clause("BE-11.0a")
def test_every_site_carries_the_colour_of_its_kind(board: MapData) -> None:
    assert all(COLOURS[site.kind] in site.tags for site in board.production)


@clause("BE-11.2d")
def test_only_germany_has_hydrogenation_plants(board: MapData) -> None:
    assert {board.hexes[site.hex].nation for site in board.production if site.kind == "synthetic"} == {"DE"}


@clause("BE-3.6a")
def test_population_centres_are_cities(board: MapData) -> None:
    cities = board.kind_mask("capital", "major", "minor")
    assert all(cities >> site.hex & 1 for site in board.production if site.kind == "population")


@clause("BE-SBE6b", "BE-SBE7b", "BE-SBE8b")
@pytest.mark.parametrize("line", YELLOW)
def test_the_fronts_divide_the_yellow_sites_as_the_scenarios_say(board: MapData, line: str) -> None:
    behind = output(board, "SU", board.west_mask(line) & board.nation_mask("SU"))["yellow"]
    petsamo = 0 if line == "front_1942" else board.boxes["petsamo"].production["mine"]
    germany, ussr = YELLOW[line]
    assert output(board, "DE")["yellow"] + behind + petsamo == germany
    assert output(board, "SU")["yellow"] - TECH_COST - behind == ussr


# ---- lines


@clause("BE-SBE6a", "BE-SBE7a", "BE-SBE8a")
@pytest.mark.parametrize("line", FRONTS)
def test_the_fronts_run_where_history_put_them(board: MapData, line: str) -> None:
    axis, soviet = FRONTS[line]
    held = board.west_mask(line)
    assert [name for name in names(axis) if not held >> board.hex(name) & 1] == []
    assert [name for name in names(soviet) if held >> board.hex(name) & 1] == []
    assert board.nation_mask("TR") & held == 0


@clause("BE-5.3b", "BE-38.1a")
def test_the_green_line_leaves_voronezh_kursk_and_stalingrad_to_the_south(board: MapData) -> None:
    north = board.west_mask("green_line")
    assert at(board, *names("Moscow Leningrad Bryansk Orel Tambov Minsk Bialystok Königsberg Kuibyshev")) & ~north == 0
    assert at(board, *names("Voronezh Kursk Stalingrad Brest-Litovsk Gomel Kiev Saratov Warsaw")) & north == 0


@clause("BE-BSSd")
def test_the_red_line_is_the_soviet_border(board: MapData) -> None:
    abroad = board.west_mask("soviet_border_1941")
    assert abroad & board.nation_mask("SU") == 0
    assert abroad == board.land_mask & ~board.nation_mask("SU")


@clause("BE-BSSd", "BE-BSSg")
def test_districts_and_army_groups_lie_on_their_side_and_do_not_overlap(board: MapData) -> None:
    districts = [area.mask for area in board.areas.values() if area.kind == "district"]
    sectors = [area.mask for area in board.areas.values() if area.kind == "sector"]
    assert len(districts) == 6
    assert len(sectors) == 3
    assert all(mask & ~(board.nation_mask("SU") & board.playable_mask) == 0 for mask in districts)
    assert all(mask & ~(board.nation_mask("DE") | board.nation_mask("PL")) == 0 for mask in sectors)
    assert all(one & other == 0 for one, other in combinations(districts + sectors, 2))


@clause("BE-BSSq")
def test_an_army_group_has_room_for_its_blocks(board: MapData) -> None:
    """Three ground blocks a hex and an air block for each city (BE-3.10a, BE-3.10b)."""
    for group, blocks in (("army_group_north", 13), ("army_group_centre", 23), ("army_group_south", 15)):
        assert 3 * board.area_mask(group).bit_count() >= blocks


@clause("BE-3.4a", "BE-3.4b", "BE-BSSd", "BE-BSSg", "BE-BSSh")
@pytest.mark.parametrize(("area", "air_blocks"), AIR_BLOCKS.items())
def test_every_setup_area_has_an_airfield_for_each_air_block(board: MapData, area: str, air_blocks: int) -> None:
    assert (board.area_mask(area) & board.kind_mask("capital", "major", "minor")).bit_count() >= air_blocks


@clause("BE-27.0b")
def test_three_blocks_and_not_two_cover_the_turkish_border(board: MapData) -> None:
    soviet, turkish = board.area_mask("turkish_border"), board.nation_mask("TR")
    border = soviet | neighbours_mask(board.grid, soviet) & turkish
    posts = [expanded_mask(board.grid, 1 << post, 1) for post in members(expanded_mask(board.grid, soviet, 1) & ~turkish)]
    assert soviet.bit_count() <= 9
    assert not any((one | two) & border == border for one, two in combinations(posts, 2))
    assert any((one | two | three) & border == border for one, two, three in combinations(posts, 3))


# ---- frame


@clause("BE-7.5.4c")
def test_nothing_is_playable_north_of_salla_or_east_of_magnitogorsk_but_persia(board: MapData) -> None:
    (_, north), (east, _) = board.grid.offset(board.hex("Salla")), board.grid.offset(board.hex("Magnitogorsk"))
    for hex_ in members(board.playable_mask):
        column, row = board.grid.offset(hex_)
        assert row >= north
        assert column <= east or board.nation_mask("IR") >> hex_ & 1


@clause("BE-7.5.4c", "BE-37.0b")
def test_teheran_can_be_reached_from_the_caucasus_by_land_and_rail(board: MapData) -> None:
    teheran, tbilisi = at(board, "Teheran"), at(board, "Tbilisi")
    assert flood(board.grid, tbilisi, board.playable_mask, board.land_steps("sea", "lake", "strait")) & teheran
    assert flood(board.grid, tbilisi, board.playable_mask & touching(board.rails), board.rails) & teheran


@clause("BE-7.5.4b")
def test_sverdlovsk_is_a_half_hex_and_chelyabinsk_is_not(board: MapData) -> None:
    assert board.hexes[board.hex("Sverdlovsk")].play == "partial"
    assert board.hexes[board.hex("Chelyabinsk")].play == ""


@clause("BE-3.7a", "BE-3.7b", "BE-3.7c", "BE-3.7d")
def test_the_six_boxes_and_their_links(board: MapData) -> None:
    assert {box.id: (box.terrain, box.nation) for box in board.boxes.values()} == BOXES
    ends = {board.hex(name): name for pair in LINKS for name in pair if name not in BOXES}
    found: dict[tuple[str, str], set[str]] = {}
    for link in board.links:
        if isinstance(link.origin, str):
            target = link.target if isinstance(link.target, str) else ends[link.target]
            found.setdefault((link.origin, target), set()).add(link.kind)
            assert link.cost == (3 if link.kind == "land" else 0)
            assert bool(link.condition) == (link.kind == "sea")
    assert found == LINKS


# ---- places


@clause("BE-3.3c", "BE-3.3d", "BE-SBE4c")
def test_the_soviet_major_cities_are_those_of_the_proposal(board: MapData) -> None:
    majors = {place.name for place in board.places if place.kind == "major" and board.nation_mask("SU") >> place.hex & 1}
    assert majors == {*names(MAJORS_WEST_OF_THE_VOLGA), *names(MAJORS_EAST)}


@clause("BE-3.3f")
def test_exactly_three_fortresses_and_three_bunkers(board: MapData) -> None:
    assert board.tag_mask("fortress") == at(board, "Leningrad", "Oranienbaum", "Sevastopol")
    assert board.tag_mask("bunker") == at(board, "Hanko", "Armjansk", "Solone Ozero")


@clause("BE-32.0a")
def test_every_city_in_play_has_a_railway_station(board: MapData) -> None:
    rails = touching(board.rails)
    without = [place.name for place in board.places if place.kind in ("capital", "major", "minor") and not rails >> place.hex & 1]
    assert [name for name in without if board.playable_mask >> board.hex(name) & 1] == []


@clause("BE-BSSa", "BE-15.1d")
def test_every_place_the_order_of_battle_names_exists_and_can_hold_its_blocks(board: MapData) -> None:
    cities = board.kind_mask("capital", "major", "minor")
    assert at(board, *names(NAMED_STARTS)) & ~board.playable_mask == 0
    assert at(board, *names(FACTORY_SITES)) & ~cities == 0


# ---- railways


@clause("BE-SBE6f")
@pytest.mark.parametrize(
    ("area", "start", "end"),
    [
        ("rail_saratov_stalingrad", "Saratov", "Stalingrad"),
        ("rail_stalingrad_astrakhan", "Stalingrad", "Astrakhan"),
        ("rail_astrakhan_baku", "Astrakhan", "Baku"),
    ],
)
def test_unfinished_railways_shorten_the_way_once_built(board: MapData, area: str, start: str, end: str) -> None:
    built = joined(board.rails, board.side_masks("rail_unfinished"))
    along = board.area_mask(area)
    assert along & touching(board.side_masks("rail_unfinished"))
    reached = flood(board.grid, at(board, start), along | (touching(board.rails) & board.area_mask("caucasus")), built)
    assert reached & at(board, end)
    assert not flood(board.grid, at(board, start), along, board.rails) & at(board, end)


@clause("BE-11.2g")
def test_kerch_hangs_on_the_hex_south_of_solone_ozero(board: MapData) -> None:
    tracks = touching(board.rails)
    bottleneck = at(board, "3041")
    assert flood(board.grid, at(board, "Kerch"), tracks, board.rails) & at(board, "Berlin")
    assert not flood(board.grid, at(board, "Kerch"), tracks & ~bottleneck, board.rails) & at(board, "Berlin")
    assert not flood(board.grid, at(board, "Kerch"), tracks & ~at(board, "Solone Ozero"), board.rails) & at(board, "Berlin")


@clause("BE-7.7.6l")
def test_the_crimea_is_entered_only_over_its_two_bunkers(board: MapData) -> None:
    dry = board.land_steps("sea", "lake", "strait")
    bunkers = at(board, "Armjansk", "Solone Ozero")
    assert flood(board.grid, at(board, "Melitopol"), board.land_mask, dry) & at(board, "Sevastopol")
    assert not flood(board.grid, at(board, "Melitopol"), board.land_mask & ~bunkers, dry) & at(board, "Sevastopol")


@clause("BE-12.3b")
def test_volkhov_reaches_every_siberian_railhead_without_leningrad(board: MapData) -> None:
    tracks = touching(board.rails) & ~at(board, "Leningrad")
    railheads = board.area_mask("siberian_railheads")
    assert flood(board.grid, at(board, "Volkhov"), tracks, board.rails) & railheads == railheads


@clause("BE-R14")
def test_scandinavia_is_one_railway_net_from_narvik_to_helsinki(board: MapData) -> None:
    tracks = touching(board.rails) & (board.nation_mask("SE") | board.nation_mask("FI")) & board.playable_mask
    assert flood(board.grid, at(board, "Gallivare"), tracks, board.rails) & at(board, "Helsinki")


@clause("BE-R14", "BE-R15")
def test_finland_has_an_open_port_on_the_sea_of_german_ports_all_year(board: MapData) -> None:
    finnish, german = (
        {sea for port in board.ports if board.hexes[port.hex].nation == nation and not port.freezes for sea in port.seas}
        for nation in ("FI", "DE")
    )
    assert finnish & german == {"baltic_sea"}


# ---- seas


@clause("BE-9.2f", "BE-11.3a")
def test_which_seas_are_mined_and_freeze(board: MapData) -> None:
    assert {sea: (board.areas[sea].mined, board.areas[sea].freezes) for sea in SEAS} == SEAS


@clause("BE-9.2f", "BE-4.2d")
def test_ports_freeze_with_their_seas(board: MapData) -> None:
    for port in board.ports:
        assert port.freezes == any(board.areas[sea].freezes for sea in port.seas), port.name


@clause("BE-11.2h")
def test_blue_routes_join_major_ports_of_one_sea(board: MapData) -> None:
    majors = {port.hex: set(port.seas) for port in board.ports if port.size == "major"}
    linked = {"baltic_sea", "gulf_of_finland", "gulf_of_bothnia"}
    for link in board.links:
        if link.kind == "sea" and not isinstance(link.origin, str) and not isinstance(link.target, str):
            one, other = majors[link.origin], majors[link.target]
            assert one & other or (one <= linked and other <= linked)


@clause("BE-24.0c")
def test_shoals_lie_on_the_coast_of_the_gulf_of_bothnia(board: MapData) -> None:
    shoals = board.area_mask("shoals") & ~at(board, "Hamburg")
    assert shoals
    assert shoals & ~(neighbours_mask(board.grid, board.area_mask("gulf_of_bothnia")) & board.land_mask) == 0


@clause("BE-7.5.5a")
def test_the_kerch_strait_is_the_only_red_arrow_on_the_map(board: MapData) -> None:
    assert touching(board.side_masks("strait")) == at(board, "Kerch", "Taman peninsula")


# ---- the join with the west


def test_both_blocks_maps_lie_on_one_lattice(board: MapData, west: MapData) -> None:
    assert board.projection == west.projection
    assert board.hex_km == west.hex_km
    columns = (west.origin_m[0] - board.origin_m[0]) / 70_000
    rows = (board.origin_m[1] - west.origin_m[1]) / (70_000 * 3**0.5 / 2)
    assert columns == pytest.approx(WEST_COLUMNS, abs=0.001)
    assert rows == pytest.approx(WEST_ROWS, abs=0.001)


def test_the_places_of_the_seam_share_a_hex(board: MapData, west: MapData) -> None:
    seam = board.area_mask("seam")
    shared = [place for place in board.places if seam >> place.hex & 1 and folded(place.name) in west.names]
    assert len(shared) >= 15
    for place in shared:
        column, row = west.grid.offset(west.hex(place.name))
        assert board.grid.offset(place.hex) == (column + WEST_COLUMNS, row + WEST_ROWS), place.name


def test_ground_played_in_the_west_is_the_same_ground_in_the_east(board: MapData, west: MapData) -> None:
    different = []
    for hex_, there in west.hexes.items():
        column, row = west.grid.offset(hex_)
        if there.play == "" and column + WEST_COLUMNS >= 0 and row + WEST_ROWS < board.grid.rows:
            here = board.hexes.get(board.grid.at(column + WEST_COLUMNS, row + WEST_ROWS))
            if here is None or here.terrain != there.terrain:
                different.append(west.grid.label(hex_))
    assert different == []
