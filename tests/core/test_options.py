"""Options: everything wrong with a choice of them is told at once; layers answer before what they cover."""

import pytest

from blockfront.core.options import BadOptions, Option, Preset, checked, compose, with_preset

KNOWN = (
    Option("mud", "Mud", "Slower"),
    Option("snow", "Snow", "Colder", needs=("mud",), excludes=("heat",)),
    Option("heat", "Heat", "Warmer"),
)


def test_a_playable_set_is_handed_back() -> None:
    assert checked(frozenset(("mud", "snow")), KNOWN) == {"mud", "snow"}
    assert checked(frozenset(), KNOWN) == frozenset()


def test_every_problem_is_told_at_once() -> None:
    with pytest.raises(BadOptions) as raised:
        checked(frozenset(("snow", "heat", "rain", "fog")), KNOWN)
    assert str(raised.value).split("; there is")[0].startswith("there is no option 'fog'")
    for problem in ("no option 'fog'", "no option 'rain'", "'snow' needs 'mud'", "'snow' and 'heat' exclude each other"):
        assert problem in str(raised.value)


class Movement:
    def points(self) -> int:
        return 4

    def name(self) -> str:
        return "plain"


class Mud(Movement):
    def points(self) -> int:
        return super().points() - 1


class Snow(Movement):
    def points(self) -> int:
        return super().points() // 2

    def name(self) -> str:
        return f"snow on {super().name()}"


def test_the_last_layer_is_asked_first() -> None:
    assert compose(Movement)().points() == 4
    assert compose(Movement, Mud, Snow)().points() == (4 - 1) // 2
    assert compose(Movement, Snow, Mud)().points() == 4 // 2 - 1
    assert compose(Movement, Mud, Snow)().name() == "snow on plain"
    assert compose(Movement) is Movement
    assert issubclass(compose(Movement, Mud), Movement)


def test_a_preset_takes_the_place_of_another_and_leaves_out_what_lacks_its_need() -> None:
    known = (Option("base", "Base", ""), Option("a", "A", "", needs=("base",)), Option("b", "B", ""), Option("own", "Own", ""))
    first, second = Preset("first", "First", "", ("a", "b")), Preset("second", "Second", "", ("b",))
    presets = (first, second)
    assert with_preset(frozenset(("own", "base")), first, presets, known) == {"own", "base", "a", "b"}
    assert with_preset(frozenset(("own",)), first, presets, known) == {"own", "b"}
    assert with_preset(frozenset(("own", "base", "a", "b")), second, presets, known) == {"own", "base", "b"}
