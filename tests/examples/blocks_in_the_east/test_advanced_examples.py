"""The worked examples of the advanced rules."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_east.rules.ch13_headquarters import EasternHeadquarters
from blockfront.games.blocks_in_the_east.scene import position
from blockfront.games.blocks_series.state import MARKED

ADVANCED = ("advanced",)
FIGURES: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[2] / "data" / "blocks_in_the_east" / "advanced_examples.toml").read_text(encoding="utf-8")
)


@clause("BE-13.4a", "BE-13.5e")
@pytest.mark.parametrize("kind", ["supplied", "marked"])
def test_action_points(kind: str) -> None:
    for steps, units in FIGURES["action_points"][kind]:
        here = position(axis={"Warsaw": f"g-4pzg {steps}"}, options=ADVANCED)
        here.state.flags[here.block("g-4pzg")] |= MARKED if kind == "marked" else 0
        headquarters = here.game.rules.headquarters
        assert isinstance(headquarters, EasternHeadquarters)
        assert headquarters.action_points(here.state, here.block("g-4pzg")) == units


@clause("BE-13.8.3c", "BE-13.1b")
@pytest.mark.parametrize(("hq", "unit", "allowed"), FIGURES["who_commands_whom"]["pairs"])
def test_who_commands_whom(hq: str, unit: str, allowed: bool) -> None:
    here = position(options=ADVANCED)
    headquarters = here.game.rules.headquarters
    assert isinstance(headquarters, EasternHeadquarters)
    assert headquarters.is_subordinate(here.block(hq), here.block(unit)) == allowed
