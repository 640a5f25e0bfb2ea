"""Section 7.7 of the West: the course of a battle, what hits do, who leaves, what follows."""

import pytest

from blockfront.core.actions import Roll
from blockfront.core.chance import Dice
from blockfront.core.clauses import clause
from blockfront.core.events import Event
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, battle, position
from blockfront.games.blocks_series.actions import EndPhase, Fly, Move, Resolve, Retreat, TakeLoss
from blockfront.games.blocks_series.aids.battle_scene import dice, fight_on
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import BattleClosed, BattleOpened, Eliminated, Revealed, Rolled, RoundBegan
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_GROUND, ARTILLERY, GROUND, FireContext, Shooter, pooled
from blockfront.games.blocks_series.state import COMBAT, HALF_HIT, IN_FLIGHT, MOVEMENT


def thrown(here: Position, face: int = 1) -> tuple[int, ...]:
    """Dice that all show one face."""
    dice_ = here.game.chance(here.state)
    assert isinstance(dice_, Dice)
    return (face,) * dice_.count


def run(here: Position, face: int = 1, most: int = 80) -> Position:
    """Fight on with dice that all show one face; nobody leaves."""
    return fight_on(here, lambda: thrown(here, face), most)


def steps_of(here: Position) -> list[tuple[str, int]]:
    return [(event.step, event.side) for event in here.told(Rolled)]


def roll(here: Position, *faces: int) -> Position:
    """Until dice are thrown, then these."""
    while here.side != CHANCE:
        offered = here.legal()
        here.play(EndPhase() if EndPhase() in offered else offered[0])
    here.play(Roll(faces))
    return here


@clause("BW-7.7d", "BW-7.7.5a", "BW-7.7.5b", "BW-7.7.4a", "BW-7.7.12a", "BW-7.7b", "BW-7.7.3.1a")
def test_the_order_of_fire_in_a_round_and_in_the_next() -> None:
    here = battle("de-1ss 6, de-6a 4, de-1jd 3, de-9fk 4", "us-8 5, us-1a 5, us-9f 5", "Reims", month="1945-01").begin(COMBAT)
    while not here.told(RoundBegan):
        if here.side == CHANCE:
            here.play(Roll(thrown(here)))
        elif here.told(Rolled) and here.told(Rolled)[-1].step == "air_to_air" and here.side == ALLIES:
            flights = [action for action in here.legal() if isinstance(action, Fly)]  # the defender's aircraft leave
            here.play(flights[0] if flights else EndPhase())
        else:
            here.play(EndPhase())
    first = [
        ("air_to_air", AXIS),
        ("air_to_air", ALLIES),
        ("anti_aircraft", ALLIES),
        ("air_to_ground", AXIS),
        ("artillery", AXIS),
        ("artillery", ALLIES),
        ("ground", ALLIES),
        ("ground", AXIS),
    ]
    assert steps_of(here) == first
    here.events.clear()
    while len(steps_of(here)) < 2:
        if here.side == CHANCE:
            here.play(Roll(thrown(here)))
        else:
            here.play(EndPhase())
    assert steps_of(here)[0] == ("anti_aircraft", ALLIES)  # from the guns against aircraft on: no second air fight


@clause("BW-7.7.1c")
def test_the_air_fight_goes_on_until_somebody_leaves() -> None:
    here = battle("de-1jd 3", "us-9f 5, us-8 5", "Reims", month="1945-01").begin(COMBAT)
    for _ in range(3):
        roll(here, *(1,) * 3)
        roll(here, *(1,) * 5)
        assert here.side == ALLIES  # the defender is asked first
        here.play(EndPhase())
        assert here.side == AXIS
        here.play(EndPhase())
    assert steps_of(here) == [("air_to_air", AXIS), ("air_to_air", ALLIES)] * 3
    roll(here, 1, 1, 1)
    roll(here, 1, 1, 1, 1, 1)
    here.play(next(action for action in here.legal() if isinstance(action, Fly)))
    while here.side != CHANCE:
        here.play(EndPhase())
    here.play(Roll(thrown(here)))
    assert steps_of(here)[-1][0] != "air_to_air"


@clause("BW-7.7c", "BW-1.3a")
def test_a_battle_reveals_everybody_in_the_hex() -> None:
    here = battle("de-1ss 6, de-6a 4", "us-8 5, us-1a 5", "Reims", month="1945-01").begin(COMBAT)
    assert here.told(BattleOpened)
    shown = {block for block, _ in here.told(Revealed)[0].blocks}
    assert shown == {here.block(key) for key in ("de-1ss", "de-6a", "us-8", "us-1a")}


@clause("BW-7.7a")
def test_the_attacker_chooses_which_battle_comes_next() -> None:
    here = position("sbw2", axis={"Reims": "de-1ss 6", "Nancy": "de-2ss 6"}, allies={"Reims": "us-8 5", "Nancy": "us-3 5"}, month="1945-01")
    here.state.battles = 1 << here.hex("Reims") | 1 << here.hex("Nancy")
    here.begin(COMBAT)
    assert here.side == AXIS
    assert set(here.legal()) == {Resolve(here.hex("Reims")), Resolve(here.hex("Nancy"))}
    here.play(Resolve(here.hex("Nancy")))
    run(here, 1, most=4)
    assert [event.hex for event in here.told(BattleOpened)] == [here.hex("Nancy")]  # the other waits until this one is over


@clause("BW-7.7.2d", "BW-6.1.4c")
def test_guns_that_fire_at_aircraft_keep_their_face() -> None:
    here = battle("de-1ss 6, de-9fk 4", "us-8 5, us-1a 5", "Reims", month="1945-01").begin(COMBAT)
    while not any(event.step == "anti_aircraft" for event in here.told(Rolled)):
        run(here, 1, most=1)
    assert here.strength("us-1a") == 5
    while not any(event.step == "artillery" for event in here.told(Rolled)):
        run(here, 1, most=1)
    assert here.strength("us-1a") == 3


@clause("BW-7.7.3a", "BW-7.7.2c")
def test_bombs_hit_ground_units_and_flak_hits_aircraft() -> None:
    here = battle("de-9fk 4", "us-8 5", "Reims", month="1945-01")
    context = FireContext(here.hex("Reims"), 1, True)
    fire = here.game.rules.fire
    assert fire.targets(here.state, context, AIR_TO_GROUND, ALLIES) == [here.block("us-8")]
    assert fire.targets(here.state, context, 1, AXIS) == [here.block("de-9fk")]
    here.begin(COMBAT)
    roll(here, 6, 1, 1, 1, 1, 1)  # five steps of infantry and the guns of the town
    assert here.strength("de-9fk") == 3
    roll(here, 6, 1, 1)
    assert here.strength("us-8") == 4


@clause("BW-7.7.10b", "BW-R35", "BW-R92", "BW-4.5b")
def test_guns_in_company_are_not_hit_below_zero_and_die_alone() -> None:
    beside = battle("de-1ss 6", "us-8 5, us-1a 0", "Reims", month="1945-01")
    context = FireContext(beside.hex("Reims"), 2, False)
    candidates = beside.game.rules.fire.loss_candidates
    assert candidates(beside.state, context, GROUND, ALLIES) == [beside.block("us-8")]
    assert dice(beside, "Reims", ARTILLERY, ALLIES) == []
    alone = battle("de-1ss 6", "us-1a 0", "Reims", month="1945-01")
    assert candidates(alone.state, context, GROUND, ALLIES) == [alone.block("us-1a")]
    alone.game.rules.losses.hit(alone.state, alone.block("us-1a"), [])
    assert alone.state.location[alone.block("us-1a")] < 0
    bombed = battle("de-9fk 4", "us-1a 0", "Reims", month="1945-01")  # only aircraft, no combat unit
    assert candidates(bombed.state, FireContext(bombed.hex("Reims"), 1, True), AIR_TO_GROUND, ALLIES) == []


@clause("BW-7.7.11a", "BW-7.7.8a")
def test_half_hits_and_surplus_hits_are_lost_when_the_battle_is_over() -> None:
    here = battle("de-1ss 6", "us-8 1, us-1a 0", "Reims", month="1945-01")
    here.state.flags[here.block("de-1ss")] |= HALF_HIT
    run(here, 6)
    assert here.told(BattleClosed)
    assert not here.state.flags[here.block("de-1ss")] & HALF_HIT


@clause("BW-BOX1d", "BW-7.5.5a")
def test_across_a_strait_two_maluses_and_a_bonus_for_the_shore() -> None:
    here = battle("de-76pz 3", "us-2 5", "Messina", scenario="sbw7", month="1943-07", active="allies", came_from="Reggio Calabria")
    rules = here.game.rules
    first, later = FireContext(here.hex("Messina"), 1, False), FireContext(here.hex("Messina"), 2, False)
    block, defender = here.block("us-2"), here.block("de-76pz")
    assert rules.fire.crossing_malus(here.state, first, block) == 2
    assert rules.fire.crossing_malus(here.state, later, block) == 0
    assert rules.fire.bonuses(here.state, first, GROUND, defender) == rules.fire.bonuses(here.state, later, GROUND, defender) + 1
    here.state.entered[block] = here.hex("Catania")
    assert rules.fire.crossing_malus(here.state, first, block) == 0


@clause("BW-7.7.13a", "BW-7.7.13b", "BW-7.7.18a", "BW-7.7.14a")
def test_aircraft_may_leave_after_every_step_ground_units_after_ground_combat_alone() -> None:
    here = battle("de-1ss 6, de-9fk 4", "us-8 5, us-3 5", "Reims", month="1945-01").begin(COMBAT)
    asked = []
    while not here.told(RoundBegan):
        if here.side == CHANCE:
            here.play(Roll(thrown(here)))
            continue
        kinds = {type(action) for action in here.legal()}
        if here.told(Rolled):
            asked.append((here.told(Rolled)[-1].step, int(here.side), Fly in kinds, Retreat in kinds))
        here.play(EndPhase())
    assert ("anti_aircraft", AXIS, True, False) in asked
    assert ("air_to_ground", AXIS, True, False) in asked
    assert all(not retreats for step, _, _, retreats in asked if step != "ground")
    after = [(side, flies, retreats) for step, side, flies, retreats in asked if step == "ground"]
    assert after[0][0] == ALLIES  # the defender decides first
    assert after[0][2]
    assert (AXIS, True, True) in after


@clause("BW-7.7.18a", "BW-7.7.14a", "BW-7.7.17a")
def test_some_may_leave_while_the_others_fight_on() -> None:
    here = battle("de-1ss 6", "us-8 5, us-3 5", "Reims", month="1945-01").begin(COMBAT)
    while not (here.side == ALLIES and any(isinstance(action, Retreat) for action in here.legal())):
        run(here, 1, most=1)
    options = [action for action in here.legal() if isinstance(action, Retreat)]
    assert {action.block for action in options} == {here.block("us-8"), here.block("us-3")}
    board = here.game.rules.board
    assert all(board.neighbours(here.hex("Reims")) >> action.to & 1 for action in options)  # one hex
    room = here.game.rules.definitions.room_for(here.state, here.block("us-8"))
    assert all(room >> action.to & 1 for action in options)
    here.play(next(action for action in options if action.block == here.block("us-8")))
    here.play(EndPhase())
    assert here.state.location[here.block("us-3")] == here.hex("Reims")
    assert not here.told(BattleClosed)


@clause("BW-7.7.17a", "BW-7.7.14b")
def test_no_retreat_into_full_hexes_or_enemy_zones() -> None:
    free = battle("de-1ss 6", "us-8 5", "Reims", month="1945-01")
    rules, board = free.game.rules, free.game.rules.board
    found = rules.retreats.hexes(free.state, free.block("us-8"))
    assert found
    target = (found & -found).bit_length() - 1
    crowd = ("us-3", "us-15", "us-5a")
    for key in crowd:
        block = free.block(key)
        free.state.location[block] = target
        free.state.steps[block] = 2
    free.state.occupied[ALLIES] |= 1 << target
    free.state.derived = {}
    assert not rules.retreats.hexes(free.state, free.block("us-8")) >> target & 1
    assert not rules.retreats.hexes(free.state, free.block("us-8")) & ~board.map.playable_mask


@clause("BW-7.7.15c", "BW-R36")
def test_who_must_go_and_cannot_is_lost() -> None:
    """Two sides of guns without company cannot hurt each other: the attackers give way, and are lost where they cannot."""
    here = battle("de-6a 0, de-1ss 1", "us-1a 0", "Reims", month="1945-01")
    assert here.game.rules.retreats.options(here.state, here.block("de-1ss"))
    shut = battle("de-47pz 5", "us-8 5", "Reims", month="1945-01")
    for hex_ in range(shut.game.rules.board.grid.size):
        if shut.game.rules.board.neighbours(shut.hex("Reims")) >> hex_ & 1:
            shut.state.occupied[ALLIES] |= 1 << hex_
    shut.state.derived = {}
    assert shut.game.rules.retreats.options(shut.state, shut.block("de-47pz")) == []  # a voluntary retreat is refused


@clause("BW-7.7.5c", "BW-R93", "BW-7.5.3i")
def test_overrun_aircraft_lose_a_step_and_fly_or_surrender() -> None:
    here = position("sbw2", axis={"Trier": "de-47pz 5"}, allies={"Luxembourg": "us-9f 5", "Brussels": "us-8 5"}, month="1945-01")
    here.begin(MOVEMENT)
    here.play(Move(here.block("de-47pz"), here.hex("Luxembourg"), here.hex("Trier")))
    here.deal()
    while here.side != ALLIES:
        here.play(Roll((1,) * 2) if here.side == CHANCE else here.legal()[0])
    flights = [action for action in here.legal() if isinstance(action, Fly)]
    assert len(flights) == len(here.legal())
    assert all(action.block == here.block("us-9f") for action in flights)
    assert here.strength("us-9f") == 3
    within = here.game.rules.board.within(here.hex("Luxembourg"), here.game.rules.air.range_of(here.state, here.block("us-9f")))
    assert all(within >> action.to & 1 for action in flights)
    here.play(flights[0])
    assert here.holds(AXIS, "Luxembourg")
    trapped = position("sbw2", axis={"Trier": "de-47pz 5"}, allies={"Luxembourg": "us-9f 1"}, month="1945-01")
    before = trapped.points("germany")
    trapped.begin(MOVEMENT)
    trapped.play(Move(trapped.block("de-47pz"), trapped.hex("Luxembourg"), trapped.hex("Trier")))
    trapped.deal()
    assert trapped.state.location[trapped.block("us-9f")] < 0
    assert trapped.points("germany") == before + 1


@clause("BW-7.7.6d", "BW-R34")
@pytest.mark.parametrize(("options", "expected"), [((), (1, 5)), (("cancel_bonus_malus",), (3, 6))])
def test_a_bonus_and_a_malus_cancel_by_option(options: tuple[str, ...], expected: tuple[int, int]) -> None:
    """A defender of TECH 0 in a major city: half its dice, and one face more."""
    here = battle("de-26 4", "be-2 3", "Brussels", scenario="sbw3", month="1940-05", options=options)
    assert dice(here, "Brussels", GROUND, ALLIES, round_=2) == [expected]


@clause("BW-R33")
def test_a_one_always_misses() -> None:
    here = battle(
        "rd-futa 7, de-51m 4, de-1para 3", "us-2 5", "Bolzano", scenario="sbw1", month="1945-04", active="allies", options=("elites",)
    )
    lowest = min(low for _, low in dice(here, "Bolzano", GROUND, AXIS))
    assert lowest >= 2
    assert here.game.rules.fire.best_firepower() == 2


@clause("BW-R37", "BW-3.22a")
def test_a_battle_of_aircraft_alone() -> None:
    here = battle("de-9fk 4", "us-8 5", "Reims", month="1945-01").begin(COMBAT)
    run(here, 1, most=12)
    assert {"anti_aircraft", "air_to_ground"} <= {event.step for event in here.told(Rolled)}
    assert here.told(RoundBegan)  # they may stay for further rounds
    while not (here.side == AXIS and any(isinstance(action, Fly) for action in here.legal())):
        run(here, 1, most=1)
    here.play(next(action for action in here.legal() if isinstance(action, Fly)))
    assert not here.state.flags[here.block("de-9fk")] & IN_FLIGHT
    assert here.told(BattleClosed)
    assert here.holds(ALLIES, "Reims")


@clause("BW-R38", "BW-7.7.16a")
def test_aircraft_go_home_within_the_range_of_their_tech() -> None:
    here = battle("de-53 3", "us-12f 5", "Modena", scenario="sbw1", month="1945-04", active="allies")
    air, board = here.game.rules.air, here.game.rules.board
    homes = {action.to for action in air.retreats(here.state, here.block("us-12f")) if isinstance(action, Fly)}
    assert homes
    assert all(board.within(here.hex("Modena"), 10) >> home & 1 for home in homes)
    assert any(not board.within(here.hex("Modena"), 5) >> home & 1 for home in homes)  # fighters of TECH 3 reach ten hexes


@clause("BW-7.7.9a")
def test_the_owner_chooses_among_equals() -> None:
    here = battle("de-47pz 5", "us-8 5, us-3 5", "Reims", month="1945-01").begin(COMBAT)
    while here.side != CHANCE or not any(event.step == "ground" for event in here.told(Rolled)):
        run(here, 1, most=1)
    here.play(Roll((6, 1, 1, 1, 1)))
    assert here.side == ALLIES
    assert set(here.legal()) == {TakeLoss(here.block("us-8")), TakeLoss(here.block("us-3"))}


@clause("BW-7.7.7a")
@pytest.mark.parametrize(("maluses", "steps", "dice_"), [(1, 5, 2), (2, 5, 1), (3, 5, 1), (2, 9, 2), (3, 16, 2)])
def test_every_malus_halves_again(maluses: int, steps: int, dice_: int) -> None:
    assert [shot.dice for shot in pooled([Shooter(0, 6, maluses)], [steps])] == [dice_]


@clause("BW-7.7.10a")
def test_a_unit_that_has_taken_all_its_hits_is_gone() -> None:
    here = battle("de-47pz 5", "us-8 1", "Reims", month="1945-01")
    events: list[Event] = []
    here.game.rules.losses.hit(here.state, here.block("us-8"), events)
    assert any(isinstance(event, Eliminated) for event in events)
