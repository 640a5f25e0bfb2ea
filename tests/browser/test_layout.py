"""Nothing lies over what one reads or presses: bars, cards and pages at common sizes."""

from typing import Any

import pytest

from tests.browser.conftest import NewPage
from tests.browser.table import Table, against_recruit
from tests.browser.test_stage import MOVING, pass_the_turn, playing, until_summary
from tests.browser.test_study import counted

MEETS = """([one, other]) => {
  const [a, b] = [one, other].map((selector) => document.querySelector(selector).getBoundingClientRect());
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}"""


def is_hidden(page: Any, selector: str) -> bool:
    return bool(page.locator(selector).evaluate("e => getComputedStyle(e).visibility === 'hidden'"))


def test_the_guide_lies_beside_the_tools_of_the_map_and_not_over_what_is_told(new_page: NewPage) -> None:
    page = new_page(1366, 768, **MOVING)
    page.locator("[data-action=guided]").click()
    table = Table(page)
    table.wait_for_prompt("CommandPhase")
    assert not page.evaluate(MEETS, [".tutorial", "[role=toolbar].tools"])
    pass_the_turn(table)
    playing(page)
    assert is_hidden(page, ".tutorial"), "it is ahead of the story"
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-playback]", state="detached")
    table.wait_for_prompt()
    assert not is_hidden(page, ".tutorial")


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1366, 768), (820, 1180), (390, 844)])
def test_the_bar_holds_everything_in_one_line(new_page: NewPage, width: int, height: int) -> None:
    page = new_page(width, height)
    against_recruit(page, "sbw1", "blocks_in_the_west")
    bar_is_whole(page, width)


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (820, 1180)])
def test_the_bar_of_the_joined_campaign_holds_two_weathers(new_page: NewPage, width: int, height: int) -> None:
    page = new_page(width, height)
    table = against_recruit(page, "sbew1", "blocks_east_and_west")
    table.wait_for_prompt("Deployment")
    weather = page.locator(".top .weather")
    assert weather.get_attribute("title") == "Weather: good weather", "the same in both theatres is said once"
    bar_is_whole(page, width)
    # as it will be in autumn, when they differ
    weather.locator(".words").evaluate("(e) => { e.textContent = 'light rain, in the East good weather'; }")
    bar_is_whole(page, width)


@pytest.mark.parametrize(
    ("title", "scenario", "language"),
    [
        ("eastfront", "campaign", "de"),
        ("eastfront", "s43", "it"),
        ("blocks_in_the_west", "sbw1", "de"),
        ("blocks_east_and_west", "sbew1", "de"),
    ],
)
def test_the_bar_says_the_aim_whole(new_page: NewPage, title: str, scenario: str, language: str) -> None:
    page = new_page(1366, 768, locale=language)
    against_recruit(page, scenario, title)
    bar_is_whole(page, 1366)
    words = page.locator("[data-action=aim] .words")
    assert " · " in words.inner_text()
    assert words.evaluate("(e) => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight + 1"), words.inner_text()


def bar_is_whole(page: Any, width: int) -> None:
    page.wait_for_selector("[data-action=aim]")
    bar = page.locator(".top").bounding_box()
    assert bar["height"] <= 60
    for part in page.locator(".top > *:visible").all():
        box = part.bounding_box()
        assert box["x"] >= 0, part
        assert box["x"] + box["width"] <= width + 1, part.inner_text()
    track = page.locator("[data-action=aim] .track").bounding_box()
    button = page.locator("[data-action=aim]").bounding_box()
    assert track["x"] + track["width"] <= button["x"] + button["width"], "the track lies in its button"


def test_the_bar_of_a_phone_holds_the_longest_names(new_page: NewPage, address: str) -> None:
    page = new_page(390, 844, has_touch=True, is_mobile=True)
    page.get_by_label("Language").select_option(label="Deutsch")
    page.goto(f"{address}/{counted(address, 'eastfront', 'edelweiss')}")
    page.wait_for_selector("[data-action=aim]")
    assert "Sowjetunion" in page.inner_text(".top")
    for part in page.locator(".top > *:visible").all():
        box = part.bounding_box()
        assert box["x"] + box["width"] <= 391, part.inner_text()


def test_the_summary_tells_how_the_aim_stands(new_page: NewPage) -> None:
    page = new_page()
    table = against_recruit(page)
    pass_the_turn(table)
    until_summary(table)
    told = page.locator("[data-points]").inner_text()
    assert "The aim" in told
    assert "turn" in told


def test_on_a_low_screen_what_is_decided_of_a_new_game_is_in_sight(new_page: NewPage) -> None:
    page = new_page(1366, 768)
    page.goto(f"{page.url.partition('#')[0]}#/new/eastfront/s43")
    start = page.get_by_role("button", name="Start the game").bounding_box()
    assert start["y"] + start["height"] <= 768
    for name in ("Axis", "The computer", "Recruit"):
        label = page.locator("form label").filter(has_text=name).first.bounding_box()
        assert label["y"] + label["height"] <= start["y"], name


def test_on_a_phone_the_games_stand_in_one_row_with_the_chosen_one_in_sight(new_page: NewPage) -> None:
    page = new_page(390, 844, has_touch=True, is_mobile=True)
    page.goto(f"{page.url.partition('#')[0]}#/new/blocks_in_the_west")
    chosen = page.locator(".tabs [aria-current]")
    chosen.wait_for()
    assert page.locator(".tabs").bounding_box()["height"] <= 60
    box = chosen.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 391
    wide = page.evaluate("() => Math.max(document.documentElement.scrollWidth, window.innerWidth)")
    assert wide == 390, "the page is no wider than the phone"


def test_on_a_phone_the_button_that_starts_a_game_lies_over_the_choices_below_it(new_page: NewPage) -> None:
    page = new_page(390, 844, has_touch=True, is_mobile=True)
    page.goto(f"{page.url.partition('#')[0]}#/new/blocks_in_the_east/sbe1")
    start = page.get_by_role("button", name="Start the game")
    start.wait_for()
    hit = """e => {
      const box = e.getBoundingClientRect();
      return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === e;
    }"""
    for way in range(0, 900, 60):
        page.evaluate("way => window.scrollTo(0, way)", way)
        assert start.evaluate(hit), way
