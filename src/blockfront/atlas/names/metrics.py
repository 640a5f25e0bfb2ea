"""How wide a text runs, without knowing the reader's fonts: widths of letters in a typical old-style serif, on the ample side."""

import unicodedata
from typing import Final

_BY_WIDTH: Final = {
    21: "'",
    25: "j ,.:;",
    29: "il!’",
    33: "()-J[]ft",
    40: 'Ir"*',
    44: "sc?",
    49: "e0123456789az–",
    52: "Sx",
    56: "bogkqvyF",
    60: "hnpuPdBELT/+=&",
    68: "RXYZC",
    74: "VKG",
    79: "DAUOQ",
    83: "HNw",
    88: "m",
    98: "MW",
}
_WIDTHS: Final = {character: width / 100 for width, characters in _BY_WIDTH.items() for character in characters}
_USUAL: Final = 0.56
BOLD: Final = 1.05
ITALIC: Final = 0.93
ASCENT: Final = 0.72  # parts of the type size above and below the base line
DESCENT: Final = 0.22


def text_width(text: str, size: float, factor: float = 1.0, spacing: float = 0.0) -> float:
    """The width of a text; ``factor`` is BOLD or ITALIC, ``spacing`` is added after every letter."""
    plain = (unicodedata.normalize("NFD", character)[0] for character in text)
    return sum(_WIDTHS.get(character, _USUAL) for character in plain) * size * factor + spacing * len(text)
