"""German, Spanish and Italian pages without an English word: every page, the tables of all titles, what is beside and over them."""

import os
from typing import Any

import pytest

from tests.browser.conftest import NewPage
from tests.browser.table import Table, against_recruit
from tests.browser.words import english_words

LANGUAGES = ("de", "es", "it")
IS_ASKED = os.environ.get("BLOCKFRONT_LANGUAGES", "")  # `one`: a title in each language, `all`: every title in every language
TABLES = {
    "de": ("blocks_in_the_west", "sbw8", 1),
    "es": ("blocks_in_the_east", "sbe1", 0),
    "it": ("eastfront", "edelweiss", 0),
}
MORE = (("blocks_east_and_west", "sbew1", 0), ("blocks_in_the_west", "sbw6", 0), ("blocks_in_the_east", "sbe6", 0), ("eastfront", "s43", 0))
PAGES = {
    "#/": "main .shelf",
    "#/new": "form fieldset",
    "#/new/blocks_in_the_east/sbe5": "form fieldset",
    "#/new/blocks_in_the_west/sbw8": "form fieldset",
    "#/join/somebody": "main [data-bad-link]",
    "#/account": "main p",
}


class Reader:
    """Somebody who reads one language only, and notes every English word with the place it stands in."""

    def __init__(self, page: Any, language: str) -> None:
        self.page, self.language = page, language
        self.found: dict[str, str] = {}

    def look(self, where: str) -> None:
        for word, text in english_words(self.page, self.language).items():
            self.found.setdefault(word, f"{where}: {text}")

    def open(self, address: str, ready: str) -> None:
        self.page.goto(self.page.url.partition("#")[0] + address)
        self.page.wait_for_selector(ready)
        self.page.wait_for_load_state("networkidle")
        self.look(address)

    def look_at_tabs(self, where: str) -> None:
        for tab in self.page.locator("[role=tab]:visible").all():
            if tab.get_attribute("aria-selected") != "true":
                tab.click()
            self.page.wait_for_load_state("networkidle")
            self.look(f"{where}, {tab.get_attribute('id')}")

    def sit_down(self, title: str, scenario: str, side: int, questions: int) -> None:
        """Answer some questions in the simplest way, reading whatever comes up; then give up and read the last page."""
        self.page.goto(self.page.url.partition("#")[0])
        table = against_recruit(self.page, scenario, title, side=side)
        asked: set[str] = set()
        for _ in range(questions):
            question = table.wait_for_prompt_or_end()
            if not question:
                break
            self.look(f"{scenario} {question}")
            if question not in asked and len(asked) < 3:
                self.look_at_tabs(f"{scenario} {question}")
            asked.add(question)
            if question == "Deployment":
                self.page.locator("#tab-deployment").click()
                table.answered(self.page.locator("[data-action=deploy]:not([disabled])").click)
                continue
            table.act()
            self.look(f"{scenario} after {question}")
        self.end(table, scenario)

    def end(self, table: Table, scenario: str) -> None:
        table.wait_for_prompt_or_end()
        page = self.page
        if not page.locator("[data-end]").count():
            page.keyboard.press("?")  # on the stage of a battle too
            page.wait_for_selector("dialog[data-keys][open]")
            self.look(f"{scenario} keys")
            page.keyboard.press("Escape")
            page.wait_for_selector("dialog[data-keys][open]", state="detached")
            if page.locator("[data-stage]").count():
                page.keyboard.press("Escape")  # folded, the battle waits beside the map
                page.wait_for_selector("[data-stage]", state="detached")
            page.locator("[data-action=aim]").click()
            page.wait_for_selector("[data-aim]")
            self.look(f"{scenario} aim")
            page.locator("[data-aim] header button").click()
            page.locator("#tab-log").click()
            page.locator("[data-log=lines]").click()
            self.look(f"{scenario} log")
            page.locator("#tab-table").click()
            page.locator("[data-action=concede]").click()
            self.look(f"{scenario} give up")
            page.locator("[data-action=concede-sure]").click()
        page.wait_for_selector("[data-end]")
        page.wait_for_load_state("networkidle")
        self.look(f"{scenario} end")


@pytest.mark.skipif(not IS_ASKED, reason="a long walk: BLOCKFRONT_LANGUAGES=one or all")
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_has_an_english_word(new_page: NewPage, language: str) -> None:
    reader = Reader(new_page(locale=language), language)
    for address, ready in PAGES.items():
        reader.open(address, ready)
    tables = [*TABLES.values(), *MORE] if IS_ASKED == "all" else [TABLES[language]]
    for title, scenario, side in tables:
        reader.sit_down(title, scenario, side, 8 if len(tables) == 1 else 40)
    assert reader.found == {}
