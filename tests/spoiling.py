"""Data files with a mistake in them."""

from pathlib import Path


def spoil(path: Path, old: str, new: str) -> None:
    """Replace the first occurrence of a text in a file, which must have it."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
