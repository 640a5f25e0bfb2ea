"""The worked examples of chapters 7 and 13."""

from collections.abc import Callable, Mapping
from typing import Any

from blockfront.core.actions import Action
from blockfront.core.clauses import clause
from blockfront.games.eastfront import actions as do
from blockfront.games.eastfront import events as happened
from blockfront.games.eastfront.loading.data_model import DOUBLE, SINGLE

AXIS, SOVIET = 0, 1
SIDES = ("axis", "soviet")
Example = Callable[[str], Mapping[str, Any]]
NewTable = Callable[..., Any]


def clear_hex(table: Any, rivers: int) -> tuple[int, list[int]]:
    """A Clear hex with two Clear neighbours of which so many lie across rivers; the hex and those neighbours."""
    board = table.rules.board
    for hex_, facts in board.map.hexes.items():
        if facts.terrain != "clear" or board.major_cities >> hex_ & 1:
            continue
        around = [int(n) for _, n in board.neighbours[hex_] if board.map.hexes[n].terrain == "clear"]
        wet = [n for n in around if board.is_river(hex_, n)]
        dry = [n for n in around if n not in wet]
        if len(wet) >= rivers and len(dry) >= 2 - rivers:
            return int(hex_), (wet[:rivers] + dry)[:2]
    raise AssertionError("the map has no such hex")


@clause("EF-7.31a", "EF-7.32b")
def test_armor_rolls_a_die_per_point(new_table: NewTable, example: Example) -> None:
    figures, table = example("EX-7.31"), new_table()
    block = table.put("axis", figures["type"], figures["cv"], "Kharkov")
    assert table.rules.firepower.dice(table.state, block) == figures["dice"]
    assert table.rules.firepower.offensive(table.state, block, table.hex("Kotelnikovo")) == figures["lowest"]


class Script:
    """Answers of both players in the order of an example: whose turn to fire, and who takes a hit among equals."""

    def __init__(self, table: Any, figures: Mapping[str, Any], blocks: dict[str, int], strike: do.Strike) -> None:
        self.table = table
        self.strike = strike
        target = {"air": "soviet", "axis": "soviet", "soviet": "axis"}
        fire = figures["fire"]
        self.order = [blocks[entry["by"]] for entry in fire if entry["by"] != "air"]
        self.losses = [blocks[f"{target[entry['by'].split()[0]]} {name}"] for entry in fire for name in entry["losses"]]
        self.after = {blocks[f"{side} {unit['name']}"]: unit["after"] for side in SIDES for unit in figures[side]}

    def answer(self, offered: list[Action]) -> Action:
        if self.strike in offered:
            return self.strike
        for block in self.order:
            if do.Fire(block) in offered:
                return do.Fire(block)
        for block in self.losses:
            if do.TakeLoss(block) in offered and self.table.value(block) > self.after[block]:
                return do.TakeLoss(block)
        return do.EndPhase()


@clause("EF-7.15a", "EF-7.22a", "EF-7.22b", "EF-7.33a", "EF-7.33b", "EF-7.21b", "EF-13.15a")
def test_a_round_in_clear_terrain(new_table: NewTable, example: Example) -> None:
    figures, table = example("EX-7.3"), new_table("s41")
    hex_, around = clear_hex(table, rivers=0)
    blocks = {}
    for side in SIDES:
        for unit in figures[side]:
            blocks[f"{side} {unit['name']}"] = table.put(side, unit["type"], unit["cv"], hex_)
    hq = table.put("axis", "hq", figures["air"]["value"], around[0])
    table.activate(hq)
    table.attack("axis", hex_, {blocks["axis armor"]: around[0], blocks["axis mech"]: around[1]})
    table.state.month += 1  # after the surprise of June 1941
    script = Script(table, figures, blocks, do.Strike(hq, hex_))
    events = table.combat_phase(script.answer, [tuple(entry["dice"]) for entry in figures["fire"]])
    rolled = [event for event in events if isinstance(event, happened.Rolled)]
    assert [event.hits for event in rolled] == [entry["hits"] for entry in figures["fire"]]
    assert [event.block for event in rolled] == [blocks.get(entry["by"], hq) for entry in figures["fire"]]
    assert rolled[0].lowest == figures["air"]["lowest"]
    for side in SIDES:
        for unit in figures[side]:
            assert table.value(blocks[f"{side} {unit['name']}"]) == unit["after"], unit
    assert table.rules.battles.original_defender(table.state, hex_) == SOVIET
    for name, block in blocks.items():
        assert bool(table.state.face_up >> block & 1) == name.startswith("axis"), name


@clause("EF-7.14a", "EF-0.2b", "EF-0.2c")
def test_an_active_battle_shows_everybody(new_table: NewTable, example: Example) -> None:
    figures, table = example("EX-7.14"), new_table()
    hex_, around = clear_hex(table, rivers=0)
    attackers = {table.put("axis", kind, cv, hex_): around[0] for kind, cv in figures["axis"].items()}
    defenders = [table.put("soviet", kind, cv, hex_) for kind, cv in figures["soviet"].items()]
    table.attack("axis", hex_, attackers)
    nothing = [(1,) * 4, (1,) * 4, (1,) * 4]
    table.combat_phase(lambda offered: do.EndPhase() if do.EndPhase() in offered else offered[-1], nothing)
    assert table.shown == sum(1 << block for block in (*attackers, *defenders))
    assert table.state.face_up == sum(1 << block for block in attackers)  # the Original Defender hides again


@clause("EF-7.23b", "EF-7.23d", "EF-7.34a", "EF-1.41a", "EF-1.41b")
def test_double_defence_changes_sides(new_table: NewTable, example: Example) -> None:
    figures, table = example("EX-7.34"), new_table()
    hex_ = table.hex(figures["place"])
    units = {
        "axis": table.put("axis", "infantry", 4, hex_),
        "soviet": table.put("soviet", "infantry", 3, hex_),
    }
    for battle_round in figures["rounds"]:
        table.state.active = AXIS if battle_round["active"] == "axis" else SOVIET
        for name, side in (("axis", AXIS), ("soviet", SOVIET)):
            doubled = name == battle_round["doubled"]
            assert table.rules.defence.hits_per_step(table.state, hex_, side, True) == (2 if doubled else 1)
        defender = units[battle_round["doubled"]]
        assert table.rules.firepower.defensive(table.state, defender, hex_, False) == DOUBLE
        assert table.rules.firepower.offensive(table.state, units[battle_round["active"]], hex_) == SINGLE


@clause("EF-7.5a", "EF-7.51a", "EF-7.51c", "EF-7.51d", "EF-7.51e", "EF-7.51f", "EF-7.51g")
def test_a_river_crossing(new_table: NewTable, example: Example) -> None:
    figures, table = example("EX-7.5"), new_table()
    hex_, around = clear_hex(table, rivers=2)
    armor = table.put("axis", "armor", figures["attackers"]["armor"], hex_)
    infantry = table.put("axis", "infantry", figures["attackers"]["infantry"], hex_)
    table.put("soviet", "infantry", figures["defender_after_air"], hex_)
    table.attack("axis", hex_, {armor: around[0], infantry: around[1]})
    dice = [tuple(figures["dice"]), (1,) * figures["infantry_after"]]
    events = table.combat_phase(lambda offered: do.EndPhase(), dice)
    defensive, offensive = (event for event in events if isinstance(event, happened.Rolled))
    assert (defensive.hits, defensive.repulses) == (figures["hits"], figures["repulses"])
    assert [event.block for event in events if isinstance(event, happened.WentBack)] == [armor]
    assert table.state.location[armor] == around[0]
    assert (table.value(armor), table.value(infantry)) == (figures["attackers"]["armor"], figures["infantry_after"])
    assert offensive.block == infantry
