"""What the Blocks in the West map must give that facts.toml cannot say: mask, seas, canal, works, production, moves of the examples."""

import heapq
from collections import Counter
from importlib import resources

import pytest

from blockfront.blocks.months import month_number
from blockfront.core.clauses import clause
from blockfront.games.blocks_series.loading.board import Board
from blockfront.games.blocks_series.loading.data_model import Terrain
from blockfront.hexes.corners import side_corners
from blockfront.hexes.grid import DIRECTIONS, Hex
from blockfront.hexes.hexset import members, neighbours_mask
from blockfront.hexes.reach import flood
from blockfront.hexes.sides import has_side, touching
from blockfront.maps.distances import distances
from blockfront.maps.files import load_map
from blockfront.maps.model import MapData, Production

TERRAIN_COST = {"clear": 1, "forest": 2, "hill": 2, "mountain": 3, "swamp": 3}
NO_LANDING = {"forest", "hill", "mountain"}
CITIES = ("capital", "major", "minor")
COLOURS = ("yellow", "red", "blue", "black", "white")
AFRICAN_PORTS = ("Algiers", "Bizerte", "Tunis", "Sousse")
SETUP = {
    "sbw1": "Ancona, Bologna, Ferrara, Florence, Foggia, Genoa, La Spezia, Milan, Modena, Parma, Pisa, Pistoia, Ravenna, "
    "Rimini, Turin, Venice",
    "sbw2": "Aachen, Antwerp, Arnhem, Bastogne, Belfort, Bitche, Bonn, Brussels, Colmar, Cologne, Den Haag, Eben Emael, "
    "Eindhoven, Frankfurt, Freiburg, Kaiserslautern, Kleve, Koblenz, Lille, Luxembourg, Metz, Münster, Namur, "
    "Nancy, Prüm, Reims, Ruhr, Saarbrücken, Sarreguemines, Strasbourg, Trier, Paris, Karlsruhe",
    "sbw3": "Aachen, Amiens, Amsterdam, Antwerp, Arras, Bastogne, Bitche, Bonn, Boulogne, Bristol, Brussels, Cambridge, "
    "Colmar, Cologne, Den Haag, Dijon, Dunkirk, Eben Emael, Eindhoven, Frankfurt, Freiburg, Grenoble, "
    "Kaiserslautern, Karlsruhe, Kleve, Koblenz, Lille, London, Metz, Münster, Namur, Nancy, Nice, Orleans, "
    "Ostend, Paris, Prüm, Reims, Rethel, Rouen, Ruhr, Saarbrücken, Sarreguemines, Sedan, St. Quentin, "
    "Strasbourg, Stuttgart, Toulouse, Trier, Troyes, Utrecht, Verdun",
    "sbw4": "Algiers, Bari, Bastia, Berlin, Bizerte, Bologna, Bolzano, Cagliari, Catania, Cosenza, Enna, Florence, "
    "Foggia, Gela, Livorno, London, Malta, Messina, Milan, Naples, Palermo, Pisa, Reggio Calabria, Rome, "
    "Sassari, Sousse, Syracuse, Taranto, Trapani, Tunis, Verona",
    "sbw5": "Amiens, Amsterdam, Bergen, Berlin, Birmingham, Boulogne, Brest, Calais, Cambridge, Canterbury, Cherbourg, "
    "Dover, Dunkirk, Edinburgh, Exeter, Gold-Juno-Sword, Hull, Le Havre, Leeds, Lille, London, Norwich, Orleans, "
    "Ostend, Oxford, Paris, Pevensey, Portsmouth, Rouen",
    "sbw6": "Berlin, Bremen, Brussels, Den Haag, Frankfurt, Hannover, Hull, Kiel, Koblenz, Leeds, London, Münster, Paris, Reims, Glasgow",
    "sbw7": "Rome, Foggia, Algiers, Taranto, Bizerte, Pescara, Florence",
    "sbw8": "Amiens, Amsterdam, Bayonne, Berlin, Birmingham, Bordeaux, Boulogne, Brest, Bristol, Brussels, Calais, "
    "Cambridge, Cardiff, Channel Islands, Cherbourg, Clermont-Ferrand, Coventry, Den Haag, Dover, Dunkirk, "
    "Exeter, Gold-Juno-Sword, Hull, Kiel, La Rochelle, Le Havre, Le Mans, Leeds, Lille, London, Lorient, Lyon, "
    "Manchester, Marseille, Morlaix, Munich, Newcastle, Norwich, Omaha/Utah, Orleans, Ostend, Oxford, Paris, "
    "Pevensey, Plymouth, Portsmouth, Rennes, Rouen, Southampton, St. Malo, St. Nazaire, Toulon, Toulouse, "
    "Vlissingen, Cologne, Frankfurt, Glasgow, Liverpool",
    "sbw9": "Ancona, Anzio, Bari, Cosenza, Florence, Foggia, Genoa, Gran Sasso, Livorno, Milan, Monte Cassino, Naples, "
    "Perugia, Pescara, Potenza, Rome, Salerno, Taranto, Udine",
    "sbw10": "Frankfurt, Cologne, Liverpool, Glasgow, Munich, Ruhr, Hannover, Kassel, London, Birmingham, Nuremberg, "
    "Magdeburg, Hamburg, Berlin",
}


@pytest.fixture(scope="module")
def board() -> MapData:
    return load_map(resources.files("blockfront.games.blocks_in_the_west") / "data" / "map")


def place_names(board: MapData, tag: str) -> set[str]:
    return {place.name for place in board.places if tag in place.tags}


# ---- the frame


@clause("BW-0.2a")
def test_a_hex_is_seventy_kilometres_across(board: MapData) -> None:
    assert board.hex_km == 70


@clause("BW-7.5.4d")
def test_nothing_is_playable_north_of_the_row_of_namsos_plus_one_or_east_of_posen(board: MapData) -> None:
    playable = [board.grid.offset(hex_) for hex_ in members(board.playable_mask)]
    posen_column, _ = board.grid.offset(board.hex("Posen"))
    _, namsos_row = board.grid.offset(board.hex("Namsos"))
    assert max(column for column, _ in playable) == posen_column
    assert min(row for _, row in playable) == namsos_row - 1


@clause("BW-7.5.4c")
def test_partial_hexes_lie_at_the_edge_and_bratislava_is_one(board: MapData) -> None:
    partial = {hex_ for hex_, data in board.hexes.items() if data.play == "partial"}
    assert {board.hex("Bratislava"), board.hex("Danzig")} <= partial
    assert all(neighbours_mask(board.grid, 1 << hex_) & ~board.playable_mask for hex_ in partial)


@clause("BW-7.5.4d", "BW-5.6b")
@pytest.mark.parametrize("nation", ["YU", "DK", "CH", "ES", "IE"])
def test_yugoslavia_denmark_and_the_neutrals_without_rules_are_closed(board: MapData, nation: str) -> None:
    assert board.nation_mask(nation)
    assert not board.nation_mask(nation) & board.playable_mask


@clause("BW-5.7a")
def test_only_four_ports_of_africa_are_playable(board: MapData) -> None:
    africa = board.nation_mask("DZ") | board.nation_mask("TN") | board.nation_mask("MA")
    assert africa & board.playable_mask == board.area_mask("north_african_ports")
    assert {board.hex(name) for name in AFRICAN_PORTS} == set(members(board.area_mask("north_african_ports")))


@clause("BW-5.2a")
@pytest.mark.parametrize("name", ["Posen", "Danzig", "Breslau", "Vienna", "Linz", "Prague", "Innsbruck"])
def test_germany_holds_its_annexations(board: MapData, name: str) -> None:
    assert board.hexes[board.hex(name)].nation == "DE"


@clause("BW-3.7.1d", "BW-3.7.1f", "BW-3.7.1g", "BW-3.7.1h")
def test_islands_belong_to_their_owners(board: MapData) -> None:
    owner = {"sicily": "IT", "sardinia": "IT", "corsica": "FR", "malta": "GB"}
    for island, nation in owner.items():
        assert {board.hexes[hex_].nation for hex_ in members(board.area_mask(island))} == {nation}
    assert board.hexes[board.hex("Channel Islands")].nation == "GB"
    assert board.hexes[board.hex("Palma")].nation == "ES"


@clause("BW-3.7a", "BW-3.7b", "BW-3.7c", "BW-3.7d")
def test_america_is_two_forest_areas_joined_by_land_and_rail(board: MapData) -> None:
    assert board.boxes["united_states"].terrain == board.boxes["canada"].terrain == "forest"
    joins = {link.kind for link in board.links if {link.origin, link.target} == {"united_states", "canada"}}
    assert joins == {"land", "rail"}


@clause("BW-3.7g")
def test_fighters_stop_in_iceland_or_the_azores(board: MapData) -> None:
    assert {"iceland", "azores"} <= set(board.boxes)


# ---- waters


@clause("BW-3.1.2a")
def test_there_are_exactly_three_water_areas_and_every_port_has_one(board: MapData) -> None:
    seas = {area.id: area.mask for area in board.areas.values() if area.kind == "sea"}
    assert set(seas) == {"atlantic", "baltic", "mediterranean"}
    assert seas["atlantic"] | seas["baltic"] | seas["mediterranean"] == board.sea_mask
    assert all(len(port.seas) == 1 for port in board.ports)


@clause("BW-35.2a")
def test_the_atlantic_has_three_convoy_zones(board: MapData) -> None:
    zones = [area for area in board.areas.values() if area.kind == "convoy_zone"]
    assert {zone.id for zone in zones} == {"north_atlantic", "central_atlantic", "south_atlantic"}
    assert all(not zone.mask & ~board.area_mask("atlantic") for zone in zones)


@clause("BW-18.1a")
def test_only_the_channel_is_mined(board: MapData) -> None:
    assert [area.id for area in board.areas.values() if area.mined] == ["channel"]


@clause("BW-7.5.5c")
def test_the_strait_of_calais_parts_channel_and_north_sea(board: MapData) -> None:
    channel, north_sea = board.area_mask("channel"), board.area_mask("north_sea")
    assert not neighbours_mask(board.grid, channel) & north_sea
    assert neighbours_mask(board.grid, 1 << board.hex("Calais")) & north_sea
    assert neighbours_mask(board.grid, 1 << board.hex("Dover")) & channel


@clause("BW-7.5.5e")
def test_the_kiel_canal_touches_its_eight_hexes_and_joins_two_seas(board: MapData) -> None:
    canal = board.lines["kiel_canal"].sides
    corners = {corner for side in canal for corner in side_corners(board.grid, side)}
    touched = {
        hex_
        for hex_ in members(board.land_mask)
        if any(set(side_corners(board.grid, (hex_, direction))) & corners for direction in DIRECTIONS)
    }
    assert len(canal) == 5
    assert touched == set(members(board.area_mask("kiel_canal")))
    wet = {
        corner
        for hex_ in members(board.land_mask)
        for direction in DIRECTIONS
        if has_side(board.side_masks("sea"), hex_, direction)
        for corner in side_corners(board.grid, (Hex(hex_), direction))
    }
    ends = [corner for corner, times in Counter(c for s in canal for c in side_corners(board.grid, s)).items() if times == 1]
    assert len(ends) == 2
    assert set(ends) <= wet


@clause("BW-7.5.5d")
def test_there_are_five_inner_ports(board: MapData) -> None:
    inner = {port.name for port in board.ports if "inner" in port.tags}
    assert inner == {"Antwerp", "Bordeaux", "Kiel", "London", "Trieste"}
    mouths = {area.id for area in board.areas.values() if area.kind == "inner_port"}
    assert mouths == {f"inner_port_{name.lower()}" for name in inner}
    for mouth in mouths:
        assert board.area_mask(mouth) & board.coast_mask & board.playable_mask


@clause("BW-3.4f")
def test_baltic_ports_oslo_and_goteborg_freeze(board: MapData) -> None:
    frozen = {port.name for port in board.ports if port.freezes}
    assert frozen == {"Danzig", "Stettin", "Rostock", "Kiel", "Göteborg", "Oslo", "Copenhagen"}


@clause("BW-24.1f")
def test_every_beach_can_be_landed_on(board: MapData) -> None:
    for place in board.places:
        if "beach" in place.tags:
            here = board.places_at(place.hex)
            assert board.hexes[place.hex].terrain not in NO_LANDING, place.name
            assert not any("shoal" in other.tags or other.kind == "major" for other in here), place.name
            assert board.coast_mask >> place.hex & 1, place.name


@clause("BW-R57")
def test_facing_beaches_are_beaches_in_reach_of_their_port(board: MapData) -> None:
    beaches = board.tag_mask("beach")
    ports = {port.name.lower().replace(". ", "_").replace(" ", "_"): port.hex for port in board.ports}
    for area in board.areas.values():
        if area.kind == "facing_beaches":
            assert not area.mask & ~beaches, area.id
            port = ports[area.id.removeprefix("facing_")]
            assert all(board.grid.distance(port, beach) <= 5 for beach in members(area.mask)), area.id


@clause("BW-9.0.1a")
def test_the_mediterranean_coast_has_its_own_weather(board: MapData) -> None:
    coast = board.area_mask("mediterranean_coast")
    near = neighbours_mask(board.grid, board.area_mask("mediterranean")) & board.land_mask
    islands = board.area_mask("sicily") | board.area_mask("sardinia") | board.area_mask("corsica") | board.area_mask("malta")
    assert coast == near | islands


# ---- works


@clause("BW-5.1q", "BW-5.1r")
def test_the_maginot_line_is_fortified_towards_germany_and_luxembourg_only(board: MapData) -> None:
    line = board.area_mask("maginot_line")
    abroad = board.nation_mask("DE") | board.nation_mask("LU")
    fortified = board.side_masks("fortified")
    for hex_ in members(line):
        assert board.hexes[hex_].nation == "FR"
        facing = {d for d, other in board.grid.neighbours(hex_) if abroad >> other & 1}
        assert facing
        assert facing == {d for d in DIRECTIONS if has_side(fortified, hex_, d)}, board.hex_name(hex_)
    assert touching(fortified) == line


@clause("BW-5.1q")
def test_the_maginot_line_leaves_no_gap_between_luxembourg_and_switzerland(board: MapData) -> None:
    border = neighbours_mask(board.grid, board.nation_mask("DE")) & board.nation_mask("FR") & board.playable_mask
    assert border == board.area_mask("maginot_line")


@clause("BW-5.2d")
def test_every_siegfried_hex_faces_the_western_border(board: MapData) -> None:
    abroad = board.nation_mask("FR") | board.nation_mask("BE") | board.nation_mask("NL") | board.nation_mask("LU")
    for hex_ in members(board.area_mask("siegfried_line")):
        assert board.hexes[hex_].nation == "DE"
        assert neighbours_mask(board.grid, 1 << hex_) & abroad, board.hex_name(hex_)


@clause("BW-3.3f", "BW-6.6c", "BW-13.8.1.2d")
def test_victory_cities_fixed_redoubts_and_radar_stations_are_complete(board: MapData) -> None:
    assert place_names(board, "victory") == {"London", "Paris", "Rome", "Munich", "Peenemünde", "Berlin"}
    assert place_names(board, "redoubt") == {"Reichstag", "Channel Islands", "Lorient", "St. Nazaire", "La Rochelle"}
    assert place_names(board, "radar") == {"Ventnor", "Poling", "Pevensey", "Rye", "Dover", "Dunkirk (Kent)"}


# ---- production


def income(board: MapData, nation: str, year: int, month: int = 12) -> dict[str, int]:
    """Points by colour of the sites of a nation that work at a date and need no joined game."""

    def works(site: Production) -> bool:
        dates = [tag.removeprefix("from_").split("_") for tag in site.tags if tag.startswith("from_")]
        begun = all((int(date[0]), int(date[1]) if len(date) > 1 else 1) <= (year, month) for date in dates)
        return begun and not site.tags & {"inactive", "joined", "rsi"}

    total: Counter[str] = Counter()
    for site in board.production:
        if board.hexes[site.hex].nation == nation and works(site):
            total[next(colour for colour in COLOURS if colour in site.tags)] += site.value
    return dict(total)


@clause("BW-15.1g")
@pytest.mark.parametrize(
    ("year", "red", "blue", "black"), [(1940, 3, 9, 10), (1941, 3, 9, 10), (1942, 8, 12, 12), (1943, 13, 15, 14), (1944, 15, 18, 14)]
)
def test_german_factories_grow_as_the_calendar_says(board: MapData, year: int, red: int, blue: int, black: int) -> None:
    found = income(board, "DE", year)
    assert (found["red"], found["blue"], found["black"]) == (red, blue, black)


@clause("BW-11.0a")
@pytest.mark.parametrize(
    ("nation", "expected"),
    [
        ("DE", {"yellow": 20, "red": 3, "blue": 9, "black": 10, "white": 2}),
        ("FR", {"yellow": 14, "red": 2, "blue": 3, "black": 4, "white": 1}),
        ("GB", {"yellow": 6, "red": 2, "blue": 4, "white": 3}),
        ("BE", {"yellow": 2}),
        ("NL", {"yellow": 2}),
        ("HU", {"black": 2}),
        ("NO", {"yellow": 1}),
        ("IT", {}),
    ],
)
def test_income_of_may_1940(board: MapData, nation: str, expected: dict[str, int]) -> None:
    assert income(board, nation, 1940, 5) == expected


@clause("BW-15.1f")
def test_all_british_aircraft_factories_work_from_july_1940(board: MapData) -> None:
    assert income(board, "GB", 1940, 7)["blue"] == 5


@clause("BW-3.6b")
def test_every_site_has_one_colour(board: MapData) -> None:
    assert all(len(site.tags & set(COLOURS)) == 1 for site in board.production)


# ---- moves of the examples


def reach(board: MapData, start: str, points: int) -> dict[Hex, int]:
    """What an armoured unit pays to get where it can go over land in good weather."""
    steps = board.land_steps("sea", "lake", "strait")
    paid = {board.hex(start): 0}
    queue = [(0, board.hex(start))]
    while queue:
        cost, here = heapq.heappop(queue)
        for direction, there in board.grid.neighbours(here):
            if not has_side(steps, here, direction) or not board.playable_mask >> there & 1:
                continue
            total = cost + TERRAIN_COST[board.hexes[there].terrain]
            if total <= points and total < paid.get(there, points + 1):
                paid[there] = total
                heapq.heappush(queue, (total, there))
    return paid


@clause("BW-24.6d")
def test_reserves_at_le_mans_and_paris_reach_the_british_beach(board: MapData) -> None:
    assert board.hex("Gold-Juno-Sword") in reach(board, "Le Mans", 4)
    assert board.hex("Gold-Juno-Sword") in reach(board, "Paris", 4)


@clause("BW-24.6d")
@pytest.mark.parametrize("start", ["Paris", "Lille"])
def test_no_armour_in_paris_or_lille_reaches_the_american_beach(board: MapData, start: str) -> None:
    assert board.hex("Omaha/Utah") not in reach(board, start, 4)


@clause("BW-24.5d")
def test_armour_reaches_london_from_dover(board: MapData) -> None:
    assert board.hex("London") in reach(board, "Dover", 4)


@clause("BW-24.1g")
@pytest.mark.parametrize("port", ["Southampton", "Portsmouth"])
@pytest.mark.parametrize("beach", ["Omaha/Utah", "Gold-Juno-Sword"])
def test_normandy_is_in_marine_range(board: MapData, port: str, beach: str) -> None:
    assert board.grid.distance(board.hex(port), board.hex(beach)) <= 5


@clause("BW-24.8b")
def test_norway_and_biscay_are_in_range_of_long_landings(board: MapData) -> None:
    for port, target in (("Scapa Flow", "Bergen"), ("Scapa Flow", "Trondheim"), ("Plymouth", "Bordeaux"), ("Plymouth", "Bayonne")):
        assert 5 < board.grid.distance(board.hex(port), board.hex(target)) <= 20


# ---- railways, scenarios, geography


def test_every_playable_city_has_a_railway_except_malta(board: MapData) -> None:
    rails = touching(board.rails)
    cities = {p.name for p in board.places if p.kind in CITIES and board.playable_mask >> p.hex & 1 and not rails >> p.hex & 1}
    assert cities == {"Malta"}
    for name in ("Gran Sasso", "Bastogne", "Avranches"):
        assert not rails >> board.hex(name) & 1


@clause("BW-4.2a")
def test_each_landmass_has_one_railway_net(board: MapData) -> None:
    dry = board.land_steps("sea", "lake", "strait")
    cities = {p.hex for p in board.places if p.kind in CITIES and board.playable_mask >> p.hex & 1} - {board.hex("Malta")}
    for capital in ("Paris", "London", "Oslo", "Palermo", "Cagliari", "Bastia"):
        land = flood(board.grid, 1 << board.hex(capital), board.playable_mask, dry)
        net = flood(board.grid, 1 << board.hex(capital), touching(board.rails), board.rails)
        assert {board.hex_name(hex_) for hex_ in cities if land >> hex_ & 1 and not net >> hex_ & 1} == set()


@pytest.mark.parametrize("scenario", sorted(SETUP))
def test_every_place_of_a_set_up_is_in_the_area_of_its_scenario(board: MapData, scenario: str) -> None:
    area = board.area_mask(scenario)
    assert not area & ~board.playable_mask
    for name in SETUP[scenario].split(", "):
        assert area >> board.hex(name) & 1, name


@pytest.mark.parametrize(
    ("line", "control"),
    [("gothic_line", "sbw1_allied"), ("western_front_december_1944", "sbw2_allied"), ("italian_front_june_1944", "sbw9_allied")],
)
def test_front_lines_agree_with_the_control_of_their_scenario(board: MapData, line: str, control: str) -> None:
    west, held = board.west_mask(line), board.area_mask(control)
    islands = board.area_mask("sardinia") | board.area_mask("corsica") | board.area_mask("malta")
    assert not held & ~islands & ~west


@pytest.fixture(scope="module")
def east() -> MapData:
    return load_map(resources.files("blockfront.games.blocks_in_the_east") / "data" / "map")


def overlap(board: MapData, east: MapData) -> dict[Hex, Hex]:
    """Hexes of the western map and the same ground on the eastern one."""
    width, height = board.hex_km * 1000, board.hex_km * 1000 * 0.75**0.5
    columns = round((board.origin_m[0] - east.origin_m[0]) / width)
    rows = round((east.origin_m[1] - board.origin_m[1]) / height)
    assert board.projection == east.projection
    assert rows % 2 == 0
    pairs = {}
    for hex_ in members(board.grid.cells):
        column, row = board.grid.offset(hex_)
        if 0 <= column + columns < east.grid.columns and 0 <= row + rows < east.grid.rows:
            pairs[Hex(hex_)] = east.grid.at(column + columns, row + rows)
    return pairs


@clause("BW-7.5.4d")
def test_the_two_blocks_maps_show_the_same_ground(board: MapData, east: MapData) -> None:
    both = overlap(board, east)
    assert len(both) > 500
    differing = [
        board.grid.label(here)
        for here, there in both.items()
        if (board.hexes[here].terrain if here in board.hexes else "sea") != (east.hexes[there].terrain if there in east.hexes else "sea")
    ]
    assert differing == []
    assert set(members(board.area_mask("seam"))) <= set(both)


@clause("BW-7.5.4d")
def test_the_railways_of_the_two_blocks_maps_join(board: MapData, east: MapData) -> None:
    both = overlap(board, east)
    differing = [
        (board.grid.label(here), direction)
        for here, there in both.items()
        for direction, other in board.grid.neighbours(here)
        if other in both and has_side(board.rails, here, direction) != has_side(east.rails, there, direction)
    ]
    assert differing == []


@clause("BW-7.5.4d")
@pytest.mark.parametrize(
    "name", ["Berlin", "Stettin", "Police", "Peenemünde", "Posen", "Breslau", "Dresden", "Prague", "Munich", "Linz", "Vienna", "Bratislava"]
)
def test_shared_places_lie_in_the_same_hex(board: MapData, east: MapData, name: str) -> None:
    assert overlap(board, east)[board.hex(name)] == east.hex(name)


def test_distances_agree_with_geography(board: MapData) -> None:
    report = distances(board)
    assert report.share(report.straight) > 0.98
    assert report.share(report.counted) > 0.95
    assert not report.displaced


# ---- as the rules of the series see it


@pytest.fixture(scope="module")
def series_board(board: MapData) -> Board:
    terrain = {kind: Terrain((1, 1, 1, 1), rough=False) for kind in ("clear", "forest", "hill", "mountain", "swamp")}
    return Board(board, terrain)


@clause("BW-3.3e")
@pytest.mark.parametrize("name", ["Den Haag", "Luxembourg"])
def test_two_capitals_are_minor_cities(series_board: Board, name: str) -> None:
    bit = 1 << series_board.hex(name)
    assert series_board.capitals & bit
    assert series_board.minors & bit
    assert not series_board.majors & bit


@clause("BW-3.3e")
def test_all_other_capitals_are_major_cities(series_board: Board) -> None:
    assert (series_board.capitals & ~series_board.majors).bit_count() == 2


@clause("BW-11.2a", "BW-11.2b", "BW-11.2d", "BW-15.1f", "BW-15.1g")
@pytest.mark.parametrize(
    ("month", "kind", "works", "idle"),
    [
        ("1940-05", "armour", "Coventry, Paris", "Frankfurt, Kassel, Hannover, Vienna, Prague"),
        ("1942-01", "armour", "Frankfurt, Kassel, Hannover, Ruhr", "Vienna, Prague"),
        ("1944-06", "armour", "Vienna, Prague, Berlin", ""),
        ("1940-06", "aircraft", "Toulouse, Bristol", "Birmingham, Dresden"),
        ("1940-07", "aircraft", "Birmingham", "Dresden"),
        ("1942-01", "synthetic", "Police", ""),
    ],
)
def test_factories_work_from_their_month(series_board: Board, month: str, kind: str, works: str, idle: str) -> None:
    found = series_board.factories(kind, month_number(month) or 0)
    assert all(found >> series_board.hex(name) & 1 for name in works.split(", "))
    assert not any(found >> series_board.hex(name) & 1 for name in idle.split(", ") if name)


@clause("BW-R107")
def test_america_has_great_ports_on_the_atlantic(series_board: Board) -> None:
    for box in ("united_states", "canada"):
        assert series_board.sea_ports["atlantic"]["major"] & series_board.box(box)


@clause("BW-R110")
@pytest.mark.parametrize(
    ("sea", "names"),
    [
        ("baltic", "Kiel, Copenhagen, Rostock, Stettin, Danzig"),
        ("atlantic", "Oslo, Göteborg, Bergen, Hamburg, Wilhelmshaven"),
        ("mediterranean", "Naples, Trieste, Marseille, Algiers"),
    ],
)
def test_ports_lie_on_their_waters(series_board: Board, sea: str, names: str) -> None:
    for name in names.split(", "):
        assert [seas for hex_, _, _, seas in series_board.ports if hex_ == series_board.hex(name)] == [(sea,)]


def test_the_western_theatre_is_the_whole_map(board: MapData) -> None:
    assert board.area_mask("western_theatre") == board.grid.cells
