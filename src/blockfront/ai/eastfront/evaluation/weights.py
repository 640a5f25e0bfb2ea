"""The numbers of a captain's judgement, in one place, so that others can be tried against them."""

import msgspec


class Weights(msgspec.Struct, frozen=True):
    """In victory points unless said otherwise."""

    # ground
    base: float = 0.03  # any hex under control
    pull: float = 0.03  # of an objective's worth that the ground around it is worth
    fading: float = 0.72  # of that pull from hex to hex

    # supply
    out_of_supply: float = 1.6  # steps a unit without supply is expected to lose
    no_zone: float = 0.25
    endangered: float = 0.25  # share of that for units whose lines the enemy could cut without a battle

    # the enemy's next turn
    commanded: float = 0.65  # chance that the enemy can act somewhere
    commanded_near_hq: float = 1.0
    shares: tuple[float, ...] = (0.8, 0.6, 0.45, 0.3, 0.2, 0.15, 0.1, 0.05)  # chances of his attacks, the worst first
    leak: float = 0.3  # share of what hangs on a hex that is lost when the enemy can slip in there
    no_mans_land: float = 0.02
    wary: int = 99  # hidden enemies in a hex among which armour is reckoned with that could slip through
    hold: float = 0.0  # share of what a centre or a headquarters is worth that is lost when the enemy comes by and nobody is there
    blitzed: float = 0.4  # chance that he moves and fights twice where he acts
    contested: float = 0.0  # share of the production that is lost where an enemy need only enter a hex

    # battles
    held: float = 0.6  # a cleared hex, beyond what control of it brings
    reply: float = 0.6  # chance that a standing battle goes on in the enemy's turn
    later: float = 0.4  # discount of one's own next round there
    engaged: float = 0.1  # for each unit that is tied down
    relieved: int = 0  # worn units of a standing battle that may be replaced by fresh ones in a turn
    crowd: int = 99  # enemies in a hex from which on no battle is begun there

    # where standing still would lose
    daring: float = 0.4  # share of one's own steps that is then disregarded
    drive: float = 1.0  # by how much more ground is then worth
    siege: float = 0.0  # share of what a cleared hex brings that defenders worn down there are then worth

    # places
    behind: float = 0.05  # for each hex a unit stands too far back
    ready: float = 0.15  # firepower next to the enemy
    exposed: float = 0.6  # a headquarters in the front line
    covered: float = 0.05  # each front-line unit that a headquarters will command
    hot: float = 0.2  # share of a possible attack that is worth having a headquarters near
    hot_fading: float = 0.7  # of that for each hex beyond its radius
    prospect: float = 0.0  # share of what an enemy centre next to the front is worth to both that counts as a possible attack
    tired: bool = False  # whether headquarters reach as far as they will after this turn's steps, not as far as they do now

    # command, by value before the step is spent
    step_price: tuple[float, ...] = (99.0, 2.4, 2.0, 1.7)
    supreme_price: tuple[float, ...] = (99.0, 2.0, 1.7, 1.5)
    blitz_price: tuple[float, ...] = (99.0, 99.0, 3.0, 2.0)  # of the second step
    spare: float = 0.15  # share of these prices when Production could not spend its points otherwise
    spare_unit: float = 0.3  # share of a step's worth then
    coming_losses: float = 6.0  # production points a fortnight's losses are expected to cost
    engaged_demand: float = 1.0  # share of what units in battles lack that Production will be asked for
    scarce: float = 1.0  # power of demand as a share of points: above 1, where some are left command is soon cheap
    least_attack: float = 0.25  # gain for which a battle is begun
    least_march: float = 0.04
    least_need: float = 0.5  # what must be at stake for somebody to be kept from attacking
    least_supreme: float = 0.25

    # production, as factors of worth
    command_step: float = 1.8
    top_up: float = 1.8  # the last step of a headquarters
    near_step: float = 1.15
    far_step: float = 0.75
    cadre: float = 0.85
    cadres: bool = False  # whether a cadre is begun every month: a unit gets one step a month, so what is begun late stays weak
    life_now: float = 1.0  # of a lost unit's worth while it can still be rebuilt later


DEFAULT = Weights()

# the general's: less moved by the count of points, what fights is bought before what counts in the end, and headquarters stay near goals
CALM = msgspec.structs.replace(
    DEFAULT,
    daring=0.0,
    drive=0.3,
    spare=0.2,
    coming_losses=3.0,
    engaged_demand=0.3,
    scarce=3.0,
    top_up=1.0,
    life_now=0.4,
    prospect=1.0,
    tired=True,
    hold=0.7,
    cadres=True,
)

# the general's where standing still would not win: worn units are relieved, gaps minded
STRIVING = msgspec.structs.replace(CALM, relieved=2, leak=0.8, no_mans_land=0.05, endangered=0.4, wary=2)

# and where much is missing: goals are worn down with patience
PRESSED = msgspec.structs.replace(STRIVING, siege=1.5)

NO_TOMORROW = msgspec.structs.replace(  # in the last player turn points count and nothing else
    CALM,
    base=0.0,
    pull=0.0,
    out_of_supply=0.0,
    no_zone=0.0,
    endangered=0.0,
    shares=(),
    leak=0.0,
    hold=0.0,
    no_mans_land=0.0,
    held=0.0,
    reply=0.0,
    later=0.0,
    engaged=0.0,
    behind=0.0,
    ready=0.0,
    exposed=0.0,
    covered=0.0,
    hot=0.0,
    step_price=(99.0, 2.0, 2.0, 2.0),
    supreme_price=(99.0, 2.0, 2.0, 2.0),
    blitz_price=(99.0, 99.0, 2.0, 2.0),
)


def at_the_end(weights: Weights) -> Weights:
    """After the last Production: an enemy who only enters a hex cuts off for good what produces beyond it."""
    return msgspec.structs.replace(weights, contested=2.5)


def in_need(weights: Weights) -> Weights:
    """Where losses cannot be made good: what the enemy has massed is left alone."""
    return msgspec.structs.replace(weights, crowd=3)


def in_haste(weights: Weights, chance: float) -> Weights:
    """As far as one's own next turn may come before the enemy's, his threats count less and one's own next round counts more."""
    return msgspec.structs.replace(
        weights,
        shares=tuple(share * (1.0 - chance) for share in weights.shares),
        reply=weights.reply * (1.0 - chance),
        later=weights.later + (1.0 - weights.later) * chance,
        leak=weights.leak * (1.0 - chance),
        hold=weights.hold * (1.0 - chance),
        endangered=weights.endangered * (1.0 - chance),
    )
