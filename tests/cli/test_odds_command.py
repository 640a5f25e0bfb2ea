"""`blockfront odds`."""

import json

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
        ("clear | axis: dragon 4 | soviet: infantry 2", "no unit of type 'dragon' is left"),
    ],
)
def test_what_is_wrong_is_said(text: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", text]) == 2
    assert said in capsys.readouterr().err
