"""The strategic war: bombing raids, interception, convoys and rockets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from blockfront.ai.blocks_series.planning.barges import fighters_decide
from blockfront.ai.intentions import Intention
from blockfront.ai.thoughts import thought
from blockfront.core.actions import Action
from blockfront.core.columns import Frame
from blockfront.games.blocks_series.actions import EndPhase, SpecialAction, TakeLoss
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.loading.data_model import NO_FIRE
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_AIR, FireContext
from blockfront.games.blocks_series.rules.ch13_headquarters import KEEP_SUBMARINES
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import (
    AIRCRAFT,
    ARMOUR,
    MINE,
    MULBERRY,
    POPULATION,
    PORT,
    RADAR,
    RADAR_OUT,
    SHIPYARD,
    SITES,
    STATION,
    SYNTHETIC,
)
from blockfront.games.blocks_series.state import LEND_LEASE, SeriesState
from blockfront.games.blocks_series.steps.air_war import AirWarMonth
from blockfront.games.blocks_series.steps.base import SeriesStep
from blockfront.games.blocks_series.steps.bombardment import Bombardment
from blockfront.games.blocks_series.steps.bombing import Flight, Raid, StrategicWarfarePhase
from blockfront.games.blocks_series.steps.convoys import ConvoyWar
from blockfront.games.blocks_series.strategic_actions import (
    AimRocket,
    AimRocketAtUnit,
    Bomb,
    BuyAbroad,
    NameRoute,
    RestoreRadar,
    Scramble,
    SendBomber,
    Sortie,
)

WORTH: Final = {
    **{POPULATION: 1.0, MINE: 1.0, ARMOUR: 1.5, AIRCRAFT: 1.5, SYNTHETIC: 1.0, SHIPYARD: 0.6},
    **{PORT: 0.4, STATION: 0.5, MULBERRY: 1.2},
}
STATION_OF_RADAR: Final = 1.6
BLINDED: Final = 4.0  # the same where fighters decide: without radar the stronger fighters win
DANGER: Final = 0.06  # cost of a step of enemy fighters within reach of a target
RAIDS: Final = 3  # most raids in a phase
BOMBERS: Final = 3  # bombers on a raid
SPARED: Final = 9  # strength of fighters below which they are spared, where they cover a fleet
OUTNUMBERED: Final = 0.5  # share of the enemy's air strength below which defenders fly home
POINTS_TO_SPARE: Final = 9
BOUGHT: Final = 2


def wage(game: SeriesGame, state: SeriesState, side: int, step: SeriesStep, frame: Frame, legal: Sequence[Action]) -> Intention | None:
    """Returns the decision in the strategic war and the reason; None if the step asks for something else."""
    if isinstance(step, StrategicWarfarePhase):
        return _choose_target(game, state, side, legal)
    if isinstance(step, Raid):
        return _fly(game, state, side, Flight(*frame), legal)
    if isinstance(step, ConvoyWar):
        return _at_sea(game, state, side, frame, legal)
    if isinstance(step, Bombardment):
        return _aim(game, state, legal)
    if isinstance(step, AirWarMonth):
        return _over_the_homeland(game, state, step, legal)
    radar = next((action for action in legal if isinstance(action, RestoreRadar)), None)
    if radar is not None:
        return Intention((radar,), thought("radar"))
    boats = next((action for action in legal if isinstance(action, SpecialAction) and action.kind == KEEP_SUBMARINES), None)
    return None if boats is None else Intention((boats,), thought("boats_stay"))


# ---- raids


def _choose_target(game: SeriesGame, state: SeriesState, side: int, legal: Sequence[Action]) -> Intention:
    """Chooses the most promising target, a few times per phase."""
    raids = [action for action in legal if isinstance(action, Bomb)]
    if not raids or len(state.bombed) >= RAIDS:
        return Intention((EndPhase(),), thought("enough_raids"))
    best = max(raids, key=lambda raid: (_promise(game, state, side, raid), -raid.hex, -raid.target))
    return Intention((best,), thought("bombs", hex=best.hex))


def _promise(game: SeriesGame, state: SeriesState, side: int, raid: Bomb) -> float:
    """Returns the expected gain of a raid, less the danger from fighters near the target."""
    if raid.target >= RADAR:
        wanted = BLINDED if fighters_decide(game.rules, 1 - side) else STATION_OF_RADAR
        gain = wanted if game.rules.strategic.radar(state) != RADAR_OUT else 0.2
    elif raid.target < len(SITES):
        sites = [site for site in game.rules.board.sites if site.hex == raid.hex and site.kind == SITES[raid.target]]
        gain = WORTH[raid.target] * min(2.0, 0.6 * sum(site.value for site in sites) + 0.4)
    else:
        gain = WORTH[raid.target]
    return gain - DANGER * _fighters_near(game, state, 1 - side, raid.hex)


def _fighters_near(game: SeriesGame, state: SeriesState, side: int, hex_: int) -> int:
    units, air = game.rules.units, game.rules.air
    fighters = [block for block in units.aircraft[side] if units.is_fighter[block] and state.location[block] >= 0]
    near = [b for b in fighters if game.rules.board.within(state.location[b], air.range_of(state, b)) >> hex_ & 1]
    return sum(air.value(state, block) for block in near)


def _fly(game: SeriesGame, state: SeriesState, side: int, flight: Flight, legal: Sequence[Action]) -> Intention:
    sorties = [action for action in legal if isinstance(action, Sortie)]
    if flight.stage == Raid.SEND:
        return _send(game, state, side, sorties, legal)
    if flight.stage == Raid.REACT:
        return _intercept(game, state, side, flight.hex, sorties)
    if isinstance(legal[0], TakeLoss):
        return Intention((_cheapest(game, state, legal),), thought("least_loss"))
    return _fight_on(game, state, side, flight.hex, legal)


def _send(game: SeriesGame, state: SeriesState, side: int, sorties: Sequence[Sortie], legal: Sequence[Action]) -> Intention:
    """Sends strong bombers first, then one escort for each as long as headquarters can send them."""
    units, air = game.rules.units, game.rules.air
    flying = game.rules.strategic.flying(state, side)
    bombers = [block for block in flying if not units.is_fighter[block]]
    strong = sorted(sorties, key=lambda sortie: (-air.value(state, sortie.block), sortie.block, sortie.hq))
    more = next((sortie for sortie in strong if not units.is_fighter[sortie.block]), None)
    if more is not None and len(bombers) < BOMBERS:
        return Intention((more,), thought("strongest_bombers"))
    escort = next((sortie for sortie in strong if units.is_fighter[sortie.block]), None)
    if escort is not None and len(flying) < 2 * len(bombers):
        return Intention((escort,), thought("escort"))
    return Intention((EndPhase() if EndPhase() in legal else legal[0],), thought("raid_starts"))


def _intercept(game: SeriesGame, state: SeriesState, side: int, hex_: int, sorties: Sequence[Sortie]) -> Intention:
    """Sends fighters that can hit something until they outnumber the raiders."""
    fire, air = game.rules.fire, game.rules.air
    raiders, mine = (len(game.rules.strategic.flying(state, owner)) for owner in (1 - side, side))
    context = FireContext(hex_, 1, True)
    able = [s for s in sorties if fire.lowest(state, context, AIR_TO_AIR, s.block) < NO_FIRE and air.value(state, s.block) > 1]
    if not able or mine > raiders or _must_be_spared(game, state, side):
        return Intention((EndPhase(),), thought("enough_up"))
    best = min(able, key=lambda sortie: (-air.value(state, sortie.block), sortie.block, sortie.hq))
    return Intention((best,), thought("rise"))


def _must_be_spared(game: SeriesGame, state: SeriesState, side: int) -> bool:
    """Says whether so few fighters are left to cover the fleet against an invasion that they stay on the ground."""
    units, air = game.rules.units, game.rules.air
    fighters = (block for block in units.aircraft[side] if units.is_fighter[block] and state.location[block] >= 0)
    return fighters_decide(game.rules, side) and sum(air.value(state, block) for block in fighters) <= SPARED


def _cheapest(game: SeriesGame, state: SeriesState, legal: Sequence[Action]) -> Action:
    losses = [action for action in legal if isinstance(action, TakeLoss)]
    return min(losses, key=lambda loss: (game.rules.production.price(loss.block, state.steps[loss.block]), loss.block))


def _fight_on(game: SeriesGame, state: SeriesState, side: int, hex_: int, legal: Sequence[Action]) -> Intention:
    """Flies defenders home if they are far too weak; raiders go on to the target."""
    strategic, air = game.rules.strategic, game.rules.air
    mine, theirs = (sum(air.value(state, block) for block in strategic.flying(state, owner)) for owner in (side, 1 - side))
    if side != strategic.raiding_side(state) and mine < OUTNUMBERED * theirs:
        home = next((action for action in legal if not isinstance(action, EndPhase)), None)
        if home is not None:
            return Intention((home,), thought("too_many"))
    return Intention((EndPhase(),), thought("press_on"))


# ---- the sea, and rockets


def _at_sea(game: SeriesGame, state: SeriesState, side: int, frame: Frame, legal: Sequence[Action]) -> Intention:
    if isinstance(legal[0], NameRoute):
        lent = bool(state.turning_points & LEND_LEASE) or game.rules.scenario.special.circumstances.lend_lease
        return Intention((NameRoute(lent),), thought("hunt_american_goods") if lent else thought("hunt_convoys"))
    hunted, bought = frame[2], frame[3] + frame[4]
    planes = [b for b in game.rules.units.aircraft[side] if state.location[b] >= 0 and state.steps[b] < game.rules.units.full[b]]
    leader = game.rules.powers.leader(state, side)
    rich = state.pool[leader * 5] + game.rules.production.income(state, leader)[0] >= POINTS_TO_SPARE + 3 * bought
    if BuyAbroad(True) in legal and planes and rich and not hunted and bought < BOUGHT:
        return Intention((BuyAbroad(True),), thought("buy_abroad"))
    return Intention((EndPhase(),), thought("points_at_home"))


def _aim(game: SeriesGame, state: SeriesState, legal: Sequence[Action]) -> Intention:
    """Aims a rocket at a capital if one is in range, else at any city, else at a unit."""
    cities = [action for action in legal if isinstance(action, AimRocket)]
    capital = next((city for city in cities if game.rules.board.capitals >> city.hex & 1), None)
    target = capital or next(iter(cities), None) or next((action for action in legal if isinstance(action, AimRocketAtUnit)), None)
    return Intention((target,), thought("rockets")) if target is not None else Intention((EndPhase(),), thought("out_of_range"))


# ---- the air war over a homeland


def _over_the_homeland(game: SeriesGame, state: SeriesState, step: AirWarMonth, legal: Sequence[Action]) -> Intention:
    """Sends bombers to the most productive target, doubling up on one already chosen; sends interceptors where most bombers come."""
    raids = [action for action in legal if isinstance(action, SendBomber)]
    if raids:
        begun = {row[1] for row in state.squadrons}
        best = max(raids, key=lambda raid: (raid.hex in begun, len(step.war.points_at(state, raid.hex)), -raid.bomber, -raid.hex))
        return Intention((best,), thought("bombs", hex=best.hex))
    rising = [action for action in legal if isinstance(action, Scramble)]
    if not rising:
        return Intention((EndPhase(),), thought("all_sent"))
    weight = {hex_: sum(s.steps for s in step.war.over(state, hex_, raiders=True)) for hex_ in {action.hex for action in rising}}
    best_rise = max(rising, key=lambda rise: (weight[rise.hex], -rise.unit, -rise.hex))
    return Intention((best_rise,), thought("rise"))
