"""Chapter 18 in the West: waters, ports, ways between them, and what a crossing may cost."""

import pytest

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_west.aids.scene import position
from blockfront.games.blocks_in_the_west.rules.ch18_sea import WEAKENED
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.rules.ch18_sea import DANGEROUS, SAFE, Crossing


def sea(month: str = "1943-07", *, scenario: str = "sbw10", axis: tuple[str, ...] = (), allies: tuple[str, ...] = ()) -> Position:
    return position(scenario, month=month, axis_holds=axis, allies_hold=allies)


def power(here: Position, name: str) -> int:
    return here.game.rules.tables.power(name)


def sails(here: Position, name: str, origin: str, target: str) -> bool:
    return here.game.rules.sea.may_sail(here.state, power(here, name), here.hex(origin), here.hex(target))


def crossing(here: Position, name: str, origin: str, target: str, *, is_landing: bool = False) -> Crossing:
    return here.game.rules.sea.crossing(here.state, power(here, name), here.hex(origin), here.hex(target), is_landing=is_landing)


def harbours(here: Position, name: str) -> set[str]:
    found = here.game.rules.sea.harbours(here.state, power(here, name))
    return {here.game.rules.board.name(hex_) for hex_ in range(here.game.rules.board.size) if found >> hex_ & 1}


@clause("BW-18.0b", "BW-3.1.2a", "BW-R110", "BW-R106")
def test_three_waters_and_who_passes_between_them() -> None:
    here = sea(scenario="sbw4")
    assert sails(here, "germany", "Brest", "Hamburg")
    assert not sails(here, "germany", "Bordeaux", "Genoa")
    assert sails(here, "uk", "Liverpool", "Algiers")
    assert sails(here, "usa", "united_states", "Naples")


@clause("BW-7.5.5e", "BW-18.1.3a")
def test_the_kiel_canal_is_open_to_who_holds_all_its_banks() -> None:
    assert sails(sea("1944-03"), "germany", "Rostock", "Wilhelmshaven") is True
    one_bank = sea("1944-03", allies=("2220",))
    assert not sails(one_bank, "germany", "Rostock", "Hamburg")
    assert not sails(sea("1944-04"), "germany", "Rostock", "Wilhelmshaven")
    taken = sea("1944-06", allies=("kiel_canal",))
    assert sails(taken, "uk", "Hull", "Rostock")


@clause("BW-7.5.5d", "BW-18.0c")
@pytest.mark.parametrize(("port", "mouth"), [("Antwerp", "Vlissingen"), ("Bordeaux", "Royan"), ("Kiel", "2420"), ("Trieste", "2438")])
def test_an_inner_port_needs_its_mouth(port: str, mouth: str) -> None:
    whole = sea("1944-06", allies=(port, mouth))
    assert port in harbours(whole, "usa")
    assert port not in harbours(sea("1944-06", allies=(port,), axis=(mouth,)), "usa")


@clause("BW-9.2e", "BW-3.4f")
def test_ice_closes_ports_with_a_white_anchor() -> None:
    here = sea("1944-01")
    assert {"Kiel", "Rostock"} <= harbours(here, "germany")
    here.state.weather = 3
    assert not {"Kiel", "Rostock", "Stettin"} & harbours(here, "germany")


@clause("BW-18.1.2b", "BW-18.1.2c")
def test_without_italy_the_axis_leaves_the_mediterranean() -> None:
    here = sea(scenario="sbw4")
    assert "Genoa" in harbours(here, "germany")
    assert sails(here, "germany", "Genoa", "Naples")
    supplied = here.game.rules.supply.sources(here.state, power(here, "germany")).everything
    assert supplied >> here.hex("Bastia") & 1
    here.state.surrendered |= 1 << power(here, "italy")
    here.state.derived = {}
    assert "Genoa" not in harbours(here, "germany")
    assert not sails(here, "germany", "Genoa", "Naples")
    supplied = here.game.rules.supply.sources(here.state, power(here, "germany")).everything
    assert not supplied >> here.hex("Bastia") & 1
    assert "Malta" in harbours(here, "uk")


@clause("BW-18.1.3d", "BW-18.1.3e", "BW-7.5.5f")
def test_from_april_1944_the_axis_leaves_the_atlantic() -> None:
    before, after = sea("1944-03"), sea("1944-04")
    assert "Brest" in harbours(before, "germany")
    assert "Brest" not in harbours(after, "germany")
    assert "Rostock" in harbours(after, "germany")
    assert not sails(after, "germany", "Brest", "Hamburg")
    links = [h.game.rules.supply.sources(h.state, power(h, "germany")).everything >> h.hex("Channel Islands") & 1 for h in (before, after)]
    assert links == [1, 0]


@clause("BW-18.1a", "BW-18.1c", "BW-R41", "BW-18.1.1a")
def test_a_roll_is_due_where_the_enemy_controls_the_water() -> None:
    here = sea(scenario="sbw4")
    assert crossing(here, "uk", "Malta", "Bizerte") == DANGEROUS
    assert crossing(here, "germany", "Genoa", "Naples") == DANGEROUS
    assert crossing(here, "germany", "Rostock", "Danzig") == SAFE
    quiet = sea(scenario="sbw4", allies=("italy", "france", "corsica", "sardinia", "sicily"))
    assert crossing(quiet, "uk", "Malta", "Bizerte") == SAFE


@clause("BW-18.1.2a", "BW-18.1.3b", "BW-18.1.3c", "BW-R42")
def test_what_the_axis_can_do_at_sea_fades() -> None:
    here = sea(scenario="sbw4")
    here.state.surrendered |= 1 << power(here, "italy")
    assert crossing(here, "uk", "Malta", "Bizerte") == WEAKENED == Crossing(5, 6, 1)
    assert crossing(sea("1944-03"), "usa", "united_states", "Liverpool") == DANGEROUS
    assert crossing(sea("1944-04"), "usa", "united_states", "Liverpool") == WEAKENED


@clause("BW-R106", "BW-R42")
@pytest.mark.parametrize(
    ("month", "italy_is_out", "target", "expected"),
    [("1943-07", False, "Algiers", DANGEROUS), ("1943-11", True, "Naples", DANGEROUS), ("1944-06", True, "Naples", WEAKENED)],
)
def test_one_roll_between_atlantic_and_mediterranean_by_the_worse_table(
    month: str, italy_is_out: bool, target: str, expected: Crossing
) -> None:
    here = sea(month, scenario="sbw4")
    here.state.surrendered |= int(italy_is_out) << power(here, "italy")
    assert crossing(here, "uk", "Liverpool", target) == expected


@clause("BW-R111", "BW-18.1a", "BW-18.1.3b", "BW-7.5.5c", "BW-R43")
def test_the_channel_and_the_strait() -> None:
    """Without enemies on the Atlantic only the mines of the Channel are left, and the strait for landings, which cannot go round it."""
    lost = ("france", "Ostend", "Antwerp", "Amsterdam", "Den Haag", "Vlissingen", "Hamburg", "Wilhelmshaven", "Oslo", "Bergen", "Trondheim")
    here = sea("1943-07", allies=(*lost, "Namsos", "Channel Islands"))
    assert crossing(here, "uk", "Liverpool", "Hull") == SAFE
    assert crossing(here, "uk", "Plymouth", "Liverpool") == DANGEROUS
    assert crossing(here, "uk", "Brest", "Calais") == DANGEROUS
    assert crossing(here, "uk", "Portsmouth", "Ostend") == DANGEROUS
    assert crossing(here, "uk", "Portsmouth", "Ostend", is_landing=True) == DANGEROUS
    here = sea("1943-07")
    assert crossing(here, "uk", "Portsmouth", "Ostend").steps == 1
    assert crossing(here, "uk", "Portsmouth", "Ostend", is_landing=True).steps == 2
    assert crossing(here, "uk", "Dover", "Ostend", is_landing=True).steps == 1
    swept = sea("1944-06", allies=(*lost, "Namsos", "Channel Islands"))
    assert crossing(swept, "uk", "Plymouth", "Cherbourg") == SAFE
    assert crossing(sea("1944-06"), "uk", "Portsmouth", "Cherbourg") == WEAKENED


@clause("BW-R107", "BW-18.0a")
def test_america_is_a_port_of_the_atlantic() -> None:
    here = position("sbw9", month="1944-06")
    assert {"United States", "Canada"} <= harbours(here, "usa")
    assert sails(here, "canada", "canada", "Glasgow")


@clause("BW-24.1g")
@pytest.mark.parametrize(
    ("port", "target", "hexes"),
    [
        ("Malta", "Gela", 2),
        ("Malta", "Syracuse", 3),
        ("Sousse", "Gela", 5),
        ("Bizerte", "Gela", 5),
        ("Messina", "Salerno", 4),
        ("Palermo", "Salerno", 5),
        ("Southampton", "Omaha/Utah", 3),
        ("Portsmouth", "Gold-Juno-Sword", 2),
        ("Cherbourg", "Channel Islands", 1),
    ],
)
def test_distances_by_sea(port: str, target: str, hexes: int) -> None:
    here = sea()
    sailed = here.game.rules.sea.sailed
    assert sailed(here.state, here.hex(port), hexes) >> here.hex(target) & 1
    assert not sailed(here.state, here.hex(port), hexes - 1) >> here.hex(target) & 1


@clause("BW-24.1g")
def test_nobody_sails_across_land() -> None:
    here = sea()
    assert not here.game.rules.sea.sailed(here.state, here.hex("Naples"), 10) >> here.hex("Pescara") & 1
    assert here.game.rules.sea.sailed(here.state, here.hex("Messina"), 6) >> here.hex("Taranto") & 1
