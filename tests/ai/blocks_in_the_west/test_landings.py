"""Captains land, reinforce what they have won, and answer landings with their reserves."""

from random import Random

from blockfront.ai.blocks_series.captain import Captain
from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.ai.blocks_series.evaluation.imagination import recollected
from blockfront.ai.blocks_series.evaluation.weights import DEFAULT
from blockfront.ai.blocks_series.phases.movement import Mover
from blockfront.ai.blocks_series.planning.assaults import Assaults, Support
from blockfront.ai.blocks_series.planning.beaches import beaches_at_risk
from blockfront.ai.blocks_series.planning.drops import Drops
from blockfront.ai.blocks_series.planning.landings import Admiral, reserves_to_the_beach
from blockfront.ai.blocks_series.planning.leaders import Leaders
from blockfront.ai.blocks_series.planning.overseas import Overseas
from blockfront.ai.blocks_series.planning.places import Places
from blockfront.ai.blocks_series.planning.transports import Transports
from blockfront.ai.blocks_series.sense import sense
from blockfront.ai.player import Budget
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, position
from blockfront.games.blocks_in_the_west.game import make
from blockfront.games.blocks_series.actions import Move, Ship, SpecialAction
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.power_actions import Jump
from blockfront.games.blocks_series.rules.ch13_headquarters import AIRBORNE_ASSAULT, STAND_BY, SUPPLY_COAST
from blockfront.games.blocks_series.sea_actions import Hold, Land
from blockfront.games.blocks_series.state import MARKED, MOVEMENT, SeriesState


def first_month(scenario: str, seed: int) -> tuple[SeriesState, set[int]]:
    """The position when the second month begins, and where the Allies landed in the first."""
    game, rng = make(scenario, frozenset()), Random(seed)
    state, players, landed = game.setup(), [Captain(rehearses=False), Captain(rehearses=False)], set[int]()
    while state.month == game.rules.scenario.first_month:
        side = min(game.to_act(state))
        action = (
            game.chance(state).sample(rng) if side == CHANCE else players[side].decide(game, game.view(state, side), Budget(), rng).action
        )
        if isinstance(action, Land):
            landed.add(action.to)
        game.apply(state, action, side)
    return state, landed


def ashore(scenario: str, area: str, seed: int) -> bool:
    state, _ = first_month(scenario, seed)
    rules = make(scenario, frozenset()).rules
    land = rules.board.area(area)
    return any(state.location[block] >= 0 and land >> state.location[block] & 1 for block in rules.units.ground[ALLIES])


def test_the_allies_are_ashore_in_sicily_after_july() -> None:
    assert all(ashore("sbw4", "sicily", seed) for seed in range(2))


def test_the_allies_land_in_normandy_in_june_and_tow_a_harbour_there() -> None:
    state, landed = first_month("sbw8", 4)
    board = make("sbw8", frozenset()).rules.board
    normandy = {board.hex("Omaha/Utah"), board.hex("Gold-Juno-Sword")}
    assert landed & normandy
    assert any(state.control[ALLIES] >> hex_ & 1 for hex_ in landed & normandy)
    assert any(hex_ in normandy for _, hex_, _ in state.mulberries)


def overlord(axis: dict[str, str], **more: str) -> Position:
    """American corps in Southampton, others in ports behind them, parachutists and their air force; Eisenhower is ready."""
    here = position(
        "sbw8",
        allies={
            "Southampton": "us-5 6, us-7 6, us-ike 4",
            "Plymouth": "us-19 5, us-1a 5",
            "Oxford": "us-82ab 3, us-101ab 3, us-9b 4",
            "Cambridge": "us-8af 4",
        }
        | more,
        axis=axis,
        month="1944-06",
        active="allies",
    )
    here.state.active_hqs |= 1 << here.block("us-ike")
    here.state.orders.append((here.block("us-ike"), STAND_BY, -1))
    return here.begin(MOVEMENT)


def test_two_corps_land_together_and_armour_waits_behind_them() -> None:
    here = overlord({"Omaha/Utah": "de-84 4", "Gold-Juno-Sword": "de-74 3, de-7a 4", "Cherbourg": "rd-cherbourg 3, de-1ss 6"})
    wave = Admiral(here.game, here.state, ALLIES).first_wave()
    landings = [action for action in wave if isinstance(action, Land)]
    assert {action.block for action in landings} == {here.block("us-5"), here.block("us-7")}
    assert len({action.to for action in landings}) == 1
    assert here.hex("Cherbourg") not in {action.to for action in landings}
    assert here.block("us-19") in {action.block for action in wave if isinstance(action, Hold)}


def test_reserves_that_may_come_are_reckoned_with() -> None:
    far, near = (overlord({"Omaha/Utah": "de-84 4", place: "de-1ss 6, de-manteuffel 4"}) for place in ("Berlin", "Avranches"))
    odds = []
    for here in (far, near):
        corps = here.block("us-5"), here.block("us-7")
        odds.append(Assaults(here.game.rules, here.state, ALLIES).promise(here.hex("Omaha/Utah"), corps, Support((), ())).clears)
    assert odds[0] > 0.8 > 0.5 > odds[1]


COAST = {
    "Omaha/Utah": "de-84 4",
    "Gold-Juno-Sword": "de-74 4, de-67 4",
    "Cherbourg": "rd-cherbourg 3",
    "Avranches": "de-lehr 4",
    "Le Havre": "rd-lehavre 3, de-81 4",
    "Dieppe": "de-1ss 6",
    "Morlaix": "de-2para 3",
    "Vannes": "de-25 4",
    "St. Nazaire": "de-64 4",
    "St. Malo": "rd-stmalo 3, de-65 3",
    "Channel Islands": "rd-channel 7",
}


def both_fleets() -> Position:
    """The same with two British corps in Portsmouth and their own leader, parachutists and air force."""
    here = overlord(COAST, Portsmouth="gb-1 4, gb-30 4, gb-monty 4", London="gb-churchill 4", Norwich="gb-1ab 3, gb-6ab 3, gb-harris 4")
    here.state.active_hqs |= 1 << here.block("gb-churchill")
    here.state.orders.append((here.block("gb-churchill"), STAND_BY, -1))
    return here


def test_reserves_do_not_pass_through_a_beach_to_another() -> None:
    here = both_fleets()
    assaults, cherbourg, omaha = Assaults(here.game.rules, here.state, ALLIES), here.hex("Cherbourg"), here.hex("Omaha/Utah")
    assert assaults.reserves(cherbourg) == (here.block("de-lehr"),)
    assert assaults.reserves(cherbourg, closed=1 << omaha) == ()
    assert assaults.is_cut_off(cherbourg, omaha)
    assert not assaults.is_cut_off(omaha, here.hex("Gold-Juno-Sword"))


def test_the_stronger_land_where_they_cover_the_others_and_their_port() -> None:
    here = both_fleets()
    wave = Admiral(here.game, here.state, ALLIES).first_wave()
    landed = {(here.game.order.blocks[action.block].key, action.to) for action in wave if isinstance(action, Land)}
    omaha, cherbourg = here.hex("Omaha/Utah"), here.hex("Cherbourg")
    assert landed == {("us-5", omaha), ("us-7", omaha), ("gb-1", cherbourg), ("gb-30", cherbourg)}


def test_in_the_first_month_everybody_knows_the_printed_set_up() -> None:
    game = make("sbw8", frozenset())
    state = game.setup()
    while CHANCE in game.to_act(state):
        game.apply(state, game.chance(state).sample(Random(0)), CHANCE)
    view = game.view(state, ALLIES)
    guesses = [game.guess(view, Random(seed)) for seed in range(3)]
    recalled = [recollected(game, view, guess) for guess in guesses]
    works = [block for block in game.rules.units.ground[AXIS] if game.rules.units.is_work[block] and state.location[block] >= 0]
    assert any(guess.location[block] != state.location[block] for guess in guesses for block in works)
    for world in recalled:
        assert world.location == state.location
        assert [world.steps[block] for block in works] == [state.steps[block] for block in works]
        assert world.occupied == state.occupied
    later = guesses[0].copy()
    later.month += 1
    assert recollected(game, view, later).location == later.location


def test_the_air_force_orders_the_jump_and_parachutists_join_the_landing() -> None:
    here = overlord({"Omaha/Utah": "de-84 4", "Gold-Juno-Sword": "de-74 3"})
    omaha, ike, air = here.hex("Omaha/Utah"), here.block("us-ike"), here.block("us-8af")
    for key in ("us-5", "us-7"):
        here.play(Land(here.block(key), omaha, ike))
    paratroops = here.block("us-82ab")
    drops = Drops(here.game.rules, here.state, ALLIES)
    assert drops.order([SpecialAction(ike, AIRBORNE_ASSAULT, paratroops)]) is None  # he keeps his points for the fleet
    order = SpecialAction(air, AIRBORNE_ASSAULT, paratroops)
    assert drops.order([order]) == order
    here.state.orders.append((air, AIRBORNE_ASSAULT, paratroops))
    assert Drops(here.game.rules, here.state, ALLIES).jumps() == (Jump(paratroops, omaha),)


def test_parachutists_do_not_jump_where_nobody_can_come_to_them() -> None:
    here = overlord({"Omaha/Utah": "de-84 4"})
    assert Drops(here.game.rules, here.state, ALLIES).worth(here.hex("Brussels")) < 0


def ashore_in_sicily(**changes: str) -> Position:
    allies = {"Trapani": "gb-13 4, gb-30 4", "Tunis": "us-12b 4, us-82ab 3", "London": "gb-churchill 4"} | changes
    return position("sbw4", allies=allies, axis={"Palermo": "it-12 3"}, month="1943-08", active="allies")


def test_somebody_keeps_the_port_that_feeds_the_army() -> None:
    here = ashore_in_sicily()
    ground = Ground(here.game.rules, here.state, ALLIES)
    able = [here.block("gb-13"), here.block("gb-30")]
    assert len(Overseas(here.game.rules, here.state, ground, able).keepers & set(able)) == 1


def test_a_port_is_wanted_by_those_who_have_no_place_in_one() -> None:
    here, fed = ashore_in_sicily(), ashore_in_sicily(Trapani="gb-13 4", Messina="gb-30 4", Catania="us-6 4", Syracuse="us-2 5")
    fed.state.location[fed.block("us-2")] = fed.state.location[fed.block("us-6")] = -1
    overseas, content = (Overseas(p.game.rules, p.state, Ground(p.game.rules, p.state, ALLIES), []) for p in (here, fed))
    assert overseas.feeds(here.hex("Palermo")) > overseas.feeds(here.hex("Syracuse")) > 0
    assert overseas.feeds(here.hex("Gela")) == 0
    assert content.feeds(fed.hex("Palermo")) == 0


def test_nobody_storms_a_city_overseas_with_poor_odds_unless_it_is_the_last_day() -> None:
    for month, attacks in (("1943-08", False), ("1943-09", True)):
        here = position(
            "sbw4",
            allies={"Trapani": "gb-30 4", "2251": "us-6 6", "London": "gb-churchill 4"},
            axis={"Palermo": "it-12 3, de-15pg 3"},
            month=month,
            active="allies",
        )
        here.begin(MOVEMENT)
        plan = Mover(here.game, here.state, ALLIES, DEFAULT).plan()
        assert any(attack.hex == here.hex("Palermo") for attack in plan.attacks) is attacks


def test_nobody_attacks_without_supply_overseas() -> None:
    here = ashore_in_sicily()
    block = here.block("gb-30")
    overseas = Overseas(here.game.rules, here.state, Ground(here.game.rules, here.state, ALLIES), [])
    assert not overseas.is_tied(block)
    here.state.flags[block] |= MARKED
    assert overseas.is_tied(block)


def test_a_minor_port_feeds_one_unit() -> None:
    here = ashore_in_sicily()
    ground = Ground(here.game.rules, here.state, ALLIES)
    assert Places(here.game.rules, here.state, ALLIES, ground).left(here.hex("Trapani")) == -1


def test_leaders_supply_from_the_sea_whoever_lacks_it() -> None:
    here = ashore_in_sicily()
    churchill, hungry = here.block("gb-churchill"), here.block("gb-30")
    here.state.flags[hungry] |= MARKED
    legal = [SpecialAction(churchill, SUPPLY_COAST, here.block("gb-13")), SpecialAction(churchill, SUPPLY_COAST, hungry)]
    assert Leaders(here.game.rules, here.state, ALLIES).on_the_coast(legal) == legal[1]


def test_ships_bring_units_over_the_channel_and_not_to_another_sea() -> None:
    here = position(
        "sbw10",
        allies={"Southampton": "us-12 5", "Cherbourg": "us-5 6", "Naples": "us-2 5", "London": "gb-churchill 4", "Plymouth": "us-ike 4"},
        axis={"Paris": "de-47pz 5", "Rome": "de-14pz 3"},
        month="1944-07",
        active="allies",
    )
    transports = Transports(here.game, here.state, ALLIES, Ground(here.game.rules, here.state, ALLIES))
    over, away = (Ship(here.block("us-ike"), here.block("us-12"), here.hex(place)) for place in ("Cherbourg", "Naples"))
    assert transports.transport([away, over]) == over
    assert transports.transport([away]) is None


def test_nobody_lands_where_he_cannot_win() -> None:
    here = position(
        "sbw4",
        allies={"Malta": "gb-13 4", "London": "gb-churchill 4"},
        axis={"Gela": "it-liv 3, it-12 3", "Syracuse": "it-16 3, de-hgd 3", "Ragusa": "it-17 3, it-19 3", "Catania": "it-9 3, it-31 3"},
        month="1943-07",
        active="allies",
    )
    here.state.active_hqs |= 1 << here.block("gb-churchill")
    here.begin(MOVEMENT)
    wave = Admiral(here.game, here.state, ALLIES).first_wave()
    crowded = {here.hex(place) for place in ("Gela", "Syracuse", "Ragusa", "Catania")}
    assert not any(isinstance(action, Land) and action.to in crowded for action in wave)


def test_reserves_go_where_they_turn_the_battle() -> None:
    here = position(
        "sbw8",
        axis={"Gold-Juno-Sword": "de-74 3", "Le Mans": "de-lehr 4"},
        allies={"Gold-Juno-Sword": "gb-30 4"},
        month="1944-06",
        active="allies",
    )
    move = Move(here.block("de-lehr"), here.hex("Gold-Juno-Sword"))
    assert reserves_to_the_beach(here.game, here.state, AXIS, [move]) == move


def test_the_axis_knows_its_beaches() -> None:
    here = position("sbw4", allies={"Malta": "gb-13 4"}, month="1943-07", active="allies")
    risks = beaches_at_risk(here.game.rules, here.state, AXIS)
    assert here.hex("Gela") in risks
    assert here.hex("Salerno") not in risks


def test_a_recruit_does_not_land_into_strong_defences() -> None:
    here = position(
        "sbw4",
        allies={"Malta": "gb-13 4", "London": "gb-churchill 4"},
        axis={"Gela": "it-liv 3, it-12 3"},
        month="1943-07",
        active="allies",
    )
    here.begin(MOVEMENT)
    strong = Land(here.block("gb-13"), here.hex("Gela"), here.block("gb-churchill"))
    empty = Land(here.block("gb-13"), here.hex("Ragusa"), here.block("gb-churchill"))
    assert sense(here.game, here.state, ALLIES, strong) < 0.5 < sense(here.game, here.state, ALLIES, empty)
