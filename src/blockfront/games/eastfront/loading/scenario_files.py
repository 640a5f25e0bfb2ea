"""Reads one scenario file and checks it against the order of battle."""

from collections.abc import Iterable, Iterator
from importlib.resources.abc import Traversable
from typing import Literal

import msgspec

from blockfront.blocks.months import month_number
from blockfront.blocks.order_of_battle import Block, BlockId, BlockSet
from blockfront.core.clauses import rule
from blockfront.core.data_files import Problems, TomlFile, read_text
from blockfront.core.sides import Side
from blockfront.games.eastfront.loading.data_model import (
    FIREPOWER,
    FixedPlacement,
    Force,
    HistoricalPlacement,
    InitialBattle,
    Occupation,
    Reinforcement,
    RequiredDeployment,
    ScenarioData,
    ScenarioFacts,
    SideSetup,
    Tables,
)
from blockfront.games.eastfront.title import TITLE

SideName = Literal["axis", "soviet"]
AirName = Literal["SF", "DF", "TF", "none"]
ForceName = Literal["hq", "armor", "mech", "infantry", "cavalry", "shock", "satellite_infantry", "satellite_static"]
Level = Literal["decisive", "major", "marginal", "draw"]

_TYPES_OF_FORCE = {
    "hq": ("hq",),
    "armor": ("armor", "ss_armor"),
    "mech": ("mech", "ss_mech"),
    "infantry": ("infantry", "mountain", "coastal"),
    "cavalry": ("cavalry",),
    "shock": ("shock",),
    "satellite_infantry": ("infantry",),
    "satellite_static": ("static",),
}


class _ForceRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    type: ForceName
    units: int
    cv: int
    includes: tuple[str, ...] = ()
    one_of_each_nation: bool = False


class _ReinforcementRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    month: str
    unit: str
    cv: int
    at_setup: bool = False


class _RequiredRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: SideName
    units: int
    place: str = ""
    area: str = ""
    exactly: bool = False
    armor: int = 0
    cv: int = 0
    includes: tuple[str, ...] = ()
    each_hex: bool = False
    off_map: bool = False
    free_deployment_only: bool = False


class _BattleRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    place: str
    original_defender: SideName


class _FixedRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    letter: str
    unit: str
    cv: int
    place: str


class _HistoricalRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    unit: str
    cv: int
    group: str
    at: Literal["front_line", "near_front_line", "in_or_near"]
    place: str = ""
    nation: str = ""


class _OutcomeRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    level: Level
    month: str = ""
    winner: SideName | None = None


class _ScenarioRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    first_month: str
    first_half: Literal[1, 2]
    last_month: str
    deploys_first: SideName
    moves_first: SideName
    start_line: str
    axis_start_production: int
    soviet_start_production: int
    axis_air: AirName
    soviet_air: AirName
    next: str = ""
    handicap: int = 0
    first_month_when_continued: str = ""
    axis_base_production: int = 0
    soviet_base_production: int = 0
    axis_base_change: int = 0
    soviet_base_change: int = 0
    axis_forces: tuple[_ForceRow, ...] = ()
    soviet_forces: tuple[_ForceRow, ...] = ()
    axis_reinforcements: tuple[_ReinforcementRow, ...] = ()
    soviet_reinforcements: tuple[_ReinforcementRow, ...] = ()
    released_satellites: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    surrendered: tuple[str, ...] = ()
    battles: tuple[_BattleRow, ...] = ()
    required_deployment: tuple[_RequiredRow, ...] = ()
    fixed: tuple[_FixedRow, ...] = ()
    historical: tuple[_HistoricalRow, ...] = ()
    occupation_results: tuple[_OutcomeRow, ...] = ()
    never_occupied: _OutcomeRow | None = None
    theatre: str = ""
    our_aim: tuple[str, ...] = ()
    facts: ScenarioFacts = ScenarioFacts()


def read_scenario(path: Traversable, tables: Tables, problems: Problems) -> ScenarioData | None:
    """The scenario in a file, or None when anything in the file is wrong."""
    before = len(problems)
    row = TomlFile(path, problems).whole(_ScenarioRow)
    if row is None:
        return None
    found = _Reader(path, row, tables, problems).read()
    return found if len(problems) == before else None


class _Reader:
    """Turns names into block ids, months and sides, and notes contradictions in the file."""

    def __init__(self, path: Traversable, row: _ScenarioRow, tables: Tables, problems: Problems) -> None:
        self.row = row
        self.tables = tables
        self.order = tables.order_of_battle
        self.problems = problems
        self.file = path.name
        self.lines = (read_text(path, problems) or "").splitlines()

    def read(self) -> ScenarioData:
        row = self.row
        reinforcements = (
            self._reinforcements(row.axis_reinforcements),
            self._reinforcements(row.soviet_reinforcements),
        )
        released = tuple(self._blocks(row.released_satellites))
        gone = (*self._blocks(row.gone), *self._surrendered())
        fixed = tuple(self._fixed())
        self.available = self._available(released, gone, reinforcements, fixed)
        first = self._month(row.first_month)
        found = ScenarioData(
            id=row.id,
            first_month=first,
            first_half=row.first_half,
            first_month_when_continued=self._month(row.first_month_when_continued or row.first_month),
            last_month=self._month(row.last_month),
            deploys_first=TITLE.side(row.deploys_first),
            moves_first=TITLE.side(row.moves_first),
            start_line=row.start_line,
            next=row.next,
            handicap=row.handicap,
            sides=(self._side("axis", reinforcements[0]), self._side("soviet", reinforcements[1])),
            released=released,
            available=self.available,
            gone=_mask(gone),
            surrendered=row.surrendered,
            battles=tuple(InitialBattle(b.place, TITLE.side(b.original_defender)) for b in row.battles),
            required=tuple(self._required(required) for required in row.required_deployment),
            fixed=fixed,
            historical=tuple(self._historical()),
            occupations=tuple(self._occupations()),
            facts=row.facts,
            theatre=row.theatre,
            our_aim=row.our_aim,
        )
        self._check_calendar(found)
        return found

    # ---- names

    def _note(self, text: str, near: str = "") -> None:
        """Note a problem in the first line that mentions `near`."""
        line = next((n for n, content in enumerate(self.lines, start=1) if near and f'"{near}"' in content), 0)
        self.problems.add(self.file, line, text)

    def _month(self, text: str) -> int:
        number = month_number(text)
        if number is None:
            self._note(f"month {text!r} should be written like 1941-06", text)
        return number or 0

    def _block(self, key: str) -> BlockId | None:
        try:
            return self.order.key(key)
        except ValueError as error:
            self._note(str(error), key)
            return None

    def _blocks(self, keys: Iterable[str]) -> Iterator[BlockId]:
        return (block for key in keys if (block := self._block(key)) is not None)

    def _check_cv(self, block: BlockId, cv: int) -> None:
        facts = self.order[block]
        if cv not in facts.strengths:
            allowed = f"{facts.strengths[0]} to {facts.strengths[-1]}"
            self._note(f"{facts.name} cannot have CV {cv}, only {allowed}", facts.key)

    # ---- forces

    @rule("EF-3.22c", "EF-3.22d", "EF-W44.2a")
    def _available(
        self,
        released: tuple[BlockId, ...],
        gone: tuple[BlockId, ...],
        reinforcements: Iterable[tuple[Reinforcement, ...]],
        fixed: tuple[FixedPlacement, ...],
    ) -> BlockSet:
        """Blocks whose date or event has come and that are neither due to arrive nor lost for good."""
        if fixed:
            return _mask(placement.block for placement in fixed)
        first = self._month(self.row.first_month)
        events = {"west_front"} if self.row.facts.army_group_e_active else set()
        arrived = [
            BlockId(block)
            for block, entry in enumerate(self.tables.entries)
            if (entry.event in events or block in released if entry.event else entry.month <= first)
            and self.order[block].nation not in self.row.surrendered
        ]
        due = {reinforcement.block for side in reinforcements for reinforcement in side}
        return _mask(block for block in arrived if block not in due and block not in gone)

    @rule("EF-W44.2b", "EF-16.1d")
    def _surrendered(self) -> Iterator[BlockId]:
        """Axis units of nations that have surrendered."""
        for block, facts in enumerate(self.order.blocks):
            if facts.nation in self.row.surrendered and "defector" not in facts.tags:
                yield BlockId(block)

    def _side(self, name: Literal["axis", "soviet"], reinforcements: tuple[Reinforcement, ...]) -> SideSetup:
        row = self.row
        axis = name == "axis"
        side = TITLE.side(name)
        forces = row.axis_forces if axis else row.soviet_forces
        return SideSetup(
            base_production=row.axis_base_production if axis else row.soviet_base_production,
            base_change=row.axis_base_change if axis else row.soviet_base_change,
            start_production=row.axis_start_production if axis else row.soviet_start_production,
            air=FIREPOWER[row.axis_air if axis else row.soviet_air],
            forces=tuple(self._force(force, side) for force in forces),
            reinforcements=reinforcements,
        )

    @rule("EF-2.6a", "EF-3.22b", "EF-R8")
    def _force(self, row: _ForceRow, side: Side) -> Force:
        pool = tuple(block for block in range(len(self.order)) if self._may_serve(self.order[block], block, row, side))
        strongest = sorted((self.order[block].strengths[-1] for block in pool), reverse=True)
        weakest = sorted(self.order[block].strengths[0] for block in pool)
        what = f"{TITLE.sides[side]} {row.type}"
        if row.units > len(pool):
            self._note(f"{what}: {row.units} units, but only {len(pool)} are available")
        elif not sum(weakest[: row.units]) <= row.cv <= sum(strongest[: row.units]):
            lowest, highest = sum(weakest[: row.units]), sum(strongest[: row.units])
            self._note(f"{what}: {row.units} units have a CV of {lowest} to {highest} in all, not {row.cv}")
        includes = tuple(self._blocks(row.includes))
        for block in includes:
            if block not in pool:
                self._note(f"{what} cannot include {self.order[block].name}", self.order[block].key)
        return Force(row.type, row.units, row.cv, tuple(map(BlockId, pool)), includes, row.one_of_each_nation)

    def _may_serve(self, facts: Block, block: int, row: _ForceRow, side: Side) -> bool:
        satellite = "satellite" in facts.tags
        if facts.type not in _TYPES_OF_FORCE[row.type] or satellite != row.type.startswith("satellite"):
            return False
        if facts.side != side:
            return False
        return facts.nation in self.row.surrendered if "defector" in facts.tags else bool(self.available >> block & 1)

    def _reinforcements(self, rows: Iterable[_ReinforcementRow]) -> tuple[Reinforcement, ...]:
        found = []
        for row in rows:
            block, month = self._block(row.unit), self._month(row.month)
            if block is None:
                continue
            self._check_cv(block, row.cv)
            entry = self.tables.entries[block]
            if (entry.month, entry.cv) != (month, row.cv):
                self._note(f"{row.unit}: blocks.csv has another month or CV for its entry", row.unit)
            found.append(Reinforcement(month, block, row.cv, row.at_setup))
        return tuple(found)

    # ---- placements

    def _required(self, row: _RequiredRow) -> RequiredDeployment:
        if bool(row.place) == bool(row.area):
            self._note("a required deployment needs either a place or an area", row.place or row.area)
        return RequiredDeployment(
            side=TITLE.side(row.side),
            units=row.units,
            place=row.place,
            area=row.area,
            exactly=row.exactly,
            armor=row.armor,
            cv=row.cv,
            includes=tuple(self._blocks(row.includes)),
            each_hex=row.each_hex,
            off_map=row.off_map,
            free_deployment_only=row.free_deployment_only,
        )

    def _fixed(self) -> Iterator[FixedPlacement]:
        letters: set[str] = set()
        for row in self.row.fixed:
            if row.letter in letters:
                self._note(f"letter {row.letter} is used twice", row.letter)
            letters.add(row.letter)
            block = self._block(row.unit)
            if block is not None:
                self._check_cv(block, row.cv)
                yield FixedPlacement(block, row.cv, row.place, row.letter)

    def _historical(self) -> Iterator[HistoricalPlacement]:
        placed: set[BlockId] = set()
        for row in self.row.historical:
            block = self._block(row.unit)
            if block is None:
                continue
            self._check_cv(block, row.cv)
            if block in placed:
                self._note(f"{row.unit} is placed twice", row.unit)
            if not self.available >> block & 1:
                self._note(f"{row.unit} is not available in this scenario", row.unit)
            placed.add(block)
            yield HistoricalPlacement(block, row.cv, row.group, row.at, row.place, row.nation)

    def _occupations(self) -> Iterator[Occupation]:
        never = (self.row.never_occupied,) if self.row.never_occupied else ()
        for row in (*self.row.occupation_results, *never):
            winner = None if row.winner is None else TITLE.side(row.winner)
            yield Occupation(self._month(row.month) if row.month else 0, winner, row.level)

    def _check_calendar(self, found: ScenarioData) -> None:
        if not found.first_month_when_continued <= found.first_month <= found.last_month:
            self._note("the months of the scenario are not in order")
        for setup in found.sides:
            for due in setup.reinforcements:
                if not found.first_month <= due.month <= found.last_month or due.at_setup != (due.month == found.first_month):
                    key = self.order[due.block].key
                    self._note(f"{key} is due outside the scenario, or wrongly marked for the set-up", key)


def _mask(blocks: Iterable[int]) -> BlockSet:
    return sum(1 << block for block in set(blocks))
