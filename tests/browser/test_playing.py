"""A newcomer at the table: by clicks, by drags, taking back, coming back."""

import re
from typing import Any

import pytest

from tests.browser.conftest import NewPage
from tests.browser.table import Table, play_now

ATTACKERS = ("57 Panzer Corps", "3 Panzer Corps")


def location(table: Table, name: str) -> str:
    title: str = table.piece(name).locator("title").text_content()
    return title.rpartition(" at ")[2]


def activate(table: Table) -> None:
    table.wait_for_prompt("CommandPhase")
    table.click_piece("Army Group A")
    table.answered(table.page.locator(".card").get_by_role("button", name="Activate Army Group A", exact=True).click)


def attack_rostov(table: Table) -> None:
    """Two corps by the list of orders, so that the battle is certain to be where it is expected."""
    for name in ATTACKERS:
        table.page.locator(".group", has_text=name).click()
        order = table.page.locator("#panel-body .choices").get_by_role("button", name=f"{name} to Rostov").first
        table.answered(order.click)


def test_newcomer_plays_two_player_turns_by_clicks(new_page: NewPage) -> None:
    table = play_now(new_page())
    activate(table)
    table.end_phase()
    table.wait_for_prompt("MovementPhase")
    assert "now" in (table.page.locator(".steps li[aria-current=step]").get_attribute("class") or "")
    before = location(table, "52 Corps")
    table.click_piece("52 Corps")
    table.click_target()
    assert location(table, "52 Corps") != before
    table.end_phase()
    # my turn ends, the computer plays its own, production follows or my next command
    table.play_until("ProductionPhase", "CommandPhase")
    table.page.click("#tab-log")
    log = table.page.inner_text("#panel-body")
    assert "Axis, Movement" in log
    assert "Soviet, Movement" in log


def test_undo_puts_the_block_back(new_page: NewPage) -> None:
    table = play_now(new_page())
    activate(table)
    table.end_phase()
    before = location(table, "52 Corps")
    table.click_piece("52 Corps")
    table.click_target()
    assert location(table, "52 Corps") != before
    table.answered(table.page.get_by_role("button", name="Undo").click)
    assert location(table, "52 Corps") == before


def test_dragging_moves_a_block(new_page: NewPage) -> None:
    table = play_now(new_page())
    activate(table)
    table.end_phase()
    before = location(table, "52 Corps")
    table.click_piece("52 Corps")
    target = table.free_targets()[0]
    mouse = table.page.mouse
    mouse.move(*table.centre_of("52 Corps"))
    mouse.down()
    mouse.move(target["x"] - 5, target["y"], steps=5)
    mouse.move(target["x"], target["y"])
    table.answered(mouse.up)
    assert location(table, "52 Corps") != before


def test_an_impossible_click_is_explained_with_its_clause(new_page: NewPage) -> None:
    table = play_now(new_page())
    activate(table)
    table.end_phase()
    table.wait_for_prompt("MovementPhase")
    table.click_piece("52 Corps")
    table.free_targets()
    table.page.mouse.click(*table.centre_of("Hidden block (Soviet) at Akhtuba"))
    notice = table.page.wait_for_selector(".notice")
    assert "cannot reach" in notice.inner_text()
    assert notice.query_selector("a[href*='EF-']") is not None


def test_a_reload_in_a_battle_comes_back_to_the_same_question(new_page: NewPage) -> None:
    table = play_now(new_page())
    activate(table)
    table.end_phase()
    table.wait_for_prompt("MovementPhase")
    attack_rostov(table)
    table.end_phase()
    asked = table.play_until("choose_shooter", "choose_loss", "choose_repulsed")
    rolled = table.page.locator(".rolls li").count()
    decision = table.decision
    table.page.reload()
    again = Table(table.page)
    assert again.wait_for_prompt() == asked
    assert again.decision == decision
    assert "Rostov" in again.page.inner_text("#panel-body h3")
    assert again.page.locator(".rolls li").count() == rolled
    again.step()


def test_odds_are_told_before_a_battle_and_what_counts_in_it(new_page: NewPage) -> None:
    table = play_now(new_page())
    activate(table)
    table.end_phase()
    table.wait_for_prompt("MovementPhase")
    attack_rostov(table)
    page = table.page
    page.click("#tab-battle")
    battle = page.locator("[data-battle]", has_text="Rostov")
    odds = battle.locator(".odds").inner_text()
    assert re.search(r"\d+% to take the hex", odds)
    battle.locator(".head").click()
    battle.locator("table[data-odds] tbody tr").nth(2).wait_for()
    assert battle.locator("a[href*='EF-1.41a']").inner_text() == "EF-1.41a", "a major city doubles the defence"
    # the same odds at the hex itself
    box = page.locator(f".mark-battle[data-hex='{battle.get_attribute('data-battle')}']").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tip = page.locator(".tip", has_text="Rostov")
    assert "to take the hex" in tip.locator(".odds").inner_text()


def test_dice_roll_and_can_be_skipped(new_page: NewPage) -> None:
    page = new_page(reduced_motion="no-preference")
    table = play_now(page)
    activate(table)
    table.end_phase()
    table.wait_for_prompt("MovementPhase")
    attack_rostov(table)
    table.end_phase()
    table.play_until("choose_shooter", "choose_loss", "choose_repulsed")
    if table.prompt == "choose_shooter":
        table.step()
    page.wait_for_selector(".die.rolling, .rolls li")
    page.wait_for_function("() => document.querySelector('.die.rolling') === null")
    assert page.locator(".rolls li .die").count() > 0


def test_production_spends_points(new_page: NewPage) -> None:
    table = play_now(new_page())
    table.play_until("ProductionPhase")
    budget = table.page.locator(".budget strong")
    before = int(budget.inner_text())
    buy = table.page.get_by_role("button", name="A step for").first
    table.answered(buy.click)
    assert int(budget.inner_text()) < before
    assert "for" in table.page.inner_text(".bought")


def test_looking_back_shows_an_earlier_position_and_returns(new_page: NewPage) -> None:
    table = play_now(new_page())
    activate(table)
    table.end_phase()
    before = location(table, "52 Corps")
    table.click_piece("52 Corps")
    table.click_target()
    moved = location(table, "52 Corps")
    page = table.page
    page.click("#tab-log")
    page.locator("#panel-body .kind-phase .back").last.click()
    page.wait_for_selector("text=Looking back")
    assert location(table, "52 Corps") == before
    page.locator(".prompt").get_by_role("button", name="Back to now").click()
    page.wait_for_selector("text=Looking back", state="detached")
    assert location(table, "52 Corps") == moved


def new_game(page: Any, scenario: str, opponent: str) -> None:
    page.locator("main").get_by_role("link", name="New game").click()
    page.get_by_role("radio", name=scenario).check()
    page.get_by_role("radio", name=opponent).check()
    page.get_by_role("button", name="Start the game").click()


def test_deployment_is_proposed_checked_and_done(new_page: NewPage) -> None:
    page = new_page()
    new_game(page, "Summer 1943: Citadel", "Two people, one screen")
    page.wait_for_selector("[data-action=deploy]")
    table = Table(page)
    assert "All rules are met" in page.inner_text("#panel-body")
    table.wait_for_prompt("Deployment")
    page.mouse.move(*table.centre_of("Army Group North"))
    page.mouse.down()
    page.mouse.move(900, 160, steps=6)
    page.mouse.up()
    problems = page.wait_for_selector(".problems")
    assert problems.inner_text()
    assert page.locator("[data-action=deploy]").is_disabled()
    page.get_by_role("button", name="proposal").click()
    page.wait_for_selector(".problems", state="detached")
    page.locator("[data-action=deploy]").click()
    page.wait_for_selector("text=Nothing is shown until you are ready")
    assert page.locator(".piece").count() == 0, "the hand-over screen shows nothing"


@pytest.mark.parametrize("language", ["Deutsch", "Español", "Italiano"])
def test_the_table_speaks_other_languages(new_page: NewPage, language: str) -> None:
    page = new_page()
    page.get_by_label("Language").select_option(label=language)
    button = {"Deutsch": "Jetzt spielen", "Español": "Jugar ahora", "Italiano": "Gioca subito"}[language]
    page.get_by_role("button", name=button).click()
    Table(page).wait_for_prompt("CommandPhase")
    words = {"Deutsch": "Befehlsphase", "Español": "fase de mando", "Italiano": "fase di comando"}[language]
    assert words in page.inner_text(".sentence")
