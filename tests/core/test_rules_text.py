"""The words of a rulebook fit its list of clauses."""

from pathlib import Path

import pytest

import blockfront.games
from blockfront.core.clause_lists import Clause, load_clause_lists
from blockfront.core.rules_text import RulesPart, RulesTextError, rules_text

GAMES = Path(blockfront.games.__path__[0])
LISTED = {
    "ZZ-1.0a": Clause("ZZ-1.0a", "code", "First things", see=("ZZ-2.0a",)),
    "ZZ-2.0a": Clause("ZZ-2.0a", "code", "Second things"),
}
TEXT = """# Toy

Some words
on two lines.

## 1 The beginning
- **ZZ-1.0a** It begins *here*
  and goes on.

| a | b |
|---|---|
| 1 | 2 |
### 1.1 Then
- **ZZ-2.0a** It ends.
"""


def told(folder: Path, text: str) -> tuple[RulesPart, ...]:
    (folder / "rules.md").write_text(text, encoding="utf-8")
    return rules_text(folder, LISTED)


def test_a_text_is_read_part_by_part(tmp_path: Path) -> None:
    assert told(tmp_path, TEXT) == (
        RulesPart("part", "Toy"),
        RulesPart("text", "Some words on two lines."),
        RulesPart("chapter", "1 The beginning"),
        RulesPart("clause", "It begins *here* and goes on.", "ZZ-1.0a", "First things", ("ZZ-2.0a",)),
        RulesPart("table", rows=(("a", "b"), ("1", "2"))),
        RulesPart("section", "1.1 Then"),
        RulesPart("clause", "It ends.", "ZZ-2.0a", "Second things"),
    )


def test_every_mistake_is_named_with_its_line(tmp_path: Path) -> None:
    wrong = "- **ZZ-1.0a** Once.\n- **ZZ-1.0a** Twice.\n- **ZZ-9.9z** Unlisted.\n- **nothing** Misspelled.\n- **ZZ-2.0a**\n"
    with pytest.raises(RulesTextError) as caught:
        told(tmp_path, wrong)
    assert str(caught.value).splitlines() == [
        "rules.md:2: ZZ-1.0a is told twice",
        "rules.md:3: ZZ-9.9z is not in the list of clauses",
        "rules.md:4: 'nothing' is not spelled like a clause, such as EF-7.34a",
        "rules.md:5: a clause is written as '- **EF-7.34a** its words', not as '- **ZZ-2.0a**'",
        "rules.md: ZZ-2.0a has no text",
    ]


def test_a_title_without_a_text_is_told_by_its_headings(tmp_path: Path) -> None:
    parts = rules_text(tmp_path, LISTED)
    assert [(part.kind, part.text, part.id, part.heading) for part in parts] == [
        ("chapter", "1", "", ""),
        ("clause", "", "ZZ-1.0a", "First things"),
        ("chapter", "2", "", ""),
        ("clause", "", "ZZ-2.0a", "Second things"),
    ]


@pytest.mark.parametrize("title", sorted(path.parent.parent.name for path in GAMES.glob("*/data/rules.md")))
def test_the_text_of_a_title_has_exactly_the_clauses_of_its_list(title: str) -> None:
    listed = load_clause_lists(GAMES)[title]
    clauses = [part for part in rules_text(GAMES / title / "data", listed) if part.kind == "clause"]
    assert {part.id for part in clauses} == set(listed)
    assert all(part.text and part.heading for part in clauses)
    tables = [part for part in rules_text(GAMES / title / "data", listed) if part.kind == "table"]
    assert tables
    assert [part for part in tables if len({len(row) for row in part.rows}) != 1] == []
