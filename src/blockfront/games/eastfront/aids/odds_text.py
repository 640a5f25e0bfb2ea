"""Odds of a battle given as text: `Rostov | axis: armor 4, infantry 3 | soviet: infantry 3`. The side named first attacks.

Headings may set the stage: `weather: mud`, `scenario: s42`, `air: 2`, `river: yes` (every attacker crosses one), `support: no`,
`defender: axis` (the Original Defender, else the side attacked). A place may be a kind of terrain instead of a name.
"""

from typing import Final

import msgspec

from blockfront.blocks.battle_odds.course import GoesOn, RoundOdds, always
from blockfront.blocks.position_text import ForceText, PositionText, read_position
from blockfront.games.eastfront.aids.odds import Engagement, battle_odds, engagement
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.state import AXIS, COMBAT
from blockfront.games.eastfront.title import TITLE
from blockfront.hexes.hexset import members

HEADINGS: Final = ("weather", "scenario", "air", "river", "support", "defender")
UNUSUAL: Final = {"satellite", "supreme", "army_group_e", "siege"}  # units that are chosen only by their own name
SPELLINGS: Final = {"armour": "armor", "mechanised": "mech", "mountain infantry": "mountain"}


def odds_of_text(text: str, rounds: int = 1, goes_on: GoesOn = always) -> tuple[RoundOdds, ...]:
    """The odds at the end of each round of the battle that a text describes."""
    return battle_odds(battle_of_text(text), rounds, goes_on)


def battle_of_text(text: str) -> Engagement:
    """The round that a text describes; a `ValueError` names what is wrong and what is allowed."""
    written = read_position(text)
    unknown = [key for key, _ in written.headings if key not in HEADINGS]
    if unknown:
        raise ValueError(f"there is no heading {unknown[0]!r}; there are {', '.join(HEADINGS)}")
    if len(written.hexes) != 1 or len(written.hexes[0].forces) != 2:
        raise ValueError("a battle is one place with two forces: 'Rostov | axis: armor 4 | soviet: infantry 3'")
    here, place = _stage(written)
    hex_ = here.hex(place)
    battle = engagement(here.game.rules, here.state, hex_, supported=written.heading("support", "yes") != "no")
    river = written.heading("river", "no") == "yes"
    return msgspec.structs.replace(
        battle,
        air_dice=int(written.heading("air", "0")),
        repulse=here.game.rules.weather.river_repulse(here.state, hex_) if river else 0,
    )


def _stage(written: PositionText) -> tuple[Position, str]:
    """The position that a text describes, and the name of its battle hex."""
    battle = written.hexes[0]
    attacker = TITLE.side(battle.forces[0].side)
    scenario, weather = written.heading("scenario", "s43"), written.heading("weather", "dry")
    place = _place(scenario, battle.place)
    units = {force.side: _keys(scenario, force) for force in battle.forces}
    here = position(scenario, axis={place: units["axis"]}, soviet={place: units["soviet"]}, active=attacker, weather=weather)
    here.state.phase = COMBAT
    defender = TITLE.side(written.heading("defender", battle.forces[1].side))
    if defender == AXIS:
        here.state.axis_defends |= 1 << here.hex(place)
    return here, place


def _keys(scenario: str, force: ForceText) -> str:
    """The force as text, each type replaced by a unit of that type that can have this strength and is not taken yet."""
    order = position(scenario).game.rules.order
    free = list(order.where(side=TITLE.side(force.side)))
    found = []
    for unit in force.units:
        kind, value = SPELLINGS.get(unit.type.lower(), unit.type.lower()), 1 if unit.strength is None else unit.strength
        able = next((b for b in free if order[b].type == kind and not order[b].tags & UNUSUAL and value in order[b].strengths), None)
        if able is not None:
            free.remove(able)
        found.append(f"{kind if able is None else order[able].key} {value}")
    return ", ".join(found)


def _place(scenario: str, name: str) -> str:
    """The name of a place, or of the first hex of a kind of terrain that has no city."""
    ground = position(scenario).game.rules.board
    if name not in ground.map.terrain_masks:
        return name
    plain = ground.map.terrain_mask(name) & ground.playable & ~(ground.major_cities | ground.fortresses)
    return ground.grid.label(members(plain)[0])
