"""Prospects, the landing sheet, the situation and the overlays of the sea, as the table asks for them."""

from random import Random
from typing import Any

import pytest

from blockfront.core.clauses import clause
from blockfront.core.sides import Side
from blockfront.core.situation import SituationRow
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, position
from blockfront.games.blocks_in_the_west.aids.situation import SITUATION
from blockfront.games.blocks_series.aids.landing_sheet import WAVES, landing_sheet
from blockfront.games.blocks_series.aids.overlays import overlay
from blockfront.games.blocks_series.aids.prospects import passage, prospects
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.sea_actions import Hold, Land, Reembark
from blockfront.games.blocks_series.state import MOVEMENT, MUSSOLINI_HELD, NO_HEX, STRATEGIC_WARFARE
from blockfront.games.blocks_series.steps.landings import SecondWave
from blockfront.games.blocks_series.strategic_actions import Bomb, Sortie


def husky(defenders: str = "") -> Position:
    allies = {"Malta": "gb-30 4, gb-13 4, gb-daf 4", "London": "gb-churchill 4"}
    here = position("sbw4", allies=allies, axis={"Gela": defenders} if defenders else {}, month="1943-07", active="allies")
    here.state.active_hqs |= 1 << here.block("gb-churchill")
    here.begin(MOVEMENT)
    return here


def told(here: Position, *actions: Any, wings: tuple[int, ...] = (), hex_: int = -1, viewer: int = ALLIES) -> Any:
    view = here.game.view(here.state, Side(viewer))
    found = prospects(here.game, view, actions, wings, hex_, Random(1))
    return found and {outcome.name: outcome.chance for outcome in found.outcomes}


def land(here: Position, key: str = "gb-30") -> Land:
    return Land(here.block(key), here.hex("Gela"), here.block("gb-churchill"))


@clause("BW-24.1l", "BW-18.1b")
@pytest.mark.parametrize(("steps", "odds"), [(4, (1 / 2, 1 / 3, 1 / 6)), (2, (1 / 2, 0, 1 / 2)), (1, (0, 0, 1))])
def test_the_way_back_to_the_ships_costs_a_step_first(steps: int, odds: tuple[float, ...]) -> None:
    here = husky("it-liv 2")
    back = Reembark(here.block("gb-churchill"), here.block("gb-30"), here.hex("Malta"))
    here.play(land(here))
    here.state.steps[here.block("gb-30")] = steps
    found = passage(here.game.rules, here.state, back)
    assert tuple(outcome.chance for outcome in found.outcomes) == pytest.approx(odds)


@clause("BW-24.1h")
def test_a_landing_on_an_empty_beach_fails_with_the_passage_alone() -> None:
    here = husky()
    assert told(here, land(here)) == pytest.approx({"clears": 5 / 6, "fails": 1 / 6, "contested": 0.0})


@clause("BW-24.5g", "BW-R130")
def test_a_second_wave_to_a_beach_that_was_won_has_the_passage_alone() -> None:
    here = husky()
    here.play(land(here, "gb-13"), Hold(here.block("gb-churchill"), here.block("gb-30")))
    here.state.control[ALLIES] |= 1 << here.hex("Gela")
    here.state.control[AXIS] &= ~(1 << here.hex("Gela"))
    here.state.wave, here.state.at_sea = WAVES.index("second"), 0
    here.run(SecondWave, SecondWave.CHOOSE)
    wave = Land(here.block("gb-30"), here.hex("Gela"))
    assert told(here, wave) == pytest.approx({"all_whole": 1 / 2, "all_arrive": 1 / 3, "some_lost": 1 / 6})


def test_a_landing_that_was_ordered_has_the_prospects_it_had_before() -> None:
    here = husky("it-liv 2")
    before = told(here, land(here))
    assert 0 < before["clears"] < 5 / 6
    here.play(land(here))
    assert told(here, hex_=here.hex("Gela")) == pytest.approx(before)


def test_the_true_strength_of_hidden_defenders_does_not_count() -> None:
    weak, strong = husky("it-liv 1"), husky("it-liv 3")
    assert told(weak, land(weak)) == told(strong, land(strong))


def test_aircraft_help_and_enemies_are_told_nothing() -> None:
    here = husky("it-liv 2")
    alone, helped = told(here, land(here)), told(here, land(here), wings=(here.block("gb-daf"),))
    assert helped["clears"] > alone["clears"]
    assert told(here, land(here), viewer=AXIS) is None
    assert told(here, land(here), wings=(here.block("it-liv"),)) is None


def test_what_is_not_legal_has_no_prospects() -> None:
    here = husky()
    assert told(here, Land(here.block("gb-30"), here.hex("Rome"), here.block("gb-churchill"))) is None


def test_a_raid_promises_more_with_more_bombers() -> None:
    axis, allies = {"Lille": "de-2fk 4, de-2lf 4", "Amiens": "de-1fk 4"}, {"Leeds": "gb-churchill 4"}
    here = position("sbw5", axis=axis, allies=allies, month="1940-07", active="allies").begin(STRATEGIC_WARFARE)
    london, bombers = here.hex("London"), [here.block("de-2fk"), here.block("de-1fk")]
    view = here.game.view(here.state, Side(AXIS))
    one = prospects(here.game, view, [Bomb(london, 0)], (), -1, Random(1))
    both = prospects(here.game, view, [Bomb(london, 0)], bombers, -1, Random(1))
    assert one is not None
    assert both is not None
    assert one.blocks[0] in bombers
    assert both.expected > one.expected > 0
    assert sum(outcome.chance for outcome in both.outcomes) == pytest.approx(1)
    here.play(Bomb(london, 0), Sortie(here.block("de-2lf"), bombers[0]))
    sent = prospects(here.game, here.game.view(here.state, Side(AXIS)), [], (), -1, Random(1))
    assert sent is not None
    assert sent.blocks == (bombers[0],)
    assert prospects(here.game, here.game.view(here.state, Side(ALLIES)), [], (), -1, Random(1)) is None


def test_the_landing_sheet_offers_what_is_legal() -> None:
    here = husky("it-liv 2")
    sheet = landing_sheet(here.game, here.game.view(here.state, Side(ALLIES)))
    offered = {Land(one.block, hex_, one.hq) for one in sheet.passages for hex_ in one.hexes}
    legal = list(here.game.legal(here.state, Side(ALLIES)))
    assert offered == {action for action in legal if isinstance(action, Land)}
    assert {Hold(hq, block) for hq, block in sheet.holds} == {action for action in legal if isinstance(action, Hold)}
    gela = next(beach for beach in sheet.beaches if beach.hex == here.hex("Gela"))
    assert here.block("gb-daf") in gela.escorts
    assert all(one.arrives == pytest.approx(1 / 2) and one.lost == pytest.approx(1 / 6) for one in sheet.passages)
    assert here.block("gb-30") in sheet.marines


def test_landings_of_others_are_numbers_and_only_when_they_are_shown() -> None:
    here = husky("it-liv 2")
    here.play(land(here))
    theirs = landing_sheet(here.game, here.game.view(here.state, Side(AXIS)))
    assert theirs.landings == ()
    assert theirs.passages == ()
    mine = landing_sheet(here.game, here.game.view(here.state, Side(ALLIES)))
    assert [(one.hex, one.block) for one in mine.landings] == [(here.hex("Gela"), here.block("gb-30"))]


def rows(here: Position, section: str, viewer: int = ALLIES) -> tuple[SituationRow, ...]:
    found = SITUATION(here.game, here.game.view(here.state, Side(viewer)))
    return next((one.rows for one in found.sections if one.name == section), ())


@clause("BW-36.0a", "BW-36.0c")
def test_italy_is_told_from_the_first_landing_to_its_end() -> None:
    here = position("sbw4", allies={"Ragusa": "gb-30 4, gb-13 4, gb-monty 4"}, month="1943-07", active="allies")
    sicily = here.game.rules.board.area("sicily") & here.game.rules.board.map.land_mask
    told = {row.name: (row.value, row.most) for row in rows(here, "italy")}
    assert told["units"][0] == 3
    assert told["dismissal"][0] == 33, "a one or a two"
    assert told["sicily"] == ((sicily & here.state.control[ALLIES]).bit_count(), sicily.bit_count())
    here.state.turning_points |= MUSSOLINI_HELD
    assert [row.name for row in rows(here, "italy")] == ["dismissed", "sicily", "islands"]
    here.state.surrendered |= 1 << here.game.rules.tables.power("italy")
    assert [(row.name, row.what) for row in rows(here, "italy")] == [("dismissed", "held"), ("surrendered", "")]


@clause("BW-35.2b", "BW-3.4c")
def test_submarines_are_told_by_zone_until_they_are_lost() -> None:
    here = position("sbw5", axis={"Brest": "de-7 4"}, allies={"London": "gb-churchill 4"}, month="1940-08", active="allies")
    told = [(row.what, row.value) for row in rows(here, "convoys") if row.name == "zone"]
    assert told == [("north_atlantic", 2), ("central_atlantic", 1), ("south_atlantic", 1)]
    here.state.moored[:] = [(1, NO_HEX)]
    assert [row.what for row in rows(here, "convoys") if row.name == "zone"] == ["north_atlantic", "south_atlantic"]


@clause("BW-6.7a", "BW-6.7c")
def test_mulberries_are_told_from_the_first_point_to_the_beach() -> None:
    here = position("sbw8", allies={"Carentan": "us-5 6, us-7 6"}, month="1944-06", active="allies")
    power = here.game.rules.tables.power("usa")
    here.state.mulberries[:] = [(power, -1, 12)]
    (paid,) = rows(here, "mulberries")
    assert (paid.name, paid.value, paid.most, paid.what) == ("paid", 12, 30, "building")
    here.state.mulberries[:] = [(power, here.hex("Carentan"), 30)]
    placed, stands, *_ = rows(here, "mulberries")
    assert (placed.name, placed.hex) == ("placed", here.hex("Carentan"))
    assert (stands.value, stands.most) == (2, 5)


@clause("BW-13.8.1.3b")
def test_morale_is_a_track_of_ten() -> None:
    here = position("sbw8", allies={"London": "us-5 6"}, month="1944-06")
    here.state.morale = 3
    (row,) = rows(here, "morale", AXIS)
    assert (row.value, row.most) == (3, 10)


@clause("BW-13.8.1.2g", "BW-35.2b", "BW-R133")
def test_radar_and_submarines() -> None:
    here = position("sbw5", axis={"Lille": "de-2lf 4"}, allies={"London": "gb-churchill 4"}, month="1940-07")
    here.state.silenced = 0b000010
    chain, *stations = rows(here, "radar")
    assert chain.what == "some"
    assert [row.what for row in stations if row.name == "out"] == ["Poling"]
    zones = [row for row in rows(here, "convoys") if row.name == "zone"]
    assert [row.value for row in zones] == [2, 1, 1]


@clause("BW-7.3e")
def test_who_comes_by_month() -> None:
    here = position("sbw8", allies={"London": "us-5 6"}, month="1944-06")
    keys = {here.game.rules.order[row.block].key for row in rows(here, "arrivals", AXIS)}
    assert keys == {"de-2ss", "de-53", "us-3", "us-13", "us-9a"}
    here.state.month += 1
    assert {row.month for row in rows(here, "arrivals")} == {here.state.month}


@clause("BW-24.1a", "BW-24.1g", "BW-7.5.5d")
def test_overlays_of_the_sea() -> None:
    here = husky("it-liv 2")

    def layers(kind: str, viewer: int) -> dict[tuple[str, int], Any]:
        found = overlay(here.game, here.game.view(here.state, Side(viewer)), kind).layers
        return {(one.name, one.side): one for one in found}

    mine, theirs = layers("landings", ALLIES), layers("landings", AXIS)
    assert here.hex("Gela") in mine["landing_range", ALLIES].hexes
    assert (here.hex("Malta"), here.hex("Ragusa")) in mine["facing", ALLIES].lines
    assert here.hex("Gela") in theirs["landing_threat", ALLIES].hexes
    assert ("landing_range", AXIS) not in theirs
    waters = layers("waters", AXIS)
    assert here.hex("London") in {port for port, _ in waters["inner_port", -1].lines}
    assert waters["mined_water", -1].hexes
    assert len(waters["way_to_box", -1].lines) == 5
    assert set(layers("convoys", AXIS)) == {("north_atlantic", -1), ("central_atlantic", -1), ("south_atlantic", -1)}
