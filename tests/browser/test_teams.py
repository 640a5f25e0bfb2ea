"""A side shared with a bot: chosen in the form, told at the table, with talk that only the side hears."""

from tests.browser.conftest import NewPage


def test_a_team_mate_is_chosen_and_the_side_talks(new_page: NewPage) -> None:
    page = new_page()
    page.goto(page.url.partition("#")[0] + "#/new/blocks_in_the_east/sbe4")
    mates = page.get_by_role("group", name="Who shares my side")
    mates.get_by_role("radio", name="a bot").check()
    page.get_by_role("group", name="How we share it").get_by_role("radio", name="the north / the south").check()
    mine = page.get_by_role("group", name="I command")
    assert mine.get_by_role("checkbox", name="the north").is_checked()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(".prompt[data-mine=true]")
    page.click("#tab-chat")
    team = page.get_by_role("region", name="For my side alone")
    team.get_by_label("Say something to my side").fill("Riga is mine")
    page.keyboard.press("Enter")
    team.get_by_text("Riga is mine").wait_for()
