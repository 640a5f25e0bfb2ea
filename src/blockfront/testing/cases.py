"""Games for tests to play: every title, with a limited choice of its scenarios and options."""

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import NamedTuple

from blockfront.core.game import AnyGame, Title
from blockfront.core.options import BadOptions, checked

FindGame = Callable[[str, str, frozenset[str]], AnyGame]
SCENARIOS_A_TITLE = 2
LOOKED_AT = 400  # first decisions of a game at which costly properties are always checked


class Case(NamedTuple):
    """One game to be played."""

    title: str
    scenario: str
    options: frozenset[str]
    seed: int
    find_game: FindGame

    def game(self) -> AnyGame:
        return self.find_game(self.title, self.scenario, self.options)

    def rng(self) -> Random:
        return Random(f"{self.title}/{self.scenario}/{self.seed}")

    def __str__(self) -> str:
        return f"{self.title}-{self.scenario}-{'+'.join(sorted(self.options)) or 'plain'}-{self.seed}"


def cases(titles: Iterable[Title], find_game: FindGame, *, rounds: int = 1) -> Iterator[Case]:
    """For each title and round a few scenarios, always the same random ones, each with different options."""
    for title in titles:
        rng = Random(title.id)
        options = option_sets(title, rng)
        scenarios = [scenario.id for scenario in title.scenarios]
        number = min(SCENARIOS_A_TITLE, len(scenarios))
        for round_ in range(rounds):
            for seed, scenario in enumerate(rng.sample(scenarios, number)):
                yield Case(title.id, scenario, next(options), seed + number * round_, find_game)


def option_sets(title: Title, rng: Random) -> Iterator[frozenset[str]]:
    """The default options, then random sets of options that can be played together."""
    yield frozenset(option.id for option in title.options if option.default)
    while True:
        chosen: frozenset[str] = frozenset()
        for option in rng.sample(title.options, len(title.options)):
            if rng.random() < 0.7:
                chosen = _with(chosen, option.id, title)
        yield chosen


def _with(chosen: frozenset[str], option: str, title: Title) -> frozenset[str]:
    try:
        return checked(chosen | {option}, title.options)
    except BadOptions:
        return chosen


def looked_at(rng: Random, decisions: int) -> bool:
    """Whether to check a costly property now: always at the first decisions of a game, later more and more rarely."""
    return decisions < LOOKED_AT or rng.random() < LOOKED_AT / (decisions + 1)
