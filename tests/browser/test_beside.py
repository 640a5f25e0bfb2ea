"""What lies beside the board: the tables of the rules, the order of battle, one's own notes."""

from typing import Any

from tests.browser.conftest import NewPage
from tests.browser.table import Table, against_recruit


def line(page: Any, table: str, name: str) -> Any:
    return page.locator(f"[data-sheet='{table}'] tr[data-line='{name}']")


def test_one_key_lays_the_tables_beside_the_board_and_marks_what_applies(new_page: NewPage) -> None:
    page = new_page()
    table = against_recruit(page)
    table.wait_for_prompt("CommandPhase")
    page.keyboard.press("b")
    assert line(page, "sheet.sequence", "eastfront.phase.command").get_attribute("aria-current") == "true"
    assert page.locator("[data-sheet='sheet.sequence'] tr[aria-current]").count() == 1
    infantry = line(page, "sheet.units", "sheet.unit.infantry")
    assert infantry.locator("td").all_inner_texts()[:5] == ["2", "1", "1", "6", "6"]
    assert "here" not in (infantry.get_attribute("class") or "")
    page.mouse.move(*table.centre_of("52 Corps"))
    page.wait_for_selector("[data-sheet='sheet.units'] tr.here[data-line='sheet.unit.infantry']")
    page.wait_for_selector("[data-sheet='sheet.terrain'] tr.here")
    infantry.locator("a.clause").click()
    page.wait_for_selector("dialog[open]")
    assert "EF-2.2a" in page.inner_text("dialog[open]")
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    assert page.locator("[data-sheet]").count() == 0


def test_the_tables_of_a_blocks_game_are_read_in_german(new_page: NewPage) -> None:
    page = new_page(locale="de-DE")
    table = against_recruit(page, "sbe1", "blocks_in_the_east")
    page.wait_for_selector("#tab-sheet").click()
    page.wait_for_selector("[data-sheet='sheet.fire_by_tech']")
    text = page.inner_text("#panel-body")
    for word in ("Spielablauf", "Gelände: Bewegungspunkte zum Betreten", "Infanterie", "Sumpf", "Leningrad"):
        assert word in text
    for word in ("sheet.", "series.", "Terrain", "Costs", "Swamp"):
        assert word not in text
    assert line(page, "sheet.fire_by_tech", "sheet.unit.tank").locator("td").all_inner_texts()[0] == "6 · 5+ · 4+"
    assert table.page.locator("[data-sheet='sheet.months'] tr[aria-current] th").inner_text().startswith("Juni")


def test_the_order_of_battle_finds_my_units_and_tells_what_i_know(new_page: NewPage) -> None:
    page = new_page()
    table = against_recruit(page)
    table.wait_for_prompt("CommandPhase")
    page.keyboard.press("f")
    mine = page.locator("[data-forces=mine]")
    assert mine.locator("li").count() == page.locator(".piece[data-piece^=b]").count()
    mine.locator("[data-order=place]").click()
    places = mine.locator("li .find .quiet").all_inner_texts()
    assert places == sorted(places)
    mine.get_by_role("button", name="52 Corps").click()
    page.wait_for_selector(".card:has-text('52 Corps')")
    page.wait_for_selector("[data-forces=enemy] summary:has-text('Not seen')")


def test_a_note_outlives_a_failure_and_a_reload_and_is_mine_alone(new_page: NewPage) -> None:
    page = new_page()
    table = against_recruit(page)
    table.wait_for_prompt("CommandPhase")
    table.click_piece("52 Corps")
    page.locator(".card [data-action=note]").click()
    page.keyboard.type("Keep at Mariupol")
    page.route("**/notes", lambda route: route.abort())
    page.keyboard.press("Enter")
    page.wait_for_selector(".card .failed")
    assert page.locator(".card textarea").input_value() == "Keep at Mariupol"
    page.unroute("**/notes")
    page.locator(".card [data-action=keep-note]").click()
    page.wait_for_selector(".card .kept")
    page.reload()
    Table(page).wait_for_prompt("CommandPhase")
    page.keyboard.press("f")
    assert "Keep at Mariupol" in page.inner_text("[data-forces=notes]")
    page.locator("[data-forces=notes] [data-action=note]").click()
    page.locator("[data-forces=notes] textarea").fill("")
    page.locator("[data-forces=notes] [data-action=keep-note]").click()
    page.wait_for_selector("[data-forces=notes] .noted", state="detached")
