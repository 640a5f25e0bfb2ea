"""The notation of docs/notation.md: read, written, and refused with every mistake named."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockfront.blocks.position_text import (
    SIGNS,
    ForceText,
    HexText,
    PositionError,
    PositionText,
    UnitText,
    read_position,
    split_place,
    write_line,
    write_position,
)

words = st.lists(st.from_regex(r"[A-Za-zäöüéŁ][A-Za-z0-9'./-]{0,6}", fullmatch=True), min_size=1, max_size=3).map(
    " ".join
)
flag_words = st.lists(st.from_regex(r"[a-z][a-z0-9_]{0,6}", fullmatch=True), max_size=2, unique=True)


@st.composite
def units(draw: st.DrawFn) -> UnitText:
    strength = draw(st.none() | st.integers(0, 99))
    signs = [] if strength is None else draw(st.lists(st.sampled_from(SIGNS), max_size=2, unique=True))
    return UnitText(draw(words), strength, (*signs, *draw(flag_words)))


forces = st.builds(ForceText, words, st.lists(units(), min_size=1, max_size=3).map(tuple))
places = words | st.from_regex(r"[0-9]{4}( [a-z]+)?", fullmatch=True)
hexes = st.builds(HexText, places, st.lists(forces, max_size=2).map(tuple))
values = st.from_regex(r"[A-Za-z0-9]([A-Za-z0-9 :,]{0,8}[A-Za-z0-9])?", fullmatch=True).map(
    lambda t: " ".join(t.split())
)
positions = st.builds(
    PositionText,
    st.lists(st.tuples(words, values), max_size=3).map(tuple),
    st.lists(hexes, max_size=4).map(tuple),
)


def without_lines(position: PositionText) -> PositionText:
    return PositionText(position.headings, tuple(HexText(hex_.place, hex_.forces) for hex_ in position.hexes))


@given(positions)
def test_what_is_written_is_read_back(position: PositionText) -> None:
    assert without_lines(read_position(write_position(position))) == position
    assert without_lines(read_position(write_line(position))) == position


@given(positions)
def test_writing_is_settled_after_one_pass(position: PositionText) -> None:
    text = write_position(position)
    assert write_position(read_position(text)) == text


def test_one_line() -> None:
    position = read_position(
        "Bryansk forest | axis: armour 4, infantry 3* | soviet: infantry 3 (disrupted, out of supply)"
    )
    (hex_,) = position.hexes
    assert hex_.place == "Bryansk forest"
    assert hex_.units("axis") == (UnitText("armour", 4), UnitText("infantry", 3, ("*",)))
    assert hex_.units("soviet") == (UnitText("infantry", 3, ("disrupted", "out of supply")),)


def test_names_may_hold_numbers_and_the_last_number_is_the_strength() -> None:
    (hex_,) = read_position("1719 | axis: 41 Pz 4, 2SS 3, fortress").hexes
    assert hex_.units("axis") == (UnitText("41 Pz", 4), UnitText("2SS", 3), UnitText("fortress"))


def test_a_board_has_headings_comments_and_empty_places() -> None:
    position = read_position(
        "turn: 3   # third\n\nscenario: two  words\nAlder blue |\nBirch | red: hq 2; Cole | red: hq 1\n"
    )
    assert position.headings == (("turn", "3"), ("scenario", "two words"))
    assert [(hex_.place, hex_.line) for hex_ in position.hexes] == [("Alder blue", 4), ("Birch", 5), ("Cole", 5)]
    assert position.heading("turn") == "3"
    assert position.heading("weather", "dry") == "dry"


def test_every_mistake_is_named_with_its_line() -> None:
    with pytest.raises(PositionError) as raised:
        read_position("nonsense\n| axis: infantry 3\nRiga | axis\nRiga | axis: infantry 3?, 4\nOrel | axis: armour 2\n")
    lines = [line for line, _ in raised.value.mistakes]
    assert lines == [1, 2, 3, 4, 4]
    assert "'infantry 3?' is not a unit" in str(raised.value)
    assert "line 3: 'axis' is not a force" in str(raised.value)


def test_places_are_split_from_the_words_about_them() -> None:
    known = {"Novgorod", "Nizhni Novgorod"}
    assert split_place("Nizhni Novgorod forest river", known.__contains__) == ("Nizhni Novgorod", ("forest", "river"))
    assert split_place("Novgorod", known.__contains__) == ("Novgorod", ())
    with pytest.raises(ValueError, match="known place"):
        split_place("Atlantis forest", known.__contains__)


def test_the_examples_of_the_document_can_be_read() -> None:
    text = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
    blocks = re.findall(r"(?:^    .*\n|^\n(?=    ))+", text, re.MULTILINE)
    assert len(blocks) == 3
    for block in blocks:
        position = read_position(block)
        assert position.hexes
        assert without_lines(read_position(write_position(position))) == without_lines(position)
