"""A second opinion on the advanced game of Blocks in the East: chapters 8 to 13 restated plainly, against the engine over random games.

`make soak` plays many more of them (BLOCKFRONT_GAMES).
"""

from collections.abc import Callable
from functools import partial

import pytest

from blockfront.core.clauses import clause
from blockfront.games.blocks_series.actions import BuyStep, Command
from blockfront.games.blocks_series.rules.ch08_zones_of_control import ZonesOfControl
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import MOVEMENT
from tests.games_played.test_second_opinion_east import GAMES, GREAT, Referee
from tests.second_opinion.advanced import ARMOUR, HEADQUARTERS, RAIN, SNOW, AdvancedTable
from tests.second_opinion.eastern import POINTS, SOVIET, EasternTable

GROUND = (*POINTS, *HEADQUARTERS, "paratroop", "marine")


class AdvancedReferee(Referee):
    options = ("advanced",)
    table = AdvancedTable

    def look(self) -> None:
        """Random games rarely live to see the winter: what can be asked of a position is asked in every weather."""
        super().look()
        if self.rng.random() < 0.03:
            now = self.state
            for weather in (RAIN, SNOW):
                self.state = now.copy()
                self.state.weather, self.state.derived = weather, {}
                table = AdvancedTable(self.game, self.state)
                self.zones(table)
                self.supply(table)
                if now.phase == MOVEMENT:
                    self.movement(table)
                self.compared["bad weather"] += 1
            self.state = now

    def production(self, table: EasternTable) -> None:
        assert isinstance(table, AdvancedTable)
        side = self.state.active
        nation = GREAT[side][0]
        first = self.game.rules.tables.power(nation) * 5
        points = dict(enumerate(self.state.pool[first : first + 5]))
        offered = {action.block for action in self.game.rules.production.steps(self.state, side) if isinstance(action, BuyStep)}
        own = {block for block in offered if self.game.order[block].nation == nation}
        expected = table.steps_to_buy(nation, side, points, free_oil=side == SOVIET)
        assert own == expected, [(self.game.order[b].key, b in own) for b in own ^ expected]
        self.compared["production"] += 1

    def movement(self, table: EasternTable) -> None:
        assert isinstance(table, AdvancedTable)
        board = self.game.rules.board
        for block, offered in self.offered_moves(table, GROUND):
            unit, place, expected = self.game.order[block], board.name(self.state.location[block]), table.reach(block)
            assert offered == expected, (unit.key, place, self.state.flags[block], sorted(map(board.name, offered ^ expected)))
            self.compared["movement"] += 1
            self.compared["armour"] += unit.type in ARMOUR
        self.command(table)

    def command(self, table: AdvancedTable) -> None:
        side, headquarters = self.state.active, self.game.rules.headquarters
        orders = [order for hq in headquarters.commanders(self.state, side) for order in headquarters.orders_of(self.state, hq)]
        offered = {(a.hq, a.block) for a in orders if isinstance(a, Command) and self.game.order[a.hq].type == "armour_hq"}
        frozen = self.game.rules.definitions.is_frozen
        expected = {(hq, block) for hq, block in table.commands(side) if not frozen(self.state, block) and not frozen(self.state, hq)}
        assert offered == expected, [tuple(self.game.order[b].key for b in pair) for pair in offered ^ expected]
        self.compared["command"] += len(offered)


@clause("BE-8.0a", "BE-8.0b", "BE-8.0c", "BE-9.1a", "BE-9.2b", "BE-9.2e", "BE-9.2f", "BE-10.0e", "BE-11.0b", "BE-11.0c")
@clause("BE-12.4a", "BE-13.1a", "BE-13.3a", "BE-13.3b", "BE-13.3e", "BE-13.4a", "BE-13.5a", "BE-13.5c", "BE-13.5e")
@pytest.mark.parametrize("scenario", ["sbe4", "sbe5", "sbe6", "sbe9"])
@pytest.mark.parametrize("seed", range(GAMES))
def test_the_engine_says_what_the_advanced_clauses_say(scenario: str, seed: int) -> None:
    referee = AdvancedReferee(scenario, seed)
    referee.play()
    assert {"control", "supply", "production", "movement"} <= set(referee.compared), referee.compared


WRONG: dict[str, Callable[[Rules], tuple[object, str, Callable[..., object]]]] = {
    "zones cross rivers": lambda rules: (rules.zones, "reach", partial(ZonesOfControl.reach, rules.zones)),
    "supply goes three hexes in snow": lambda rules: (rules.supply, "path_length", lambda state, power, weather: 3),
    "aircraft cost yellow points alone": lambda rules: (rules.production, "colours_of", lambda block: (0,)),
    "armour needs no command": lambda rules: (rules.headquarters, "is_hampered", lambda state, block: False),
    "a headquarters has a point too many": lambda rules: (rules.headquarters, "action_points", lambda state, hq: state.steps[hq] + 1),
    "who is marked attacks": lambda rules: (rules.movement, "may_attack", lambda state, block: True),
}


@pytest.mark.parametrize("rule", WRONG)
def test_a_wrong_rule_is_noticed(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(6):
        referee = AdvancedReferee("sbe6", seed)
        monkeypatch.setattr(*WRONG[rule](referee.game.rules))
        try:
            referee.play()
        except AssertionError:
            return
    pytest.fail("nobody noticed")
