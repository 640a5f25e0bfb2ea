"""Thoughts of machines: sentences by name, words where people read them, and words kept by older versions."""

from blockfront.ai.thoughts import in_words, read, thought, written
from blockfront.games import catalogue
from blockfront.games.eastfront.game import EastFront


def test_a_thought_is_kept_by_name_and_told_in_words() -> None:
    game = catalogue.game("eastfront", "edelweiss")
    assert isinstance(game, EastFront)
    rostov = game.rules.board.map.hex("Rostov")
    told = thought("attack", hex=rostov, units=1, points=1.5) + thought("give_up", hexes=(rostov, rostov))
    assert read(written(told)) == told
    assert in_words(game, told) == "Attack Rostov with one unit, for 1.5 points. Give up Rostov, Rostov."


def test_words_of_older_versions_and_of_other_players_stay_as_they_are() -> None:
    game = catalogue.game("eastfront", "edelweiss")
    for words in ("attack Rostov (3 units, +1.5); worth 1.5 points", "no choice", "", "[sic]", "7"):
        assert read(written(words)) == words
        assert in_words(game, words) == words
