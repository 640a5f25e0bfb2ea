"""User names: which names count as the same, and which merely look alike."""

import unicodedata
from typing import Final

# Letters of other scripts, and digits, as the Latin letters they look like, once case is folded.
_OTHERS: Final = "авгеѕіїјкмнорстухһԁԛԝѵьпӏαβγεηικνορτυχωϲσμζıłøđħŧɑɡɩ01|5"
_LATIN: Final = "abresiijkmhopctyxhdqwvbnlabyenikvoptuxwcomzilodhtagiolls"
_LOOKS: Final = str.maketrans(_OTHERS, _LATIN)
_UNSEEN: Final = frozenset(("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"))  # categories of characters that nobody sees


def folded(name: str) -> str:
    """The form in which names are compared: case and character width make no difference."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


def skeleton(name: str) -> str:
    """What a name looks like: two names with the same skeleton cannot be told apart at a glance."""
    capital_i = name.replace("I", "l")  # which looks like a small L, and not like a small I
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", capital_i).casefold())
    seen = "".join(one for one in plain if not unicodedata.combining(one) and unicodedata.category(one)[0] != "C" and not one.isspace())
    return seen.translate(_LOOKS).replace("rn", "m").replace("vv", "w")[:80]


def why_not_name(name: str) -> str:
    """What is wrong with a name; an empty text if it is allowed."""
    if any(unicodedata.category(one) in _UNSEEN for one in name):
        return "A name is made of letters that can be seen."
    if not skeleton(name) or not folded(name):
        return "A name needs at least one letter."
    return ""
