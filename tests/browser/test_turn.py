"""A turn without needless clicks: what is asked matters, buttons say what they do, and points have their colours."""

from functools import partial
from typing import Any

import pytest
from playwright.sync_api import TimeoutError

from tests.browser.conftest import NewPage
from tests.browser.table import PRESSED, Table, against_recruit
from tests.browser.test_aids import _MIDDLE as MIDDLE

MOST_CLICKS = 20
SHORT = 15_000  # milliseconds


def deploy(table: Table) -> None:
    table.wait_for_prompt("Deployment")
    table.answered(lambda: table.page.locator("[data-action=deploy]:not([disabled])").click())


def test_a_purchase_of_the_blocks_games_shows_its_colours_and_takes_them(new_page: NewPage) -> None:
    page = new_page()
    table = against_recruit(page, "sbe6", "blocks_in_the_east")
    deploy(table)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/legal" in request.url else None)
    table.wait_for_prompt("ProductionPhase", "production_obliged")
    group = page.locator("#panel-body li[data-kind=step]:has(.coin-black)").first  # a headquarters
    group.wait_for()
    assert [coin.split()[-1] for coin in group.locator(".coin").all_inner_texts()] == ["1", "1"]
    assert "coin-yellow" in (group.locator(".coin").nth(0).get_attribute("class") or "")
    assert "coin-black" in (group.locator(".coin").nth(1).get_attribute("class") or "")
    before = [int(text.split()[-1]) for text in page.locator("[data-pool] .purse").first.locator(".coin").all_inner_texts()]
    table.answered(group.get_by_role("button").last.click)
    page.wait_for_selector("#panel-body .bought")
    after = [int(text.split()[-1]) for text in page.locator("[data-pool] .purse").first.locator(".coin").all_inner_texts()]
    assert [a - b for a, b in zip(after, before, strict=True)] == [-1, 0, 0, 0, -1]
    assert "1 yellow, 1 black" in page.inner_text("#panel-body .bought li")
    page.evaluate("document.querySelector('#panel-body').scrollTop = 2000")
    assert page.locator("[data-pool]").evaluate("e => e.getBoundingClientRect().top") >= page.locator("#panel-body").evaluate(
        "e => e.getBoundingClientRect().top - 1"
    )
    assert len(asked) <= 4, "the whole sheet comes with one question, not one for every unit"


_LIES_OVER = """() => [...document.querySelectorAll('.offer')].filter((offer) => {
  const words = document.createRange();
  words.selectNodeContents(offer.querySelector('.who'));
  const cost = offer.querySelector('.cost')?.getBoundingClientRect();
  return cost && [...words.getClientRects()].some((line) =>
    line.left < cost.right - 1 && cost.left < line.right - 1 && line.top < cost.bottom - 1 && cost.top < line.bottom - 1);
}).map((offer) => offer.innerText)"""


@pytest.mark.parametrize("width", [1366, 390])
def test_whose_points_pay_is_told_and_long_names_keep_off_the_price(new_page: NewPage, width: int) -> None:
    """Husky, in German: Italy has no points, Germany pays; a step of the SS division in Corsica is a gift."""
    page = new_page(width, 800, locale="de-DE")
    against_recruit(page, "sbw4", "blocks_in_the_west").wait_for_prompt("ProductionPhase")
    if page.get_attribute("#tab-production", "aria-selected") != "true":
        page.click("#tab-production")
    page.wait_for_selector(".offer .cost")
    assert page.locator("[data-pool] .purse", has_text="Deutschland").locator(".coin").count() == 5
    assert "ein Verbündeter zahlt" in page.inner_text("[data-aided=italy]")
    assert page.locator(".offer", has_text="Reichsführer").locator(".cost").inner_text() == "kostenlos"
    assert page.evaluate(_LIES_OVER) == []


def test_only_disbanding_is_explained_and_ending_does_not_warn_of_it(new_page: NewPage) -> None:
    page = new_page()
    table = against_recruit(page, "sbe5", "blocks_in_the_east")
    deploy(table)
    assert table.wait_for_prompt("ProductionPhase", "production_obliged", "production_later") == "production_later"
    assert "Production begins in July 1941" in page.inner_text(".prompt .sentence")
    if page.get_attribute("#tab-production", "aria-selected") != "true":
        page.click("#tab-production")
    page.wait_for_selector("#panel-body summary:has-text('Disband')")
    assert page.locator("[data-action=propose]").count() == 0, "there is nothing to propose"
    end = page.locator(".prompt [data-action=end]")
    assert end.inner_text().strip() == "End production"
    table.answered(end.click)


def test_ending_movement_asks_only_when_nothing_was_ordered(new_page: NewPage) -> None:
    page = new_page()
    table = against_recruit(page)
    table.wait_for_prompt("CommandPhase")
    end = page.locator(".prompt [data-action=end]")
    before = table.decision
    end.click()
    page.wait_for_function(PRESSED, arg=before)
    assert "No headquarters is active" in end.inner_text()
    table.click_piece("Army Group A")
    table.answered(page.locator(".card").get_by_role("button", name="Activate Army Group A", exact=True).click)
    table.answered(end.click)  # at once: something was ordered
    table.wait_for_prompt("MovementPhase")
    assert end.inner_text().strip() == "End movement"
    table.click_piece("52 Corps")
    table.click_target()
    table.answered(end.click)


def test_a_blitz_turn_of_summer_1943_takes_at_most_twenty_clicks(new_page: NewPage) -> None:
    """Two standing orders are given where they are first asked for; the turn has an attack with support and a blitz."""
    page = new_page()
    table = against_recruit(page, "s43")
    deploy(table)
    asked = table.wait_for_prompt("ProductionPhase", "CommandPhase")
    page.evaluate(_LISTEN)
    if asked == "ProductionPhase":
        table.end_phase()
        table.wait_for_prompt("CommandPhase")
    page.locator(".group", has_text="Army Group South").click()
    table.answered(page.locator("#panel-body .choices").get_by_role("button", name="blitz").first.click)
    page.locator(".prompt [data-action=end]").click()
    table.wait_for_prompt("MovementPhase")
    attack(table, 2)
    table.end_phase()
    fights = through_battles(table)
    assert fights, "there was no battle: the count means nothing"
    clicks = page.evaluate("window.clicks")
    assert len(clicks) <= MOST_CLICKS, "\n".join([f"{len(clicks)} clicks:", *clicks])


# Clicks of this player turn: the computer may have had its turn before one looks again.
_TURN = "() => document.querySelector('.top .date').innerText + document.querySelector('.top .side').innerText"
_LISTEN = f"""() => {{ const turn = {_TURN}, mine = turn(); window.clicks = []; addEventListener('click', ({{ isTrusted, target }}) => {{
  if (isTrusted && turn() === mine) window.clicks.push(target.closest('button')?.innerText.replaceAll('\\n', ' ') ?? 'the map');
}}, true); }}"""
_ATTACKED = """() => { const enemies = new Set([...document.querySelectorAll('.piece[data-piece^=h]')].map(one => one.dataset.at));
  return [...document.querySelectorAll('.mark-target')].map(one => one.dataset.hex).find(hex => enemies.has(hex)) ?? null; }"""


def attack(table: Table, number: int) -> None:
    """Units that can enter a hex of the enemy do so: a click on the unit in the list, one on the hex. Looking for them counts no click."""
    page = table.page
    for group in page.locator(".group").all():
        if number == 0:
            return
        group.evaluate("one => one.click()")
        page.wait_for_selector("#panel-body .choices button")
        hex_ = page.evaluate(_ATTACKED)
        group.evaluate("one => one.click()")
        if hex_ is None:
            continue
        group.click()
        page.wait_for_selector(f".mark-target[data-hex='{hex_}']", state="attached")
        page.wait_for_timeout(600)  # the map has gone there
        x, y = page.evaluate(MIDDLE, hex_)
        table.answered(partial(page.mouse.click, x, y))
        number -= 1
    raise AssertionError("nobody could attack")


def pressed(button: Any) -> bool:
    """Whether a button could be pressed: since one looked, something else may have come over it."""
    try:
        button.click(timeout=SHORT)
    except TimeoutError:
        return False
    return True


def through_battles(table: Table) -> int:
    """Answers what is asked until the other side's turn begins; returns how often dice were thrown for me."""
    page, fights, turn = table.page, 0, table.page.evaluate(_TURN)
    for _ in range(60):
        table.page.wait_for_timeout(50)
        if page.evaluate(_TURN) != turn:
            return fights
        stage = page.locator("[data-action=stage-primary]")
        place = "dialog[open]" if stage.count() else ".prompt"
        offer = page.locator(f"{place} [data-offer=fire_in_usual_order], {place} [data-offer=cheapest_losses]")
        if offer.count():
            table.answered(offer.first.click)  # it is given once, and answers what is asked
        elif stage.count():
            fights += pressed(stage)
        elif page.locator(".prompt [data-action=end]").count():
            table.end_phase()
        else:
            table.step()
    raise AssertionError("the turn did not end")


def test_an_air_unit_shows_its_range_and_its_missions_before_new_bases(new_page: NewPage) -> None:
    """What it can fight and where it can only land read differently: in the list, on its card and on the map."""
    page = new_page()
    table = against_recruit(page, "sbe1", "blocks_in_the_east")
    deploy(table)
    table.play_until("GroundMovement")
    attack(table, 1)
    table.play_until("AirMovement")
    both = _air_unit_with_both(page)
    kinds = ["mission" if ": mission to " in words else "base" if ": new base " in words else words for words in both]
    assert set(kinds) == {"mission", "base"}, kinds
    assert kinds == sorted(kinds, reverse=True), "missions come first"
    missions = kinds.count("mission")
    counted = page.inner_text(".card [data-flights]")
    assert counted.startswith(f"{missions} mission{'s' * (missions > 1)}, {len(kinds) - missions} new base")
    assert "to a mission, twice as far to a new base" in page.inner_text(".card .command")
    for drawing in ("border", "ring", "fill"):  # how far it flies to fight, whom it would meet, airfields
        page.wait_for_selector(f".board-radius .tint-{drawing}", state="attached")
    page.locator("[data-action=overlays]").click()
    page.locator("[data-layer=flights]").click()
    legend = page.locator(".legend[data-overlay=flights]")
    legend.wait_for()
    assert {"BE-7.5.2a", "BE-7.5.2b", "BE-7.5.2d"} <= set(legend.locator("a.clause").all_inner_texts())


def _air_unit_with_both(page: Any) -> list[str]:
    """The orders of the first unit in the list that can fly a mission as well as to another base; it stays selected."""
    for group in page.locator("#panel-body .group").all():
        group.click()
        page.locator("#panel-body .choices button").first.wait_for()
        words: list[str] = page.locator("#panel-body .choices button").all_inner_texts()
        if any(": mission to " in one for one in words) and any(": new base " in one for one in words):
            return words
        group.click()
    raise AssertionError("no aircraft can do both")
