"""All numbers of a captain's judgement in one place, so that others can be tried against them."""

import msgspec


class Weights(msgspec.Struct, frozen=True):
    """How much each aspect counts, in victory points unless the comment says otherwise."""

    # ground
    base: float = 0.03  # any hex under control
    pull: float = 0.03  # share of an objective's worth that the ground around it gets
    fading: float = 0.72  # share of that pull that is left with each hex of distance

    # supply
    out_of_supply: float = 1.6  # steps a unit without supply is expected to lose
    no_zone: float = 0.25
    endangered: float = 0.25  # share of that cost for units whose lines the enemy could cut without a battle

    # the enemy's next turn
    commanded: float = 0.65  # chance that the enemy has command in a hex
    commanded_near_hq: float = 1.0
    shares: tuple[float, ...] = (0.8, 0.6, 0.45, 0.3, 0.2, 0.15, 0.1, 0.05)  # chances of the enemy's attacks, the worst first
    leak: float = 0.3  # share of what depends on a hex that counts as lost if the enemy can slip into it
    no_mans_land: float = 0.02
    wary: int = 99  # number of hidden enemies in a hex from which armour among them is expected to slip through
    hold: float = 0.0  # share of an empty centre's or lone headquarters' worth that counts as lost if the enemy gets there
    blitzed: float = 0.4  # chance that the enemy moves and fights twice where he acts
    contested: float = 0.0  # share of the production that counts as lost if an enemy only enters a hex

    # battles
    held: float = 0.6  # a cleared hex, beyond what control of it is worth
    reply: float = 0.6  # chance that a standing battle goes on in the enemy's turn
    later: float = 0.4  # factor on one's own next round there
    engaged: float = 0.1  # cost of each unit that is tied down in battle
    relieved: int = 0  # worn units of a standing battle that may be replaced by fresh ones in a turn
    crowd: int = 99  # number of enemies, some of them never seen, from which no battle is begun in a hex

    # where standing still would lose
    daring: float = 0.4  # share of the worth of one's own steps that is then ignored
    drive: float = 1.0  # how much more ground is then worth
    siege: float = 0.0  # share of a cleared hex's worth that wearing its defenders down is then worth

    # where units stand
    behind: float = 0.05  # cost of each hex that a unit stands too far back
    ready: float = 0.15  # firepower of a unit next to the enemy
    exposed: float = 0.6  # cost of a headquarters in the front line
    covered: float = 0.05  # each front-line unit that a headquarters will command
    hot: float = 0.2  # share of a possible attack's gain that a headquarters nearby is worth
    hot_fading: float = 0.7  # share of that left with each hex beyond its radius
    prospect: float = 0.0  # share of a centre's worth to both sides that counts as a possible attack if it lies next to the front
    tired: bool = False  # whether headquarters are rated by the radius they will have after this turn's steps

    # command, by value before the step is spent
    step_price: tuple[float, ...] = (99.0, 2.4, 2.0, 1.7)
    supreme_price: tuple[float, ...] = (99.0, 2.0, 1.7, 1.5)
    blitz_price: tuple[float, ...] = (99.0, 99.0, 3.0, 2.0)  # price of the second step, for a blitz
    spare: float = 0.15  # share of these prices if Production has points to spare
    spare_unit: float = 0.3  # share of a step's worth in that case
    coming_losses: float = 6.0  # production points that a Fortnight's losses are expected to cost
    engaged_demand: float = 1.0  # share of what units in battles lack that Production will have to replace
    scarce: float = 1.0  # exponent of demand relative to points: above 1, command gets cheap as soon as some points are left over
    least_attack: float = 0.25  # least gain for which a battle is begun
    least_march: float = 0.04
    least_need: float = 0.5  # least expected loss for which a unit is kept from attacking
    least_supreme: float = 0.25

    # production, as factors of worth
    command_step: float = 1.8
    top_up: float = 1.8  # the last step of a headquarters
    near_step: float = 1.15
    far_step: float = 0.75
    cadre: float = 0.85
    cadres: bool = False  # whether a cadre is begun every month: units gain one step a month, so a late start leaves them weak
    life_now: float = 1.0  # share of a lost unit's worth while it can still be rebuilt later


DEFAULT = Weights()

# the general's: cares less about the current points, buys fighting strength first, and keeps headquarters near goals
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

# the general's if standing still would not win: relieves worn units and watches gaps in the line
STRIVING = msgspec.structs.replace(CALM, relieved=2, leak=0.8, no_mans_land=0.05, endangered=0.4, wary=2)

# the general's if much is missing to win: wears goals down patiently
PRESSED = msgspec.structs.replace(STRIVING, siege=1.5)

NO_TOMORROW = msgspec.structs.replace(  # for the last player turn, in which only points count
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
    """Weights after the last Production: an enemy who only enters a hex stops the production beyond it for good."""
    return msgspec.structs.replace(weights, contested=2.5)


def in_need(weights: Weights) -> Weights:
    """Weights for when losses cannot be replaced: large enemy stacks are not attacked."""
    return msgspec.structs.replace(weights, crowd=3)


def in_haste(weights: Weights, chance: float) -> Weights:
    """Weights for when one's next turn may come before the enemy's: his threats count less, one's own next round more."""
    return msgspec.structs.replace(
        weights,
        shares=tuple(share * (1.0 - chance) for share in weights.shares),
        reply=weights.reply * (1.0 - chance),
        later=weights.later + (1.0 - weights.later) * chance,
        leak=weights.leak * (1.0 - chance),
        hold=weights.hold * (1.0 - chance),
        endangered=weights.endangered * (1.0 - chance),
    )
