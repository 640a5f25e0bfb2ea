"""`blockfront where` on a small made-up repository."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from blockfront.cli import where_command
from blockfront.cli.main import main
from blockfront.core.clause_index import Sources, installed_sources

FILES = {
    "pyproject.toml": "",
    "docs/rulings.md": "## BF-1 Going\n\n- Clause: ZZ-1.0a\n",
    "src/blockfront/games/toy/data/clauses.csv": (
        "id,kind,heading,reason,see\n"
        "ZZ-1.0a,code,Units move,,ZZ-R1 ZZ-1.0b\n"
        "ZZ-1.0b,table,Units stop,,\n"
        "ZZ-2.0a,not_modelled,Read aloud,advice,\n"
        "ZZ-R1,code,Ruling: they may stay,,\n"
    ),
    "src/blockfront/games/toy/movement.py": (
        '@rule("ZZ-1.0a")\ndef move():\n    return Refusal(clause="ZZ-1.0a")\n\n\n@rule("ZZ-1.0a")\ndef go(): ...\n'
    ),
    "src/blockfront/games/toy/data/stops.csv": "# ZZ-1.0b\nname\n",
    "tests/test_movement.py": '@clause("ZZ-1.0a")\ndef test_move(): ...\n',
}

Where = Callable[..., int]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def where(repository: Path, monkeypatch: pytest.MonkeyPatch) -> Where:
    def sources(_: Path) -> Sources:
        return installed_sources(repository / "src" / "blockfront")

    monkeypatch.setattr(where_command, "installed_sources", sources)
    parser = argparse.ArgumentParser()
    where_command.add_parser(parser.add_subparsers())

    def call(*arguments: str) -> int:
        args = parser.parse_args(["where", *arguments])
        status: int = args.run(args)
        return status

    return call


def test_a_clause_with_everything(where: Where, capsys: pytest.CaptureFixture[str]) -> None:
    assert where("zz-1.0a") == 0
    assert capsys.readouterr().out == (
        "ZZ-1.0a  Units move\n"
        "  kind      code\n"
        "  state     code and test\n"
        "  code      src/blockfront/games/toy/movement.py:2  move\n"
        "            src/blockfront/games/toy/movement.py:7  go\n"
        "  tables    none\n"
        "  tests     tests/test_movement.py:2  test_move\n"
        "  named in  src/blockfront/games/toy/movement.py:3  move\n"
        "  rulings   ZZ-R1  Ruling: they may stay\n"
        "            BF-1  docs/rulings.md\n"
        "  see       ZZ-1.0b  Units stop\n"
    )


def test_a_clause_that_is_not_modelled_gives_its_reason(where: Where, capsys: pytest.CaptureFixture[str]) -> None:
    assert where("ZZ-2.0a") == 0
    assert "  kind      not modelled\n  reason    advice\n" in capsys.readouterr().out


def test_a_section_is_listed(where: Where, capsys: pytest.CaptureFixture[str]) -> None:
    assert where("1.0") == 0
    assert capsys.readouterr().out == (
        "ZZ-1.0a        code and test    Units move\nZZ-1.0b        no test yet      Units stop\n"
    )


def test_an_unknown_clause_offers_near_ones(where: Where, capsys: pytest.CaptureFixture[str]) -> None:
    assert where("1.0x") == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(
        "blockfront where: no clause '1.0x'; perhaps one of these:\n  ZZ-1.0a        Units move\n"
    )


def test_open_clauses_of_a_title(where: Where, capsys: pytest.CaptureFixture[str]) -> None:
    assert where("--open", "toy") == 0
    out = capsys.readouterr().out
    assert [line.split()[0] for line in out.splitlines()] == ["ZZ-1.0b", "ZZ-R1"]
    assert where("--open", "toy", "1") == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["ZZ-1.0b"]
    assert where("--open", "chess") == 2
    assert "no title 'chess'; there are toy" in capsys.readouterr().err


def test_coverage_as_table_and_as_json(where: Where, capsys: pytest.CaptureFixture[str]) -> None:
    assert where("--coverage") == 0
    table = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert table[1] == ["toy", "4", "2", "1", "1", "1", "0", "2"]
    assert table[2] == ["1", "2", "2", "1", "1", "0", "0", "1"]
    assert where("--coverage", "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["toy"]["open"] == 2
    assert list(data["toy"]["chapters"]) == ["1", "2", "R"]


def test_without_tests_coverage_says_so(where: Where, repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (repository / "tests" / "test_movement.py").unlink()
    (repository / "tests").rmdir()
    assert where("--coverage") == 0
    out = capsys.readouterr().out
    assert [line.split() for line in out.splitlines()][1] == ["toy", "4", "2", "-", "-", "1", "0", "-"]
    assert "this installation has no tests" in out
    assert where("--coverage", "--json") == 0
    assert json.loads(capsys.readouterr().out)["toy"]["test"] is None
    assert where("--write-docs") == 2


def test_the_document_has_names_but_no_lines(where: Where, repository: Path) -> None:
    assert where("--write-docs") == 0
    document = (repository / "docs" / "rules-to-code.md").read_text(encoding="utf-8")
    assert "## toy\n\n### ZZ-1\n\n| Clause |" in document
    assert "| ZZ-1.0a | Units move | games/toy/movement.py `go` `move` | test_movement.py `test_move` |\n" in document
    assert "| ZZ-1.0b | Units stop | games/toy/data/stops.csv |  |\n" in document
    assert "ZZ-2.0a" not in document


@pytest.mark.parametrize("arguments", [[], ["--json"], ["ZZ-1.0a", "--coverage"]])
def test_unclear_requests_are_refused(where: Where, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert where(*arguments) == 2
    assert capsys.readouterr().err.startswith("blockfront where: ")


def test_machines_can_read_where_a_clause_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["where", "EF-7.34a", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["clause"] == "EF-7.34a"
    assert any("defence.py" in place for place in found["code"])
    assert found["tests"]
