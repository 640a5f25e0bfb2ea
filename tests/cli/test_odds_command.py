"""`blockfront odds`."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from blockfront.cli.main import main


def test_the_table_tells_losses_and_chances(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "clear | axis: armour 4 | soviet: infantry 1"]) == 0
    told = capsys.readouterr().out
    assert "steps the attacker loses (expected 0.17)" in told
    assert "the hex is cleared:" in told


def test_terrain_support_rivers_and_aircraft_count(capsys: pytest.CaptureFixture[str]) -> None:
    def cleared(text: str) -> float:
        assert main(["odds", "--json", text]) == 0
        return float(json.loads(capsys.readouterr().out)["clears"])

    plain = cleared("clear | axis: armor 4, infantry 4 | soviet: infantry 2")
    assert cleared("forest | axis: armor 4, infantry 4 | soviet: infantry 2") < plain
    assert cleared("support: no\nclear | axis: armor 4, infantry 4 | soviet: infantry 2") < plain
    assert cleared("river: yes\nclear | axis: armor 4, infantry 4 | soviet: infantry 2") < plain
    assert cleared("air: 3\nclear | axis: armor 4, infantry 4 | soviet: infantry 2") > plain


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("clear | axis: armor 4", "a battle is one place with two forces"),
        ("moon: full\nclear | axis: armor 4 | soviet: infantry 2", "there is no heading 'moon'"),
        ("Atlantis | axis: armor 4 | soviet: infantry 2", "no place is called 'Atlantis'"),
        ("clear | axis: infantri 4 | soviet: infantry 2", "did you mean 'infantry'?"),
        ("clear | axis: dragon 4 | soviet: infantry 2", "type of unit 'dragon' is not one of armor, "),
    ],
)
def test_what_is_wrong_is_said(text: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", text]) == 2
    assert said in capsys.readouterr().err


def test_rounds_are_told_one_by_one(capsys: pytest.CaptureFixture[str]) -> None:
    battle = "clear | axis: armor 4, infantry 4 | soviet: infantry 2, infantry 2"
    assert main(["odds", "--rounds", "3", battle]) == 0
    told = capsys.readouterr().out
    assert all(f"by round {number}, the hex is cleared:" in told for number in (1, 2, 3))
    assert main(["odds", "--rounds", "3", "--stay", "2", "--json", battle]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["rounds"]) == 3
    assert found["clears"] == found["rounds"][2]["clears"] > found["rounds"][0]["clears"]
    assert found["breaks_off"] > 0


def test_other_titles_have_odds_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "--title", "proving_ground", "Stonebridge | blue: infantry 4 | red: infantry 3"]) == 0
    assert "the hex is cleared:" in capsys.readouterr().out


def test_a_picture_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "odds.svg"
    assert main(["odds", "--plot", str(target), "clear | axis: armor 4 | soviet: infantry 2"]) == 0
    bars = [bar for bar in ElementTree.parse(target).iter("{http://www.w3.org/2000/svg}rect") if float(bar.get("height", 0)) > 1]
    assert len(bars) > 4
    assert main(["odds", "--plot", str(tmp_path / "odds.gif"), "clear | axis: armor 4 | soviet: infantry 2"]) == 2
    assert "must end in .svg" in capsys.readouterr().err
