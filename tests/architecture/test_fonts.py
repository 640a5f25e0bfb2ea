"""The client's serif is small and holds every letter of our names and sentences."""

import re
from pathlib import Path

WEB = Path(__file__).parents[2] / "web" / "src"
FONTS = WEB / "fonts"
MOST_BYTES = 60_000


def test_the_faces_are_small() -> None:
    faces = sorted(FONTS.glob("*.woff2"))
    assert [face.stem for face in faces] == ["serif-bold", "serif-italic", "serif-regular"]
    assert sum(face.stat().st_size for face in faces) <= MOST_BYTES


def test_every_letter_is_in_them() -> None:
    written = (FONTS / "README.md").read_text(encoding="utf-8")
    held = {
        chr(code)
        for first, last in re.findall(r"U\+([0-9A-F]{4})(?:-([0-9A-F]{4}))?", written)
        for code in range(int(first, 16), int(last or first, 16) + 1)
    }
    texts = [path.read_text(encoding="utf-8") for path in (WEB / "i18n").rglob("*.json")]
    missing = {letter for text in texts for letter in text if letter.isalpha()} - held
    assert not missing, f"not in the serif: {sorted(missing)}"
