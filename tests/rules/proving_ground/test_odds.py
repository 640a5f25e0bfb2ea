"""Odds of Proving Ground agree with the rules that resolve its battles."""

from collections import defaultdict
from random import Random
from typing import Any

import pytest

from blockfront.blocks.battle_odds.course import GoesOn, always, while_at_least
from blockfront.blocks.effects import recount
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE, Side
from blockfront.games.odds import battle_odds as odds_of_any_title
from blockfront.games.odds import odds_from_view
from blockfront.games.proving_ground.actions import Press, TakeLoss
from blockfront.games.proving_ground.aids.odds import battle_odds
from blockfront.games.proving_ground.aids.odds_text import odds_of_text
from blockfront.games.proving_ground.aids.scene import Position, position

PLACE = "Stonebridge"


def enumerated(here: Position, goes_on: GoesOn) -> tuple[dict[int, float], dict[int, float], float]:
    """Losses of attacker and defender, and the chance to clear, from every combination of dice played through the rules."""
    hex_ = here.hex(PLACE)
    active = here.state.active
    blocks = [here.game.rules.blocks.in_hex(here.state, hex_, side) for side in (active, 1 - active)]
    before = here.state.copy()
    lost: tuple[dict[int, float], dict[int, float]] = (defaultdict(float), defaultdict(float))
    cleared = 0.0

    def strengths(state: Any, side: int) -> tuple[int, ...]:
        return tuple(here.game.rules.blocks.strength(state, block) if state.steps[block] else 0 for block in blocks[side])

    def close(state: Any, chance: float) -> None:
        nonlocal cleared
        for side in (0, 1):
            lost[side][sum(before.steps[block] - state.steps[block] for block in blocks[side])] += chance
        cleared += chance * (not any(strengths(state, 1)) and any(strengths(state, 0)))

    def go_on(state: Any, chance: float) -> None:
        while True:
            if not here.game.rules.combat.battles(state) >> hex_ & 1:
                return close(state, chance)
            side = min(here.game.to_act(state))
            if side == CHANCE:
                break
            offered = list(here.game.legal(state, side))
            losses = [action.block for action in offered if isinstance(action, TakeLoss)]
            if losses:
                worst = max(losses, key=lambda block: (here.game.rules.combat.hits_from(before, block, hex_), before.steps[block]))
                here.game.apply(state, TakeLoss(worst), side)
            elif Press() in offered and goes_on(strengths(state, 0), strengths(state, 1)):
                here.game.apply(state, Press(), side)
            else:
                return close(state, chance)  # the attack is broken off
        for likely, roll in here.game.chance(state).outcomes():
            after = state.copy()
            here.game.apply(after, roll, CHANCE)
            go_on(after, chance * likely)
        return None

    go_on(here.state, 1.0)
    return (*lost, cleared)


@clause("PG-6.3", "PG-6.5", "PG-6.6")
@pytest.mark.parametrize(
    ("text", "goes_on"),
    [
        (f"active: blue\n{PLACE} | blue: infantry 2 | red: infantry 2", always),
        (f"active: red\n{PLACE} | blue: infantry 1, artillery 1 | red: armour 2", always),
        (f"active: blue\n{PLACE} | blue: 2nd Blue Armour 3 | red: infantry 1", always),
        (f"active: blue\n{PLACE} | blue: infantry 2 | red: infantry 2", while_at_least(1.0)),
    ],
)
def test_odds_equal_the_enumeration_of_all_dice(text: str, goes_on: GoesOn) -> None:
    here = position(text, "combat")
    rounds = battle_odds(here.game.rules, here.state, here.hex(PLACE), None, goes_on)
    assert len(rounds) == here.game.board.numbers.rounds
    attacker, defender, cleared = enumerated(here, goes_on)
    for computed, counted in ((rounds[-1].active_losses, attacker), (rounds[-1].passive_losses, defender)):
        assert dict(enumerate(computed)) == pytest.approx({steps: counted.get(steps, 0.0) for steps in range(len(computed))})
    assert rounds[-1].clears == pytest.approx(cleared)


def test_under_fog_the_odds_use_what_the_viewer_knows_and_nothing_else() -> None:
    """Two of Red's blocks that Blue has not seen change places."""
    here = position(f"{PLACE} | blue: infantry 3 | red: r-inf-1 1; 0901 | red: headquarters 3, r-art-1 2", "movement")
    twin = here.state.copy()
    weak, guns = here.block("r-inf-1"), here.block("r-art-1")
    for column in (twin.location, twin.shown, twin.handle):
        column[weak], column[guns] = column[guns], column[weak]
    recount(twin, here.game.order)
    hex_, states = here.hex(PLACE), (here.state, twin)
    views = [here.game.view(state, Side(0)) for state in states]
    assert views[0] == views[1]
    truth = [battle_odds(here.game.rules, state, hex_) for state in states]
    known = [odds_from_view(here.game, view, hex_, Random(1), guesses=40, rounds=2) for view in views]
    assert truth[0] != truth[1]
    assert known[0] == known[1]
    assert sum(known[0][1].passive_losses) == pytest.approx(1)


def test_titles_share_one_function() -> None:
    text = f"{PLACE} | blue: infantry 4 | red: infantry 3"
    assert odds_of_any_title(text, title="proving_ground", rounds=2) == odds_of_text(text, 2)


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(ValueError, match="one place with two forces"):
        odds_of_text(f"{PLACE} | blue: infantry 4")
    with pytest.raises(ValueError, match="at least one round, not 0"):
        odds_of_text(f"{PLACE} | blue: infantry 4 | red: infantry 3", 0)
