"""Blocks in the West by clicks: a turn of The Gothic Line, and the choices of 1940."""

from tests.browser.conftest import NewPage
from tests.browser.table import Table, against_recruit

WEST = "blocks_in_the_west"


def location(table: Table, name: str) -> str:
    title: str = table.piece(name).locator("title").text_content()
    return title.rpartition(" at ")[2]


def log_of(table: Table) -> str:
    table.page.click("#tab-log")
    table.page.get_by_role("button", name="Every line").click()
    text: str = table.page.inner_text("#panel-body")
    return text


def cited(table: Table) -> str:
    """The books that links of the page lead to."""
    found: str = table.page.evaluate("() => [...document.querySelectorAll('a[href*=\"rules/\"]')].map((link) => link.href).join(' ')")
    return found


def test_the_first_turn_of_the_gothic_line(new_page: NewPage) -> None:
    table = against_recruit(new_page(), "sbw1", WEST)
    page = table.page
    assert table.wait_for_prompt() == "ProductionPhase"
    assert page.locator(".nation-redoubts").count(), "the redoubt at Ferrara is orange"
    assert page.locator(".piece-top.nation-usa").count() == 9, "hidden blocks show whose colour they have"
    assert page.locator(".piece-top.nation-uk").count() == 6
    step = page.locator("#panel-body").get_by_role("button", name="A step for 75th Infantry Corps")
    table.answered(step.click)
    assert "strength 3" in str(table.piece("75th Infantry Corps").locator("title").text_content())
    table.end_phase()
    table.play_until("GroundMovement")
    before = location(table, "29th Panzergrenadier Division")
    table.click_piece("29th Panzergrenadier Division")
    table.click_target()
    assert location(table, "29th Panzergrenadier Division") != before
    assert "BE-" not in cited(table)
    table.end_phase()
    table.play_until("ProductionPhase")
    log = log_of(table)
    assert "Axis, Movement" in log
    assert "Allies, Movement" in log
    assert "May 1945" in page.inner_text("header")
    assert "BE-" not in cited(table)


def test_the_choices_of_1940(new_page: NewPage) -> None:
    table = against_recruit(new_page(), "sbw3", WEST, side=1)
    page = table.page
    assert table.wait_for_prompt() == "PlanChoice"
    assert "France" in page.inner_text(".prompt")
    table.answered(page.locator(".prompt").get_by_role("button", name="France: Dyle-Breda").click)
    assert "Great Britain" in page.inner_text(".prompt")
    table.answered(page.locator(".prompt").get_by_role("button", name="Great Britain: full commitment").click)
    assert table.wait_for_prompt() == "Assistance", "the computer has attacked a neutral"
    table.answered(page.locator(".prompt").get_by_role("button", name="granted").click)
    table.wait_for_prompt()
    log = log_of(table)
    assert "The secret plans become known" in log
    assert "Dyle-Breda" in log
    assert "asks for assistance: granted" in log
