"""Chapters 4.2 and 11: the course of Production, replacements, cadres, reinforcements, arrival."""

import pytest

from blockfront.blocks.block_state import ELIMINATED
from blockfront.core.clauses import clause
from blockfront.core.sides import Side
from blockfront.games.eastfront.actions import Arrive, BuildCadre, BuyStep, Disband, EndPhase
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.events import Bought, Eliminated, PhaseBegan, ProductionEnded
from blockfront.games.eastfront.rules.ch11_production import FOR_A_STEP, FOR_POINTS
from blockfront.games.eastfront.state import AXIS, PRODUCTION, SOVIET, UNSUPPLIED
from blockfront.games.eastfront.steps.production import ProductionPhase


def producing(
    axis: dict[str, str] | None = None,
    soviet: dict[str, str] | None = None,
    *,
    scenario: str = "s43",
    month: str = "1943-08",
    eliminated: tuple[str, ...] = (),
    soviet_holds: tuple[str, ...] = (),
    points: int | None = None,
) -> Position:
    """Both sides produce; `points` gives each so many instead of its level."""
    here = position(scenario, axis=axis, soviet=soviet, month=month, eliminated=eliminated, soviet_holds=soviet_holds)
    here.run(ProductionPhase, 0)
    if points is not None:
        here.state.budget[:] = [points, points]
    return here


def cadres(here: Position, key: str) -> set[int]:
    """Hexes where a unit may be rebuilt."""
    block = here.block(key)
    return {a.hex for a in here.legal(here.game.rules.units.side[block]) if isinstance(a, BuildCadre) and a.block == block}


def arrivals(here: Position, key: str) -> set[int]:
    """Ways in which a reinforcement may be paid for now."""
    block = here.block(key)
    return {a.early for a in here.legal(here.game.rules.units.side[block]) if isinstance(a, Arrive) and a.block == block}


# ---- the course of Production


@clause("EF-0.2e", "EF-4.2a")
@pytest.mark.parametrize(("side", "key"), [(AXIS, "ax-inf-5"), (SOVIET, "so-inf-12")])
def test_new_units_are_seen_when_both_sides_are_done(side: int, key: str) -> None:
    here = producing({"Minsk": "ax-inf-1 2"}, {"Moscow": "so-inf-37 2"}, eliminated=("ax-inf-5", "so-inf-12"), points=60)
    here.with_nobody_due()
    place = min(cadres(here, key))
    here.play(BuildCadre(here.block(key), place), side=Side(side))
    assert here.state.shown[here.block(key)] != place
    here.play(EndPhase(), side=AXIS).play(EndPhase(), side=SOVIET).deal()
    assert here.state.shown[here.block(key)] == place


@clause("EF-4.2a", "EF-0.2e")
def test_both_sides_produce_at_once_and_unseen() -> None:
    here = producing({"Minsk": "ax-inf-1 2"}, {"Moscow": "so-inf-12 2"}).with_nobody_due()
    assert here.game.to_act(here.state) == {AXIS, SOVIET}
    before = here.game.view(here.state, SOVIET)
    here.play(BuyStep(here.block("ax-inf-1")), side=AXIS)
    assert here.told(Bought, SOVIET) == []
    assert here.game.view(here.state, SOVIET) == before
    here.play(BuyStep(here.block("so-inf-12")), side=SOVIET).play(EndPhase(), side=SOVIET)
    assert here.game.to_act(here.state) == {AXIS}
    assert not here.told(ProductionEnded)
    here.play(EndPhase(), side=AXIS).deal()
    assert here.told(ProductionEnded)
    assert (here.value("ax-inf-1"), here.value("so-inf-12")) == (3, 3)


@clause("EF-4.2a", "EF-0.2e", "EF-11.6a")
def test_what_has_been_built_is_seen_only_when_both_are_done() -> None:
    here = producing({"Minsk": "ax-inf-1 2"}, {"Moscow": "so-inf-12 2"}, eliminated=("so-tk-4",)).with_nobody_due()
    here.play(BuildCadre(here.block("so-tk-4"), here.hex("Tula")), side=SOVIET).play(EndPhase(), side=SOVIET)
    assert not any(sight.location == here.hex("Tula") for sight in here.game.view(here.state, AXIS).blocks.seen)
    here.play(EndPhase(), side=AXIS).deal()
    assert any(sight.location == here.hex("Tula") for sight in here.game.view(here.state, AXIS).blocks.seen)


@clause("EF-4.2b", "EF-11.1b", "EF-11.3a")
def test_the_level_is_determined_first_and_no_later_purchase_changes_another() -> None:
    def spend(*names: str) -> tuple[int, list[int]]:
        here = producing({"Minsk": "ax-inf-1 2"}, {"Moscow": "so-inf-12 2"}, month="1943-07", eliminated=("ax-pz-41",))
        assert here.told(PhaseBegan)[0].phase == PRODUCTION
        assert here.state.budget == here.state.levels
        purchases = {
            "step": BuyStep(here.block("ax-inf-1")),
            "cadre": BuildCadre(here.block("ax-pz-41"), here.hex("Danzig")),
            "reinforcement": Arrive(here.block("ax-ss-3"), here.hex("Krakow")),
        }
        for name in names:
            here.play(purchases[name], side=AXIS)
        return here.state.budget[AXIS], [here.value(key) for key in ("ax-inf-1", "ax-pz-41", "ax-ss-3")]

    in_order = spend("step", "cadre", "reinforcement")
    assert in_order == (90 - 4 - 12, [3, 1, 3])
    assert spend("reinforcement", "cadre", "step") == in_order


@clause("EF-11.3a")
def test_nobody_spends_more_than_his_points_and_what_is_left_is_lost() -> None:
    here = producing({"Minsk": "ax-inf-1 2, ax-inf-5 2"}, points=7).with_nobody_due()
    here.play(BuyStep(here.block("ax-inf-1")), side=AXIS)
    assert here.refusal(BuyStep(here.block("ax-inf-5"))).clause == "EF-11.3a"
    here.play(EndPhase(), side=AXIS).play(EndPhase(), side=SOVIET)
    assert here.state.budget == [0, 0]
    here.state.month += 1
    here.run(ProductionPhase, 0)
    assert here.state.budget == here.state.levels


# ---- replacements


@clause("EF-11.41a", "EF-11.3a")
@pytest.mark.parametrize(("lacking", "offered"), [(0, True), (1, False)])
def test_the_last_points_still_buy_a_step(lacking: int, offered: bool) -> None:
    here = producing({"Minsk": "ax-inf-1 2"})
    block = here.block("ax-inf-1")
    here.state.budget[AXIS] = here.game.rules.production.step_cost(here.state, block) - lacking
    assert (BuyStep(block) in here.legal(AXIS)) == offered


@clause("EF-11.41a", "EF-10.7a")
def test_a_step_needs_a_supply_line_now_whatever_the_supply_status() -> None:
    pocket = {"Moscow": "ax-inf-5 2"}
    here = producing({"Minsk": "ax-inf-1 2", **pocket}, points=50)
    here.state.flags[here.block("ax-inf-1")] |= UNSUPPLIED  # it has a line again
    assert BuyStep(here.block("ax-inf-1")) in here.legal(AXIS)
    assert BuyStep(here.block("ax-inf-5")) not in here.legal(AXIS)  # still supplied by status, but without a line
    assert here.refusal(BuyStep(here.block("ax-inf-5"))).clause == "EF-10.7a"


@clause("EF-11.41a", "EF-11.41b")
def test_no_second_step_none_in_battle_none_above_the_maximum_none_for_new_units() -> None:
    units = {"Minsk": "ax-inf-1 2, ax-inf-5 4", "Kiev": "ax-inf-6 2"}
    here = producing(units, {"Kiev": "infantry 2"}, eliminated=("ax-pz-41",), points=50)
    here.play(BuyStep(here.block("ax-inf-1")), side=AXIS)
    here.play(BuildCadre(here.block("ax-pz-41"), here.hex("Danzig")), side=AXIS)
    clauses = {key: here.refusal(BuyStep(here.block(key))).clause for key in ("ax-inf-1", "ax-inf-5", "ax-inf-6", "ax-pz-41")}
    assert clauses == {"ax-inf-1": "EF-11.41b", "ax-inf-5": "EF-11.41a", "ax-inf-6": "EF-11.41a", "ax-pz-41": "EF-11.41b"}


@clause("EF-10.5b", "EF-1.46e")
def test_units_that_live_on_a_fortress_get_no_steps() -> None:
    here = producing(soviet={"Sevastopol": "so-inf-12 2", "Moscow": "so-inf-24 2"}, scenario="s42", month="1942-07", points=50)
    assert here.game.rules.supply.sustains(here.state, SOVIET, here.hex("Sevastopol"))
    steps = {a.block for a in here.legal(SOVIET) if isinstance(a, BuyStep)}
    assert steps == {here.block("so-inf-24")}


@clause("EF-11.41c", "EF-2.65d")
def test_one_ss_step_a_month_whether_it_is_a_step_or_a_cadre() -> None:
    here = producing({"Minsk": "ax-ss-2 2, ax-ss-3 2, ax-pz-41 2, ax-pz-56 2"}, points=90)
    here.play(BuyStep(here.block("ax-ss-2")), BuyStep(here.block("ax-pz-41")), BuyStep(here.block("ax-pz-56")), side=AXIS)
    assert here.refusal(BuyStep(here.block("ax-ss-3"))).clause == "EF-11.41c"
    rebuilt = producing({"Minsk": "ax-ss-2 2"}, eliminated=("ax-ss-3",), points=90)
    rebuilt.play(BuildCadre(rebuilt.block("ax-ss-3"), rebuilt.hex("Danzig")), side=AXIS)
    assert rebuilt.refusal(BuyStep(rebuilt.block("ax-ss-2"))).clause == "EF-11.41c"
    second = producing({"Minsk": "ax-ss-2 2"}, eliminated=("ax-ss-3",), points=90)
    second.play(BuyStep(second.block("ax-ss-2")), side=AXIS)
    assert second.refusal(BuildCadre(second.block("ax-ss-3"), second.hex("Danzig"))).clause == "EF-11.41c"


@clause("EF-11.41c", "EF-11.5a")
def test_an_ss_reinforcement_and_an_ss_unit_given_up_are_no_rebuilt_steps() -> None:
    here = producing({"Minsk": "ax-ss-2 2"}, month="1943-07", points=90)
    here.play(Arrive(here.block("ax-ss-3"), here.hex("Danzig")), side=AXIS)
    assert BuyStep(here.block("ax-ss-2")) in here.legal(AXIS)
    here = producing({"Minsk": "ax-ss-2 2, ax-ss-3 2"}, points=90)
    here.play(Disband(here.block("ax-ss-3")), side=AXIS)
    assert BuyStep(here.block("ax-ss-2")) in here.legal(AXIS)


# ---- cadres


@clause("EF-11.42a", "EF-2.4c", "EF-2.4b")
def test_an_eliminated_unit_comes_back_at_its_lowest_step() -> None:
    here = producing(eliminated=("ax-pz-41", "ax-hq-a"), points=90)
    here.play(BuildCadre(here.block("ax-pz-41"), here.hex("Danzig")), side=AXIS)
    here.play(BuildCadre(here.block("ax-hq-a"), here.hex("Danzig")), side=AXIS)
    assert (here.value("ax-pz-41"), here.value("ax-hq-a")) == (1, 0)


@clause("EF-10.2a", "EF-8.2a")
def test_a_unit_rebuilt_after_it_starved_is_supplied_again() -> None:
    here = producing(eliminated=("ax-pz-41",), points=90)
    here.state.flags[here.block("ax-pz-41")] |= UNSUPPLIED  # its status when it was lost
    here.play(BuildCadre(here.block("ax-pz-41"), here.hex("Danzig")), side=AXIS)
    assert not here.state.flags[here.block("ax-pz-41")] & UNSUPPLIED
    here.fix_control()
    assert here.game.rules.control.zone_of_control(here.state, AXIS) >> here.hex("Bromberg") & 1


@clause("EF-11.42e", "EF-11.3a", "EF-11.6c")
def test_points_and_places_alone_limit_the_number_of_cadres() -> None:
    armor = ("ax-pz-3", "ax-pz-41", "ax-pz-56", "ax-pz-57", "ax-pz-48", "ax-pz-40")
    here = producing(eliminated=armor, points=12 * 5)
    places = ("Danzig", "Danzig", "Krakow", "Krakow", "Warsaw")
    for key, place in zip(armor, places, strict=False):
        here.play(BuildCadre(here.block(key), here.hex(place)), side=AXIS)
    assert here.state.budget[AXIS] == 0
    assert cadres(here, armor[-1]) == set()


@clause("EF-11.52a")
def test_units_given_up_leave_at_the_end_and_come_back_in_a_later_production() -> None:
    here = producing({"Minsk": "ax-inf-1 3"}, points=50).with_nobody_due()
    here.play(Disband(here.block("ax-inf-1")), side=AXIS)
    assert cadres(here, "ax-inf-1") == set()
    here.play(EndPhase(), side=AXIS).play(EndPhase(), side=SOVIET)
    assert here.state.location[here.block("ax-inf-1")] == ELIMINATED
    assert [event.cause for event in here.told(Eliminated)] == ["disbanded"]
    here.state.month += 1
    here.run(ProductionPhase, 0)
    assert cadres(here, "ax-inf-1")


# ---- reinforcements


@clause("EF-11.5a", "EF-11.51a", "EF-R15")
def test_reinforcements_come_free_in_their_month_or_a_month_early_for_a_step_or_for_points() -> None:
    early = producing(scenario="w41", month="1942-02", points=50)  # the 23rd Corps is due in March with 3
    assert arrivals(early, "ax-inf-23") == {FOR_A_STEP, FOR_POINTS}
    early.play(Arrive(early.block("ax-inf-23"), early.hex("Danzig"), FOR_A_STEP), side=AXIS)
    assert (early.value("ax-inf-23"), early.state.budget[AXIS]) == (2, 50)
    paid = producing(scenario="w41", month="1942-02", points=50)
    paid.play(Arrive(paid.block("ax-inf-23"), paid.hex("Danzig"), FOR_POINTS), side=AXIS)
    assert (paid.value("ax-inf-23"), paid.state.budget[AXIS]) == (3, 50 - 6)
    exactly = producing(scenario="w41", month="1942-02", points=6)
    assert arrivals(exactly, "ax-inf-23") == {FOR_A_STEP, FOR_POINTS}, "the last point may be spent"
    assert arrivals(producing(scenario="w41", month="1942-02", points=5), "ax-inf-23") == {FOR_A_STEP}
    on_time = producing(scenario="w41", month="1942-03", points=0)
    assert arrivals(on_time, "ax-inf-23") == {0}
    two_months = producing(scenario="w41", month="1942-01", points=50)
    assert arrivals(two_months, "ax-inf-23") == set()


@clause("EF-R15", "EF-11.51a")
def test_a_unit_of_one_step_cannot_pay_with_it() -> None:
    here = producing(scenario="w41", month="1942-03", points=50)  # 1 Guards Tank is due in April with 1
    assert arrivals(here, "so-gtk-1") == {FOR_POINTS}


@clause("EF-11.5a")
def test_production_does_not_end_before_the_reinforcements_of_the_month_have_been_placed() -> None:
    here = producing(scenario="w41", month="1942-03", points=0)  # the 23rd Corps is due
    assert EndPhase() not in here.legal(AXIS)
    assert here.refusal(EndPhase()).clause == "EF-11.5a"
    for key in ("ax-inf-23", "ax-inf-61"):  # one of them since January: he was kept out
        assert EndPhase() not in here.legal(AXIS)
        here.play(Arrive(here.block(key), here.hex("Danzig")), side=AXIS)
    assert EndPhase() in here.legal(AXIS)
    early = producing(scenario="w41", month="1942-02", points=50).with_nobody_due()
    assert EndPhase() in early.legal(AXIS)  # nobody must come before his month


@clause("EF-11.5a", "EF-11.51a")
@pytest.mark.parametrize(
    ("scenario", "month", "early"),
    [("s41", "1941-11", {"so-shock-3", "so-shock-4", "so-para-4"}), ("w41", "1942-05", {"ax-inf-27", "so-gtk-5"})],
)
def test_the_card_has_units_for_the_month_after_the_scenario_that_may_come_early(scenario: str, month: str, early: set[str]) -> None:
    here = producing(scenario=scenario, month=month, points=50)
    coming = {here.game.order[a.block].key for side in (AXIS, SOVIET) for a in here.legal(side) if isinstance(a, Arrive) and a.early}
    assert coming == early
    before = producing(scenario=scenario, month="1941-10" if scenario == "s41" else "1942-04", points=50)
    soon = {before.game.order[a.block].key for side in (AXIS, SOVIET) for a in before.legal(side) if isinstance(a, Arrive)}
    assert not soon & early


# ---- arrival


@clause("EF-11.6a", "EF-1.44b", "EF-1.44a", "EF-R52")
def test_new_units_arrive_in_home_cities_and_at_the_home_edge() -> None:
    here = producing(eliminated=("ax-pz-41", "so-tk-4"), points=50)
    axis, soviet = cadres(here, "ax-pz-41"), cadres(here, "so-tk-4")
    for place in ("Königsberg", "Memel", "Bromberg"):  # German cities, a rail entry
        assert here.hex(place) in axis, place
    for place in ("Minsk", "Kiev", "Lodz", "Vilna"):  # occupied cities, and a town
        assert here.hex(place) not in axis, place
    for place in ("Moscow", "Grozny", "2613"):
        assert here.hex(place) in soviet, place
    for place in ("Minsk", "Warsaw", "1605"):  # lost, foreign, no city
        assert here.hex(place) not in soviet, place


@clause("EF-1.41e", "EF-11.6a")
def test_victory_cities_take_axis_arrivals_and_never_soviet_ones() -> None:
    here = producing(eliminated=("ax-pz-41", "so-tk-4"), points=50)
    assert {here.hex(place) for place in ("Warsaw", "Bucharest", "Sofia")} <= cadres(here, "ax-pz-41")
    conquered = producing(scenario="w44", month="1945-01", eliminated=("so-tk-4",), points=50)
    assert conquered.game.rules.supply.sources(conquered.state, SOVIET) >> conquered.hex("Bucharest") & 1
    assert conquered.hex("Bucharest") not in cadres(conquered, "so-tk-4")


@clause("EF-11.6b")
def test_an_arrival_place_must_be_supplied_and_without_battle() -> None:
    here = producing({"Tula": "infantry 2"}, {"Tula": "infantry 3"}, eliminated=("so-tk-4",), points=50)
    assert here.state.friendly[SOVIET] >> here.hex("Tula") & 1
    assert here.hex("Tula") not in cadres(here, "so-tk-4")
    besieged = producing(eliminated=("so-tk-4",), points=50)
    assert besieged.state.friendly[SOVIET] >> besieged.hex("Leningrad") & 1
    assert besieged.hex("Leningrad") not in cadres(besieged, "so-tk-4")  # no rail


@clause("EF-11.6c", "EF-1.41d", "EF-1.42b")
@pytest.mark.parametrize(("place", "room"), [("Königsberg", 2), ("Memel", 1), ("Bromberg", 1), ("Danzig", 2)])
def test_a_major_city_takes_two_new_units_other_places_one(place: str, room: int) -> None:
    armor = ("ax-pz-3", "ax-pz-41", "ax-pz-56")
    here = producing(eliminated=armor, points=90)
    for key in armor[:room]:
        here.play(BuildCadre(here.block(key), here.hex(place)), side=AXIS)
    assert here.hex(place) not in cadres(here, armor[room])
    assert here.refusal(BuildCadre(here.block(armor[room]), here.hex(place))).clause == "EF-11.6a"


@clause("EF-1.41d", "EF-11.6c")
def test_reinforcements_and_cadres_count_together_and_stacking_holds() -> None:
    here = producing(scenario="w41", month="1942-03", eliminated=("ax-pz-41", "ax-pz-56"), points=90)
    danzig = here.hex("Danzig")
    here.play(Arrive(here.block("ax-inf-23"), danzig), BuildCadre(here.block("ax-pz-41"), danzig), side=AXIS)
    assert danzig not in cadres(here, "ax-pz-56")
    full = producing({"Danzig": "infantry 3, infantry 3, infantry 3, infantry 3"}, eliminated=("ax-pz-41",), points=90)
    assert danzig not in cadres(full, "ax-pz-41")
