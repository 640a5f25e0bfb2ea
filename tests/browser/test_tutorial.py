"""The guided first game, played as it says, from its first step into the second turn."""

from tests.browser.conftest import NewPage
from tests.browser.table import Table

GUIDED = {  # what each step asks for: the order of a block, or the button that ends the phase
    "guide_activate": ("Army Group A", "Activate Army Group A"),
    "guide_end_command": None,
    "guide_infantry": ("52 Corps", "52 Corps to Rostov"),
    "guide_second": ("44 Corps", "44 Corps to Rostov"),
    "guide_armor": ("3 Panzer Corps", "3 Panzer Corps to Rostov"),
    "guide_more_armor": ("40 Panzer Corps", "40 Panzer Corps to Rostov"),
    "guide_end_movement": None,
    "guide_strike": ("Army Group A", "Air strike of Army Group A at Rostov"),
}


def lesson(table: Table) -> str:
    return str(table.page.get_attribute(".tutorial", "data-lesson"))


def order(table: Table, name: str, words: str) -> None:
    """Choose from the list of orders."""
    page = table.page
    if page.get_attribute("#tab-orders", "aria-selected") != "true":
        page.click("#tab-orders")
    group = page.locator(".group", has_text=name).first
    if group.get_attribute("aria-expanded") != "true":
        group.click()
    table.answered(page.locator("#panel-body .choices").get_by_role("button", name=words).first.click)


def test_the_guided_game_leads_through_the_first_turn(new_page: NewPage) -> None:
    page = new_page()
    page.get_by_role("button", name="Guided first game").click()
    table = Table(page)
    table.wait_for_prompt("CommandPhase")
    followed = []
    for _ in range(len(GUIDED)):
        step = lesson(table)
        followed.append(step)
        asked = GUIDED[step]
        if asked is None:
            table.end_phase()
        else:
            if step == "guide_infantry":  # the card shows the block it speaks of
                page.locator(".tutorial").get_by_role("button", name="Show me").click()
                page.wait_for_selector(".piece.selected")
                page.wait_for_selector(".mark-target", state="attached")
            order(table, *asked)
        table.wait_for_prompt()
        page.wait_for_timeout(150)
    assert followed == list(GUIDED)
    assert lesson(table) in ("strikes", "battles")

    table.play_until("ProductionPhase", "CommandPhase")
    told = page.inner_text(".tutorial")
    assert lesson(table) in ("production", "command")
    assert "What happened" in told
    assert page.locator(".tutorial a[href*='EF-']").count() == 1
