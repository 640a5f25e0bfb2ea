"""Small screens, assistive technology, light and dark, four languages."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import NewPage
from tests.browser.table import Table, against_recruit, play_now

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
LANGUAGES = ("en", "de", "es", "it")
DRESSES = (("en", "light"), ("de", "dark"), ("es", "light"), ("it", "dark"))
EVERY_LANGUAGE = "BLOCKFRONT_LANGUAGES" in os.environ  # the last two are as long as the others: `make soak` looks at them
ARMY_GROUP_A = {"en": "Army Group A", "de": "Heeresgruppe A", "es": "Grupo de Ejércitos A", "it": "Gruppo d"}
TABS = ("orders", "battle", "production", "log", "charts", "chat", "table")


def violations(page: Any) -> list[str]:
    """Every finding of axe, in words."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))  # a script of the page's own would be refused by its security policy
    # the map drawing is a picture hidden from assistive technology; its two thousand shapes only cost time
    result = page.evaluate("() => axe.run({exclude: [['.blockfront-map']]}, {resultTypes: ['violations']})")
    return [
        f"{found['id']} ({found['impact']}): {node['target']} {node['failureSummary']}"
        for found in result["violations"]
        for node in found["nodes"]
    ]


def dressed(new_page: NewPage, language: str, scheme: str, **options: Any) -> Any:
    page = new_page(color_scheme=scheme, **options)
    page.evaluate("language => localStorage.setItem('blockfront.language', language)", language)
    page.reload()
    page.wait_for_selector("main h1")
    return page


PAGES = {  # address: what must be there before the page is looked at
    "#/": "main .shelf",
    "#/new": "form fieldset",
    "#/new/blocks_in_the_east": ".cards .card",
    "#/join/somebody": "main [data-bad-link]",
    "#/account": "main p",
    "#/rules/eastfront/EF-7.34a": "[id='EF-7.34a']",
}


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed (make web)")
@pytest.mark.parametrize("language", LANGUAGES if EVERY_LANGUAGE else LANGUAGES[:2])
def test_no_page_has_a_violation(new_page: NewPage, language: str) -> None:
    page = dressed(new_page, language, "light")
    start = page.url.partition("#")[0]
    for address, ready in PAGES.items():
        page.goto(start + address)
        page.wait_for_selector(ready)
        if address.startswith("#/rules"):
            page.locator("input[type=search]").fill("river")  # a part of the book, of the same kinds as all of it
            page.locator(".clause-row a").nth(3).wait_for()
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.wait_for_function("scheme => document.documentElement.dataset.theme === scheme", arg=scheme)
            assert violations(page) == [], f"{address}, {scheme}"


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed (make web)")
@pytest.mark.parametrize(("language", "scheme"), DRESSES if EVERY_LANGUAGE else DRESSES[:2])
def test_the_table_has_no_violation(new_page: NewPage, language: str, scheme: str) -> None:
    page = dressed(new_page, language, scheme)
    page.locator("main button.primary").click()
    table = Table(page)
    table.wait_for_prompt("CommandPhase")
    table.click_piece(ARMY_GROUP_A[language])
    page.wait_for_selector(".mark-target", state="attached")
    for tab in TABS:
        if page.get_attribute(f"#tab-{tab}", "aria-selected") != "true":
            page.click(f"#tab-{tab}")
        assert violations(page) == [], tab
    page.locator(".prompt a.clause").click()
    page.wait_for_selector("dialog[open] .words")
    assert violations(page) == [], "a clause"


# what can be seen and pressed, and is less than a finger wide; text links inside a sentence aside
_TOO_SMALL = """() => [...document.querySelectorAll(
    '.prompt button, .top button, .tab, .tools button, .card button, .legend button, #panel-body button, #panel-body summary')]
  .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, {width, height}]) => width && height && height < 43.5).map(([text, {height}]) => `${text} ${height}`)"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180)])
def test_whatever_is_pressed_is_large_enough_for_a_finger(new_page: NewPage, width: int, height: int) -> None:
    page = new_page(width, height, has_touch=True, is_mobile=True)
    table = against_recruit(page, "sbe6", "blocks_in_the_east")
    table.wait_for_prompt("Deployment")
    look_at_tab(page, "deployment", "[data-action=deploy]:not([disabled])")
    table.answered(page.locator("[data-action=deploy]").tap)
    table.wait_for_prompt("ProductionPhase", "production_obliged")
    for tab, ready in (("production", "[data-pool] .coin"), ("orders", ".group"), ("forces", "[data-forces=mine] li"), ("table", "h3")):
        look_at_tab(page, tab, f"#panel-body {ready}")
    page.locator("#tab-table").tap()  # folds the panel, which lies over the map
    page.locator("[data-action=overlays]").tap()
    page.locator("[data-layer=flights]").tap()
    page.locator(".legend[data-overlay=flights]").wait_for()
    assert page.evaluate(_TOO_SMALL) == [], "a legend"


def look_at_tab(page: Any, tab: str, ready: str) -> None:
    if page.get_attribute(f"#tab-{tab}", "aria-selected") != "true":
        page.locator(f"#tab-{tab}").tap()
    page.locator(ready).first.wait_for()
    assert page.evaluate(_TOO_SMALL) == [], tab


def test_the_bar_has_room_for_everything_in_german(new_page: NewPage) -> None:
    page = new_page(1366, 768, locale="de-DE")
    against_recruit(page, "s43").wait_for_prompt("Deployment")
    page.wait_for_selector(".top [data-action=aim] .words")
    assert page.locator(".top h1").evaluate("e => e.getClientRects().length === 1 && e.offsetHeight < 40"), "the scenario on one line"
    ends = page.locator(".top > *:visible").evaluate_all("all => all.map((one) => one.getBoundingClientRect().right)")
    assert max(ends) <= 1366, "who sits across is seen to the end"


def test_a_phone_shows_map_prompt_and_sheets(new_page: NewPage) -> None:
    page = new_page(390, 844, has_touch=True, is_mobile=True)
    table = play_now(page)
    table.wait_for_prompt("CommandPhase")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    too_small = page.evaluate(
        """() => [...document.querySelectorAll('.prompt button, .tab, .tools button')]
            .map((button) => button.getBoundingClientRect()).filter(({height}) => height < 43.5).length"""
    )
    assert too_small == 0
    table.piece("Army Group A").tap(force=True)  # opens the stack it stands in
    page.wait_for_selector(".has-fan")
    table.piece("Army Group A").tap(force=True)
    table.answered(page.locator(".card").get_by_role("button", name="Activate Army Group A", exact=True).tap)
    table.end_phase()
    table.wait_for_prompt("MovementPhase")
    page.locator("#tab-orders").tap()
    page.locator(".group", has_text="52 Corps").tap()
    table.answered(page.locator("#panel-body .choices button").first.tap)
    for tab in ("log", "charts", "chat", "table"):
        page.locator(f"#tab-{tab}").tap()
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 390, tab
    page.locator("#tab-log").tap()
    assert "52 Corps" in page.inner_text("#panel-body")
