"""`make golden`: makes the golden games, transcripts, counts and guesses again under the rules as they are, and tells what changed."""

import difflib
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.golden import counts, guesses, kept_games, transcripts

SHOWN = 12  # changed lines of each file; `git diff` shows them all


def renew_games() -> Iterator[str]:
    for name in kept_games.names():
        new = kept_games.renewed(name)
        if new.text == kept_games.kept_text(name):
            continue
        kept_games.keep(name, new.text)
        reasons = []
        if new.changed_at is not None:
            reasons.append(f"action {new.changed_at} leads to another state")
        if new.left_at is not None:
            reasons.append(f"action {new.left_at} is no longer legal: played on by recruits")
        yield f"{name}: {'; '.join(reasons)}"


def renew_text(path: Path, text: str) -> Iterator[str]:
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    if text == old:
        return
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    changes = [line for line in difflib.unified_diff(old.splitlines(), text.splitlines(), lineterm="", n=0) if line[:1] in "+-"][2:]
    yield f"{path.name}: {len(changes)} lines changed"
    yield from (f"  {line[:160]}" for line in changes[:SHOWN])


def renew() -> Iterator[str]:
    yield from renew_games()
    for title in transcripts.GAMES:
        yield from renew_text(transcripts.path_of(title), transcripts.transcript(title))
    yield from renew_text(counts.FILE, counts.counted())
    yield from renew_text(guesses.FILE, guesses.guessed())


def main() -> int:
    changed = 0
    for line in renew():
        changed += 1
        print(line)
    if changed:
        print("Changed. Read `git diff tests/golden`; a change of rules moves the title's rules version and goes into CHANGELOG.md.")
    else:
        kept = f"{len(kept_games.names())} games, {len(transcripts.GAMES)} transcripts, the counts and the guesses"
        print(f"Nothing changed: {kept} are as they were.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
