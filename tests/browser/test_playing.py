"""A newcomer at the table: by clicks, by drags, taking back, coming back."""

import re
from typing import Any

import pytest

from tests.browser.conftest import NewPage
from tests.browser.table import Table, against_recruit, play_now

ATTACKERS = ("57 Panzer Corps", "3 Panzer Corps")


def location(table: Table, name: str) -> str:
    title: str = table.piece(name).locator("title").text_content()
    return title.rpartition(" at ")[2]


def activate(table: Table) -> None:
    table.wait_for_prompt("CommandPhase")
    table.click_piece("Army Group A")
    table.answered(table.page.locator(".card").get_by_role("button", name="Activate Army Group A", exact=True).click)


def begin_moving(table: Table) -> None:
    activate(table)
    table.end_phase()
    table.wait_for_prompt("MovementPhase")


def attack_rostov(table: Table) -> None:
    """Two corps by the list of orders, so that the battle is certain to be where it is expected."""
    for name in ATTACKERS:
        table.page.locator(".group", has_text=name).click()
        order = table.page.locator("#panel-body .choices").get_by_role("button", name=f"{name} to Rostov").first
        table.answered(order.click)


def test_newcomer_plays_two_player_turns_by_clicks(new_page: NewPage) -> None:
    table = play_now(new_page())
    begin_moving(table)
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
    begin_moving(table)
    before = location(table, "52 Corps")
    table.click_piece("52 Corps")
    table.click_target()
    assert location(table, "52 Corps") != before
    table.answered(table.page.get_by_role("button", name="Undo").click)
    assert location(table, "52 Corps") == before


def test_dragging_moves_a_block(new_page: NewPage) -> None:
    table = play_now(new_page())
    begin_moving(table)
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
    begin_moving(table)
    table.click_piece("52 Corps")
    table.free_targets()
    table.page.mouse.click(*table.centre_of("Hidden block (Soviet) at Akhtuba"))
    notice = table.page.wait_for_selector(".notice")
    assert "cannot reach" in notice.inner_text()
    assert notice.query_selector("a[href*='EF-']") is not None


def test_a_reload_in_a_battle_comes_back_to_the_same_question(new_page: NewPage) -> None:
    table = play_now(new_page())
    begin_moving(table)
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
    begin_moving(table)
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


# A battle may be over, and its dice put away, before a test looks again: so the page itself keeps what lay there.
WATCH_THE_DICE = """() => {
  window.seen = {rolling: 0, skipped: 0, lying: 0};
  new MutationObserver(() => {
    window.seen.rolling = Math.max(window.seen.rolling, document.querySelectorAll('dialog .die.rolling').length);
    window.seen.lying = Math.max(window.seen.lying, document.querySelectorAll('dialog .die:not(.rolling)').length);
    const skip = document.querySelector('[data-action=stage-primary][data-kind=skip]');
    if (skip && window.seen.rolling) { skip.click(); window.seen.skipped += 1; }
  }).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""


def test_dice_roll_and_can_be_skipped(new_page: NewPage) -> None:
    page = new_page(reduced_motion="no-preference")
    table = play_now(page)
    begin_moving(table)
    attack_rostov(table)
    page.evaluate(WATCH_THE_DICE)
    table.end_phase()
    for _ in range(30):  # whoever fires first, dice are thrown sooner or later
        if page.evaluate("() => window.seen.skipped > 0 && window.seen.lying > 0"):
            break
        table.wait_for_prompt()
        table.step()
    page.wait_for_function("() => window.seen.skipped > 0 && window.seen.lying > 0")
    page.wait_for_function("() => document.querySelector('.die.rolling') === null")


MY_LOG = """async () => {
  const game = /game\\/([^/]+)/.exec(location.hash)[1];
  const seat = JSON.parse(localStorage['blockfront.seats']).find((one) => one.game === game);
  const answer = await fetch(`/api/games/${game}/log`, {headers: {authorization: `Bearer ${seat.token}`}});
  return (await answer.json()).lines.map((line) => line.event);
}"""


def begin_producing(table: Table) -> None:
    """Until I alone am left to produce: what the other side finishes begins a new decision of mine."""
    table.play_until("ProductionPhase")
    for _ in range(600):
        if any((event["type"], event.get("side")) == ("produced", 1) for event in table.page.evaluate(MY_LOG)):
            break
        table.page.wait_for_timeout(100)
    else:
        raise AssertionError("the other side has not produced")
    table.page.wait_for_timeout(500)  # what the log says has been told the page as well
    table.wait_for_prompt("ProductionPhase")


def budget(table: Table) -> int:
    return int(table.page.locator(".budget strong").inner_text())


def test_production_by_hand_shows_prices_and_can_be_reset(new_page: NewPage) -> None:
    table = against_recruit(new_page())
    begin_producing(table)
    page = table.page
    row = page.locator("li[data-kind=step]", has_text="→").first
    price = int(re.findall(r"\d+", row.locator(".cost").inner_text())[0])
    before = budget(table)
    table.answered(row.get_by_role("button", name="A step for").click)
    assert budget(table) == before - price
    assert "for" in page.inner_text(".bought")
    buy = page.get_by_role("button", name="A step for").first
    table.answered(buy.click)
    page.click("[data-action=reset]")
    table.answered(page.locator("[data-action=reset]").click)
    assert budget(table) == before
    table.answered(page.get_by_role("button", name="Redo").click)
    assert budget(table) == before - price


def test_production_by_proposal(new_page: NewPage) -> None:
    table = against_recruit(new_page())
    begin_producing(table)
    page = table.page
    before = budget(table)
    page.click("[data-action=propose]")
    page.wait_for_selector("[data-action=take-proposal]")
    proposed = page.locator(".proposal li").count()
    page.click("[data-action=take-proposal]")
    page.wait_for_function("n => document.querySelectorAll('.bought li').length >= n", arg=proposed)
    assert budget(table) < before


def test_looking_back_shows_an_earlier_position_and_returns(new_page: NewPage) -> None:
    table = play_now(new_page())
    begin_moving(table)
    before = location(table, "52 Corps")
    table.click_piece("52 Corps")
    table.click_target()
    moved = location(table, "52 Corps")
    page = table.page
    page.click("#tab-log")
    page.locator("#panel-body .kind-phase .back").first.click()
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


def test_deployment_is_proposed_altered_checked_and_done(new_page: NewPage) -> None:
    page = new_page()
    new_game(page, "Summer 1943: Citadel", "Two people, one screen")
    table = Table(page)
    table.wait_for_prompt("Deployment")
    page.wait_for_selector("[data-check=ground][data-met=true]")
    before = location(table, "Army Group North")
    mouse = page.mouse
    mouse.move(*table.centre_of("Army Group North"))
    mouse.down()
    mouse.move(*table.centre_of("Army Group South"), steps=6)
    mouse.up()
    page.wait_for_selector("[data-check=headquarters][data-met=false]")
    assert location(table, "Army Group North") != before
    assert page.locator("[data-action=deploy]").is_disabled()
    assert page.locator(".problems a[href*='EF-']").count() > 0
    page.get_by_role("button", name="Another proposal").click()
    page.wait_for_selector(".problems", state="detached")
    page.locator("[data-action=deploy]:not([disabled])").click()
    page.wait_for_selector("text=Nothing is shown until you are ready")
    assert page.locator(".piece").count() == 0, "the hand-over screen shows nothing"


def test_an_overlay_is_laid_over_the_map_with_its_clauses(new_page: NewPage) -> None:
    table = against_recruit(new_page())
    table.wait_for_prompt("CommandPhase")
    page = table.page
    assert page.locator(".board-front path").count() == 3, "the front line lies there by itself"
    page.click("[data-action=overlays]")
    for kind in ("supply", "command", "zones", "control", "rail", "weather"):
        page.click(f"[data-layer={kind}]")
        legend = page.wait_for_selector(f"[data-overlay={kind}]")
        assert legend.query_selector("a[href*='EF-']") is not None
        assert page.locator(".board-tints path.tint").count() > 0
        page.locator(f"[data-overlay={kind}]").get_by_role("button", name="Take the overlay off").click()
        page.wait_for_selector(f"[data-overlay={kind}]", state="detached")
    assert page.locator(".board-tints path").count() == 0
    for kind in ("supply", "zones"):
        page.click(f"[data-layer={kind}]")
    page.wait_for_selector("[data-overlay=zones]")
    assert page.locator("[data-overlay]").count() == 2, "several lie over each other"
    page.click("[data-layer=front]")
    page.wait_for_selector(".board-front path", state="detached")


def test_the_radius_of_a_headquarters_is_shown_before_it_is_activated(new_page: NewPage) -> None:
    table = against_recruit(new_page())
    table.wait_for_prompt("CommandPhase")
    table.page.mouse.move(*table.centre_of("Army Group A"))
    table.page.wait_for_selector(".board-radius .tint-border", state="attached")
    assert table.page.locator(".has-fan").count() == 0, "a stack under the pointer does not move"
    table.click_piece("Army Group A")
    assert "step" in table.page.locator(".card .command").inner_text()


def test_a_hex_is_explained_and_its_tooltip_stays_when_clicked(new_page: NewPage) -> None:
    table = against_recruit(new_page())
    table.wait_for_prompt("CommandPhase")
    page = table.page
    box = page.locator(".board").bounding_box()
    page.mouse.click(box["x"] + 560, box["y"] + 660)
    tip = page.locator(".tip.pinned")
    tip.locator("a[href*='EF-6.21a']").wait_for()
    page.get_by_role("button", name="Find a place or a unit").click()
    page.get_by_label("Find a place or a unit").last.fill("52 cor")
    page.get_by_role("button", name="52 Corps").click()
    page.wait_for_selector(".piece.selected")


def test_the_way_of_a_move_is_shown_and_follows_the_drag(new_page: NewPage) -> None:
    table = against_recruit(new_page())
    begin_moving(table)
    page = table.page
    table.click_piece("57 Panzer Corps")
    target = table.free_targets()[0]
    page.mouse.move(target["x"], target["y"])
    page.wait_for_selector(".way-line", state="attached")
    # dragged into a battle through a hex of one's choice, the block comes in by that side
    page.keyboard.press("Escape")
    mouse = page.mouse
    mouse.move(*table.centre_of("57 Panzer Corps"))
    mouse.down()
    through = table.centre_of("52 Corps")
    mouse.move(*through, steps=8)
    page.wait_for_selector(".way-line", state="attached")
    rostov = table.centre_of("Hidden block (Soviet) at Rostov")
    mouse.move(*rostov, steps=8)
    page.wait_for_function("() => document.querySelectorAll('.way-stop').length >= 1")
    table.answered(mouse.up)
    assert location(table, "57 Panzer Corps").startswith("Rostov")


@pytest.mark.parametrize("language", ["Deutsch", "Español", "Italiano"])
def test_the_table_speaks_other_languages(new_page: NewPage, language: str) -> None:
    page = new_page()
    page.get_by_label("Language").select_option(label=language)
    button = {"Deutsch": "Jetzt spielen", "Español": "Jugar Edelweiss ahora", "Italiano": "Gioca subito"}[language]
    page.get_by_role("button", name=button).click()
    Table(page).wait_for_prompt("CommandPhase")
    words = {"Deutsch": "Befehlsphase", "Español": "fase de mando", "Italiano": "fase di comando"}[language]
    assert words in page.inner_text(".sentence")


def test_the_first_turn_of_road_to_leningrad_by_clicks(new_page: NewPage) -> None:
    table = against_recruit(new_page(), "sbe1", "blocks_in_the_east")
    page = table.page
    table.wait_for_prompt("Deployment")
    page.wait_for_selector("[data-check=border][data-met=true]")
    table.answered(page.locator("[data-action=deploy]:not([disabled])").click)
    asked = table.play_until("GroundMovement")
    assert asked == "GroundMovement"
    assert page.locator(".steps li[aria-current=step]").inner_text() == "Movement"
    before = location(table, "16th Army")
    table.click_piece("16th Army")
    table.click_target()
    assert location(table, "16th Army") != before
    table.end_phase()
    # aircraft, the other side's answer, battles: until my next turn begins
    table.play_until("ProductionPhase")
    page.click("#tab-log")
    log = page.inner_text("#panel-body")
    assert "Axis, Movement" in log
    assert "Soviet, Movement" in log
