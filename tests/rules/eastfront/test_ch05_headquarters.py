"""Chapters 4.4 and 5: activation, command radius, roles, supreme headquarters, blitz, disorganisation."""

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.games.eastfront.actions import Activate, EndPhase, Fight, Mobilise, Move, RailMove, Resolve, Strike
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.events import Activated, Eliminated, Rolled, Spent, StrikesAssigned
from blockfront.games.eastfront.state import (
    ACTIVE,
    AXIS,
    BLITZ,
    BLITZ_COMBAT,
    BLITZ_MOVEMENT,
    COMBAT,
    COMMAND,
    MOVEMENT,
    SOVIET,
    SPENT,
    SUPPLY,
)

SOUTH = ("Rostov", "Rostov E1", "Rostov E2", "Kamensko", "Kamensko E1", "Mariupol", "Voroshilovgrad", "Millerovo", "Salsk")


def here_is(axis: dict[str, str], soviet: dict[str, str] | None = None, *, weather: str = "dry", **commands: int) -> Position:
    """A position in the south; `south=ACTIVE` activates the headquarters of Army Group South, and so on."""
    here = position("s42", axis=axis, soviet=soviet or {"Astrakhan": "infantry 3"}, axis_holds=SOUTH, weather=weather)
    for name, command in commands.items():
        here.state.command[here.block(f"ax-hq-{name}")] = command
    return here


def movers(here: Position) -> set[str]:
    order = here.game.rules.order
    return {order[action.block].key for action in here.legal() if isinstance(action, Move)}


# ---- activation


@clause("EF-4.41a", "EF-5.2a", "EF-0.2b")
def test_any_number_of_headquarters_is_activated_and_shown_when_the_phase_ends() -> None:
    here = here_is({"Kamensko": "ax-hq-south 3", "Mariupol": "ax-hq-a 1", "Rostov": "ax-hq-centre 2"}, {"Rostov": "infantry 1"})
    here.begin(COMMAND)
    here.play(Activate(here.block("ax-hq-south"))).play(Activate(here.block("ax-hq-centre")))  # one of them in a battle
    assert here.told(Activated, SOVIET) == []
    here.end_phase()
    assert {event.hq for event in here.told(Activated, SOVIET)} == {here.block("ax-hq-south"), here.block("ax-hq-centre")}
    assert here.state.face_up >> here.block("ax-hq-south") & 1
    assert not here.state.face_up >> here.block("ax-hq-a") & 1


@clause("EF-4.41b", "EF-5.7c", "EF-5.7i", "EF-R11")
def test_blitz_is_for_headquarters_with_a_value_and_not_for_supreme_ones() -> None:
    here = here_is({"Kamensko": "ax-hq-south 1", "Mariupol": "ax-hq-a 0", "Warsaw": "ax-hq-okh 3"}).begin(COMMAND)
    offered = {(a.hq, a.blitz) for a in here.legal() if isinstance(a, Activate)}
    assert (here.block("ax-hq-south"), True) in offered
    assert (here.block("ax-hq-a"), True) not in offered
    assert (here.block("ax-hq-okh"), True) not in offered
    assert here.refusal(Activate(here.block("ax-hq-okh"), blitz=True)).clause == "EF-5.7c"
    assert here.refusal(Activate(here.block("ax-hq-a"), blitz=True)).clause == "EF-5.7i"
    here.play(Activate(here.block("ax-hq-south"), blitz=True)).end_phase()
    assert here.told(Activated)[0].blitz


@clause("EF-5.2b", "EF-5.43b", "EF-5.43c")
def test_an_inactive_headquarters_moves_like_a_unit_and_pays_nothing() -> None:
    here = here_is({"Kamensko": "ax-hq-south 3, ax-hq-a 1"}, south=ACTIVE).begin(MOVEMENT)
    assert "ax-hq-a" in movers(here)
    assert "ax-hq-south" not in movers(here)
    here.play(Move(here.block("ax-hq-a"), here.hex("Millerovo"))).end_phase()
    assert [event.hq for event in here.told(Spent)] == [here.block("ax-hq-south")]
    assert here.value("ax-hq-a") == 1


@clause("EF-5.2c", "EF-5.1f", "EF-5.8c")
def test_a_headquarters_of_value_0_commands_its_own_hex_and_dies_of_it() -> None:
    here = here_is({"Kamensko": "ax-hq-a 0, ax-inf-1 3", "Millerovo": "ax-inf-5 3"}, a=ACTIVE).begin(MOVEMENT)
    assert movers(here) == {"ax-inf-1"}
    here.end_phase()
    assert [event.block for event in here.told(Eliminated)] == [here.block("ax-hq-a")]


# ---- deploying


@clause("EF-5.21a", "EF-5.21c", "EF-8.4a", "EF-5.21f", "EF-R50")
def test_deploying_is_one_hex_into_friendly_ground_without_battle_and_leaves_the_mobilisation() -> None:
    here = here_is({"Kamensko": "ax-hq-south 3", "Voroshilovgrad": "ax-hq-okh 3"}, {"Rostov E1": "infantry 2"}).begin(COMMAND)
    hexes = {a.to for a in here.legal() if isinstance(a, Activate) and a.hq == here.block("ax-hq-south")}
    assert here.hex("Millerovo") in hexes
    assert here.hex("Rostov E1") not in hexes
    assert any(a.to != -1 for a in here.legal() if isinstance(a, Activate) and a.hq == here.block("ax-hq-okh"))
    here.play(Activate(here.block("ax-hq-south"), to=here.hex("Millerovo"))).end_phase()
    assert Mobilise(here.block("ax-hq-south"), here.hex("Kamensko")) in here.legal()


@clause("EF-5.21b", "EF-12.22a")
def test_nobody_deploys_in_mud() -> None:
    here = here_is({"Kamensko": "ax-hq-south 3"}, weather="mud").begin(COMMAND)
    assert {a.to for a in here.legal() if isinstance(a, Activate)} == {-1}
    assert here.refusal(Activate(here.block("ax-hq-south"), to=here.hex("Millerovo"))).clause == "EF-5.21b"


@clause("EF-5.21d")
def test_a_lone_headquarters_deploying_out_of_a_battle_is_pursued_at_once() -> None:
    here = here_is({"Rostov E1": "ax-hq-south 2"}, {"Rostov E1": "so-inf-12 2"}).begin(COMMAND)
    here.play(Activate(here.block("ax-hq-south"), to=here.hex("Kamensko"))).play(Roll((6, 1)))
    assert here.told(Rolled)[0].kind == "pursuit"
    assert here.value("ax-hq-south") == 1
    assert here.is_at("ax-hq-south", "Kamensko")


@clause("EF-5.21e", "EF-6.22a")
def test_deploying_may_overstack_until_the_movement_ends() -> None:
    here = here_is({"Kamensko": "infantry 3, infantry 3, infantry 3, infantry 3", "Millerovo": "ax-hq-south 3"}).begin(COMMAND)
    here.play(Activate(here.block("ax-hq-south"), to=here.hex("Kamensko"))).end_phase()
    assert EndPhase() not in here.legal()
    moved = next(action for action in here.legal() if isinstance(action, Move))
    assert EndPhase() in here.play(moved).legal()


# ---- command


@clause("EF-5.3a", "EF-5.3d", "EF-4.42a")
def test_only_units_within_the_radius_may_move() -> None:
    here = here_is({"Millerovo": "ax-hq-south 1", "Kamensko": "ax-inf-1 3", "Rostov": "ax-inf-5 3"}, south=ACTIVE).begin(MOVEMENT)
    assert movers(here) == {"ax-inf-1"}
    assert here.refusal(Move(here.block("ax-inf-5"), here.hex("Mariupol"))).clause == "EF-5.3d"


@clause("EF-5.3c", "EF-R10")
def test_the_line_may_end_in_a_battle_the_enemy_controls() -> None:
    here = here_is({"Kamensko": "ax-hq-south 1", "Rostov E1": "ax-inf-1 3, ax-inf-5 3"}, {"Rostov E1": "infantry 2"}, south=ACTIVE)
    here.fix_control()
    assert here.state.friendly[SOVIET] >> here.hex("Rostov E1") & 1
    assert "ax-inf-1" in movers(here.begin(MOVEMENT))


@clause("EF-5.42b", "EF-5.42a", "EF-5.42c", "EF-5.43a", "EF-4.43c")
def test_any_active_headquarters_in_reach_supports_and_is_deactivated_where_it_stands() -> None:
    here = here_is({"Millerovo": "ax-hq-south 2", "Rostov": "infantry 3"}, {"Rostov": "infantry 1"}, south=ACTIVE).begin(COMBAT)
    assert here.game.rules.battles.is_supported(here.state, here.hex("Rostov"))
    here.end_phase().end_phase()
    (spent,) = here.told(Spent)
    assert (spent.value, spent.still_active) == (1, False)
    assert here.is_at("ax-hq-south", "Millerovo")
    assert here.state.command[here.block("ax-hq-south")] in (SPENT, 0)
    assert not here.state.face_up >> here.block("ax-hq-south") & 1


@clause("EF-5.1c")
def test_command_combat_and_hunger_cost_steps() -> None:
    here = here_is({"Salsk": "ax-hq-south 3"}, {"Salsk": "so-inf-12 1", "Rostov": "infantry 2", "Kamensko": "infantry 2"}, south=ACTIVE)
    here.begin(COMBAT)
    here.end_phase().play(Fight(here.hex("Salsk"))).play(Roll((6,)))
    assert here.value("ax-hq-south") == 1  # one in battle, one for commanding
    starving = position("s42", axis={"Salsk": "ax-hq-south 3"}, soviet={"Rostov": "infantry 2"}, active=SOVIET).begin(SUPPLY)
    assert starving.value("ax-hq-south") == 2


@clause("EF-5.1d", "EF-8.2a", "EF-7.33c")
def test_headquarters_hold_ground_and_take_losses_but_never_fire() -> None:
    here = here_is({"Salsk": "ax-hq-south 3"}, {"Astrakhan": "infantry 1"})
    assert here.game.rules.control.zone_of_control(here.state, AXIS) >> here.hex("Salsk E1") & 1
    assert not here.game.rules.firepower.can_fire(here.state, here.block("ax-hq-south"))


# ---- air power


@clause("EF-5.5a", "EF-5.5b", "EF-13.1a", "EF-13.11a", "EF-13.13a", "EF-7.13a", "EF-7.13b")
def test_one_strike_for_each_headquarters_and_each_battle_in_range_over_any_ground() -> None:
    here = here_is(
        {
            "Kamensko": "ax-hq-south 2",
            "Mariupol": "ax-hq-a 1",
            "Rostov": "infantry 3",
            "Kotelnikovo": "infantry 3",
            "Stalingrad": "infantry 3",
        },
        {"Rostov": "infantry 2", "Kotelnikovo": "infantry 2", "Stalingrad": "infantry 2"},
        south=ACTIVE,
        a=ACTIVE,
    ).begin(COMBAT)
    south, a = here.block("ax-hq-south"), here.block("ax-hq-a")
    strikes = {(s.hq, s.hex) for s in here.legal() if isinstance(s, Strike)}
    assert strikes == {(south, here.hex("Rostov")), (south, here.hex("Kotelnikovo")), (a, here.hex("Rostov"))}
    here.play(Strike(south, here.hex("Rostov")))
    assert not [s for s in here.legal() if isinstance(s, Strike)]  # the other headquarters' only battle has its strike


@clause("EF-7.13a", "EF-13.11a", "EF-13.13b", "EF-7.14a")
def test_a_strike_or_a_battle_that_cannot_be_chosen_says_why() -> None:
    here = here_is(
        {"Kamensko": "ax-hq-south 2", "Mariupol": "ax-hq-a 1", "Rostov": "infantry 3", "Stalingrad": "infantry 3"},
        {"Rostov": "infantry 2", "Stalingrad": "infantry 2"},
        south=ACTIVE,
    ).begin(COMBAT)
    south, a = here.block("ax-hq-south"), here.block("ax-hq-a")

    def why(action: Strike | Fight) -> str:
        return here.refusal(action).because

    assert why(Strike(south, here.hex("Stalingrad"))) == "out_of_range"
    assert why(Strike(south, here.hex("Salsk"))) == "no_battle_there"
    assert why(Strike(a, here.hex("Rostov"))) == "no_strike_to_send"  # it is not active
    here.play(Strike(south, here.hex("Rostov")))
    assert why(Strike(south, here.hex("Rostov"))) == "struck_already"
    here.end_phase()
    assert why(Fight(here.hex("Rostov"))) == "fought_anyway"
    assert why(Fight(here.hex("Salsk"))) == "no_battle_there"


@clause("EF-13.13b", "EF-7.15c", "EF-4.43a", "EF-4.43b")
def test_strikes_are_assigned_before_anything_is_revealed_and_oblige_to_fight() -> None:
    here = here_is({"Kamensko": "ax-hq-south 2", "Rostov": "infantry 3"}, {"Rostov": "so-inf-12 2"}, south=ACTIVE).begin(COMBAT)
    here.play(Strike(here.block("ax-hq-south"), here.hex("Rostov")))
    assert here.game.rules.battles.mandatory(here.state) == 1 << here.hex("Rostov")
    assert not [seen for seen in here.game.view(here.state, AXIS).blocks.seen if seen.face_up]
    here.end_phase()
    assert [seen.block for seen in here.game.view(here.state, AXIS).blocks.seen if seen.face_up] == [here.block("so-inf-12")]


@clause("EF-7.13a", "EF-4.43a")
def test_the_last_strike_does_not_end_the_assignment_so_that_it_can_be_taken_back() -> None:
    here = here_is({"Kamensko": "ax-hq-south 2", "Rostov": "infantry 3"}, {"Rostov": "so-inf-12 2"}, south=ACTIVE).begin(COMBAT)
    here.play(Strike(here.block("ax-hq-south"), here.hex("Rostov")))
    assert here.legal() == [EndPhase()]
    assert not here.told(StrikesAssigned)
    here.end_phase()
    assert here.told(StrikesAssigned)
    nobody = here_is({"Kamensko": "ax-hq-south 2", "Rostov": "infantry 3"}, {"Rostov": "so-inf-12 2"}).begin(COMBAT)
    assert nobody.told(StrikesAssigned)  # who has no strike is not asked


@clause("EF-13.15c", "EF-7.4f", "EF-5.64a")
def test_a_strike_may_support_an_unsupported_battle() -> None:
    here = here_is({"Voroshilovgrad": "ax-hq-okh 3", "Rostov": "infantry 3"}, {"Rostov": "infantry 2"}, okh=ACTIVE).begin(COMBAT)
    assert Strike(here.block("ax-hq-okh"), here.hex("Rostov")) in here.legal()
    assert not here.game.rules.battles.is_supported(here.state, here.hex("Rostov"))


@clause("EF-13.17a")
def test_axis_air_firepower_is_the_same_in_the_west() -> None:
    here = position("s44", axis={"Belgrade": "ax-hq-south 2"})
    assert here.game.rules.air.firepower(here.state, AXIS) == 6


# ---- supreme headquarters


@clause("EF-5.61b", "EF-5.65a", "EF-4.42d")
def test_supreme_moves_reach_everywhere_and_there_is_no_radius() -> None:
    here = here_is({"Warsaw": "ax-hq-okh 2", "Rostov": "ax-inf-1 3"}).begin(MOVEMENT)
    assert movers(here) == set()
    here.state.command[here.block("ax-hq-okh")] = ACTIVE
    here.begin(MOVEMENT)
    assert here.state.supreme_moves == 4
    assert here.state.in_command == 0
    assert movers(here) == {"ax-inf-1"}


@clause("EF-5.62a", "EF-5.62b", "EF-5.62c")
def test_a_supreme_headquarters_goes_by_rail_with_one_move_free_and_more_for_supreme_moves() -> None:
    def journeys(here: Position) -> dict[int, int]:
        okh = here.block("ax-hq-okh")
        by_rail = [a.to for a in here.legal() if isinstance(a, Mobilise) and a.rail]
        return {to: here.game.rules.strategic.distance(here.state, okh, to, -1) for to in by_rail}

    poor = here_is({"Warsaw": "ax-hq-okh 0"}, okh=ACTIVE).begin(MOVEMENT)
    assert max(journeys(poor).values()) == 10
    rich = here_is({"Warsaw": "ax-hq-okh 1"}, okh=ACTIVE).begin(MOVEMENT)
    assert max(journeys(rich).values()) > 10
    assert any(isinstance(a, Mobilise) and not a.rail for a in rich.legal())
    rich.play(Mobilise(rich.block("ax-hq-okh"), max(journeys(rich)), rail=True))
    assert rich.value("ax-hq-okh") == 0
    assert not [a for a in rich.legal() if isinstance(a, RailMove)]


# ---- blitz


def blitzing(value: int = 2) -> Position:
    return here_is({"Kamensko": f"ax-hq-south {value}, ax-pz-41 4", "Rostov": "ax-inf-1 3"}, {"Rostov": "so-inf-12 3"}, south=BLITZ)


@clause("EF-5.7b", "EF-4.44c")
def test_a_blitzing_headquarters_stays_through_the_first_phases() -> None:
    here = blitzing().begin(MOVEMENT)
    assert not [a for a in here.legal() if isinstance(a, Mobilise)]
    second = blitzing().begin(BLITZ_MOVEMENT)
    assert [a for a in second.legal() if isinstance(a, Mobilise)]
    assert "ax-hq-south" not in movers(second)


@clause("EF-5.7a", "EF-5.7d", "EF-5.7h", "EF-4.43d", "EF-4.45c", "EF-4.4b", "EF-4.44d")
def test_a_blitz_costs_two_steps_one_after_each_combat() -> None:
    here = blitzing(2).begin(MOVEMENT)
    here.end_phase().end_phase().end_phase()
    assert (here.value("ax-hq-south"), here.state.phase) == (1, BLITZ_MOVEMENT)
    hq = here.game.rules.headquarters
    assert hq.effective_value(here.state, here.block("ax-hq-south")) == 1
    assert here.game.rules.air.range(here.state, here.block("ax-hq-south")) == 1
    here.end_phase()
    assert here.state.phase == BLITZ_COMBAT
    while here.value("ax-hq-south") == 1 and here.state.phase == BLITZ_COMBAT:
        here.end_phase()
    assert here.value("ax-hq-south") == 0


@clause("EF-4.45a", "EF-4.45b", "EF-5.7f")
def test_a_battle_can_be_fought_again_with_support_in_the_blitz() -> None:
    here = blitzing(2).begin(COMBAT)
    here.end_phase().play(Fight(here.hex("Rostov")))
    while here.state.phase == COMBAT:
        here.play(Roll((1,) * here.dice)) if here.side < 0 else here.play(here.legal()[0])
    here.end_phase()
    assert here.game.rules.battles.is_supported(here.state, here.hex("Rostov"))
    here.end_phase()
    assert Fight(here.hex("Rostov")) in here.legal()


@clause("EF-5.7e", "EF-4.44a")
def test_units_within_the_reduced_radius_move_again() -> None:
    here = here_is({"Kamensko": "ax-hq-south 2, ax-pz-41 4", "Mariupol": "ax-inf-1 3"}, {"Astrakhan": "infantry 3"}, south=BLITZ).begin(
        MOVEMENT
    )
    assert movers(here) == {"ax-pz-41", "ax-inf-1"}
    here.play(Move(here.block("ax-pz-41"), here.hex("Millerovo"))).end_phase()
    assert here.state.phase == BLITZ_MOVEMENT
    assert movers(here) == {"ax-pz-41"}


@clause("EF-5.7i", "EF-R11")
def test_a_blitz_with_value_one_is_the_last() -> None:
    here = blitzing(1).begin(MOVEMENT)
    while not here.told(Eliminated):
        here.end_phase()
    assert here.told(Eliminated)[0].block == here.block("ax-hq-south")


@clause("EF-5.8a", "EF-5.8b", "EF-12.22b")
@pytest.mark.parametrize(("weather", "axis", "soviet"), [("dry", 3, 2), ("mud", 2, 1), ("snow", 2, 2)])
def test_mud_disorganises_all_and_snow_the_axis(weather: str, axis: int, soviet: int) -> None:
    here = position("s42", axis={"Kamensko": "ax-hq-south 3"}, soviet={"Astrakhan": "so-hq-south 2"}, weather=weather)
    effective = here.game.rules.headquarters.effective_value
    assert (effective(here.state, here.block("ax-hq-south")), effective(here.state, here.block("so-hq-south"))) == (axis, soviet)


@clause("EF-4.42a", "EF-7.21a")
def test_battles_are_resolved_one_by_one_in_the_order_the_active_player_likes() -> None:
    here = here_is({"Rostov": "infantry 3", "Kotelnikovo": "infantry 3"}, {"Rostov": "infantry 1", "Kotelnikovo": "infantry 1"}).begin(
        COMBAT
    )
    here.play(Fight(here.hex("Rostov"))).play(Fight(here.hex("Kotelnikovo")))
    assert {a.hex for a in here.legal() if isinstance(a, Resolve)} == {here.hex("Rostov"), here.hex("Kotelnikovo")}
