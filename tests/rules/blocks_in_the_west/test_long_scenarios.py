"""SBW6, SBW7, SBW9 and SBW10: who comes, goes and becomes somebody else, what is lost by the calendar, and who has won."""

from typing import Any

import pytest

from blockfront.blocks.months import month_number
from blockfront.core.clauses import clause
from blockfront.core.events import Event
from blockfront.games.blocks_in_the_east.game import make as make_eastern
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, position
from blockfront.games.blocks_in_the_west.game import make
from blockfront.games.blocks_in_the_west.options.ch40_upgrades import SIX
from blockfront.games.blocks_series.actions import Build, Rebuild, Reinforce
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import BuildingBegan, Eliminated, Revealed, Withdrawn
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.power_actions import Upgrade
from blockfront.games.blocks_series.state import GONE, MARKED, PRODUCTION

CITIES = ("Ruhr", "Frankfurt", "Munich", "Hamburg", "Cologne", "Stuttgart", "Nuremberg", "Hannover", "Leipzig")


def month(text: str) -> int:
    return month_number(text) or 0


# ---- victory


@clause("BW-0.4b", "BW-7.11a")
@pytest.mark.parametrize(
    ("places", "level", "winner"),
    [
        ((), "decisive", AXIS),
        (("Palermo", "Catania", "Messina", "Naples", "Foggia"), "marginal", AXIS),
        (("Palermo", "Catania", "Messina", "Naples", "Foggia", "Taranto", "Pescara"), "draw", -1),
        (("Palermo", "Catania", "Messina", "Naples", "Foggia", "Taranto", "Rome"), "marginal", ALLIES),
        (("Catania", "Messina", "Naples", "Foggia", "Taranto", "Pescara", "Monte Cassino", "Rome", "Florence"), "decisive", ALLIES),
    ],
)
def test_levels_of_stalemate(places: tuple[str, ...], level: str, winner: int) -> None:
    here = position("sbw7", month="1943-11", allies_hold=places)
    found = here.game.rules.victory.final(here.state)
    assert (found[0], found[2]) == (winner, level)


@clause("BW-0.4b", "BW-7.11a")
def test_levels_of_the_short_downfall() -> None:
    taken = ("Paris", "Brussels", "Antwerp", "Marseille", "Lyon", "Metz", "Strasbourg", "Aachen")
    here = position("sbw9", month="1944-11", allies_hold=taken)
    assert here.game.rules.victory.points(here.state) == 15
    assert here.game.rules.victory.final(here.state)[2] == "draw"
    taken = ("Paris", "Antwerp", "Ruhr", "Frankfurt", "Rome", "Brussels", "Bologna", "Amsterdam")
    more = position("sbw9", month="1944-11", allies_hold=taken)
    assert more.game.rules.victory.final(more.state)[:3:2] == (ALLIES, "decisive")


@clause("BW-0.4b", "BW-7.11a")
@pytest.mark.parametrize(
    ("number", "level", "winner"),
    [(0, "decisive", AXIS), (1, "marginal", AXIS), (2, "marginal", AXIS), (3, "draw", -1), (5, "marginal", ALLIES)],
)
def test_german_cities_decide_downfall(number: int, level: str, winner: int) -> None:
    here = position("sbw10", month="1945-05", allies_hold=CITIES[:number])
    found = here.game.rules.victory.final(here.state)
    assert (found[0], found[2]) == (winner, level)


@clause("BW-0.4b", "BW-7.11a")
def test_eight_cities_in_time_or_berlin_end_the_war() -> None:
    victory = position("sbw10").game.rules.victory
    for text, ends in (("1945-04", True), ("1945-05", False)):
        here = position("sbw10", month=text, allies_hold=CITIES[:8])
        assert (victory.sudden(here.state) is not None) == ends
    without_munich = position("sbw10", month="1945-04", allies_hold=[city for city in CITIES if city != "Munich"])
    assert victory.sudden(without_munich.state) is None
    berlin = position("sbw10", month="1945-05", allies_hold=("Berlin",))
    assert victory.final(berlin.state)[:3:2] == (ALLIES, "decisive")


@clause("BW-5.5b", "BW-0.4b")
def test_without_america_the_axis_has_won() -> None:
    here = position("sbw10", month="1945-05", allies_hold=CITIES[:6])
    here.state.surrendered |= 1 << here.game.rules.tables.power("usa")
    assert here.game.rules.victory.final(here.state)[:3:2] == (AXIS, "decisive")


# ---- the calendar


@clause("BW-0.4b", "BW-3.6a")
@pytest.mark.parametrize(("text", "yellow", "red"), [("1944-12", 14, 7), ("1945-01", 13, 7), ("1945-03", 11, 6), ("1945-05", 9, 4)])
def test_the_eastern_front_eats_german_income(text: str, yellow: int, red: int) -> None:
    here = position("sbw10", month=text)
    found = here.game.rules.production.income(here.state, here.game.rules.tables.power("germany"))
    assert found[:2] == (yellow, red)


@clause("BW-0.4b")
def test_in_february_the_east_is_lost_with_everybody_in_it() -> None:
    here = position("sbw10", axis={"Stettin": "de-1 4", "Berlin": "de-2 4"}, month="1945-02")
    area = here.game.rules.board.area("sbw10_soviet_zone")
    assert area >> here.hex("Stettin") & 1
    events: list[Event] = []
    before = list(here.state.pool)
    here.game.rules.definitions.begin_month(here.state, events)
    assert here.state.location[here.block("de-1")] == GONE
    assert here.is_at("de-2", "Berlin")
    shown, gone = (events.index(next(event for event in events if isinstance(event, kind))) for kind in (Revealed, Eliminated))
    assert shown < gone, "everybody sees who is lost"
    assert [event.block for event in events if isinstance(event, Eliminated)] == [here.block("de-1")]
    assert here.state.pool == before, "without points for anybody"
    assert not area & (here.state.control[AXIS] | here.state.control[ALLIES])
    assert not here.game.rules.powers.territory(here.state, here.block("de-2")) & area
    early = position("sbw10", axis={"Stettin": "de-1 4"}, month="1945-01")
    assert early.game.rules.powers.territory(early.state, early.block("de-1")) & area


@clause("BW-7.3e", "BW-7.3.1d", "BW-7.3.3a")
@pytest.mark.parametrize("scenario", ["sbw7", "sbw9", "sbw10"])
def test_reinforcements_come_in_their_month_with_their_strength(scenario: str) -> None:
    arrivals = position(scenario).game.rules.scenario.arrivals
    assert arrivals
    for arrival in arrivals:
        if arrival.month > position(scenario).game.rules.scenario.last_month:
            continue
        side = position(scenario).game.rules.units.side[arrival.block]
        here = position(scenario, active="axis" if side == AXIS else "allies")
        here.state.month = arrival.month
        here.state.derived = {}
        due = here.game.rules.reinforcements.due(here.state, side)
        assert arrival.block in due, here.game.order[arrival.block].key
        here.state.month -= 1
        assert arrival.block not in here.game.rules.reinforcements.due(here.state, side)


@clause("BW-7.3e")
def test_airborne_divisions_leave_italy_in_october() -> None:
    units = {"Tunis": "us-82ab 2", "Bizerte": "gb-1ab 3, gb-30 2"}
    here = position("sbw7", allies=units, month="1943-10", active="allies").begin(PRODUCTION)
    assert {here.state.location[here.block(key)] for key in ("us-82ab", "gb-1ab")} == {GONE}
    assert here.is_at("gb-30", "Bizerte"), "its time comes in November"
    assert here.points("usa") == 7 - 2, "the 82nd had to be filled up: its white step costs two"
    later = position("sbw7", allies=units, month="1943-11", active="allies").begin(PRODUCTION)
    assert later.state.location[later.block("gb-30")] == GONE
    assert later.points("uk") == 6, "it leaves as it is"


# ---- the Siegfried line


def lining_up(points: int, **more: Any) -> Position:
    here = position("sbw9", month="1944-09", axis={"Berlin": "de-fhq 4"}, **more)
    here.begin(PRODUCTION)
    here.state.pool[here.game.rules.tables.power("germany") * len(COLOURS)] = points
    return here


@clause("BW-5.2f", "BW-R14", "BW-5.2d")
def test_the_siegfried_line_is_manned_for_nine_points() -> None:
    here = lining_up(8)
    fortification = here.game.rules.definitions.fortification
    assert Build(0) not in here.legal()
    assert fortification(here.state, here.hex("Trier")) == ""
    here = lining_up(9, allies_hold=("Aachen",))
    here.state.wrecked |= 1 << here.hex("Karlsruhe")  # entered, and taken back
    here.play(Build(0))
    assert here.told(BuildingBegan)
    assert here.points("germany") == 0
    assert fortification(here.state, here.hex("Trier")) == "bunker"
    assert fortification(here.state, here.hex("Aachen")) == ""
    assert fortification(here.state, here.hex("Karlsruhe")) == ""
    here.state.pool[here.game.rules.tables.power("germany") * len(COLOURS)] = 20
    assert Build(0) not in here.legal(), "once"
    assert not any(isinstance(action, Reinforce) and action.block < 0 for action in here.legal())


@clause("BW-5.2e", "BW-R14")
def test_a_lost_bunker_is_never_rebuilt() -> None:
    here = lining_up(9)
    here.play(Build(0))
    trier = 1 << here.hex("Trier")
    here.game.rules.definitions.capture(here.state, ALLIES, trier, [])
    here.game.rules.definitions.capture(here.state, AXIS, trier, [])
    assert here.game.rules.definitions.fortification(here.state, here.hex("Trier")) == ""


# ---- upgrades


def corps(strength: int = 5, text: str = "1940-06", options: tuple[str, ...] = ("upgrades",)) -> Position:
    return position("sbw6", axis={"Cologne": f"de-19pz {strength}"}, month=text, options=options)


@clause("BW-40.0b", "BW-40.0c", "BW-40.0d")
def test_the_nineteenth_corps_becomes_guderians_group() -> None:
    here = corps().begin(PRODUCTION)
    here.play(Upgrade(here.block("de-19pz")))
    assert here.state.location[here.block("de-19pz")] == GONE
    assert here.is_at("de-guderian", "Cologne")
    assert here.strength("de-guderian") == 4
    assert here.told(Withdrawn)[-1].exchanged == ((here.block("de-19pz"), here.block("de-guderian")),)
    assert not any(isinstance(action, Upgrade) for action in here.legal())


@clause("BW-40.0b", "BW-40.0c")
@pytest.mark.parametrize(("strength", "text", "marked"), [(3, "1940-06", False), (5, "1940-05", False), (5, "1940-06", True)])
def test_otherwise_the_upgrade_waits(strength: int, text: str, marked: bool) -> None:
    here = corps(strength, text)
    here.begin(PRODUCTION)
    here.state.flags[here.block("de-19pz")] |= MARKED if marked else 0
    assert not any(isinstance(action, Upgrade) for action in here.legal())
    refusal = here.game.why_not(here.state, Upgrade(here.block("de-19pz")), AXIS)
    assert refusal is not None
    assert refusal.clause == "BW-40.0c"


def reds(here: Position, number: int) -> Position:
    here.state.pool[here.game.rules.tables.power("germany") * len(COLOURS) + COLOURS.index("red")] = number
    return here


@clause("BW-40.0a", "BW-40.0d", "BW-40.0e", "BW-R69")
@pytest.mark.parametrize(("old", "new"), [("de-3", "de-3pz"), ("de-24", "de-24pz"), ("de-14mot", "de-14pz")])
def test_infantry_becomes_a_panzer_corps_for_four_red_points(old: str, new: str) -> None:
    here = position("sbw6", axis={"Cologne": f"{old} 4"}, month="1940-08", options=("further_upgrades",)).begin(PRODUCTION)
    reds(here, 3)
    assert Upgrade(here.block(old)) not in here.legal()
    reds(here, 5).play(Upgrade(here.block(old)))
    assert here.points("germany", "red") == 1
    assert here.state.location[here.block(old)] == GONE
    assert here.is_at(new, "Cologne")
    assert here.strength(new) == 5


@clause("BW-40.0a", "BW-40.0e")
def test_a_panzer_corps_becomes_a_group_for_nothing() -> None:
    here = position("sbw6", axis={"Cologne": "de-19pz 5"}, month="1940-05", options=("further_upgrades",)).begin(PRODUCTION)
    reds(here, 0).play(Upgrade(here.block("de-19pz")))
    assert here.is_at("de-guderian", "Cologne")


@clause("BW-40.0a", "BW-R69")
def test_the_six_units_of_the_joined_game() -> None:
    east = {block.key for block in make_eastern("sbe1", frozenset()).order.blocks}
    west = {block.key for block in make("sbw6", frozenset()).order.blocks}
    assert [old for old, _, red in SIX if red] == ["de-3", "de-24", "de-14mot"]
    assert [old for old, _, red in SIX if not red] == ["de-15pz", "de-16pz", "de-19pz"]
    assert all(old in west and new in east | west for old, new, _ in SIX)


@clause("BW-40.0b")
def test_alone_only_the_nineteenth_corps_is_upgraded() -> None:
    axis = {"Cologne": "de-19pz 5, de-3 4", "Frankfurt": "de-14mot 4, de-15pz 5"}
    here = reds(position("sbw6", axis=axis, month="1940-06", options=("upgrades",)), 20).begin(PRODUCTION)
    assert [action.block for action in here.legal() if isinstance(action, Upgrade)] == [here.block("de-19pz")]


# ---- the winter line


@clause("BW-0.4b", "BW-6.6b")
@pytest.mark.parametrize(("scenario", "text", "able"), [("sbw7", "1943-08", False), ("sbw7", "1943-09", True), ("sbw4", "1943-08", True)])
def test_germany_builds_redoubts_from_september_on(scenario: str, text: str, able: bool) -> None:
    here = position(scenario, axis={"Rome": "de-2para 3"}, month=text, points={"germany": 9}).begin(PRODUCTION)
    units = here.game.rules.units
    found = [a for a in here.legal() if isinstance(a, Rebuild) and units.is_work[a.block] and here.game.order[a.block].nation == "germany"]
    assert bool(found) == able


@clause("BW-35.2b", "BW-18.2.1a")
@pytest.mark.parametrize(
    ("scenario", "steps"), [("sbw5", (2, 1, 1)), ("sbw6", (2, 1, 1)), ("sbw7", (2, 2, 2)), ("sbw9", (1, 1, 1)), ("sbw10", (1, 1, 1))]
)
def test_submarines_of_the_years(scenario: str, steps: tuple[int, ...]) -> None:
    here = position(scenario, options=("convoys",))
    here.state.month, here.state.active = here.game.rules.scenario.first_month, 1
    assert tuple(pack.dice for pack in here.game.rules.strategic.packs(here.state, 0)) == steps
