"""The words of a rulebook: `games/<title>/data/rules.md`, one paragraph for each clause of the title's list.

The list (`clauses.csv`) says which clauses there are and what each is about; the text has their wording. Both have the same clauses, each
once. The text is plain Markdown: `#` parts, `##` chapters, `###` sections, `- **EF-7.34a** …` clauses; tables and paragraphs belong to
what stands before them. For a title without a text, the headings of its list are used.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import Final, Literal

import msgspec

from blockfront.core.clause_lists import Clause
from blockfront.core.clauses import is_clause_id

FILE: Final = "rules.md"
Kind = Literal["part", "chapter", "section", "clause", "text", "table"]
_HEADINGS: Final[dict[str, Kind]] = {"#": "part", "##": "chapter", "###": "section"}
_HEADING = re.compile(r"(#{1,3}) (.+)")
_CLAUSE = re.compile(r"- \*\*([^*]+)\*\* (.+)")
_RULE_OF_TABLE = re.compile(r"\|[\s:|-]+\|")


class RulesPart(msgspec.Struct, frozen=True, omit_defaults=True):
    """A heading, a clause, a paragraph or a table. `text` may hold `*emphasis*`, `**strong**` and `` `names` ``."""

    kind: Kind
    text: str = ""
    id: str = ""  # of a clause
    heading: str = ""  # of a clause: a few words from the list
    see: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()  # of a table, the first its heading


class RulesTextError(ValueError):
    """A text that does not match its list of clauses; the message names every mistake with its line."""


def rules_text(folder: Traversable, clauses: Mapping[str, Clause]) -> tuple[RulesPart, ...]:
    """The parts of the rulebook of the title whose data folder is given, in the order of the book."""
    file = folder / FILE
    if not file.is_file():
        return tuple(_headings(clauses.values()))
    lines = file.read_text(encoding="utf-8").splitlines()
    problems: list[str] = []
    parts = tuple(_parts(lines, clauses, problems))
    told = {part.id for part in parts}
    problems += [f"{FILE}: {clause} has no text" for clause in clauses if clause not in told]
    if problems:
        raise RulesTextError("\n".join(problems))
    return parts


def _headings(clauses: Iterable[Clause]) -> Iterator[RulesPart]:
    chapter = ""
    for clause in clauses:
        if clause.chapter != chapter:
            chapter = clause.chapter
            yield RulesPart("chapter", chapter)
        yield RulesPart("clause", id=clause.id, heading=clause.heading, see=clause.see)


def _parts(lines: list[str], clauses: Mapping[str, Clause], problems: list[str]) -> Iterator[RulesPart]:
    told: set[str] = set()
    for number, block in _blocks(lines):
        first = block[0]
        if heading := _HEADING.fullmatch(first):
            yield RulesPart(_HEADINGS[heading[1]], heading[2])
        elif first.startswith("|"):
            yield RulesPart("table", rows=tuple(_cells(line) for line in block if not _RULE_OF_TABLE.fullmatch(line)))
        elif found := _CLAUSE.fullmatch(" ".join(block)):
            identifier = found[1]
            problems += [f"{FILE}:{number}: {problem}" for problem in _clause_problems(identifier, clauses, told)]
            told.add(identifier)
            listed = clauses.get(identifier)
            yield RulesPart("clause", found[2], identifier, listed.heading if listed else "", listed.see if listed else ())
        elif first.startswith("- **"):
            problems.append(f"{FILE}:{number}: a clause is written as '- **EF-7.34a** its words', not as {first[:40]!r}")
        else:
            yield RulesPart("text", " ".join(block))


def _clause_problems(identifier: str, clauses: Mapping[str, Clause], told: set[str]) -> Iterator[str]:
    if not is_clause_id(identifier):
        yield f"{identifier!r} is not spelled like a clause, such as EF-7.34a"
    elif identifier not in clauses:
        yield f"{identifier} is not in the list of clauses"
    elif identifier in told:
        yield f"{identifier} is told twice"


def _blocks(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Lines that belong together (a heading, list entry, table or paragraph), with the number of the first."""
    block: list[str] = []
    began = 0
    for number, line in enumerate([*lines, ""], 1):
        starts_anew = line.startswith(("- ", "#")) or (bool(block) and line.startswith("|") != block[0].startswith("|"))
        if block and (not line.strip() or starts_anew or block[0].startswith("#")):
            yield began, block
            block = []
        if line.strip():
            began = began if block else number
            block.append(line.strip())


def _cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.strip().strip("|").split("|"))
