"""The weights by which players of the Blocks games judge positions."""

from typing import Final

import msgspec


class Weights(msgspec.Struct, frozen=True):
    """How much each thing counts when a plan is weighed."""

    march: float = 1.0  # a movement point nearer to a goal
    armour_march: float = 2.0
    effort: float = 0.6  # a unit that might do something else than attack
    guns_effort: float = 2.5  # artillery that will be missed when the only goal is stormed
    armour_effort: float = 0.6  # the same of armour
    enemy_step: float = 1.3  # a step the enemy loses
    own_step: float = 0.8  # a step lost
    city: float = 3.0  # a major city taken
    town: float = 0.7  # a smaller one
    goal: float = 6.0  # a place that decides the game, by its weight
    stay: float = 4.0  # the same for not leaving it empty on the last day
    rail: float = 2.0  # the next hex of a railway towards the goals
    unsupplied: float = 3.0  # a unit that would be a hex out of supply
    surrender: float = 14.0  # a unit that will give up this turn
    relief: float = 1.5  # a unit that finds supply again
    lifeline: float = 1.5  # an enemy next to a railway of one's own
    rear: float = 4.0  # an enemy behind most of one's own armour
    guard: float = 1.0  # a unit whose supply hangs on a railway hex that an enemy is next to
    link: float = 1.5  # a hex of a gap in a railway, for each unit beyond it
    hunt: float = 1.0  # whether infantry that comes too late for the goal goes after enemies beside the way
    armour_unsupplied: float = 3.0  # armour that would lose a turn's way
    armour_caution: float = 2.5  # the same in addition: it could not attack either
    armour_halt: float = 5.0  # armour that could not go on in the Exploitation Phase
    armour_beyond: float = 0.7
    cut_off: float = 2.5  # an enemy unit that would be
    raid: float = 0.0  # the same for a defender who goes for railways in his enemy's rear
    fall: float = 0.0  # a movement point nearer to what must be kept, however far the enemy is
    posts: float = 0.0  # whether posts in and around the only place that must be kept are manned first
    danger: float = 0.25  # a step of expected loss in the enemy's turn
    exposed: float = 0.0  # a step that the enemy's best attack on a hex within his reach would cost, company reckoned with
    hold: float = 0.0  # what a place taken is worth counts so many times for not leaving it empty within his reach: he would gain it, too
    pocket: float = 0.0  # a unit whose line he could cut in his next turn
    fares: int = 0  # points that a defender of many places keeps for trains that take units out of pockets
    alone: float = 0.0  # a unit that ends its march alone, without friends beside it, where two enemies can attack it
    rearmost: bool = False  # whether gaps in railways are left to the unit that is furthest behind among those who can close them
    storm: float = 0.0  # effort of armour against a fortress that is no goal, where places have to be cut off
    keep: float = 1.0  # being near what must be kept
    gap: float = 1.2  # being next to friends
    ring: float = 4.0  # a hex next to a place that is won by being surrounded, closed on the last day
    least_gain: float = 0.2  # what an attack must promise


DEFAULT: Final = Weights()
PRUDENT: Final = msgspec.structs.replace(  # the general's: needs are met before attacks
    DEFAULT, exposed=1.5, hold=2.0, pocket=2.0, fares=3, alone=4.0, rearmost=True, storm=8.0
)
