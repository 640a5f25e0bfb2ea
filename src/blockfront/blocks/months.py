"""Months as numbers: `year * 12 + month - 1`, and as text: `1941-06`."""

import re

_TEXT = re.compile(r"(\d{4})-(0[1-9]|1[0-2])")


def month_number(text: str) -> int | None:
    """The number of a month written as `1941-06`, or None if it is written otherwise."""
    found = _TEXT.fullmatch(text)
    return int(found[1]) * 12 + int(found[2]) - 1 if found else None


def month_text(number: int) -> str:
    return f"{number // 12}-{number % 12 + 1:02}"
