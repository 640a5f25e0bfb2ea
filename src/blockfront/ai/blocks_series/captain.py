"""The captain: plans each phase from its side's view by comparing the positions that plans lead to."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple

from blockfront.ai.blocks_series.evaluation.exposure import Exposure
from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.ai.blocks_series.evaluation.imagination import recollected
from blockfront.ai.blocks_series.evaluation.weights import DEFAULT, Weights
from blockfront.ai.blocks_series.phases.air import AirMarshal
from blockfront.ai.blocks_series.phases.blitz import Spearhead
from blockfront.ai.blocks_series.phases.combat import Tactician
from blockfront.ai.blocks_series.phases.deployment import set_up
from blockfront.ai.blocks_series.phases.governments import Openings, answer, dutiful_march, sailings
from blockfront.ai.blocks_series.phases.movement import Mover, Plan
from blockfront.ai.blocks_series.phases.partisans import go_on
from blockfront.ai.blocks_series.phases.production import one_by_one, purchases
from blockfront.ai.blocks_series.phases.rail import Railwayman
from blockfront.ai.blocks_series.phases.stores import worthiest
from blockfront.ai.blocks_series.phases.strategic import wage
from blockfront.ai.blocks_series.planning.assaults import Assaults
from blockfront.ai.blocks_series.planning.drops import Drops
from blockfront.ai.blocks_series.planning.high_commands import next_order
from blockfront.ai.blocks_series.planning.landings import Admiral, reserves_to_the_beach
from blockfront.ai.blocks_series.planning.reserves import kept_back
from blockfront.ai.blocks_series.planning.transports import Transports
from blockfront.ai.blocks_series.search.rehearsal import Draft, against, marches_of, never, plans_of, played_through, wandering
from blockfront.ai.intentions import Intention, Intentions
from blockfront.ai.player import Budget, Decision
from blockfront.ai.search_budget import SearchBudget, TurnClock
from blockfront.ai.thoughts import Thoughts, thought
from blockfront.core.actions import Action
from blockfront.core.columns import Frame
from blockfront.core.game import AnyGame
from blockfront.core.sides import Side
from blockfront.games.blocks_series.actions import EndPhase, Resolve, Ship, SpecialAction, TakeLoss
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.power_actions import Jump
from blockfront.games.blocks_series.rules.ch13_headquarters import AIRBORNE_ASSAULT
from blockfront.games.blocks_series.state import SeriesState
from blockfront.games.blocks_series.steps.base import SeriesStep
from blockfront.games.blocks_series.steps.battle import Battle, BattleFrame
from blockfront.games.blocks_series.steps.blitz import BlitzPhase
from blockfront.games.blocks_series.steps.deployment import Deployment
from blockfront.games.blocks_series.steps.encounters import AirReturn, Encounters
from blockfront.games.blocks_series.steps.factories import ScorchedEarthDecision
from blockfront.games.blocks_series.steps.landings import Harbours, SecondWave
from blockfront.games.blocks_series.steps.movement import AirMovement, Exploitation, GroundMovement, RailPhase, Reaction
from blockfront.games.blocks_series.steps.partisans import PartisanFight, Skirmish
from blockfront.games.blocks_series.steps.production import ProductionPhase
from blockfront.games.blocks_series.steps.reserves import ReserveReaction
from blockfront.games.blocks_series.steps.supply import SupplyCheck


class Rehearsal(NamedTuple):
    """Which plans to try (as changed weights), against how many guessed armies, and how many player turns ahead to play them."""

    variants: tuple[dict[str, float], ...]
    worlds: int
    ahead: int


FEW: Final = 60  # most units on the map for which there is time to try plans
TRYING: Final = 0.8  # share of a turn's budget in seconds that goes into trying plans
TO_THE_END: Final = Rehearsal(
    (
        {},
        {"armour_caution": 5.0},
        {"armour_caution": 0.0},
        {"march": 1.6, "armour_march": 3.2},
        {"armour_effort": 3.0},
        {"guard": 0.3, "link": 0.5},
        {"hunt": 0.0},
        {"armour_halt": 12.0},
        {"enemy_step": 2.0, "rear": 8.0},
    ),
    worlds=4,
    ahead=8,
)
LAST_DAY: Final = Rehearsal(({}, {"march": 1.6, "armour_march": 3.2}, {"own_step": 0.4, "armour_effort": 3.0}), worlds=2, ahead=1)
OTHER_WORLDS: Final = 3  # guessed armies besides the first against which a landing is judged
NO_OPENINGS: Final[Openings] = {}
NONE: Final = Rehearsal(({},), worlds=0, ahead=0)


class Trial:
    """A plan and the sum of its results in all guessed worlds it was tried in."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.worth, self.worlds = plan, 0.0, 0


class Captain:
    """Stores the rest of a phase's plan under the view expected next; an unexpected view means planning again."""

    def __init__(self, weights: Weights = DEFAULT, *, rehearses: bool = True, openings: Openings = NO_OPENINGS) -> None:
        self.weights = weights
        self.openings = openings
        self._rehearses = rehearses
        self._intentions = Intentions()
        self._clock = TurnClock()

    def decide(self, game: AnyGame, view: Any, budget: Budget, rng: Random) -> Decision:
        """Returns the next action of the stored plan, or the first of a new one."""
        assert isinstance(game, SeriesGame)
        side = Side(view.viewer)
        self._clock.start(view.turn)
        try:
            kept = self._intentions.recall(game, view)
            expected = None if kept is None else kept.expected
            state = game.guess(view, rng) if expected is None else expected
            intention = kept or self.think(game, state, side, view, self._clock.left(budget), rng)
            return self._intentions.decision(game, state, side, intention, _fallback)
        finally:
            self._clock.stop()

    # ---- thinking

    def think(self, game: SeriesGame, state: SeriesState, side: Side, view: Any, budget: Budget, rng: Random) -> Intention:
        """Plans the next actions in a guessed state; without a view the state is taken as the truth."""
        top = game.stack.top(state)
        assert top is not None
        step, frame = top
        if isinstance(step, GroundMovement):
            if home := sailings(game, state, side):
                return Intention(home[:1], thought("sail_home"))
            if (march := dutiful_march(game, state, side)) is not None:
                return Intention((march,), thought("duty_first"))
            crowded = game.rules.landings.is_played() and game.rules.definitions.overstacked(state, side)
            if crowded and (move := Mover(game, state, side, self.weights).thinned_out()) is not None:
                return Intention((move,), thought("make_room"))
            if wave := self.land(game, state, side, view, rng):
                return Intention(wave, thought("land"))
            plan = self.move(game, state, side, view, budget, rng)
            return Intention((*plan.actions, EndPhase()), _told(plan))
        if isinstance(step, Exploitation):
            if (ship := _follow(game, state, side)) is not None:
                return Intention((ship,), thought("armour_over_the_beach"))
            if (reserve := kept_back(game.rules, state, side)) is not None:
                return Intention((reserve,), thought("armour_kept_back"))
            further = self.exploit(game, state, side, view, budget, rng)
            return Intention((*further.actions, EndPhase()), thought("armour_goes_on"))
        legal = list(game.legal(state, side))
        if len(legal) == 1:
            return Intention((legal[0],), thought("no_choice"))
        decided = answer(game, state, side, step, legal, self.openings) if isinstance(step, SeriesStep) else None
        if decided is None and isinstance(step, SeriesStep):
            decided = wage(game, state, side, step, frame, legal)
        if decided is not None:
            return decided
        may_drop = isinstance(step, AirMovement) or (isinstance(step, RailPhase) and not _has_fleet(game, state, side))
        if may_drop and (dropping := _drop(game, state, side, legal)) is not None:
            return Intention((dropping,), thought("drop"))
        ground = Ground(game.rules, state, side)
        if isinstance(step, ProductionPhase):
            return Intention(self.produce(game, state, side, view, budget, rng), thought("produce"))
        if isinstance(step, RailPhase) and (sea_order := Transports(game, state, side, ground).rail_orders(legal)) is not None:
            return Intention((sea_order,), thought("by_sea"))
        if isinstance(step, SecondWave | Harbours):
            return Intention((Admiral(game, state, side, ground).second_wave(legal),), thought("second_wave"))
        if isinstance(step, ReserveReaction):
            return Intention((reserves_to_the_beach(game, state, side, legal),), thought("send_reserve"))
        if isinstance(step, RailPhase):
            return self._send(game, state, side, legal, ground)
        if isinstance(step, AirMovement | Reaction):
            return Intention(self._fly(game, state, side, ground), thought("aircraft"))
        if isinstance(step, Battle):
            return self._fight(game, state, side, BattleFrame(*frame), legal, ground)
        if isinstance(step, PartisanFight):
            return self._hunt(game, state, side, frame, legal, ground)
        if isinstance(step, BlitzPhase):
            return Intention((Spearhead(game, state, side, self.weights).blitz(legal),), thought("blitz"))
        if isinstance(step, AirReturn | Encounters):
            return Intention((AirMarshal(game.rules, state, side, ground, self.weights).land(legal),), thought("go_down"))
        if isinstance(step, ScorchedEarthDecision):
            return Intention((EndPhase(),), thought("scorched_earth"))
        if isinstance(step, SupplyCheck):
            return Intention((worthiest(game.rules, state, legal),), thought("stores"))
        if isinstance(step, Deployment):
            return Intention((set_up(game.rules, state, side, ground, rng),), thought("set_up"))
        return Intention((legal[0],), thought("as_usual"))

    def land(self, game: SeriesGame, state: SeriesState, side: Side, view: Any, rng: Random) -> tuple[Action, ...]:
        """Returns the first wave of landings, judged against several armies that the view allows."""
        landings = game.rules.landings
        if not any(landings.may_command(state, hq) for hq in game.rules.units.headquarters[side]):
            return ()
        if view is None:
            return Admiral(game, state, side).first_wave()
        worlds = [recollected(game, view, world) for world in (state, *(game.guess(view, rng) for _ in range(OTHER_WORLDS)))]
        return Admiral(game, worlds[0], side, worlds=worlds[1:]).first_wave()

    def move(self, game: SeriesGame, state: SeriesState, side: Side, view: Any, budget: Budget, rng: Random) -> Plan:
        """Plans the Movement Phase; given time, tries several plans against guessed armies, led in turn by captains and by random play.

        When the budget is in seconds, a round of trials that does not finish in time is ignored.
        """
        rehearsal = self.rehearsal(game, state, side)
        search_budget = None if budget.simulations is not None else SearchBudget(budget, TRYING)
        is_over = never if search_budget is None else search_budget.is_over
        drafts = plans_of(game, state, side, self.weights, rehearsal.variants, is_over)
        return self.rehearsed(game, side, view, drafts, rehearsal, search_budget, rng)[0].plan

    def rehearsed(
        self,
        game: SeriesGame,
        side: Side,
        view: Any,
        drafts: Sequence[Draft],
        rehearsal: Rehearsal,
        search_budget: SearchBudget | None,
        rng: Random,
    ) -> list[Trial]:
        """Tries plans against guessed armies; returns them best first, in the order of the last round of trials that ended in time."""
        is_over = never if search_budget is None else search_budget.is_over
        left, dropped = [Trial(way.plan) for way in drafts], list[Trial]()
        for number in range(rehearsal.worlds):
            if len(left) == 1:
                break
            world, seed = game.guess(view, rng), rng.random()
            think = self.follow if number % 2 == 0 else against(side, self.follow, wandering)
            worths: list[float] = []
            for trial in left:
                actions = (*trial.plan.actions, EndPhase())
                worth = None
                if search_budget is None or search_budget.allows():
                    worth = played_through(game, world, side, actions, think, Random(seed), rehearsal.ahead, is_over)
                if worth is None:
                    break
                worths.append(worth)
            if len(worths) < len(left):
                break
            for trial, worth in zip(left, worths, strict=True):
                trial.worth += worth
                trial.worlds += 1
            left.sort(key=lambda trial: -trial.worth)
            if number % 2 == 1:
                half = (len(left) + 1) // 2
                left, dropped = left[:half], [*left[half:], *dropped]
        return [*left, *dropped]

    def rehearsal(self, game: SeriesGame, state: SeriesState, side: Side) -> Rehearsal:
        """Chooses how much to rehearse: with many units on the map only an attacker's last turn, played to its end."""
        if not self._rehearses:
            return NONE
        if sum(hex_ >= 0 for hex_ in state.location) <= FEW:
            return TO_THE_END
        ground = Ground(game.rules, state, side)
        return LAST_DAY if ground.attacks and ground.is_last_turn(state) else NONE

    def exploit(self, game: SeriesGame, state: SeriesState, side: Side, view: Any, budget: Budget, rng: Random) -> Plan:
        """Plans where armour goes after the battles."""
        return marches_of(game, state, side, self.weights, ({},))[0].plan

    def follow(self, game: SeriesGame, state: SeriesState, side: Side, rng: Random) -> tuple[Action, ...]:
        """Plans the next actions without any trials: used inside trials, where plans are played through."""
        return Captain(self.weights, rehearses=False).think(game, state, side, None, Budget(), rng).actions

    def produce(self, game: SeriesGame, state: SeriesState, side: Side, view: Any, budget: Budget, rng: Random) -> tuple[Action, ...]:
        """Returns all purchases of a month."""
        return purchases(game, state, side, self.weights)

    def _send(self, game: SeriesGame, state: SeriesState, side: Side, legal: list[Action], ground: Ground) -> Intention:
        """Lets high commands act, then sends trains; where landings are played, leaders have acted already."""
        high_commands = game.rules.headquarters.command and not game.rules.landings.is_played()
        if high_commands and (order := next_order(game, state, side, self.weights, ground, legal)) is not None:
            return Intention((order,), thought("high_command"))
        return Intention(Railwayman(game, state, side, self.weights, ground).plan(), thought("by_rail"))

    def _fly(self, game: SeriesGame, state: SeriesState, side: Side, ground: Ground) -> tuple[Action, ...]:
        after, exposure = state.copy(), Exposure(game.rules, state, side, frozenset(game.order.of_side[1 - side]))
        return one_by_one(
            game, after, side, lambda legal: AirMarshal(game.rules, after, side, ground, self.weights, exposure).choose(legal)
        )

    def _hunt(self, game: SeriesGame, state: SeriesState, side: Side, frame: Frame, legal: list[Action], ground: Ground) -> Intention:
        if isinstance(legal[0], TakeLoss):
            return Intention((Tactician(game.rules, state, side, ground).take_loss(legal),), thought("least_loss"))
        return go_on(game.rules, state, side, Skirmish(*frame).hex, legal)

    def _fight(
        self, game: SeriesGame, state: SeriesState, side: Side, fight: BattleFrame, legal: list[Action], ground: Ground
    ) -> Intention:
        tactician = Tactician(game.rules, state, side, ground)
        if isinstance(legal[0], TakeLoss):
            return Intention((tactician.take_loss(legal),), thought("least_loss"))
        return Intention((tactician.stay_or_leave(fight.hex, legal),), thought("as_it_stands"))


def _follow(game: SeriesGame, state: SeriesState, side: Side) -> Action | None:
    """Returns the order that ships armour after a landing of this turn, if there is one."""
    if not state.landings:
        return None
    ships = [order for hq in game.rules.units.headquarters[side] for order in game.rules.landings.follow_ups(state, hq)]
    able = [order for order in ships if isinstance(order, Ship)]
    return Transports(game, state, side, Ground(game.rules, state, side)).transport(able) if able else None


def _has_fleet(game: SeriesGame, state: SeriesState, side: Side) -> bool:
    """Says whether a headquarters on the map can lead landings; if so, landing orders come before those for parachutists."""
    assaults = Assaults(game.rules, state, side)
    return any(state.location[hq] >= 0 and assaults.leads_landings(hq) for hq in game.rules.units.headquarters[side])


def _drop(game: SeriesGame, state: SeriesState, side: Side, legal: list[Action]) -> Action | None:
    """Returns an airborne assault or the order for one, in games that have them."""
    if not any(isinstance(action, Jump) or (isinstance(action, SpecialAction) and action.kind == AIRBORNE_ASSAULT) for action in legal):
        return None
    drops = Drops(game.rules, state, side)
    return next(iter(drops.jumps()), None) or drops.order(legal)


def _told(plan: Plan) -> Thoughts:
    if not plan.attacks:
        return thought("no_attack")
    return sum((thought("attack", hex=attack.hex, percent=round(100 * attack.estimate.clears)) for attack in plan.attacks), ())


def _fallback(legal: list[Action]) -> Action:
    """Ends the phase if allowed, which is always safe; otherwise resolves a battle; otherwise takes the first legal action."""
    if EndPhase() in legal:
        return EndPhase()
    return next((action for action in legal if isinstance(action, Resolve)), legal[0])
