"""The map stays in sight: cards keep off what one works with, stacks their size, tablets their width; a set-up can be taken back."""

from typing import Any

from tests.browser.conftest import NewPage
from tests.browser.table import against_recruit
from tests.browser.test_aids import ready_to_move
from tests.browser.test_playing import location

_OVERLAP = """([one, other]) => { const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom; }"""


def overlaps(page: Any, one: Any, other: Any) -> bool:
    return bool(page.evaluate(_OVERLAP, [one.element_handle(), other.element_handle()]))


def test_the_selection_card_never_covers_the_selected_unit(new_page: NewPage) -> None:
    page = new_page(1366, 768)
    table = ready_to_move(page)
    groups = page.locator(".group").all()
    assert len(groups) > 4
    for group in groups:
        name = group.locator("strong").inner_text()
        group.click()
        page.wait_for_selector(f".card .head:has-text('{name}')")
        card = page.locator("section.card").element_handle()
        for other in (table.piece(name).locator(".piece-top"), page.locator(".mini"), page.locator(".prompt")):
            page.wait_for_function(f"both => !({_OVERLAP})(both)", arg=[other.element_handle(), card])  # once the map has gone there
        group.click()


def test_the_card_of_a_unit_lies_below_a_prompt_that_reaches_over_to_it(new_page: NewPage) -> None:
    page = new_page(1366, 768)
    table = against_recruit(page, "sbe6", "blocks_in_the_east")
    table.wait_for_prompt("Deployment")
    table.answered(page.locator("[data-action=deploy]:not([disabled])").click)
    table.wait_for_prompt("production_obliged")
    page.keyboard.press("n")
    page.wait_for_selector("section.card")
    page.wait_for_selector(".card[data-corner^=top]")  # the map's lower half is asked for
    both = [page.locator(selector).element_handle() for selector in (".prompt", "section.card")]
    page.wait_for_function(f"both => !({_OVERLAP})(both)", arg=both)


_IN_SIGHT = """([row, least]) => [...document.querySelectorAll(`.piece[data-piece^=${row}]`)].filter((piece) => {
  const box = piece.getBoundingClientRect();
  return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('.board');
}).length >= least"""


def test_a_phone_looks_at_blocks_and_not_between_them(new_page: NewPage) -> None:
    """Army groups stand from Leningrad to the Kuban, others in Budapest: the middle of all is an empty plain."""
    page = new_page(390, 844, has_touch=True, is_mobile=True)
    table = against_recruit(page, "s43")
    table.wait_for_prompt("Deployment")
    page.wait_for_function(_IN_SIGHT, arg=["b", 5])
    page.locator("#tab-deployment").click()
    table.answered(page.locator("[data-action=deploy]:not([disabled])").click)
    table.wait_for_prompt("CommandPhase")
    page.wait_for_function(_IN_SIGHT, arg=["b", 3])
    page.wait_for_function(_IN_SIGHT, arg=["h", 3])


def test_zooming_over_an_open_stack_keeps_the_size_of_its_blocks(new_page: NewPage) -> None:
    page = new_page()
    ready_to_move(page)
    for _ in range(2):
        page.get_by_role("button", name="Zoom out").click()
        page.wait_for_timeout(300)
    heap = page.locator("[data-stack]").first
    box = heap.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_selector(".board.has-fan")
    page.wait_for_timeout(300)
    block = page.locator(".piece.fanned .piece-top").first
    size = "e => e.getBoundingClientRect().width"
    before = block.evaluate(size)
    page.mouse.wheel(0, -120)
    page.wait_for_timeout(500)
    assert page.locator(".board.has-fan").count()
    assert block.evaluate(size) < before * 1.15


def test_a_selected_unit_of_a_stack_is_seen_from_afar(new_page: NewPage) -> None:
    page = new_page()
    ready_to_move(page)
    group = page.locator(".group", has_text="57 Pz")  # one of four in Kamensko
    group.click()
    page.wait_for_selector(".piece.selected")
    for _ in range(4):
        page.get_by_role("button", name="Zoom out").click()
        page.wait_for_timeout(300)
    assert page.locator("[data-stack]").count(), "stacks are drawn as one block each"
    assert page.locator(".piece.selected").is_visible()
    here = page.locator(".piece.selected").get_attribute("data-at")
    group.click()
    page.wait_for_selector(".piece.selected", state="detached")
    page.wait_for_selector(f"[data-stack='{here}']", state="attached")


def test_a_tablet_held_upright_gives_the_map_its_width(new_page: NewPage) -> None:
    page = new_page(820, 1180)
    table = against_recruit(page)
    table.wait_for_prompt("CommandPhase")
    page.click("#tab-orders")
    page.wait_for_selector("#panel-body")
    panel, board = page.locator("aside.panel").bounding_box(), page.locator(".board").bounding_box()
    assert board["width"] == 820
    assert panel["y"] >= board["y"] + board["height"] - 1, "the panel lies under the map, not over it"


def test_a_change_of_the_set_up_is_taken_back(new_page: NewPage) -> None:
    page = new_page()
    table = against_recruit(page, "s43")
    table.wait_for_prompt("Deployment")
    before = location(table, "Army Group North")
    page.mouse.move(*table.centre_of("Army Group North"))
    page.mouse.down()
    page.mouse.move(*table.centre_of("Army Group South"), steps=6)
    page.mouse.up()
    page.wait_for_selector("[data-action=undo-deployment]")
    assert location(table, "Army Group North") != before
    page.locator("[data-action=undo-deployment]").click()
    page.wait_for_selector("[data-action=undo-deployment]", state="detached")
    assert location(table, "Army Group North") == before


_READ = """() => {
  const box = (one) => one.getBoundingClientRect();
  const board = box(document.querySelector('.board'));
  const isShown = (one) => getComputedStyle(one).visibility !== 'hidden' && box(one).width > 0;
  const isInside = (one) => { const b = box(one);
    return b.left > board.left && b.right < board.right && b.top > board.top && b.bottom < board.bottom; };
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isShown).filter(isInside);
  const meets = (one, other) => { const a = box(one), b = box(other);
    return a.left < b.right - 3 && b.left < a.right - 3 && a.top < b.bottom - 3 && b.top < a.bottom - 3; };
  const blocks = all('.board .piece-top'), plates = all('.board .plate rect');
  const battles = new Set([...document.querySelectorAll('.mark-battle')].map((mark) => mark.dataset.hex));
  const hexOf = (one) => one.closest('[data-at]')?.dataset.at ?? one.closest('[data-stack]')?.dataset.stack;
  return {
    covered: all('.board .names.major text').filter((name) => blocks.some((block) => meets(name, block))).map((name) => name.textContent),
    plates: plates.length,
    overlapping: plates.flatMap((one, n) => plates.slice(n + 1).filter((other) => meets(one, other))).length,
    strengths: all('.board .piece-strength').filter((one) => !battles.has(hexOf(one)))
      .map((one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a),
    sides: [...battles].map((hex) => all(`.board [data-at='${hex}'] .piece-top, .board [data-stack='${hex}'] .piece-top`).length),
  };
}"""


def test_names_and_strengths_are_read_in_the_first_view_of_summer_1943(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    table = against_recruit(page, "s43")
    table.wait_for_prompt("Deployment")
    table.answered(page.locator("[data-action=deploy]:not([disabled])").click)
    table.wait_for_prompt("CommandPhase")
    page.reload()
    page.wait_for_selector(".mark-battle", state="attached")
    page.wait_for_selector(".plate")
    page.wait_for_timeout(500)
    read = page.evaluate(_READ)
    assert read["covered"] == []
    assert read["plates"] > 10
    assert read["overlapping"] == 0
    assert len(read["strengths"]) > 30
    assert min(read["strengths"]) >= 12
    assert read["sides"]
    assert min(read["sides"]) >= 2, "both sides of a battle are seen"


def test_a_printed_page_is_the_map_alone(new_page: NewPage) -> None:
    page = new_page()
    against_recruit(page).wait_for_prompt("CommandPhase")
    assert page.locator("[data-action=print]").is_visible()
    page.emulate_media(media="print")
    assert page.locator(".board").is_visible()
    for other in (".bars", "aside.panel", "[data-action=print]"):
        assert not page.locator(other).first.is_visible()


def test_what_one_looks_at_stays_in_sight_when_a_panel_takes_half_of_a_phone(new_page: NewPage) -> None:
    page = new_page(390, 844, has_touch=True, is_mobile=True)
    table = against_recruit(page, "sbw4", "blocks_in_the_west")
    table.wait_for_prompt("ProductionPhase")
    assert page.locator("#panel-body").count() == 0
    before = on_the_map(page)
    assert len(before) > 4
    for _ in range(2):
        page.click("#tab-log")
        page.wait_for_timeout(400)
        assert len(on_the_map(page)) > len(before) / 4, "the front, not the sea above it"
    assert on_the_map(page) == before, "and all of it when the panel is folded"


def on_the_map(page: Any) -> set[str]:
    """Blocks whose middle is within the part of the map that is seen."""
    found: list[str] = page.evaluate("""() => {
      const { left, right, top, bottom } = document.querySelector('.board').getBoundingClientRect();
      return [...document.querySelectorAll('.piece-top')].filter((one) => {
        const box = one.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
        return x > left && x < right && y > top && y < bottom;
      }).map((one) => one.closest('.piece').dataset.piece);
    }""")
    return set(found)


def test_another_language_leaves_the_map_where_one_looks(new_page: NewPage) -> None:
    page = new_page()
    against_recruit(page).wait_for_prompt("CommandPhase")
    page.get_by_role("button", name="Zoom in").click()
    page.wait_for_timeout(300)
    before = page.evaluate(_SHEET)
    page.click("#tab-table")
    page.locator("#panel-body select:has(option[value=it])").select_option("it")
    page.wait_for_selector(".plate:has-text('Stalingrado')", state="attached")
    assert page.evaluate(_SHEET) == before


_SHEET = "() => document.querySelector('.board-sheet').style.transform"
