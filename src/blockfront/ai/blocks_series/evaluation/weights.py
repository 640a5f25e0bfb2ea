"""The weights by which players of the Blocks games judge positions."""

from typing import Final

import msgspec


class Weights(msgspec.Struct, frozen=True):
    """How much each aspect counts when plans are compared; each number is per unit of what its comment names."""

    march: float = 1.0  # a movement point nearer to a goal
    armour_march: float = 2.0
    effort: float = 0.6  # cost of using a unit in an attack instead of elsewhere
    guns_effort: float = 2.5  # the same for artillery that will be missed when the only goal is stormed
    armour_effort: float = 0.6  # the same for armour
    enemy_step: float = 1.3  # a step the enemy loses
    own_step: float = 0.8  # a step that one's own side loses
    city: float = 3.0  # a major city taken
    town: float = 0.7  # a smaller one
    goal: float = 6.0  # a place that decides the game, times its weight
    stay: float = 4.0  # not leaving such a place empty on the last day
    rail: float = 2.0  # the next hex of a railway towards the goals
    unsupplied: float = 3.0  # a unit one hex out of supply
    surrender: float = 14.0  # a unit that would surrender this turn for lack of supply
    relief: float = 1.5  # a unit that finds supply again
    lifeline: float = 1.5  # an enemy next to a railway of one's own
    rear: float = 4.0  # an enemy behind half of one's own armour
    guard: float = 1.0  # a unit whose supply depends on a railway hex next to an enemy
    link: float = 1.5  # a hex of a gap in a railway, for each unit beyond it
    hunt: float = 1.0  # whether infantry that is too late for the goal goes after enemies beside the way
    armour_unsupplied: float = 3.0  # armour out of supply, which would lose a turn's movement
    armour_caution: float = 2.5  # added to that, because it could not attack either
    armour_halt: float = 5.0  # armour that could not go on in the Exploitation Phase
    armour_beyond: float = 0.7
    cut_off: float = 2.5  # an enemy unit that is cut off from supply
    raid: float = 0.0  # the same for a defender who strikes at railways in the enemy's rear
    fall: float = 0.0  # a movement point nearer to the place that must be kept, however far away the enemy is
    posts: float = 0.0  # whether posts in and around the only place that must be kept are manned first
    danger: float = 0.25  # a point of enemy strength beside a hex beyond one's own in it
    exposed: float = 0.0  # a step that the enemy's best attack within his reach would cost, with all units in the hex counted
    forsaken: float = 0.0  # the same for guns and staffs left alone
    hold: float = 0.0  # factor on the worth of a place for not leaving it open to the enemy, who would also gain it
    needs: bool = False  # whether likely losses of the enemy's next turn are guarded against before attacks are planned
    pocket: float = 0.0  # a unit whose supply line the enemy could cut in his next turn
    fares: int = 0  # production points that a defender of many places keeps for trains out of pockets
    alone: float = 0.0  # a unit that ends its march without friends beside it where two enemies can attack it
    rearmost: bool = False  # whether gaps in railways are left to the rearmost unit that can close them
    storm: float = 0.0  # cost of using armour against a fortress that is no goal, in scenarios won by cutting places off
    keep: float = 1.0  # being near a place that must be kept
    gap: float = 1.2  # being next to friends
    ring: float = 4.0  # on the last day, a closed hex around a place that is won by surrounding it
    least_gain: float = 0.2  # the least gain per unit that an attack must promise


DEFAULT: Final = Weights()
PRUDENT: Final = msgspec.structs.replace(  # the general's weights; minding every step that might be lost wins no games
    DEFAULT, needs=True, exposed=0.3, forsaken=1.5, hold=2.0, pocket=2.0, fares=3, alone=4.0, rearmost=True, storm=8.0
)
HOLDING: Final = msgspec.structs.replace(PRUDENT, exposed=1.5)  # for a ring or a place that must not be broken into
