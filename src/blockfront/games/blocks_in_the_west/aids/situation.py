"""What only Blocks in the West shows away from the fronts: harbours, morale, convoys, radar, V weapons, Mussolini."""

from typing import Final

from blockfront.core.situation import SituationRow, SituationSection
from blockfront.games.blocks_in_the_west.advanced.ch06_mulberries import MOST_UNITS, PRICE, MulberrySea
from blockfront.games.blocks_in_the_west.advanced.ch13_radar import STATIONS, RadarNetwork
from blockfront.games.blocks_in_the_west.advanced.us_morale import AMERICA, BREAKING_POINT, AmericanLosses
from blockfront.games.blocks_in_the_west.options.ch26_wonder_weapons import V1_FROM, V2_DICE, V2_FROM, WORKSHOPS, WonderWeapons
from blockfront.games.blocks_in_the_west.options.ch35_convoys import GIFTS, Convoys
from blockfront.games.blocks_in_the_west.options.ch36_italy import DISMISSED, ItalyWavers
from blockfront.games.blocks_series.aids.situation import SHARED, Row, Sections, situation_of
from blockfront.games.blocks_series.aids.strategic_odds import dismissal_chance
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import RADAR_FULL, RADAR_SOME
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import BOATS_IN_PORT, BOATS_KEPT, MUSSOLINI_FREED, MUSSOLINI_HELD, NO_HEX, REPUBLIC, SeriesState
from blockfront.games.blocks_series.view import SeriesView

ZONES: Final = ("north_atlantic", "central_atlantic", "south_atlantic", "arctic", "persia")  # by the number of a convoy's route
SUBMARINES_HIT: Final = 6
PERCENT: Final = 100


def mulberries(rules: Rules, state: SeriesState, view: SeriesView) -> Sections:
    """The artificial harbours: what is paid, where they are, and how many units are in them and depend on them."""
    rows = []
    for power, hex_, paid in state.mulberries if isinstance(rules.sea, MulberrySea) else ():
        if hex_ == NO_HEX:
            rows.append(Row("paid", power=power, value=paid, most=PRICE, what="ready" if paid >= PRICE else "building"))
        else:
            rows.append(Row("placed", power=power, hex=hex_, value=PRICE, most=PRICE))
            rows += _load(rules, state, view, power, hex_)
    yield SituationSection("mulberries", "BW-6.7a", tuple(rows))


def _load(rules: Rules, state: SeriesState, view: SeriesView, power: int, hex_: int) -> list[SituationRow]:
    """The number of blocks in the harbour, which everybody sees, and of the viewer's own units that it supplies."""
    side = rules.tables.powers[power].side
    here = sum(block.location == hex_ for block in view.blocks.own) if side == view.viewer else 0
    here = here or sum(sight.location == hex_ and sight.side == side for sight in view.blocks.seen)
    rows = [Row("stands", power=power, hex=hex_, value=here, most=MOST_UNITS)]
    mine = [own.block for own in view.blocks.own if own.location >= 0] if side == view.viewer else []
    _, dependent = rules.supply.unsupplied(state, mine)
    for group in dependent:
        if 1 << hex_ in group.places:
            rows.append(Row("supplies", power=power, hex=hex_, value=len(group.ports), most=sum(group.places.values())))
    return rows


def morale(rules: Rules, state: SeriesState, view: SeriesView) -> Sections:
    """How many American ground units are lost, and how many losses make America leave the war."""
    if isinstance(rules.losses, AmericanLosses) and AMERICA not in rules.scenario.absent:
        power = rules.tables.power(AMERICA)
        yield SituationSection("morale", "BW-13.8.1.3b", (Row("losses", power=power, value=state.morale, most=BREAKING_POINT),))


def convoys(rules: Rules, state: SeriesState, view: SeriesView) -> Sections:
    """The submarines that are not lost, by zone, bombers in the Arctic, and what comes from America."""
    war = rules.strategic
    if not isinstance(war, Convoys):
        return
    at_sea = state.copy()
    at_sea.active, at_sea.boats = 1 - war.hunters, 0
    packs = war.packs(at_sea, 0)
    rows = [Row("zone", what=ZONES[p.route] + ("_air" if p.lowest < SUBMARINES_HIT else ""), value=p.dice) for p in packs]
    kept = "kept" if state.boats & BOATS_KEPT else "port" if state.boats & BOATS_IN_PORT else "sea"
    rows.append(Row("boats", what=kept, side=war.hunters))
    if war.needs_order(state) and view.viewer == war.hunters and kept == "sea":
        rows.append(Row("needs_order", side=war.hunters))
    yield SituationSection("convoys", "BW-35.2b", tuple(rows))
    aid = "lend_lease" if war.is_lent(state) else "cash_and_carry" if war.may_buy_abroad(state) else "nothing"
    gifts = [Row("gifts", what=colour, value=points) for colour, points in zip(("red", "blue"), GIFTS, strict=True)]
    yield SituationSection("america", "BW-34.0a", (Row("aid", what=aid), *(gifts if aid == "lend_lease" else ())))


def radar(rules: Rules, state: SeriesState, view: SeriesView) -> Sections:
    """The chain of radar stations: how well it works, and which stations are out."""
    chain = rules.strategic
    if not isinstance(chain, RadarNetwork) or not any(rules.theatre >> hex_ & 1 for hex_ in chain.stations):
        return
    works = chain.radar(state)
    whole = Row("chain", what="full" if works == RADAR_FULL else "some" if works == RADAR_SOME else "out", side=chain.radar_side)
    named = enumerate(zip(STATIONS, chain.stations, strict=True))
    each = [Row("out" if state.silenced >> number & 1 else "works", hex=hex_, what=name) for number, (name, hex_) in named]
    yield SituationSection("radar", "BW-13.8.1.2d", (whole, *each))


def weapons(rules: Rules, state: SeriesState, view: SeriesView) -> Sections:
    """Flying bombs and rockets: since when, with how many dice, and the places they need."""
    war = rules.strategic
    if not isinstance(war, WonderWeapons):
        return
    struck = state.copy()
    struck.active = 1 - war.launching
    rows = [
        Row("flying_bombs", month=V1_FROM, value=war.flying_bombs(struck), what="later" if state.month < V1_FROM else "now"),
        Row("rockets", month=V2_FROM, value=V2_DICE if war.has_rockets(struck) else 0, what="later" if state.month < V2_FROM else "now"),
    ]
    held = state.control[war.launching]
    works = [rules.board.hex(place) for place in WORKSHOPS]
    rows += [Row("workshop", hex=hex_, what="held" if held >> hex_ & 1 else "lost") for hex_ in works]
    yield SituationSection("weapons", "BW-26.1a", tuple(rows), is_guess=view.viewer != war.launching)


def italy(rules: Rules, state: SeriesState, view: SeriesView) -> Sections:
    """How near Italy is to surrender: the chance of Mussolini's dismissal this month, then the islands, and what has happened since."""
    chapter = rules.victory
    if not isinstance(chapter, ItalyWavers):
        return
    rows = []
    dismissed = state.turning_points & DISMISSED
    if chapter.is_in_the_war(state):
        if not dismissed:
            chance = dismissal_chance(rules, state) if chapter.dismissal(state) else 0.0
            rows += [Row("units", value=chapter.units_in_italy(state)), Row("dismissal", value=round(PERCENT * chance))]
        held = state.control[1 - chapter.axis]
        for name, land in (("sicily", chapter.sicily), ("islands", chapter.sardinia | chapter.corsica)):
            rows.append(Row(name, value=(land & held).bit_count(), most=land.bit_count()))
    if dismissed:
        fate = "held" if dismissed & MUSSOLINI_HELD else "freed" if dismissed & MUSSOLINI_FREED else "lost"
        rows.insert(0, Row("dismissed", what=fate))
    if state.surrendered >> chapter.italy & 1:
        rows.append(Row("surrendered"))
    if state.turning_points & REPUBLIC:
        rows.append(Row("republic"))
    yield SituationSection("italy", "BW-36.0a", tuple(rows), is_guess=view.viewer == chapter.axis)


SITUATION: Final = situation_of(mulberries, morale, convoys, radar, weapons, italy, *SHARED)
