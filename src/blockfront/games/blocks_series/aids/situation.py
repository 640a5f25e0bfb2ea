"""The war of a Blocks game away from the fronts: raids, factories, partisans, garrisons, arriving and leaving units. Made from a view."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from blockfront.blocks.block_state import ELIMINATED, NOT_IN_PLAY
from blockfront.core.situation import Situation, SituationRow, SituationSection
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.loading.data_model import CENTRES, COLOURS, PLANTS, REPAIR_COST
from blockfront.games.blocks_series.options.ch15_new_factories import LAST_BOX, side_of
from blockfront.games.blocks_series.options.ch32_strategic_bombing import StrategicBombing
from blockfront.games.blocks_series.rules.ch29_partisans import CUTS_RAILWAYS, FIGHTS, Bands, Rising
from blockfront.games.blocks_series.rules.ch35_air_war import AirWar
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import MULBERRY, PORT, RADAR, SITES, STATION
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import AXIS, SET_UP, SeriesState
from blockfront.games.blocks_series.view import SeriesView
from blockfront.hexes.hexset import members

AHEAD: Final = 12  # months of the calendar that are told
OTHER_TARGETS: Final = {PORT: "port", STATION: "station", MULBERRY: "mulberry"}

Sections = Iterable[SituationSection]
Teller = Callable[[Rules, SeriesState, SeriesView], Sections]
Row = SituationRow


def situation_of(*tellers: Teller) -> Callable[[Any, Any], Situation]:
    """A function that collects the sections of some tellers in order, cites the title's own clauses and leaves out empty ones."""

    def situation(game: SeriesGame, view: SeriesView) -> Situation:
        rules, state = game.rules, game.guess(view, Random(0))
        told = [section for teller in tellers for section in teller(rules, state, view) if section.rows]
        return Situation(tuple(replace(section, clause=rules.cite(section.clause)) for section in told))

    return situation


def target_name(target: int) -> str:
    """The word for a kind of strategic target."""
    return SITES[target] if target < len(SITES) else OTHER_TARGETS.get(target, "radar") if target < RADAR else "radar"


# ---- the air


def raids(rules: Rules, state: SeriesState, view: SeriesView) -> Sections:
    """What bombs have destroyed, and the targets of the viewer's bombers."""
    rows = [Row("raid", hex=hex_, what=target_name(target), value=hits) for hex_, target, hits in state.bombed]
    rows += [Row("destroyed", hex=hex_, what=target_name(target)) for hex_, target in state.bombed_out]
    yield SituationSection("raids", "BE-32.1a", tuple(rows))
    yield SituationSection("targets", "BE-32.0a", tuple(_targets(rules, state, view)))


def _targets(rules: Rules, state: SeriesState, view: SeriesView) -> list[SituationRow]:
    bombing = rules.strategic
    if not isinstance(bombing, StrategicBombing) or view.viewer < 0:
        return []
    reach = 0
    for block in rules.units.aircraft[view.viewer]:
        if state.location[block] >= 0 and bombing.is_bomber(state, block):
            reach |= bombing.reach(state, block)
    found = []
    for hex_ in members(reach & state.control[1 - view.viewer]):
        kinds = [kind for kind in bombing.kinds[hex_] if bombing.is_worth(state, hex_, kind)]
        if kinds:
            found.append(Row("target", hex=hex_, what="+".join(dict.fromkeys(map(target_name, kinds))), value=len(kinds)))
    return found


def air_war(rules: Rules, state: SeriesState, view: SeriesView) -> Sections:
    """Bombers of distant allies over a homeland, and interceptors; neither are units on the map."""
    war = rules.strategic
    if not isinstance(war, AirWar):
        return
    bombers = [Row("bomber", side=1 - war.bombed_side(), value=steps, most=steps, month=since) for since, steps in war.bombers]
    steps = war.interceptor_steps(state)
    fighters = [Row("interceptor", side=war.bombed_side(), value=steps[n], most=most) for n, most in enumerate(war.interceptors)]
    over = [Row("over", hex=hex_, value=here) for _, hex_, here in state.squadrons]
    yield SituationSection("air_war", "BE-35.1a", (*bombers, *fighters, *over))


# ---- behind the front


def income(rules: Rules, state: SeriesState, view: SeriesView) -> Sections:
    """What each of the viewer's powers would receive in its next production, and what changes that."""
    rows = []
    for power, facts in enumerate(rules.tables.powers if view.own else ()):
        if facts.side != view.viewer:
            continue
        points = rules.production.income(state, power)
        changes = tuple(state.due[power * len(COLOURS) : (power + 1) * len(COLOURS)])
        rows += [Row("income", power=power, points=points)] if any(points) else []
        rows += [Row("changes", power=power, points=changes)] if any(changes) else []
    yield SituationSection("income", "BE-7.3a", tuple(rows))


def factories(rules: Rules, state: SeriesState, view: SeriesView) -> Sections:
    """Centres under repair, and factories that are being built or moved or have just been."""
    rows = [Row("ruin", hex=h, what=CENTRES[k], value=paid, most=REPAIR_COST * _worth(rules, h, CENTRES[k])) for h, k, paid in state.ruins]
    rows += [Row("project", side=side_of(builder), what=PLANTS[kind], value=box, most=LAST_BOX) for builder, kind, box, _ in state.projects]
    rows += [Row("moving", what=PLANTS[kind], value=box) for kind, box in state.transit]
    rows += [Row("built", side=side_of(builder), hex=hex_, what=PLANTS[kind], month=month) for builder, hex_, kind, month in state.built]
    rows += [Row("built", hex=hex_, what=PLANTS[kind], month=month) for hex_, kind, month in state.resettled]
    yield SituationSection("factories", "BE-15.1a", tuple(rows))


def _worth(rules: Rules, hex_: int, kind: str) -> int:
    return sum(site.value for site in rules.board.sites if (site.hex, site.kind) == (hex_, kind))


def partisans(rules: Rules, state: SeriesState, view: SeriesView) -> Sections:
    """Partisans and their effect on railways, and cities without a garrison, which give rise to new ones."""
    bands = rules.partisans
    if not isinstance(bands, Bands):
        return
    rows = []
    for hex_ in members(bands.hexes(state, AXIS)):
        number = bands.number(state, hex_)
        effect = "cuts" if number >= CUTS_RAILWAYS else "fights" if number >= FIGHTS else "bars"
        rows.append(Row("band", hex=hex_, value=number, most=CUTS_RAILWAYS, what=effect))
    yield SituationSection("partisans", "BE-29.0c", tuple(rows))
    risings = [_rising(rules, state, bands, rising) for rising in bands.risings(state)]
    worth = tuple(row for row in risings if row.hexes or row.value)
    yield SituationSection("garrisons", "BE-29.1a", worth, is_guess=view.viewer != AXIS)


def _rising(rules: Rules, state: SeriesState, bands: Bands, rising: Rising) -> SituationRow:
    cities = rising.land & state.control[AXIS] & ~bands.garrisoned(state) & rules.board.cities & rules.theatre
    country = next((code for code, land in rules.board.map.nation_masks.items() if land & rising.land), "")
    return Row("rising", power=rising.power, value=bands.allowance(state, rising), what=country, hexes=tuple(members(cities)))


# ---- the calendar


def calendar(rules: Rules, state: SeriesState, view: SeriesView) -> Sections:
    """Units that come and go by month, which everybody can read in the scenario; secret plans are left out."""
    yield SituationSection("arrivals", "BE-7.3f", tuple(sorted(_arrivals(rules, state, view), key=_by_month)))
    yield SituationSection("withdrawals", "BE-7.3f", tuple(sorted(_withdrawals(rules, state), key=_by_month)))


def _by_month(row: SituationRow) -> tuple[int, int, int]:
    return row.month, row.side, row.block


def _arrivals(rules: Rules, state: SeriesState, view: SeriesView) -> list[SituationRow]:
    units, last = rules.units, state.month + AHEAD
    listed = [
        (arrival.block, arrival.month, rules.board.hex(arrival.places[0]) if arrival.places else -1)
        for arrival in rules.scenario.arrivals
        if (not arrival.layer or arrival.layer == rules.scenario.layer)
        and (not arrival.option or (units.side[arrival.block] == view.viewer and rules.reinforcements.is_chosen(state, arrival.option)))
    ]
    known = {block for block, _, _ in listed}
    dates = [(block, rules.tables.facts[block].arrives) for block in rules.reinforcements.unlisted if block not in known]
    listed += [(block, month, -1) for block, month in dates if month and (state.phase != SET_UP or month >= state.month)]
    away = [one for one in listed if state.location[one[0]] == NOT_IN_PLAY and not state.surrendered >> units.power[one[0]] & 1]
    found = [(block, month, hex_) for block, month, hex_ in away if month <= last]
    names = ("arrival", "arrival_at")
    return [Row(names[hex_ >= 0], units.side[block], hex=hex_, block=block, month=max(month, state.month)) for block, month, hex_ in found]


def _withdrawals(rules: Rules, state: SeriesState) -> list[SituationRow]:
    if rules.scenario.layer == "basic":
        return []
    months = {block: one.removed for block, one in enumerate(rules.tables.facts) if one.removed > 0}
    months |= {departure.block: departure.month for departure in rules.scenario.departures}
    there = [block for block in months if state.location[block] >= 0 or state.location[block] == ELIMINATED]
    soon = [block for block in there if months[block] <= state.month + AHEAD]
    return [Row("withdrawal", side=rules.units.side[block], block=block, month=max(months[block], state.month)) for block in soon]


SHARED: Final[tuple[Teller, ...]] = (income, raids, air_war, factories, partisans, calendar)
