"""Whatever titles tell of landings, raids and the war behind the fronts has a sentence in the client."""

import json
import re
from pathlib import Path

from blockfront.core.sides import SPECTATOR, Side
from blockfront.games import catalogue
from blockfront.games.blocks_series.aids.sea_odds import LandingOdds, PassageOdds
from blockfront.games.blocks_series.aids.sea_overlays import WATERS

ROOT = Path(__file__).parents[2]
WORDS = json.loads((ROOT / "web" / "src" / "i18n" / "en.json").read_text(encoding="utf-8"))
GAMES = ROOT / "src" / "blockfront" / "games"
TELLERS = [GAMES / title / "aids" / "situation.py" for title in ("blocks_series", "blocks_in_the_west")]
SERIES = ("blocks_in_the_east", "blocks_in_the_west")


def test_every_section_and_row_of_a_situation_has_its_sentence() -> None:
    asked = set()
    for title in SERIES:
        contract = catalogue.contract(title)
        assert contract.situation is not None
        for scenario in contract.title.scenarios:
            game = catalogue.game(title, scenario.id)
            state = game.setup()
            for viewer in (Side(0), Side(1), SPECTATOR):
                for section in contract.situation(game, game.view(state, viewer)).sections:
                    asked |= {f"situation.{section.name}", *(f"situation.{section.name}.{row.name}" for row in section.rows)}
    assert len(asked) > 10
    assert sorted(asked - WORDS.keys()) == []


def test_rows_that_no_scenario_begins_with_have_sentences_too() -> None:
    told = {name for path in TELLERS for name in re.findall(r'Row\(\s*"(\w+)"', path.read_text(encoding="utf-8"))}
    told |= {"works", "out", "arrival", "arrival_at"}
    known = {key.rpartition(".")[2] for key in WORDS if key.startswith("situation.")}
    assert len(told) > 25
    assert sorted(told - known) == []


def test_layers_and_outcomes_have_words() -> None:
    layers = {*WATERS, "inner_port", "way_to_box", "facing", "landing_range", "landing_threat", "hurdles"}
    layers |= {"bombing_range", "bombing_target"}
    assert sorted(name for name in layers if f"layer.{name}" not in WORDS) == []
    outcomes = [*(f"landing.{name}" for name in LandingOdds._fields), *(f"passage.{name}" for name in PassageOdds._fields)]
    assert sorted(name for name in outcomes if f"prospects.{name}" not in WORDS) == []
