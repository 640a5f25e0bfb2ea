"""The standing orders that a page offers where their question comes up are those of the title."""

import json
import re
from pathlib import Path

import pytest

from blockfront.games import catalogue

ROOT = Path(__file__).parents[2]
TITLES = ROOT / "web" / "src" / "titles"
SERIES = ("blocks_in_the_east", "blocks_in_the_west", "blocks_east_and_west")
SOURCES = {"eastfront": "eastfront.ts", **dict.fromkeys(SERIES, "series.ts")}


@pytest.mark.parametrize("title", SOURCES)
def test_only_orders_of_the_title_are_offered(title: str) -> None:
    source = (TITLES / SOURCES[title]).read_text(encoding="utf-8")
    listed = re.search(r"STANDING: Record<string, string> = \{(.*?)\}", source, re.DOTALL)
    assert listed is not None
    offered = re.findall(r": '(\w+)'", listed.group(1))
    assert offered
    assert set(offered) <= {order.id for order in catalogue.title(title).standing_orders}
    words = json.loads((ROOT / "web" / "src" / "i18n" / "en.json").read_text(encoding="utf-8"))
    assert {f"offer.{order}" for order in offered} <= words.keys()
