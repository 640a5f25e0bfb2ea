"""One order of battle for both games: western blocks and powers first, with their numbers, then those that only the East has."""

from collections.abc import Container, Mapping
from importlib import resources
from typing import Final

import msgspec

from blockfront.blocks.order_of_battle import Block, OrderOfBattle
from blockfront.core.clauses import rule
from blockfront.core.data_files import Problems, read_csv
from blockfront.games.blocks_series.loading.data_model import FIELDS, Power, Tables, TechStep, UnitFacts
from blockfront.games.blocks_series.loading.headquarters import HeadquartersFacts, is_headquarters

VALUES: Final = ("nation", "type", "strengths", "colours")  # values in which a formation that is in both games must agree
UNKNOWN_FIELD: Final = 1  # TECH of eastern powers in fields that the East does not have
ELITE: Final = frozenset(("elite_attack", "elite_defence"))
NAVAL: Final = "naval_hq"  # fleets follow the rules of the West everywhere
RAIL_MOVES: Final = {"finland": 1, "romania": 1, "hungary": 1, "slovakia": 1, "ussr": 5}


class SharedRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    west: str
    east: str


def shared_formations() -> dict[str, str]:
    """The formations that both games have: their western key by their eastern key."""
    problems = Problems()
    file = resources.files("blockfront.games.blocks_in_the_west") / "data" / "shared_blocks.csv"
    found = {row.east: row.west for _, row in read_csv(file, SharedRow, problems)}
    problems.raise_if_any()
    return found


@rule("BW-R99", "BW-R143")
def joined_tables(west: Tables, east: Tables) -> Tables:
    """The tables of both games as one; a shared formation whose values differ is an error."""
    shared, problems = shared_formations(), Problems()
    for eastern_key, western_key in shared.items():
        _compare(west.order[west.order.key(western_key)], east.order[east.order.key(eastern_key)], problems)
    problems.raise_if_any()
    added = [number for number, block in enumerate(east.order.blocks) if block.key not in shared]
    known = {power.id for power in west.powers}
    powers = (*west.powers, *(_widened(power) for power in east.powers if power.id not in known))
    names = [power.id for power in powers]
    steps = [step for step in east.calendar if east.powers[step.power].id not in known]
    twins = {western_key: east.order.key(eastern_key) for eastern_key, western_key in shared.items()}
    taken = {(block.nation, block.name) for block in west.order.blocks}
    blocks = (
        *(_with_twin(block, east.order, twins) for block in west.order.blocks),
        *(_renamed(east.order[number], taken) for number in added),
    )
    return msgspec.structs.replace(
        west,
        order=OrderOfBattle(blocks),
        facts=(*_western_facts(west, east, twins), *(east.facts[number] for number in added)),
        classes={**east.classes, **west.classes},
        powers=powers,
        groups={**east.groups, **west.groups},
        calendar=(*west.calendar, *(_renumbered(step, names.index(east.powers[step.power].id)) for step in steps)),
        headquarters={**east.headquarters, **west.headquarters, **_eastern_staffs(east, added)},
        ratings={len(west.order) + place: east.classes[east.order[number].type] for place, number in enumerate(added)},
        eastern_weather=east.weather,
    )


def _compare(west: Block, east: Block, problems: Problems) -> None:
    for value in VALUES:
        one, other = getattr(west, value), getattr(east, value)
        if one != other:
            problems.add("shared_blocks.csv", 0, f"{west.key} and {east.key}: {value} is {one!r} in the west and {other!r} in the east")


@rule("BW-R142", "BW-R143")
def _with_twin(block: Block, east: OrderOfBattle, twins: Mapping[str, int]) -> Block:
    """A formation of both games has the elite abilities that the East gives it."""
    if block.key not in twins:
        return block
    tags = block.tags - ELITE | east[twins[block.key]].tags & ELITE
    return block if tags == block.tags else msgspec.structs.replace(block, tags=tags)


def _renamed(block: Block, taken: Container[tuple[str, str]]) -> Block:
    """An eastern formation, renamed if another of its nation has the same name in the West."""
    return msgspec.structs.replace(block, name=f"{block.name} in Russia") if (block.nation, block.name) in taken else block


def _western_facts(west: Tables, east: Tables, twins: Mapping[str, int]) -> tuple[UnitFacts, ...]:
    """A formation of both games comes and goes by the facts of the East, whose set-up table includes it."""
    pairs = zip(west.order.blocks, west.facts, strict=True)
    return tuple(east.facts[twins[block.key]] if block.key in twins else facts for block, facts in pairs)


@rule("BW-R142")
def _eastern_staffs(east: Tables, added: list[int]) -> dict[str, HeadquartersFacts]:
    """Headquarters of the East follow its book, except fleets, which follow that of the West."""
    staffs = [east.order[number] for number in added if is_headquarters(east.order[number].type)]
    return {block.key: east.headquarters.get(block.key, east.headquarters[block.type]) for block in staffs if block.type != NAVAL}


@rule("BW-7.4f")
def _widened(power: Power) -> Power:
    tech = (*power.tech, *(UNKNOWN_FIELD for _ in range(len(FIELDS) - len(power.tech))))
    return msgspec.structs.replace(power, tech=tech, rail_limit=RAIL_MOVES.get(power.id, power.rail_limit))


def _renumbered(step: TechStep, power: int) -> TechStep:
    return msgspec.structs.replace(step, power=power)
