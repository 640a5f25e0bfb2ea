"""The scenarios as the book states them."""

from itertools import pairwise
from pathlib import Path
from shutil import copy

import pytest

from blockfront.blocks.months import month_text
from blockfront.core.clauses import clause
from blockfront.core.data_files import Problems
from blockfront.games.eastfront.loading.data_model import DOUBLE, NO_FIRE, SINGLE, TRIPLE, ScenarioData
from blockfront.games.eastfront.loading.scenario_files import read_scenario
from blockfront.games.eastfront.loading.tables import DATA, chain, order_of_battle, scenario, tables
from blockfront.games.eastfront.title import TITLE
from tests.spoiling import spoil

AXIS, SOVIET = 0, 1
SIX_MONTHS = ("s41", "w41", "s42", "w42", "s43", "w43", "s44", "w44")

# months, half, who deploys and moves first, handicap
FRAMES = {
    "s41": ("1941-06", 2, "1941-11", SOVIET, AXIS, -40),
    "w41": ("1941-12", 1, "1942-05", SOVIET, SOVIET, -25),
    "s42": ("1942-06", 1, "1942-11", AXIS, AXIS, -30),
    "w42": ("1942-12", 1, "1943-05", AXIS, SOVIET, -15),
    "s43": ("1943-07", 1, "1943-11", AXIS, AXIS, -10),
    "w43": ("1943-12", 1, "1944-05", SOVIET, SOVIET, 10),
    "s44": ("1944-06", 1, "1944-11", AXIS, SOVIET, 50),
    "w44": ("1944-12", 1, "1945-05", SOVIET, SOVIET, 0),
}

# Axis and Soviet: base, change when continuing, stated start, air firepower
PRODUCTION = {
    "s41": ((30, 0, 54, TRIPLE), (0, 0, 64, SINGLE)),
    "w41": ((30, 0, 71, DOUBLE), (6, 6, 49, SINGLE)),
    "s42": ((40, 10, 80, DOUBLE), (12, 6, 56, SINGLE)),
    "w42": ((40, 0, 83, DOUBLE), (20, 8, 62, DOUBLE)),
    "s43": ((50, 10, 90, DOUBLE), (20, 0, 64, DOUBLE)),
    "w43": ((50, 0, 79, SINGLE), (20, 0, 74, DOUBLE)),
    "s44": ((40, -10, 66, SINGLE), (20, 0, 82, TRIPLE)),
    "w44": ((30, -10, 45, NO_FIRE), (20, 0, 89, TRIPLE)),
}

# units/CV by type, in the order of the overview table
AXIS_FORCES = {
    "s41": "hq 5/13 armor 10/37 mech 1/3 infantry 25/94 satellite_infantry 7/17 satellite_static 2/2",
    "w41": "hq 5/10 armor 11/30 mech 2/6 infantry 27/96 satellite_infantry 7/17 satellite_static 2/2",
    "s42": "hq 5/12 armor 11/38 mech 3/10 infantry 30/92 satellite_infantry 7/17 satellite_static 2/2",
    "w42": "hq 5/10 armor 11/35 mech 3/8 infantry 31/94 satellite_infantry 8/21 satellite_static 2/2",
    "s43": "hq 5/12 armor 12/42 mech 3/12 infantry 29/90 satellite_infantry 7/12 satellite_static 2/2",
    "w43": "hq 5/10 armor 12/38 mech 4/10 infantry 30/92 satellite_infantry 7/14 satellite_static 2/2",
    "s44": "hq 5/12 armor 12/36 mech 4/12 infantry 29/86 satellite_infantry 7/20 satellite_static 2/2",
    "w44": "hq 5/10 armor 10/18 mech 4/12 infantry 26/50",
}
SOVIET_FORCES = {
    "s41": "hq 6/13 armor 7/14 mech 7/14 infantry 30/76 cavalry 4/4",
    "w41": "hq 6/10 armor 1/2 mech 2/4 infantry 28/76 shock 2/8 cavalry 4/12",
    "s42": "hq 6/11 armor 4/8 mech 4/8 infantry 28/88 shock 4/12 cavalry 4/10",
    "w42": "hq 6/12 armor 7/16 mech 5/12 infantry 28/84 shock 4/12 cavalry 4/12",
    "s43": "hq 6/14 armor 11/32 mech 6/18 infantry 29/94 shock 4/10 cavalry 4/8",
    "w43": "hq 6/12 armor 11/24 mech 7/16 infantry 28/90 shock 4/14 cavalry 4/10",
    "s44": "hq 6/14 armor 12/34 mech 7/22 infantry 30/94 shock 4/15 cavalry 4/12",
    "w44": "hq 6/12 armor 12/34 mech 7/22 infantry 29/92 shock 4/15 cavalry 4/12 satellite_infantry 3/5",
}

# how many blocks of each type there are to choose from
POOLS = {
    "s41": ("5 10 1 25 7 2", "6 7 7 30 4"),
    "w41": ("5 11 2 28 7 2", "6 7 7 30 2 4"),
    "s42": ("5 11 3 30 7 2", "6 10 7 30 4 4"),
    "w42": ("5 11 3 31 8 2", "6 12 7 30 4 4"),
    "s43": ("5 12 3 31 7 2", "6 12 7 30 4 4"),
    "w43": ("5 12 4 31 7 2", "6 12 7 30 4 4"),
    "s44": ("5 12 4 31 7 2", "6 12 7 30 4 4"),
    "w44": ("5 12 5 34", "6 12 7 30 4 4 7"),
}

REINFORCEMENTS = {
    "s41": (
        "1941-07 ax-pz-40 4, 1941-08 ax-inf-42 4, 1941-09 ax-inf-16 4, 1941-10 ax-inf-59 4, 1941-11 ax-mech-50 4",
        "1941-11 so-shock-1 4, 1941-11 so-shock-2 4",
    ),
    "w41": (
        "1942-01 ax-inf-61 3, 1942-03 ax-inf-23 3, 1942-05 ax-mech-53 3",
        "1941-12 so-shock-3 4 at set-up, 1941-12 so-shock-4 4 at set-up, 1941-12 so-para-4 1 at set-up, "
        "1942-04 so-gtk-1 1, 1942-04 so-gtk-2 1, 1942-05 so-gtk-3 1",
    ),
    "s42": ("1942-06 ax-inf-27 3 at set-up", "1942-06 so-gtk-5 1 at set-up, 1942-07 so-gtk-6 1"),
    "w42": ("1943-02 ax-ss-2 4", ""),
    "s43": ("1943-07 ax-ss-3 3 at set-up", ""),
    "w43": ("", ""),
    "s44": ("", ""),
    "w44": ("", ""),
}


def keys(blocks: tuple[int, ...] | list[int]) -> list[str]:
    return [order_of_battle()[block].key for block in blocks]


def in_mask(mask: int) -> list[str]:
    return keys([block for block in range(len(order_of_battle())) if mask >> block & 1])


def forces(data: ScenarioData, side: int) -> str:
    return " ".join(f"{force.type} {force.units}/{force.cv}" for force in data.sides[side].forces)


def pools(data: ScenarioData, side: int) -> str:
    return " ".join(str(len(force.pool)) for force in data.sides[side].forces)


def reinforcements(data: ScenarioData, side: int) -> str:
    return ", ".join(
        f"{month_text(due.month)} {order_of_battle()[due.block].key} {due.cv}{' at set-up' if due.at_setup else ''}"
        for due in data.sides[side].reinforcements
    )


@clause("EF-0.3a", "EF-3.11a", "EF-3.21a", "EF-S41.0a", "EF-W41.0a", "EF-S42.0a", "EF-W42.0a", "EF-W42.1a")
@clause("EF-S43.0a", "EF-W43.0a", "EF-S44.0a", "EF-W44.0a")
@pytest.mark.parametrize("name", SIX_MONTHS)
def test_dates_and_order(name: str) -> None:
    data = scenario(name)
    frame = (month_text(data.first_month), data.first_half, month_text(data.last_month))
    assert (*frame, data.deploys_first, data.moves_first, data.handicap) == FRAMES[name]
    assert data.fortnights == {"s41": 11, "s43": 10}.get(name, 12)


@clause("EF-S41.0b", "EF-W41.0b", "EF-S42.0b", "EF-W42.0b", "EF-S43.0b", "EF-W43.0b", "EF-S44.0b", "EF-W44.0b")
@clause("EF-11.2b", "EF-11.31a", "EF-13.14a", "EF-R31", "EF-R32", "EF-R45")
@pytest.mark.parametrize("name", SIX_MONTHS)
def test_production_and_air_power(name: str) -> None:
    found = tuple((side.base_production, side.base_change, side.start_production, side.air) for side in scenario(name).sides)
    assert found == PRODUCTION[name]


def test_base_production_changes_by_the_bracketed_figures() -> None:
    for before, after in pairwise(SIX_MONTHS):
        for old, new in zip(scenario(before).sides, scenario(after).sides, strict=True):
            assert new.base_production - old.base_production == new.base_change, after


@pytest.mark.parametrize("name", SIX_MONTHS)
def test_initial_forces_and_what_they_are_chosen_from(name: str) -> None:
    data = scenario(name)
    assert (forces(data, AXIS), forces(data, SOVIET)) == (AXIS_FORCES[name], SOVIET_FORCES[name])
    assert (pools(data, AXIS), pools(data, SOVIET)) == POOLS[name]


@clause("EF-S41.0c", "EF-W41.0c", "EF-S42.0c", "EF-W42.0c", "EF-S43.0c", "EF-W43.0c", "EF-S44.0c", "EF-W44.0c")
@clause("EF-R34")
@pytest.mark.parametrize("name", SIX_MONTHS)
def test_reinforcements(name: str) -> None:
    data = scenario(name)
    assert (reinforcements(data, AXIS), reinforcements(data, SOVIET)) == REINFORCEMENTS[name]


@clause("EF-S43.0c", "EF-W43.0c", "EF-S44.0c", "EF-W44.0c", "EF-R35")
@pytest.mark.parametrize(
    ("name", "included"),
    [("w42", []), ("s43", ["ax-ss-2"]), *((n, ["ax-ss-2", "ax-ss-3"]) for n in ("w43", "s44", "w44"))],
)
def test_ss_units_among_the_initial_forces(name: str, included: list[str]) -> None:
    assert [key for force in scenario(name).sides[AXIS].forces for key in keys(force.includes)] == included


@clause("EF-2.64b")
@pytest.mark.parametrize("name", ["s42", "w42", "s43", "w43", "s44", "w44"])
def test_paratroops_start_eliminated_but_may_be_built(name: str) -> None:
    data = scenario(name)
    assert "so-para-4" in in_mask(data.available)
    assert all("so-para-4" not in keys(force.pool) for force in data.sides[SOVIET].forces)


# ---- satellites


@clause("EF-S41.4a", "EF-W41.4a", "EF-S42.4a", "EF-W42.4a", "EF-W43.1a", "EF-S44.1a")
def test_released_expeditions() -> None:
    released = {name: keys(scenario(name).released) for name in SIX_MONTHS}
    assert released == {
        "s41": [],
        "w41": ["ax-sat-3r"],
        "s42": ["ax-sat-3r"],
        "w42": ["ax-sat-3r", "ax-sat-4r", "ax-sat-2h", "ax-sat-8i"],
        "s43": [],
        "w43": [],
        "s44": [],
        "w44": [],
    }


@clause("EF-W43.1a", "EF-S44.1a")
def test_italians_are_gone_for_good_from_citadel_on() -> None:
    gone = {name: in_mask(scenario(name).gone) for name in SIX_MONTHS}
    assert all(gone[name] == ["ax-sat-8i"] for name in SIX_MONTHS[4:-1])
    assert "ax-sat-8i" in gone["w44"]
    assert not any(gone[name] for name in SIX_MONTHS[:4])


@clause("EF-W44.2b")
def test_three_satellites_fight_on_the_soviet_side_in_the_end() -> None:
    data = scenario("w44")
    assert set(data.surrendered) == {"romanian", "hungarian", "bulgarian"}
    force = data.sides[SOVIET].forces[-1]
    assert force.one_of_each_nation
    assert {order_of_battle()[block].nation for block in force.pool} == set(data.surrendered)
    assert all(order_of_battle()[block].side == SOVIET for block in force.pool)
    assert all("satellite" not in order_of_battle()[order_of_battle().key(key)].tags for key in in_mask(data.available))
    assert set(in_mask(data.gone)) == set(keys(list(order_of_battle().where(side=AXIS, tag="satellite"))))


@clause("EF-W44.2a")
def test_army_group_e_is_among_the_forces_in_the_end() -> None:
    units = {"ax-mtn-21", "ax-mtn-22", "ax-inf-86", "ax-mech-91"}
    assert units <= set(in_mask(scenario("w44").available))
    assert all(not units & set(in_mask(scenario(name).available)) for name in SIX_MONTHS[:-1])


# ---- battles and required deployments


@clause("EF-S42.2a", "EF-W42.3b", "EF-S43.3a", "EF-W43.2a")
def test_initial_battles() -> None:
    battles = {name: {battle.place: battle.original_defender for battle in scenario(name).battles} for name in SIX_MONTHS}
    assert battles == {
        "s41": {},
        "w41": {},
        "s42": {"Volkhov": AXIS},
        "w42": {"Volkhov": AXIS, "Stalingrad": SOVIET},
        "s43": {"Volkhov": AXIS},
        "w43": {"Volkhov": AXIS, "Kremenchug W1": AXIS},
        "s44": {},
        "w44": {},
    }


def test_both_sides_man_every_initial_battle() -> None:
    for name in SIX_MONTHS:
        data = scenario(name)
        wanted = {(battle.place, side) for battle in data.battles for side in (AXIS, SOVIET)}
        assert wanted <= {(required.place, int(required.side)) for required in data.required}


@clause("EF-S41.1f")
def test_soviet_garrisons_of_summer_1941() -> None:
    garrisons = {required.place: required.units for required in scenario("s41").required}
    assert len(garrisons) == 18
    assert sum(garrisons.values()) == 21
    assert {place: units for place, units in garrisons.items() if units > 1} == {"Leningrad": 2, "Moscow": 3}
    assert all(r.free_deployment_only and r.side == SOVIET for r in scenario("s41").required)


def test_axis_in_stalingrad() -> None:
    required = next(r for r in scenario("w42").required if (r.place, r.side) == ("Stalingrad", AXIS))
    assert (required.units, required.exactly, required.armor, required.cv) == (4, True, 1, 12)


@clause("EF-W41.3a", "EF-S42.3a", "EF-W42.3a", "EF-S43.4a", "EF-W43.3a")
def test_leningrad_cut_off() -> None:
    cut_off = [name for name in SIX_MONTHS if scenario(name).facts.leningrad_cut_off]
    assert cut_off == ["w41", "s42", "w42", "s43", "w43"]


@clause("EF-W44.5a", "EF-R33")
def test_results_of_the_last_winter_by_month() -> None:
    found = [(month_text(o.month) if o.month else "never", o.winner, o.level) for o in scenario("w44").occupations]
    assert found == [
        ("1944-12", SOVIET, "decisive"),
        ("1945-01", SOVIET, "major"),
        ("1945-02", SOVIET, "marginal"),
        ("1945-03", None, "draw"),
        ("1945-04", AXIS, "marginal"),
        ("1945-05", AXIS, "major"),
        ("never", AXIS, "decisive"),
    ]


# ---- historical and fixed deployments


def test_historical_deployment_uses_the_initial_forces_exactly() -> None:
    data = scenario("s41")
    for setup in data.sides:
        for force in setup.forces:
            placed = [p for p in data.historical if p.block in force.pool]
            assert (len(placed), sum(p.cv for p in placed)) == (force.units, force.cv), force.type
    assert sum(1 << p.block for p in data.historical) == data.available


def test_historical_front_units_of_each_district() -> None:
    front: dict[str, int] = {}
    for placement in scenario("s41").historical:
        if placement.at == "front_line":
            front[placement.group] = front.get(placement.group, 0) + 1
    assert front == {"baltic_district": 3, "west_district": 5, "kiev_district": 7, "odessa_district": 4}


@clause("EF-EDW.0a", "EF-EDW.1a", "EF-EDW.1b", "EF-R60", "EF-R67")
def test_edelweiss() -> None:
    data = scenario("edelweiss")
    assert (month_text(data.first_month), data.first_half, data.fortnights, data.moves_first) == ("1942-07", 2, 3, AXIS)
    assert [(side.start_production, side.air) for side in data.sides] == [(28, DOUBLE), (30, SINGLE)]
    assert data.facts.given_production
    assert data.facts.without_victory
    assert [(b.place, b.original_defender) for b in data.battles] == [("Stalingrad", SOVIET)]
    units = {p.letter: (order_of_battle()[p.block].type, p.cv, p.place) for p in data.fixed}
    assert sorted(units) == list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    assert units["O"] == ("mech", 4, "Stalingrad")
    assert units["K"] == ("hq", 3, "Moscow")
    assert units["T"] == ("mountain", 3, "Kamensko E1")
    assert (units["L"], units["M"]) == (("cavalry", 1, ""), ("infantry", 1, ""))
    guards = {p.letter for p in data.fixed if order_of_battle()[p.block].strengths[-1] == 4 and p.letter < "N"}
    assert guards == {"D", "G", "H"}


def test_scenarios_follow_each_other() -> None:
    assert chain("campaign") == SIX_MONTHS
    assert chain("s43") == ("s43",)
    assert chain("s43", frozenset({"one_year"})) == ("s43", "w43")
    assert chain("s43", frozenset({"play_on"})) == ("s43", "w43", "s44", "w44")
    assert chain("w44", frozenset({"one_year"})) == ("w44",)
    assert chain("edelweiss") == ("edelweiss",)
    for name, following in zip(SIX_MONTHS, (*SIX_MONTHS[1:], ""), strict=True):
        assert scenario(name).next == following
        if following:
            assert scenario(following).first_month_when_continued == scenario(name).last_month + 1


def test_the_title_lists_every_scenario() -> None:
    files = {path.name.removesuffix(".toml") for path in (DATA / "scenarios").iterdir()}
    assert {entry.id for entry in TITLE.scenarios} == files


# ---- broken scenarios


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("s41", '"ax-pz-40"', '"ax-pz-400"', "no block 'ax-pz-400'"),
        ("s41", "units = 10, cv = 37", "units = 11, cv = 37", "11 units, but only 10 are available"),
        ("s41", "units = 10, cv = 37", "units = 10, cv = 41", "a CV of 10 to 40 in all, not 41"),
        ("s41", '"1941-07"', '"July"', "should be written like 1941-06"),
        ("s41", 'month = "1941-07"', 'month = "1941-09"', "another month or CV"),
        ("s41", 'unit = "ax-pz-41", cv = 4', 'unit = "ax-pz-41", cv = 5', "cannot have CV 5, only 1 to 4"),
        ("s41", 'unit = "ax-pz-56"', 'unit = "ax-pz-41"', "ax-pz-41 is placed twice"),
        ("s43", 'includes = ["ax-ss-2"]', 'includes = ["ax-ss-3"]', "cannot include 3 SS Panzer Corps"),
        ("w44", 'area = "courland", ', "", "either a place or an area"),
        ("w42", 'axis_air = "DF"', 'axis_air = "FD"', "axis_air 'FD' is not one of"),
        ("edelweiss", 'letter = "Y"', 'letter = "Z"', "letter Z is used twice"),
    ],
)
def test_mistakes_in_scenarios_are_named(tmp_path: Path, name: str, old: str, new: str, expected: str) -> None:
    path = tmp_path / f"{name}.toml"
    copy(str(DATA / "scenarios" / path.name), path)
    spoil(path, old, new)
    problems = Problems()
    assert read_scenario(path, tables(), problems) is None
    assert any(expected in str(problem) for problem in problems), [str(problem) for problem in problems]
