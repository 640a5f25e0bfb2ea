"""Before a game: the first page with the real map, scenario cards, presets of rules, opponents; on a desktop, a phone, in German."""

from typing import Any

from tests.browser.conftest import NewPage
from tests.browser.table import Table

_KEPT_DRAWING = """const make = URL.createObjectURL;
  URL.createObjectURL = (drawn) => { void drawn.text().then((text) => (window.drawing = text)); return make(drawn); };"""


def made_game(page: Any) -> dict[str, Any]:
    game = page.url.rpartition("/")[2]
    token = page.evaluate("() => Object.entries(localStorage).map(([, value]) => value).find((value) => value.includes('token'))")
    assert token is not None
    base = page.url.partition("#")[0].rstrip("/")
    held = page.evaluate(f"() => JSON.parse({token!r}).find((seat) => seat.game === '{game}').token")
    answer = page.request.get(f"{base}/api/games/{game}", headers={"authorization": f"Bearer {held}"}).json()
    info: dict[str, Any] = answer["info"]
    return info


def test_the_first_page_shows_the_real_map_with_the_first_position(new_page: NewPage) -> None:
    page = new_page(1366, 768)
    page.wait_for_selector(".hero svg image[href^=blob]", state="attached")
    assert page.locator(".hero .piece-top").count() >= 20, "two dozen blocks"
    assert page.locator(".hero .piece-strength").count() == 13, "one's own show their faces, the others their backs"
    page.add_init_script(_KEPT_DRAWING)
    page.reload()
    ground = str(page.wait_for_function("() => window.drawing").json_value())
    assert ">Yeisk</text>" in ground
    assert ">Rostov</text>" not in ground, "what stands on a plate is not written twice"
    assert page.locator(".hero .plate + text", has_text="Rostov").count() == 1
    assert page.locator(".cards .card img").count() == 4
    page.locator(".cards a[aria-label^='Summer 1943']").click()
    page.wait_for_selector("form h2:text('Summer 1943: Citadel')")


def test_a_card_and_a_preset_are_all_one_needs(new_page: NewPage) -> None:
    page = new_page(1366, 768)
    page.goto(page.url + "#/new")
    page.wait_for_selector(".cards .card")
    assert page.locator(".cards .card").count() == 10
    assert page.get_by_role("radio", name="Recruit").is_checked(), "the gentlest for a first game"
    page.get_by_role("radio", name="Summer 1943: Citadel").check()
    page.wait_for_selector("[data-aim=points]")
    told = page.inner_text("[data-aim=points]")
    assert "6 points ahead are a marginal victory, 16 a major one, 26 a decisive one" in told
    assert "The Axis side starts 10 points behind" in told
    page.get_by_role("radio", name="Advanced").check()
    assert "Paratroops, Sea power" in page.inner_text("[data-level=advanced]")
    start = page.get_by_role("button", name="Start the game")
    box = start.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 768, "the one button is in view"
    start.click()
    Table(page)
    info = made_game(page)
    assert (info["scenario"], sorted(info["options"])) == ("s43", ["paratroops", "sea_power"])


def test_ones_own_choice_lists_only_what_applies(new_page: NewPage) -> None:
    page = new_page()
    page.goto(page.url + "#/new/eastfront/edelweiss")
    page.get_by_role("radio", name="Own choice").check()
    page.wait_for_selector(".options .option")
    names = page.locator(".options label").all_inner_texts()
    assert "A first game" in names
    assert "Historical deployment" not in names
    assert page.get_by_role("checkbox", name="A first game").is_checked(), "the scenario suggests it"
    page.get_by_role("checkbox", name="A first game").uncheck()
    page.get_by_role("button", name="Start the game").click()
    Table(page)
    assert made_game(page)["options"] == []
    page.goto(page.url.partition("#")[0] + "#/new/blocks_in_the_east/sbe5")
    page.get_by_role("radio", name="Own choice").check()
    included = page.locator(".option", has_text="Advanced game").first
    assert "Part of this scenario" in included.inner_text()


def test_the_scenario_is_chosen_first_on_a_phone_then_the_rest(new_page: NewPage) -> None:
    page = new_page(390, 844, has_touch=True, is_mobile=True)
    page.goto(page.url + "#/new")
    page.wait_for_selector(".cards .card")
    assert not page.locator("form").is_visible()
    page.get_by_role("radio", name="Edelweiss").tap()
    page.wait_for_selector("form", state="visible")
    assert not page.locator(".cards").is_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
    page.get_by_role("link", name="All scenarios").tap()
    page.wait_for_selector(".cards", state="visible")


def test_the_same_in_german(new_page: NewPage) -> None:
    page = new_page()
    page.evaluate("localStorage.setItem('blockfront.language', 'de')")
    page.goto(page.url + "#/new/blocks_in_the_east/sbe1")
    page.reload()
    page.wait_for_selector("form h2:text('Weg nach Leningrad')")
    page.wait_for_selector("[data-aim=places]")
    assert "Die Achse gewinnt, wenn sie Ende September 1941 Leningrad hält" in page.inner_text("[data-aim]")
    page.get_by_role("radio", name="Turnier").check()
    page.get_by_role("button", name="Spiel beginnen").click()
    Table(page)
    assert "advanced" in made_game(page)["options"]
