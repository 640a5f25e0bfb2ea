"""What comes to the player unasked: odds while a block is dragged, planned attacks, the log as a story, sealed dice, sound."""

from typing import Any

from tests.browser.conftest import NewPage
from tests.browser.table import Table, against_recruit

_MIDDLE = """hex => { const box = document.querySelector(`.mark[data-hex="${hex}"]`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2]; }"""


def ready_to_move(page: Any) -> Table:
    table = against_recruit(page)
    table.wait_for_prompt("CommandPhase")
    table.order("Army Group A", "Activate Army Group A")
    table.end_phase()
    table.wait_for_prompt("MovementPhase")
    return table


def hex_of(page: Any, place: str) -> int:
    base = page.url.partition("#")[0].rstrip("/")
    places = page.request.get(f"{base}/api/titles/eastfront/board").json()["places"]
    return int(next(one["hex"] for one in places if one["name"] == place))


def drag_over(table: Table, name: str, hex_: int) -> tuple[float, float]:
    """Press a block and hold it over a hex."""
    page = table.page
    table.click_piece(name)
    page.wait_for_selector(f".mark-target[data-hex='{hex_}']", state="attached")
    x, y = table.centre_of(name)
    to_x, to_y = page.evaluate(_MIDDLE, hex_)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to_x) / 2, (y + to_y) / 2, steps=6)
    page.mouse.move(to_x, to_y, steps=6)
    return to_x, to_y


def test_the_odds_of_an_attack_come_while_a_block_is_dragged(new_page: NewPage) -> None:
    page = new_page(1366, 768)
    table = ready_to_move(page)
    rostov = hex_of(page, "Rostov")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "odds_of_move" in request.url else None)
    x, y = drag_over(table, "52 Corps", rostov)
    page.wait_for_selector(f"[data-attack='{rostov}']:not([data-chance=''])")
    card = page.locator("[data-attack]").bounding_box()
    assert card is not None
    assert not (card["x"] < x < card["x"] + card["width"] and card["y"] < y < card["y"] + card["height"]), "never on its target"
    assert "to take Rostov" in page.inner_text("[data-attack]")
    columns = page.locator("[data-attack] .spread li").all_inner_texts()
    assert columns == sorted(columns, key=lambda text: -int(text.replace("−", "-"))), "the best outcome first"
    assert "joins" in page.inner_text("[data-attack] .changes")
    assert len(asked) == 1, "asked once"
    table.answered(page.mouse.up)
    page.wait_for_selector("[data-attack]", state="detached")
    assert page.locator("dialog[open]").count() == 0, "no dialogue asks for the side"
    page.wait_for_selector(".planned li:has-text('Rostov'):has-text('%')")
    page.wait_for_function("() => [...document.querySelectorAll('.board-pills text')].some((one) => one.textContent.endsWith('%'))")


def test_a_hex_is_entered_over_the_side_the_cursor_came_from(new_page: NewPage) -> None:
    page = new_page(1366, 768)
    table = ready_to_move(page)
    rostov = hex_of(page, "Rostov")
    table.click_piece("3 Panzer Corps")
    page.wait_for_selector(f".mark-target[data-hex='{rostov}']", state="attached")
    x, y = page.evaluate(_MIDDLE, rostov)
    page.mouse.move(x - 90, y - 10)
    page.mouse.move(x, y, steps=8)
    page.wait_for_selector(".entry.chosen", state="attached")
    assert page.locator(".entry").count() >= 2
    from_west = page.get_attribute(".entry.chosen", "data-entry")
    page.mouse.move(x + 40, y - 80, steps=4)
    page.mouse.move(x, y, steps=8)
    assert page.get_attribute(".entry.chosen", "data-entry") != from_west
    table.answered(lambda: page.mouse.click(x, y))
    assert page.locator("dialog[open]").count() == 0


def test_a_finger_learns_the_odds_before_it_attacks(new_page: NewPage) -> None:
    page = new_page(390, 844, has_touch=True, is_mobile=True)
    table = ready_to_move(page)
    rostov = hex_of(page, "Rostov")
    page.locator(".group", has_text="52 Corps").click()
    page.click("#tab-orders")  # the list no longer lies over the map
    before = table.decision
    table.tap_target(rostov)
    page.wait_for_selector(f"[data-attack='{rostov}']:not([data-chance=''])")
    for answer in ("attack-not-yet", "attack-go"):
        box = page.locator(f"[data-action={answer}]").bounding_box()
        assert box["height"] >= 56
        assert box["y"] > 844 / 2, "in the reach of a thumb"
    page.locator("[data-action=attack-not-yet]").tap()
    page.wait_for_selector("[data-attack]", state="detached")
    assert table.decision == before, "nothing has been ordered"
    table.tap_target(rostov)
    table.answered(page.locator("[data-action=attack-go]").tap)
    page.wait_for_selector("[data-attack]", state="detached")


def test_the_keyboard_hears_the_same_odds(new_page: NewPage) -> None:
    page = new_page()
    table = ready_to_move(page)
    table.click_piece("52 Corps")
    page.wait_for_selector(".mark-target", state="attached")
    page.locator(".board").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(400)
        if page.locator("[data-attack]").count():
            break
    page.wait_for_selector("[data-attack]:not([data-chance=''])")
    said = "[...document.querySelectorAll('[aria-live=polite]')].some((one) => /to take in one round/.test(one.textContent))"
    page.wait_for_function(f"() => {said}")


def test_the_log_is_a_story_with_the_dice_folded_inside(new_page: NewPage) -> None:
    page = new_page()
    table = ready_to_move(page)
    for name in ("52 Corps", "3 Panzer Corps"):
        table.order(name, f"{name} to Rostov")
    table.end_phase()
    table.play_until("ProductionPhase")
    page.click("#tab-log")
    page.wait_for_selector(".story .kind-battle")
    heads = page.locator(".story .kind-phase").all_inner_texts()
    assert "Soviet" in heads[0], "the newest is at the top"
    assert "Command" in heads[-1] or "Axis" in heads[-1]
    assert page.locator(".story .kind-moves", has_text="Rostov").count() >= 1, "movements by the names of places"
    battle = page.locator(".story .kind-battle", has_text="Rostov").last
    assert not battle.locator("details li").first.is_visible()
    battle.locator("summary").evaluate("(line) => line.click()")  # a battle of the other side may have opened its stage above
    assert battle.locator("details li").first.is_visible()
    page.locator("[data-log=lines]").evaluate("(button) => button.click()")
    page.wait_for_selector("#panel-body .kind-rolled")


def test_the_seal_of_the_dice_is_at_the_table_and_sound_is_off_until_wanted(new_page: NewPage) -> None:
    page = new_page()
    table = against_recruit(page)
    table.wait_for_prompt("CommandPhase")
    page.locator("[data-action=dice-badge]").click()
    seal = page.inner_text("dialog[open] code")
    assert len(seal) == 64
    assert "blockfront verify" in page.inner_text("dialog[open]")
    page.keyboard.press("Escape")
    page.click("#tab-table")
    sound = page.locator("[data-action=sound]")
    assert not sound.is_checked()
    sound.check()
    page.reload()
    Table(page)
    page.click("#tab-table")
    assert page.locator("[data-action=sound]").is_checked()


def test_the_aim_fits_the_bar_of_a_phone(new_page: NewPage) -> None:
    page = new_page(390, 844, has_touch=True, is_mobile=True)
    table = against_recruit(page)
    table.wait_for_prompt("CommandPhase")
    box = page.locator("[data-action=aim]").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 390
    assert "…" not in page.inner_text("body")
