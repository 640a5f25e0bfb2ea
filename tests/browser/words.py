"""The words a page shows, and which of them are English on a page of another language."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
WORDS = ROOT / "web" / "src" / "i18n"
GAMES = ("Blocks in the East and West", "Blocks in the East", "Blocks in the West", "EastFront", "Blockfront")
NAMES = (*GAMES, "Cash and Carry", "CC BY", "CC-BY")
_WORD = re.compile(r"[^\W\d_]+(?:[’'][^\W\d_]+)*")
# clauses, seals whole and cut short, signs, addresses
_NO_WORD = re.compile(r"\b[A-Z]{2}-[\w.]+|\b[0-9a-f]{16,}\b|\b[0-9a-f]{8}…[0-9a-f]{4}\b|\b\w{1,2}\b|https?://\S*")
# what is written, what a screen reader says, what a cursor shows
# aside: the languages' own names, what computers of older versions noted for themselves, names cut short on blocks, the book's text
_SHOWN = """() => {
  const found = new Set([document.title]);
  const ASIDE = 'option[lang], blockquote[lang=en], .piece-name, dialog .words, .clause-row, script, style';
  for (const one of document.body.querySelectorAll('[aria-label], [aria-description], [title], [placeholder], [alt]')) {
    if (one.closest(ASIDE)) continue;
    for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt']) found.add(one.getAttribute(name) ?? '');
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.data.trim();
    if (text && !found.has(text) && !texts.currentNode.parentElement.closest(ASIDE)) found.add(text);
  }
  return [...found].filter(Boolean);
}"""
# months as the browser writes them: Spanish "may" is no English word
_MONTHS = """language => ['long', 'short'].flatMap((month) => [...Array(12).keys()].map((number) =>
  new Intl.DateTimeFormat(language, {month, timeZone: 'UTC'}).format(new Date(Date.UTC(1942, number, 1)))))"""


def words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)}


def _catalogue(name: str) -> list[str]:
    return list(json.loads((WORDS / f"{name}.json").read_text(encoding="utf-8")).values())


@cache
def english() -> frozenset[str]:
    """Words of English prose of this project: its pages, its sentences, its manual."""
    files = [path for folder in ("docs/play", "docs/study", ".") for path in (ROOT / folder).glob("*.md")]
    files += (ROOT / "src" / "blockfront").rglob("messages.toml")
    texts = [path.read_text(encoding="utf-8") for path in files]
    texts += [text for name in ("en", "sentences") for text in _catalogue(name)]
    return frozenset(word for text in texts for word in words(text))


@cache
def native(language: str) -> frozenset[str]:
    """Words that the catalogues of a language know; a test of the catalogues sees to it that none of them is English."""
    texts = [text for folder in ("", "names/", "titles/") for text in _catalogue(f"{folder}{language}")]
    return frozenset(word for text in texts for word in words(text))


def english_words(page: Any, language: str) -> dict[str, str]:
    """English words of a page that no text of its language knows, each with the text it stands in."""
    found: dict[str, str] = {}
    known = native(language) | words(" ".join(page.evaluate(_MONTHS, language)))
    for text in page.evaluate(_SHOWN):
        rest = _NO_WORD.sub("", text)
        for name in NAMES:
            rest = re.sub(re.escape(name), "", rest, flags=re.IGNORECASE)
        for word in words(rest) & english() - known:
            found.setdefault(word, text)
    return found
