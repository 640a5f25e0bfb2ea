"""Data files: what is right is read, what is wrong is reported with file and line, all of it at once."""

from pathlib import Path
from typing import Literal

import msgspec
import pytest

from blockfront.core.data_files import DataError, Problems, TomlFile, read_csv, read_toml


class Hill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    terrain: Literal["clear", "forest", "swamp"]
    height: int = 100
    tags: tuple[str, ...] = ()
    bare: bool = False


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def csv_problems(folder: Path, text: str) -> list[str]:
    problems = Problems()
    read_csv(write(folder, "hills.csv", text), Hill, problems)
    return [str(problem) for problem in problems]


def test_csv_rows_come_with_their_lines(tmp_path: Path) -> None:
    text = '# hills\nname,terrain,height,tags,bare\n\nMamai,clear,102,,yes\n"Hill, wooded",forest,,a b,\n# end\n'
    problems = Problems()
    rows = read_csv(write(tmp_path, "hills.csv", text), Hill, problems)
    assert rows == [
        (4, Hill("Mamai", "clear", 102, (), True)),
        (5, Hill("Hill, wooded", "forest", 100, ("a", "b"), False)),
    ]
    assert not len(problems)


def test_every_mistake_of_a_csv_file_is_reported(tmp_path: Path) -> None:
    text = "name,terrain,height\nA,forst,x\nB,clear\nC,clear,7\n,clear,7\nD,quicksand,8\n"
    assert csv_problems(tmp_path, text) == [
        "hills.csv:2: terrain 'forst' is not one of clear, forest, swamp; did you mean 'forest'?",
        "hills.csv:2: height 'x': expected `int`, got `str`",
        "hills.csv:3: 2 cells, but the heading has 3",
        "hills.csv:5: name is missing",
        "hills.csv:6: terrain 'quicksand' is not one of clear, forest, swamp",
    ]


def test_columns_are_checked(tmp_path: Path) -> None:
    assert csv_problems(tmp_path, "name,terain\nA,clear\n") == [
        "hills.csv:1: unknown column 'terain'; did you mean 'terrain'?",
        "hills.csv:1: column terrain is missing",
    ]
    assert csv_problems(tmp_path, "") == ["hills.csv: the file has no line that names the columns"]


def test_missing_and_foreign_files(tmp_path: Path) -> None:
    problems = Problems()
    read_csv(tmp_path / "none.csv", Hill, problems)
    (tmp_path / "latin.csv").write_bytes("name\nKönigsberg\n".encode("latin-1"))
    read_csv(tmp_path / "latin.csv", Hill, problems)
    assert [str(problem) for problem in problems] == ["latin.csv:2: is not UTF-8 text", "none.csv: the file is missing"]


def toml_problems(folder: Path, text: str) -> list[str]:
    problems = Problems()
    file = TomlFile(write(folder, "hills.toml", text), problems)
    file.only("hill")
    file.tables("hill", Hill)
    return [str(problem) for problem in problems]


def test_toml_tables_come_with_the_lines_of_their_headings(tmp_path: Path) -> None:
    text = '# hills\n[[hill]]\nname = "A"\nterrain = "clear"\n\n[[hill]]\nname = "B"\nterrain = "swamp"\ntags = ["x"]\n'
    problems = Problems()
    rows = TomlFile(write(tmp_path, "hills.toml", text), problems).tables("hill", Hill)
    assert rows == [(2, Hill("A", "clear")), (6, Hill("B", "swamp", tags=("x",)))]
    assert not len(problems)


def test_every_mistake_of_a_toml_file_is_reported_where_it_stands(tmp_path: Path) -> None:
    text = '[[hill]]\nname = "A"\nterrain = "swmp"\nhight = 3\n[[hill]]\nname = "B"\n\n[mountain]\nx = 1\n'
    assert toml_problems(tmp_path, text) == [
        "hills.toml:3: terrain 'swmp' is not one of clear, forest, swamp; did you mean 'swamp'?",
        "hills.toml:4: unknown field 'hight'; did you mean 'height'?",
        "hills.toml:5: terrain is missing",
        "hills.toml:8: unknown table 'mountain'",
    ]


def test_toml_that_cannot_be_parsed_names_the_line(tmp_path: Path) -> None:
    (problem,) = toml_problems(tmp_path, '[[hill]]\nname = "A\n')
    assert problem.startswith("hills.toml:2: ")


def test_a_single_table_where_several_are_meant(tmp_path: Path) -> None:
    assert toml_problems(tmp_path, '[hill]\nname = "A"\nterrain = "clear"\n') == ["hills.toml:1: write [[hill]], one for each entry"]


def test_a_whole_toml_file_as_one_struct(tmp_path: Path) -> None:
    problems = Problems()
    good = write(tmp_path, "good.toml", 'name = "A"\nterrain = "clear"\n')
    assert read_toml(good, Hill, problems) == Hill("A", "clear")
    bad = write(tmp_path, "bad.toml", 'name = "A"\nheight = "high"\n')
    assert read_toml(bad, Hill, problems) is None
    assert [str(problem) for problem in problems] == [
        "bad.toml: terrain is missing",
        "bad.toml:2: height 'high': expected `int`, got `str`",
    ]


def test_the_error_lists_all_problems_in_the_order_of_the_files() -> None:
    problems = Problems()
    problems.raise_if_any()
    problems.add("b.csv", 9, "late")
    problems.add("a.csv", 10, "second")
    problems.add("a.csv", 2, "first")
    with pytest.raises(DataError) as raised:
        problems.raise_if_any()
    assert str(raised.value).splitlines() == [
        "3 problems in the data files",
        "a.csv:2: first",
        "a.csv:10: second",
        "b.csv:9: late",
    ]
