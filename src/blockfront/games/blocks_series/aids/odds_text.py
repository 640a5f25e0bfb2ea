"""Odds of a battle given as text: `Poltava | axis: tank 4, artillery 4, bomber 3 | soviet: infantry 4, fighter 3`. The first side attacks.

Units are named by type, by nation and type (`romania infantry 3`) or by key (`g-41pz 5`); ground units and aircraft in any order.
Headings may add circumstances: `month: 1942-07` (TECH levels), `weather: snow`, `scenario: sbe4`, `options: advanced`, `river: yes`
(every attacking ground unit crossed one), `landing: yes` (all of them came over the sea), `stand: 0.5` (defenders retreat below this
share of the attackers' strength), `charge: cavalry` or `charge: armour` (declared whenever possible; needs the option). The place may be
a kind of terrain instead of a name.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from blockfront.blocks.battle_odds.course import GoesOn, RoundOdds, always, strength
from blockfront.blocks.battle_odds.volleys import Values
from blockfront.blocks.position_text import ForceText, HexText, PositionText, read_position
from blockfront.games.blocks_series.aids.odds import battle_odds
from blockfront.games.blocks_series.aids.scene import Position, position
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import ARMOUR_ATTACK, CAVALRY_CHARGE, GREAT_CHARGE
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import COMBAT, IN_FLIGHT
from blockfront.hexes.hexset import members

HEADINGS: Final = ("month", "weather", "scenario", "options", "river", "stand", "charge", "landing")
KINDS_OF_CHARGE: Final = {"": 0, "cavalry": CAVALRY_CHARGE | GREAT_CHARGE, "armour": ARMOUR_ATTACK}
SPELLINGS: Final = {"armour": "tank", "armor": "tank", "panzer": "tank", "paratroops": "paratroop", "marines": "marine", "tanks": "tank"}


class BattleText(NamedTuple):
    """How a title reads battles: its sides and games, the defaults, and an example to show with errors."""

    sides: tuple[str, ...]
    make: Callable[[str, frozenset[str]], SeriesGame]
    scenario: str
    month: str
    example: str

    def odds(self, text: str, rounds: int = 1, goes_on: GoesOn = always) -> tuple[RoundOdds, ...]:
        """The odds by the end of each round of the battle a text describes."""
        written = read_position(text)
        here, hex_ = self.battle(written)
        charge = _charge(written.heading("charge"))
        return battle_odds(here.game.rules, here.state, hex_, rounds, goes_on, _stands(written.heading("stand")), charge)

    def battle(self, written: PositionText) -> tuple[Position, int]:
        """The position described by a text, and its battle hex; `ValueError` names what is wrong and what would be right."""
        unknown = [key for key, _ in written.headings if key not in HEADINGS]
        if unknown:
            raise ValueError(f"there is no heading {unknown[0]!r}; there are {', '.join(HEADINGS)}")
        if len(written.hexes) != 1 or len(written.hexes[0].forces) != 2:
            raise ValueError(f"a battle is one place with two forces: {self.example}")
        here = self._stage(written, written.hexes[0])
        hex_ = here.hex(_place(here, written.hexes[0].place))
        _attack(here, hex_, written.heading("river", "no") == "yes")
        if written.heading("landing", "no") == "yes":
            _land(here, hex_)
        return here, hex_

    def _stage(self, written: PositionText, battle: HexText) -> Position:
        attacker, defender = battle.forces
        for force in battle.forces:
            if force.side not in self.sides:
                raise ValueError(f"there is no side {force.side!r}; there are {', '.join(self.sides)}")
        if attacker.side == defender.side:
            raise ValueError(f"both forces are {attacker.side}; a battle has two sides: {self.example}")
        options = frozenset(word for word in written.heading("options").replace(",", " ").split() if word)
        game = self.make(written.heading("scenario", self.scenario), options)
        place = _place(position(game, {}), battle.place)
        return position(
            game,
            {force.side: {place: _units(game.rules, force)} for force in battle.forces},
            month=written.heading("month", self.month),
            weather=written.heading("weather", "good"),
            active=attacker.side,
            holds={defender.side: (place,)},
        )


def _charge(kind: str) -> int:
    if kind not in KINDS_OF_CHARGE:
        raise ValueError(f"there is no charge of {kind!r}; right would be 'charge: cavalry' or 'charge: armour'")
    return KINDS_OF_CHARGE[kind]


def _stands(ratio: str) -> GoesOn:
    if not ratio:
        return always
    least = float(ratio)

    def stands(active: Values, passive: Values) -> bool:
        return strength(passive) >= least * strength(active)

    return stands


def _units(rules: Rules, force: ForceText) -> str:
    """The force, with each type replaced by an unused unit of that type that can have the given strength."""
    free = list(rules.order.of_side[rules.sides.index(force.side)])
    words = []
    for unit in force.units:
        nation, _, name = unit.type.lower().rpartition(" ")
        kind = SPELLINGS.get(name, name)
        if unit.strength is None:
            raise ValueError(f"{unit.type!r} has no strength; right would be '{unit.type} 3'")
        able = [b for b in free if _is_such(rules, b, nation, kind, unit.strength)]
        if able:
            free.remove(able[0])
        words.append(f"{rules.order[able[0]].key if able else f'{nation} {kind}'.strip()} {unit.strength}")
    return ", ".join(words)


def _is_such(rules: Rules, block: int, nation: str, kind: str, strength: int) -> bool:
    unit, power = rules.order[block], rules.tables.powers[rules.units.power[block]]
    is_right = unit.nation == nation if nation else not power.is_minor
    return is_right and unit.type == kind and not unit.tags and strength in unit.strengths


def _place(here: Position, name: str) -> str:
    """A place by its name, or the first hex without a city of a kind of terrain."""
    board = here.game.rules.board
    if name not in board.terrain:
        return name
    plain = board.terrain[name] & board.playable & here.game.rules.theatre & ~board.cities & ~board.fortresses & ~board.bunkers
    return board.name(members(plain)[0])


def _land(here: Position, hex_: int) -> None:
    """Make the attacking ground units come over the sea."""
    rules, state = here.game.rules, here.state
    if not rules.landings.is_played():
        raise ValueError("nobody lands in this game; 'landing: yes' needs a scenario or options with landings")
    ground = [block for block in rules.fire.units_at(state, hex_, state.active) if rules.units.is_ground[block]]
    state.landings += [(block, hex_, hex_) for block in ground]


def _attack(here: Position, hex_: int, river: bool) -> None:
    """Put attacking aircraft in the air, and let attacking ground units come from a neighbouring hex, across a river or not."""
    state, rules = here.state, here.game.rules
    state.phase = COMBAT
    state.battles = 1 << hex_
    entries = [near for near in members(rules.board.neighbours(hex_)) if rules.board.crosses_river(near, hex_)]
    if river and not entries:
        raise ValueError(f"no river runs along {rules.board.name(hex_)}; 'river: yes' needs a place beside one")
    for block in rules.fire.units_at(state, hex_, state.active):
        if rules.units.is_air[block]:
            state.flags[block] |= IN_FLIGHT
        elif river:
            state.entered[block] = entries[0]
