"""Sections 5.5, 5.7 and 13.8.1.3: American morale, the end of America's war, help for the Free French."""

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, position
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import Captured
from blockfront.games.blocks_series.power_events import MoraleFell
from blockfront.games.blocks_series.sea_events import MulberryGone
from blockfront.games.blocks_series.steps.crossings import MourningRoll


def normandy(month: str = "1944-07") -> Position:
    return position("sbw8", axis={"Metz": "de-1ss 6"}, allies={"Cherbourg": "us-5 1, us-8f 5, us-ike 1", "Caen": "gb-3 1"}, month=month)


@clause("BW-13.8.1.3b")
@pytest.mark.parametrize(
    ("key", "cause", "counts"), [("us-5", "battle", 1), ("us-8f", "battle", 0), ("gb-3", "battle", 0), ("us-ike", "activation", 0)]
)
def test_american_ground_units_that_are_eliminated_count(key: str, cause: str, counts: int) -> None:
    here = normandy()
    block = here.block(key)
    here.state.steps[block] = 1
    here.game.rules.losses.take_step(here.state, block, cause, here.events)
    assert here.state.location[block] < 0
    assert here.state.morale == counts == len(here.told(MoraleFell))


@clause("BW-13.8.1.3b")
def test_units_that_surrender_count_too() -> None:
    here = normandy()
    here.game.rules.losses.give_up(here.state, here.block("us-5"), here.events)
    assert here.state.morale == 1


@clause("BW-13.8.1.3d", "BW-18.1d")
@pytest.mark.parametrize(("face", "counts"), [(1, 1), (2, 0), (6, 0)])
def test_losses_at_sea_count_on_a_one(face: int, counts: int) -> None:
    """BWX-18.1, a six."""
    here = normandy()
    block = here.block("us-5")
    assert here.game.rules.losses.mourns_at_sea(block)
    assert not here.game.rules.losses.mourns_at_sea(here.block("gb-3"))
    here.game.rules.losses.remove(here.state, block)
    here.run(MourningRoll, block)
    here.play(Roll((face,)))
    assert here.state.morale == counts


@clause("BW-5.5b", "BW-13.8.1.3c", "BW-R121", "BW-3.20b")
@pytest.mark.parametrize(("losses", "leaves"), [(9, False), (10, True)])
def test_ten_losses_end_americas_war(losses: int, leaves: bool) -> None:
    here = normandy()
    rules, america = here.game.rules, here.game.rules.tables.power("usa")
    here.state.morale = losses
    assert (america in rules.victory.fallen_powers(here.state)) == leaves
    if leaves:
        rules.losses.surrender(here.state, america, here.events)
        assert here.state.location[here.block("us-5")] < 0
        assert here.is_at("gb-3", "Caen")
        assert here.holds(ALLIES, "Cherbourg")
        assert rules.powers.leader(here.state, ALLIES) == rules.tables.power("uk")


@clause("BW-5.7c", "BW-R121", "BW-R122")
@pytest.mark.parametrize(("month", "out", "pays"), [("1941-12", False, False), ("1944-07", False, True), ("1944-07", True, False)])
def test_america_pays_for_the_free_french_from_1942_on(month: str, out: bool, pays: bool) -> None:
    here = normandy(month)
    rules = here.game.rules
    here.state.surrendered |= int(out) << rules.tables.power("usa")
    patron = rules.powers.patron(here.state, rules.tables.power("free_france"))
    assert patron == (rules.tables.power("usa") if pays else None)


@clause("BW-R121")
def test_when_america_leaves_its_harbour_goes_and_nobody_is_rebuilt() -> None:
    here = position(
        "sbw9",
        allies={"Omaha/Utah": "us-5 4", "London": "gb-3 4, us-ike 2"},
        month="1944-08",
        active="allies",
        points={"usa": 20, "uk": 20},
        eliminated=("us-7", "gb-30"),
    )
    tables, state = here.game.rules.tables, here.state
    america, britain = tables.power("usa"), tables.power("uk")
    state.mulberries[:] = [(america, here.hex("Omaha/Utah"), 30), (britain, here.hex("Gold-Juno-Sword"), 30)]
    state.morale = 10
    here.game.rules.losses.surrender(state, america, here.events)
    assert here.holds(ALLIES, "united_states"), "its land does not change hands"
    assert not any(isinstance(event, Captured) for event in here.events)
    assert here.points("germany") == 0, "and nobody gains points"
    assert [harbour[0] for harbour in state.mulberries] == [britain]
    assert [event.hex for event in here.told(MulberryGone)] == [here.hex("Omaha/Utah")]
    assert set(here.game.rules.production.destroyed(state, ALLIES)) & {here.block("us-7"), here.block("gb-30")} == {here.block("gb-30")}


@clause("BW-0.4b")
def test_american_reinforcements_that_are_lost_count_against_the_allies() -> None:
    """In Overlord every American ground unit lost beyond the third costs a point, whenever it came."""
    lost = ("us-5", "us-7", "us-4", "us-3", "us-13")  # the last two come in July
    here = position("sbw8", allies={"London": "us-ike 4"}, month="1944-07", eliminated=lost)
    none = position("sbw8", allies={"London": "us-ike 4"}, month="1944-07")
    assert here.game.rules.victory.points(here.state) - none.game.rules.victory.points(none.state) == -2
