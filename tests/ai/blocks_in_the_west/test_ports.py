"""An army overseas plans for a port: it lands the force that storms it next month, and spends nothing else on the way."""

from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.ai.blocks_series.evaluation.weights import DEFAULT
from blockfront.ai.blocks_series.phases.air import AirMarshal
from blockfront.ai.blocks_series.phases.movement import Mover
from blockfront.ai.blocks_series.phases.stores import worthiest
from blockfront.ai.blocks_series.planning.drops import Drops
from blockfront.ai.blocks_series.planning.landings import Admiral
from blockfront.ai.blocks_series.planning.leaders import Leaders
from blockfront.ai.blocks_series.planning.overseas import Overseas
from blockfront.ai.blocks_series.planning.places import Places
from blockfront.ai.blocks_series.planning.ports import PortsAhead, capacity
from blockfront.ai.blocks_series.planning.transports import Transports
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, position
from blockfront.games.blocks_series.actions import Fly, Ship, SpecialAction, Sustain
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.power_actions import Jump
from blockfront.games.blocks_series.rules.ch13_headquarters import STAND_BY, SUPPLY_COAST
from blockfront.games.blocks_series.sea_actions import Land
from blockfront.games.blocks_series.state import AIR_MOVEMENT, FINAL_SUPPLY, MARKED, MOVEMENT, SUPPLY

AFRICA = {
    "Sousse": "us-6 6, us-2 5",
    "Bizerte": "us-7a 5, us-1ad 5, us-12b 4",
    "Tunis": "us-12f 5",
    "Algiers": "us-ike 4, us-12af 4",
    "London": "gb-churchill 4",
}


def before_palermo(garrison: str, month: str = "1943-07", **more: str) -> Position:
    """The American corps and their aircraft in Africa, Eisenhower ready to land them; only Palermo is held."""
    here = position("sbw4", allies=AFRICA | more, axis={"Palermo": garrison}, month=month, active="allies")
    here.state.active_hqs |= 1 << here.block("us-ike")
    here.state.orders.append((here.block("us-ike"), STAND_BY, -1))
    return here.begin(MOVEMENT)


def ports(here: Position) -> PortsAhead:
    return PortsAhead(here.game.rules, [here.state], ALLIES, Ground(here.game.rules, here.state, ALLIES))


def test_a_port_is_worth_a_campaign_if_the_force_that_can_come_storms_it() -> None:
    here = before_palermo("it-12 3, it-6a 3")
    ahead, beach, palermo = ports(here), here.hex("Trapani"), here.hex("Palermo")
    corps, guns = ahead.force(palermo)
    assert {here.game.order[block].key for block in corps} <= {"us-6", "us-2", "us-1ad"}
    assert guns == [here.block("us-7a")]
    assert set(ahead.wings(palermo)) == {here.block("us-12b"), here.block("us-12f")}
    assert ahead.chance(palermo) > 0.8
    assert ahead.places(beach) == 0  # nothing is counted on before a port is chosen
    ahead.choose([beach])
    assert ahead.target == palermo
    assert ahead.places(beach) == capacity(here.game.rules, palermo) == 5
    assert ahead.places(here.hex("Gela")) == 0


def test_nobody_counts_on_a_port_that_is_too_strong_or_on_the_last_day() -> None:
    strong = before_palermo("de-1ss 6, de-15pg 3, it-6a 3")
    late = before_palermo("it-12 3", "1943-09")
    for here in (strong, late):
        ahead = ports(here)
        ahead.choose([here.hex("Trapani")])
        assert ahead.target is None
        assert ahead.places(here.hex("Trapani")) == 0


def second_wave(garrison: str) -> list[str]:
    """Whom an admiral lands behind the marines at Trapani, one after the other, while others have filled the ports there are."""
    here, landed = before_palermo(garrison, Syracuse="gb-13 4, gb-30 4, gb-8a 4"), list[str]()
    here.play(Land(here.block("us-6"), here.hex("Trapani"), here.block("us-ike")))
    state = here.state.copy()
    for key in ("us-2", "us-7a", "us-1ad"):
        state.holding |= 1 << here.block(key)
    state.control[ALLIES] |= 1 << here.hex("Trapani")
    state.control[1 - ALLIES] &= ~(1 << here.hex("Trapani"))
    while True:
        legal = [*here.game.rules.landings.second_wave(state)]
        action = Admiral(here.game, state, ALLIES).second_wave(legal)
        if not isinstance(action, Land):
            return landed
        landed.append(here.game.order[action.block].key)
        here.game.rules.landings.land(state, action)


def test_the_whole_force_comes_ashore_beside_a_port_that_will_feed_it() -> None:
    guns, corps = second_wave("it-12 3, it-6a 3")
    assert guns == "us-7a"
    assert corps in ("us-2", "us-1ad")
    assert second_wave("de-1ss 6, de-15pg 3, it-6a 3") == []


def test_the_hungry_join_the_storm_that_feeds_them_and_nothing_else() -> None:
    here = position(
        "sbw4",
        allies={"Trapani": "us-6 6, us-7a 5", "2251": "us-2 5", "Bizerte": "us-12b 4, us-12af 4", "Tunis": "us-12f 5"},
        axis={"Palermo": "it-12 3", "Gela": "it-cs 2"},
        month="1943-08",
        active="allies",
    )
    for key in ("us-2", "us-7a"):
        here.state.flags[here.block(key)] |= MARKED
    overseas = Overseas(here.game.rules, here.state, Ground(here.game.rules, here.state, ALLIES), [])
    assert overseas.storms(here.hex("Palermo"))
    assert not overseas.storms(here.hex("Gela"))
    assert set(overseas.wings(here.hex("Palermo"))) == {here.block("us-12b"), here.block("us-12f")}
    plan = Mover(here.game, here.begin(MOVEMENT).state, ALLIES, DEFAULT).plan()
    assert [attack.hex for attack in plan.attacks] == [here.hex("Palermo")]
    assert {move.block for move in plan.attacks[0].moves} >= {here.block("us-6"), here.block("us-2")}


def test_leaders_feed_the_guns_beside_the_port_first() -> None:
    here = position(
        "sbw4", allies={"Trapani": "us-7a 5", "Gela": "us-2 5", "Algiers": "us-ike 4"}, axis={"Palermo": "it-12 3"}, month="1943-08"
    )
    ike = here.block("us-ike")
    legal = [SpecialAction(ike, SUPPLY_COAST, here.block(key)) for key in ("us-2", "us-7a")]
    for action in legal:
        here.state.flags[action.block] |= MARKED
    assert Leaders(here.game.rules, here.state, ALLIES).on_the_coast(legal) == legal[1]


def test_an_air_staff_goes_to_its_aircraft_but_takes_no_place_in_a_port_overseas() -> None:
    here = position(
        "sbw4",
        allies={"Trapani": "us-6 6", "Algiers": "us-ike 4, us-12af 4", "Bizerte": "us-12b 4", "Tunis": "us-12f 5"},
        axis={"Palermo": "it-12 3"},
        month="1943-08",
        active="allies",
    )
    transports = Transports(here.game, here.state, ALLIES, Ground(here.game.rules, here.state, ALLIES))
    over, beside = (Ship(here.block("us-ike"), here.block("us-12af"), here.hex(place)) for place in ("Trapani", "Bizerte"))
    assert transports._air_staff([over, beside]) == beside
    assert transports._air_staff([over]) is None


def test_infantry_that_cannot_land_from_its_port_goes_to_one_that_faces_beaches() -> None:
    here = position(
        "sbw4", allies={"Algiers": "us-ike 4, ca-1 4", "London": "gb-churchill 4"}, axis={"Gela": "it-cs 2"}, month="1943-08"
    )
    here.state.active = ALLIES
    transports = Transports(here.game, here.state, ALLIES, Ground(here.game.rules, here.state, ALLIES))
    facing, other = (Ship(here.block("gb-churchill"), here.block("ca-1"), here.hex(place)) for place in ("Malta", "Bizerte"))
    assert transports.transport([other, facing]) == facing
    assert transports.transport([other]) is None


def test_aircraft_take_places_too_and_leave_them_to_others() -> None:
    here = position(
        "sbw4",
        allies={"Palermo": "us-6 6, us-12b 4", "Algiers": "us-ike 4", "Bizerte": "us-12af 4"},
        axis={"Enna": "de-hgd 3"},
        month="1943-08",
        active="allies",
    )
    ground = Ground(here.game.rules, here.state, ALLIES)
    assert Places(here.game.rules, here.state, ALLIES, ground).left(here.hex("Palermo")) == 3
    marshal, bomber = AirMarshal(here.game.rules, here.state, ALLIES, ground, DEFAULT), here.block("us-12b")
    flights = [Fly(bomber, here.hex(place)) for place in ("Palermo", "Tunis")]
    assert marshal.land(flights) == flights[1]


def test_aircraft_that_can_still_fly_away_get_supply_last() -> None:
    here = position("sbw4", allies={"Palermo": "us-2 5, us-15s 3"}, month="1943-08", active="allies")
    legal = [Sustain(here.block("us-15s")), Sustain(here.block("us-2"))]
    here.state.phase = SUPPLY
    assert worthiest(here.game.rules, here.state, legal) == legal[1]
    here.state.phase = FINAL_SUPPLY
    assert worthiest(here.game.rules, here.state, legal) == legal[0]


def paratroops(month: str, **garrison: str) -> Position:
    here = position(
        "sbw4",
        allies={"Tunis": "us-82ab 3, gb-1ab 3, us-12f 5", "Bizerte": "us-12af 4, us-12b 4", "London": "gb-churchill 4"},
        axis=garrison,
        month=month,
        active="allies",
    )
    return here.begin(AIR_MOVEMENT)


def test_parachutists_win_a_place_that_counts_and_are_not_spent_on_open_country() -> None:
    here = paratroops("1943-09", Cagliari="it-13 3")
    drops = Drops(here.game.rules, here.state, ALLIES)
    assert drops.worth(here.hex("Cagliari")) > 1.5
    assert drops.worth(here.hex("2251")) < 0
    early = paratroops("1943-08", Cagliari="it-13 3")
    assert Drops(early.game.rules, early.state, ALLIES).worth(early.hex("Cagliari")) < 0  # nobody could come to their help
    held = paratroops("1943-09", Cagliari="de-1ss 6, de-90pg 3, it-13 3")
    assert Drops(held.game.rules, held.state, ALLIES).worth(held.hex("Cagliari")) <= 0


def test_two_parachutists_jump_into_the_same_prize() -> None:
    here = paratroops("1943-09", Cagliari="it-13 3")
    for key in ("us-82ab", "gb-1ab"):
        here.state.orders.append((here.block("us-12af"), 6, here.block(key)))
    jumps = Drops(here.game.rules, here.state, ALLIES).jumps()
    found = {(here.game.order[jump.block].key, jump.to) for jump in jumps if isinstance(jump, Jump)}
    assert found == {(key, here.hex("Cagliari")) for key in ("us-82ab", "gb-1ab")}
