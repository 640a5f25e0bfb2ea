"""The clause index on a small made-up title: lists, citations, coverage."""

from pathlib import Path

import pytest

from blockfront.core.citations import By
from blockfront.core.clause_index import ClauseIndex, build_index, installed_sources
from blockfront.core.clause_lists import Clause, ClauseListError, load_clause_lists

CLAUSES = """\
id,kind,heading,reason,see
ZZ-1.0a,code,Units move,,ZZ-R1
ZZ-1.0b,code,Units stop,,
ZZ-1.1a,table,Speed of units,,
ZZ-1.1b,definition,What a unit is,only a word,
ZZ-2.0a,not_modelled,Read the rules aloud,advice,
ZZ-10.0a,code,Units rest,,
ZZ-R1,code,Ruling: they may stay,,
"""

RULES = '''\
from blockfront.core import clauses
from blockfront.core.clauses import rule


@rule("ZZ-1.0a")
class Movement:
    @clauses.rule("ZZ-1.0a", "ZZ-1.0b")
    def stop(self) -> object:
        return refuse("ZZ-10.0a", "tired")

    @property
    @rule("ZZ-R1")
    def may_stay(self) -> bool:
        """ZZ-99.9z in a sentence is not a citation."""
        return True
'''

TESTS = """\
from blockfront.core.clauses import clause, rule


@clause("ZZ-1.0a")
class TestMovement:
    @clause("ZZ-1.1a")
    async def test_speed(self):
        pass


@rule("ZZ-10.0a")
@clause("ZZ-10.0a")
def test_rest():
    pass
"""


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    write(
        tmp_path,
        {
            "pyproject.toml": "",
            "src/blockfront/games/toy/data/clauses.csv": CLAUSES,
            "src/blockfront/games/toy/movement.py": RULES,
            "src/blockfront/games/toy/data/speeds.csv": "# Speeds: ZZ-1.1a\ntype,speed\nfoot,2\n",
            "tests/toy/test_movement.py": TESTS,
        },
    )
    return tmp_path


def index_of(repository: Path) -> ClauseIndex:
    return build_index(installed_sources(repository / "src" / "blockfront"))


def places(index: ClauseIndex, clause: str, *by: By) -> list[tuple[str, int, str]]:
    return [(Path(found.path).name, found.line, found.name) for found in index.cited(clause, *by)]


def test_code_is_found_on_classes_methods_and_properties(repository: Path) -> None:
    index = index_of(repository)
    assert places(index, "ZZ-1.0a", By.CODE) == [("movement.py", 6, "Movement"), ("movement.py", 8, "Movement.stop")]
    assert places(index, "ZZ-1.0b", By.CODE) == [("movement.py", 8, "Movement.stop")]
    assert places(index, "ZZ-R1", By.CODE) == [("movement.py", 13, "Movement.may_stay")]


def test_a_refusal_is_a_mention_and_no_proof(repository: Path) -> None:
    index = index_of(repository)
    assert places(index, "ZZ-10.0a", By.MENTION)[0] == ("movement.py", 9, "Movement.stop")
    assert not index.has_code("ZZ-10.0a")


def test_tests_are_found_and_rule_on_a_test_is_no_code(repository: Path) -> None:
    index = index_of(repository)
    assert places(index, "ZZ-1.0a", By.TEST) == [("test_movement.py", 5, "TestMovement")]
    assert places(index, "ZZ-1.1a", By.TEST) == [("test_movement.py", 7, "TestMovement.test_speed")]
    assert index.has_test("ZZ-10.0a")
    assert not index.has_code("ZZ-10.0a")


def test_tables_cite_in_comments_and_in_cites_keys(repository: Path) -> None:
    write(
        repository,
        {
            "src/blockfront/games/toy/data/numbers.toml": 'limit = 4  # ZZ-1.0b, ZZ-1.0a.\nname = "ZZ-R1"\n',
            "src/blockfront/games/toy/data/more.toml": 'cites = [\n  "ZZ-10.0a",\n  "ZZ-R1",\n]\nname = "ZZ-1.0a"\n',
        },
    )
    index = index_of(repository)
    assert places(index, "ZZ-1.1a", By.TABLE) == [("speeds.csv", 1, "")]
    assert places(index, "ZZ-1.0b", By.TABLE) == [("numbers.toml", 1, "")]
    assert places(index, "ZZ-1.0a", By.TABLE) == [("numbers.toml", 1, "")]
    assert places(index, "ZZ-10.0a", By.TABLE) == [("more.toml", 2, "")]
    assert places(index, "ZZ-R1", By.TABLE) == [("more.toml", 3, "")]


def test_coverage_adds_up(repository: Path) -> None:
    data = index_of(repository).coverage_data()
    assert list(data) == ["toy"]
    chapters = data["toy"].pop("chapters")
    assert data["toy"] == {
        "clauses": 7, "code": 4, "test": 3, "both": 2, "not_modelled": 1, "definition": 1, "open": 3,
    }  # fmt: skip
    assert isinstance(chapters, dict)
    assert list(chapters) == ["1", "2", "10", "R"]
    assert chapters["1"] == {
        "clauses": 4, "code": 3, "test": 2, "both": 2, "not_modelled": 0, "definition": 1, "open": 1,
    }  # fmt: skip
    for chapter in chapters.values():
        parts = ("both", "not_modelled", "definition", "open")
        assert sum(chapter[part] for part in parts) == chapter["clauses"]


def test_a_definition_with_code_and_test_counts_as_covered(repository: Path) -> None:
    write(
        repository,
        {
            "src/blockfront/games/toy/words.py": '@rule("ZZ-1.1b")\ndef unit(): ...\n',
            "tests/toy/test_words.py": '@clause("ZZ-1.1b")\ndef test_unit(): ...\n',
        },
    )
    index = index_of(repository)
    coverage = index.coverage(index.clauses.values())
    assert (coverage.both, coverage.definition, coverage.open) == (3, 0, 3)


def test_without_tests_nothing_is_claimed_about_them(repository: Path, tmp_path: Path) -> None:
    installed = tmp_path / "site-packages" / "blockfront"
    installed.parent.mkdir()
    (repository / "src" / "blockfront").rename(installed)
    index = build_index(installed_sources(installed))
    coverage = index.coverage(index.clauses.values())
    assert (coverage.code, coverage.test, coverage.both, coverage.open) == (4, None, None, None)
    assert index.cited("ZZ-1.0a", By.CODE)[0].path == "blockfront/games/toy/movement.py"


def test_the_small_tree_has_no_mistakes(repository: Path) -> None:
    assert index_of(repository).mistakes() == []


def test_unknown_clauses_are_mistakes_wherever_they_are_cited(repository: Path) -> None:
    write(
        repository,
        {
            "src/blockfront/games/toy/wrong.py": '@rule("ZZ-1.0z")\ndef wrong():\n    return "ZZ-3.0a"\n',
            "src/blockfront/games/toy/data/wrong.csv": "# ZZ-1\nname\n",
            "tests/toy/test_wrong.py": '@clause("ZZ-4.0a")\ndef test_wrong(): ...\n',
            "docs/rulings.md": "```\n## BF-9 A sample\n- Clause: ZZ-9.9a\n```\n## BF-1 Rest\n- Clause: ZZ-5.0a\n",
        },
    )
    assert [mistake.partition(";")[0] for mistake in index_of(repository).mistakes()] == [
        "src/blockfront/games/toy/wrong.py:2: no clause ZZ-1.0z",
        "src/blockfront/games/toy/wrong.py:3: no clause ZZ-3.0a",
        "src/blockfront/games/toy/data/wrong.csv:1: no clause ZZ-1",
        "tests/toy/test_wrong.py:2: no clause ZZ-4.0a",
        "docs/rulings.md: BF-1 speaks of ZZ-5.0a, which does not exist",
    ]


def test_an_unknown_clause_comes_with_near_ones(repository: Path) -> None:
    write(repository, {"tests/toy/test_wrong.py": '@clause("ZZ-1.0z")\ndef test_wrong(): ...\n'})
    assert index_of(repository).mistakes()[0].endswith("no clause ZZ-1.0z; near: ZZ-1.0a, ZZ-1.0b, ZZ-10.0a")


def test_code_for_a_clause_listed_as_not_modelled_is_a_mistake(repository: Path) -> None:
    write(repository, {"src/blockfront/games/toy/aloud.py": '@rule("ZZ-2.0a")\ndef read(): ...\n'})
    assert "ZZ-2.0a is listed as not modelled: advice" in index_of(repository).mistakes()[0]


def test_citations_must_be_written_out(repository: Path) -> None:
    write(
        repository,
        {
            "src/blockfront/games/toy/hidden.py": "@rule(*MANY)\ndef hidden(): ...\n",
            "src/blockfront/games/toy/broken.py": 'ids = "ZZ-1.0a\n',
        },
    )
    assert index_of(repository).mistakes() == [
        "src/blockfront/games/toy/broken.py:1: is not valid Python",
        "src/blockfront/games/toy/hidden.py:1: @rule on hidden needs the clauses written out, not *MANY",
    ]


def test_rulings_are_found_from_both_ends(repository: Path) -> None:
    write(repository, {"docs/rulings.md": "# Rulings\n\n## BF-1 Rest\n\n- Clause: ZZ-10.0a\n\n## Notes\n\nZZ-1.0b\n"})
    index = index_of(repository)
    assert [ruling.id for ruling in index.rulings(index.clauses["ZZ-1.0a"])] == ["ZZ-R1"]
    assert index.rulings(index.clauses["ZZ-1.0b"]) == []
    assert index.project_rulings("ZZ-10.0a") == ["BF-1"]
    assert index.project_rulings("ZZ-1.0b") == []


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("ZZ-1.0a", ["ZZ-1.0a"]),
        ("zz-1.0A", ["ZZ-1.0a"]),
        ("1.0b", ["ZZ-1.0b"]),
        ("1.0", ["ZZ-1.0a", "ZZ-1.0b"]),
        ("ZZ-1", ["ZZ-1.0a", "ZZ-1.0b", "ZZ-1.1a", "ZZ-1.1b"]),
        ("10", ["ZZ-10.0a"]),
        ("R", ["ZZ-R1"]),
        ("YY-1", []),
        ("3", []),
    ],
)
def test_queries(repository: Path, query: str, found: list[str]) -> None:
    assert [clause.id for clause in index_of(repository).matching(query)] == found


@pytest.mark.parametrize(
    ("clause", "chapter"),
    [
        ("EF-7.34a", "7"),
        ("EF-S41.0a", "S41"),
        ("EF-EDW.1a", "EDW"),
        ("EF-R13", "R"),
        ("BE-E138", "E"),
        ("BE-SBE9b", "SBE9"),
        ("BE-BSSa", "BSS"),
        ("BE-SLa", "SL"),
        ("BW-BOX1a", "BOX1"),
        ("BW-12.3", "12"),
    ],
)
def test_chapters(clause: str, chapter: str) -> None:
    assert Clause(clause, "code", "heading").chapter == chapter


def test_all_mistakes_of_the_lists_are_reported_with_file_and_line(repository: Path) -> None:
    games = repository / "src" / "blockfront" / "games"
    rows = "ZZ-1.0b,code,Twice,,\nZZ.1,table,Odd,,\nZZ-3.0a,rule,Kind,,\nZZ-3.0b,definition,No reason,,\n"
    rows += "ZZ-3.0c,code,Reason,because,\nZZ-3.0d,code,,,\nZZ-3.0e,code,See,,ZZ-8.8a\nZZ-3.0f,code\n"
    write(games, {"toy/data/clauses.csv": CLAUSES + rows, "other/data/clauses.csv": "id\n"})
    write(games, {"third/data/clauses.csv": "id,kind,heading,reason,see\nZZ-4.0a,code,Stray,,\n"})
    with pytest.raises(ClauseListError) as caught:
        load_clause_lists(games)
    assert str(caught.value).splitlines() == [
        "other/data/clauses.csv:1: the columns must be id, kind, heading, reason, see, not id",
        "toy/data/clauses.csv:16: 2 cells, but there are 5 columns",
        "toy/data/clauses.csv:9: ZZ-1.0b is already listed at toy/data/clauses.csv:3",
        "toy/data/clauses.csv:10: 'ZZ.1' is not spelled like a clause, such as EF-7.34a",
        "toy/data/clauses.csv:11: kind 'rule' is not one of code, table, definition, not_modelled",
        "toy/data/clauses.csv:12: ZZ-3.0b is definition and needs a reason",
        "toy/data/clauses.csv:13: ZZ-3.0c is code; only definition and not_modelled have a reason",
        "toy/data/clauses.csv:14: ZZ-3.0d has no heading",
        "toy/data/clauses.csv:15: ZZ-3.0e refers to ZZ-8.8a, which is not listed",
        "toy/data/clauses.csv: the clauses ZZ-… belong to third",
    ]
