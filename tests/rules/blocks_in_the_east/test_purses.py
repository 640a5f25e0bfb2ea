"""Whose points are spent first: a minor power's own or German aid, the Soviets' own or Lend-Lease."""

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, position
from blockfront.games.blocks_series.actions import BuyStep
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.power_actions import PayWith
from blockfront.games.blocks_series.state import PRODUCTION


def romania(own: int, german: int) -> Position:
    here = position("sbe4", axis={"Bucharest": "r-4k 2"}, month="1941-07").begin(PRODUCTION)
    here.state.pool[:] = [0] * len(here.state.pool)
    for power, number in (("romania", own), ("germany", german)):
        here.state.pool[here.game.rules.tables.power(power) * len(COLOURS)] = number
    return here


def aid_first(here: Position) -> PayWith:
    return PayWith(here.game.rules.tables.power("romania"), own_first=0)


@clause("BE-5.2c")
def test_its_own_points_come_first_unless_the_player_says_otherwise() -> None:
    usual, turned = romania(2, 5), romania(2, 5)
    usual.play(BuyStep(usual.block("r-4k")))
    assert (usual.points("romania"), usual.points("germany")) == (1, 5)
    turned.play(aid_first(turned), BuyStep(turned.block("r-4k")))
    assert (turned.points("romania"), turned.points("germany")) == (2, 4)
    assert turned.state.aid[turned.game.rules.tables.power("romania")] == 1


@clause("BE-5.2c")
def test_aid_stays_within_three_points() -> None:
    here = romania(2, 9)
    power = here.game.rules.tables.power("romania")
    here.play(aid_first(here))
    here.state.aid[power] = 3
    assert BuyStep(here.block("r-4k")) in here.legal()
    here.play(BuyStep(here.block("r-4k")))
    assert (here.points("romania"), here.points("germany")) == (1, 9)
    assert not any(isinstance(action, PayWith) for action in here.legal())


@clause("BE-5.2c")
def test_there_is_no_choice_without_two_purses() -> None:
    assert aid_first(romania(2, 5)) in romania(2, 5).legal()
    assert aid_first(romania(0, 5)) not in romania(0, 5).legal()
    assert aid_first(romania(2, 0)) not in romania(2, 0).legal()
    here = romania(2, 5)
    refused = here.game.why_not(here.state, PayWith(0, own_first=0), AXIS)
    assert refused is not None
    assert refused.clause == "BE-5.2c"


@clause("BE-34.0b")
def test_soviets_may_keep_gifts_for_later() -> None:
    def tanks() -> Position:
        here = position("sbe5", soviet={"Kharkov": "s-3mc 1"}, month="1941-10", active="soviet", options=("advanced", "lend_lease"))
        here.begin(PRODUCTION)
        ussr = here.game.rules.tables.power("ussr") * len(COLOURS)
        here.state.pool[:] = [5 if ussr <= number < ussr + len(COLOURS) else 0 for number in range(len(here.state.pool))]
        return here

    usual, turned = tanks(), tanks()
    gifts = sum(usual.state.gifts)
    usual.play(BuyStep(usual.block("s-3mc")))
    assert (sum(usual.state.gifts), usual.points("ussr", "red")) == (gifts - 1, 5)
    turned.play(PayWith(turned.game.rules.tables.power("ussr"), own_first=1), BuyStep(turned.block("s-3mc")))
    assert (sum(turned.state.gifts), turned.points("ussr", "red"), turned.points("ussr")) == (gifts, 4, 4)
