"""The joined campaign at three seats: two people in two browsers, and a bot that commands the Soviets.

An ordinary run ends when all have set up and both people have decided something; with `BLOCKFRONT_GAMES` above one they play a whole month.
"""

import os
import time
from typing import Any

from playwright.sync_api import TimeoutError as TookTooLong

from tests.browser.conftest import NewPage
from tests.browser.table import Table

TITLE, SCENARIO = "blocks_east_and_west", "sbew1"
SEATS = (
    {"sides": ["axis"], "player": "me", "name": "Ann"},
    {"sides": ["allies"], "player": "me", "name": "Ben", "parts": ["western_allies"]},
    {"sides": ["allies"], "player": "bot", "bot": "recruit", "parts": ["soviet_union"]},
)
WHOLE_MONTH = int(os.environ.get("BLOCKFRONT_GAMES", "1")) > 1
LONGEST = 7_200 if WHOLE_MONTH else 600  # seconds
PATIENCE = 20_000  # milliseconds for one click
MISSED = 40  # clicks in whose way somebody else's battle may come
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


def look(table: Table) -> bool:
    """Answer if something is asked; a comrade's battle that comes upon the screen just then is laid aside by the next look."""
    table.put_aside()
    if not table.page.locator(_ASKED).count():
        return False
    table.act()
    return True


def month_of(page: Any) -> str:
    return str(page.inner_text("header"))


def test_two_people_and_a_bot_play_the_joined_campaign(new_page: NewPage) -> None:
    ann, ben = tables = sit_down(new_page)
    assert "June 1944" in month_of(ann.page)
    set_up(ann)
    for table in tables:
        table.page.context.set_default_timeout(PATIENCE)
    decided: set[int] = set()
    missed, end = 0, time.monotonic() + LONGEST
    while time.monotonic() < end:
        if (len(decided) == len(tables) and not WHOLE_MONTH) or "July 1944" in month_of(ben.page):
            break
        for seat, table in enumerate(tables):
            try:
                if look(table):
                    decided.add(seat)
            except TookTooLong:
                missed += 1
        assert missed <= MISSED
        ann.page.wait_for_timeout(50)
    assert len(decided) == len(tables)
    if WHOLE_MONTH:
        assert "July 1944" in month_of(ann.page)
    ann.page.click("#tab-table")
    seats = ann.page.inner_text("#panel-body")
    for name in ("Ann", "Ben"):
        assert name in seats
