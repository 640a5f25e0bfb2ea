"""The joined campaign at three seats: two people in two browsers, and a bot that commands the Soviets.

An ordinary run ends when all have set up and both people have decided something; with `BLOCKFRONT_GAMES` above one they play a whole month.
"""

import os
from typing import Any

from tests.browser.conftest import NewPage
from tests.browser.table import Table

TITLE, SCENARIO = "blocks_east_and_west", "sbew1"
SEATS = (
    {"sides": ["axis"], "player": "me", "name": "Ann"},
    {"sides": ["allies"], "player": "me", "name": "Ben", "parts": ["western_allies"]},
    {"sides": ["allies"], "player": "bot", "bot": "recruit", "parts": ["soviet_union"]},
)
WHOLE_MONTH = int(os.environ.get("BLOCKFRONT_GAMES", "1")) > 1
MOST = 2_000  # looks at the two tables
_ASKED = ".prompt[data-mine=true]:not([data-prompt=''])"


def sit_down(new_page: NewPage) -> list[Table]:
    """The two people of a new game, each before a browser of his own."""
    pages = [new_page(), new_page()]
    base = pages[0].url.partition("#")[0].rstrip("/")
    made = pages[0].request.post(f"{base}/api/games", data={"title": TITLE, "scenario": SCENARIO, "seats": list(SEATS)}).json()
    for page, seat in zip(pages, made["seats"], strict=False):
        page.goto(f"{base}/#/game/{made['game']}/seat/{seat['token']}")
    return [Table(page) for page in pages]


def set_up(table: Table) -> None:
    table.wait_for_prompt("Deployment")
    if not table.page.locator("[data-action=deploy]").count():
        table.page.click("#tab-deployment")
    table.answered(table.page.locator("[data-action=deploy]:not([disabled])").click)


def month_of(page: Any) -> str:
    return str(page.inner_text("header"))


def test_two_people_and_a_bot_play_the_joined_campaign(new_page: NewPage) -> None:
    ann, ben = tables = sit_down(new_page)
    assert "June 1944" in month_of(ann.page)
    set_up(ann)
    decided: set[int] = set()
    for _ in range(MOST):
        if (len(decided) == len(tables) and not WHOLE_MONTH) or "July 1944" in month_of(ben.page):
            break
        for seat, table in enumerate(tables):
            table.put_aside()
            if table.page.locator(_ASKED).count():
                decided.add(seat)
                table.act()
        ann.page.wait_for_timeout(50)
    assert len(decided) == len(tables)
    if WHOLE_MONTH:
        assert "July 1944" in month_of(ann.page)
    ann.page.click("#tab-table")
    seats = ann.page.inner_text("#panel-body")
    for name in ("Ann", "Ben"):
        assert name in seats
