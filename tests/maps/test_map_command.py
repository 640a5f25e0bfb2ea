"""`blockfront map`: exit status, messages and files."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import blockfront.atlas
from blockfront.cli import map_command
from blockfront.maps.files import load_map
from blockfront.maps.model import MapData

PNG = b"\x89PNG picture"


@pytest.fixture(autouse=True)
def one_title(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the small map of these tests exists, and drawing it writes down what was asked for."""

    def draw(data: MapData, **wishes: object) -> str:
        return f"<svg>{data.title} {wishes}</svg>"

    titles = SimpleNamespace(titles=lambda: [SimpleNamespace(id="two_shores")], map_of=lambda title: load_map(folder))
    monkeypatch.setattr(map_command, "map_folders", lambda: {"two_shores": folder})
    monkeypatch.setattr(map_command, "catalogue", titles)
    monkeypatch.setattr(blockfront.atlas, "draw_map", draw, raising=False)


def test_check_prints_counts_and_says_whether_all_is_well(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert map_command.main(["check"]) == 0
    assert "two_shores: Two Shores" in capsys.readouterr().out
    (folder / "sides.txt").write_text("strait: 0503/E\n", encoding="utf-8")
    assert map_command.main(["check", "two-shores"]) == 1
    assert "sides.txt:1: strait 0503/E does not lie between two land hexes" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["two_shore"], "no title 'two_shore' has a map; there are two_shores; did you mean 'two_shores'?"),
        (["check", "nowhere"], "no title 'nowhere' has a map"),
        (["two_shores", "check"], "one title is drawn at a time"),
        (["two_shores", "-o", "map.gif"], "map.gif: the name must end in .svg or .png"),
    ],
)
def test_wishes_that_cannot_be_met(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert map_command.main(arguments) == 2
    assert message in capsys.readouterr().err


def test_a_map_is_drawn_to_a_file_or_to_the_screen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "map.svg"
    wishes = ["--layer", "rails", "--layer", "places", "--area", "march", "--hex-numbers", "--theme", "dark"]
    assert map_command.main(["two_shores", "-o", str(target), *wishes]) == 0
    assert target.read_text(encoding="utf-8") == (
        "<svg>Two Shores {'layers': ['rails', 'places'], 'area': 'march', 'hex_numbers': True, 'theme': 'dark'}</svg>"
    )
    capsys.readouterr()
    assert map_command.main(["two_shores"]) == 0
    assert capsys.readouterr().out.startswith("<svg>Two Shores")


def test_png_by_the_painter_that_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {}

    def paint(**wishes: object) -> bytes:
        asked.update(wishes)
        return PNG

    monkeypatch.setattr("blockfront.cli.png.find_spec", lambda name: name == "resvg_py")
    monkeypatch.setitem(sys.modules, "resvg_py", SimpleNamespace(svg_to_bytes=paint))
    target = tmp_path / "map.png"
    assert map_command.main(["two_shores", "-o", str(target), "--width", "800"]) == 0
    assert target.read_bytes() == PNG
    assert asked["width"] == 800


def test_without_a_painter_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("blockfront.cli.png.find_spec", lambda name: None)
    assert map_command.main(["two_shores", "-o", str(tmp_path / "map.png")]) == 2
    assert "pip install 'blockfront[png]'" in capsys.readouterr().err
    assert not (tmp_path / "map.png").exists()


def test_a_map_that_cannot_be_read_is_not_drawn(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "rails.txt").write_text("0101 0909\n", encoding="utf-8")
    assert map_command.main(["two_shores"]) == 2
    assert "rails.txt:1: column 9, row 9 is outside the 9 x 6 map" in capsys.readouterr().err
