"""Which code, tables and tests cite which clause, and how much of each rulebook is covered."""

import difflib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from blockfront.core.citations import By, Citation, Found, clauses_in, scan_package, scan_tests
from blockfront.core.clause_lists import Clause, ClauseLists, load_clause_lists

RULINGS: Final = "docs/rulings.md"
SERIES: Final = "blocks_in_the_"  # titles that share their code
JOINED: Final = "blocks_east_and_west"  # and the one that is played by the books of both
_CLAUSE_LETTER = re.compile(r"(?<=\d)[a-z]\d*$")
_FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_RULING_HEADING = re.compile(r"## (BF-\d+)\b")


class Sources(NamedTuple):
    """The folders to read citations from; an installed package has neither tests nor documents."""

    root: Path
    package: Path
    tests: Path | None
    rulings: Path | None


def installed_sources(package: Path) -> Sources:
    """The repository that contains the package if there is one, else the package alone."""
    repository = package.parent.parent
    if package.parent.name == "src" and (repository / "pyproject.toml").is_file() and (repository / "tests").is_dir():
        rulings = repository / RULINGS
        return Sources(repository, package, repository / "tests", rulings if rulings.is_file() else None)
    return Sources(package.parent, package, None, None)


class Coverage(NamedTuple):
    """Counts of clauses. `test`, `both` and `open` are None if the tests are not available."""

    clauses: int
    code: int
    test: int | None
    both: int | None
    not_modelled: int
    definition: int
    open: int | None


class ClauseIndex:
    """All clauses, with everything that cites them."""

    def __init__(self, lists: ClauseLists, found: Iterable[Found], *, has_tests: bool, rulings: str = "") -> None:
        self.lists = lists
        self.has_tests = has_tests
        self.clauses: dict[str, Clause] = {key: value for title in lists.values() for key, value in title.items()}
        self._title_of = {key: title for title, clauses in lists.items() for key in clauses}
        self.citations: list[Citation] = []
        self.unreadable: list[str] = []
        for part in found:
            self.citations += part.citations
            self.unreadable += [f"{path}:{line}: {text}" for path, line, text in part.unreadable]
        self._by_clause: dict[str, list[Citation]] = {}
        for citation in self.citations:
            self._by_clause.setdefault(citation.clause, []).append(citation)
        self._project_rulings = _project_rulings(rulings, self.books)

    @property
    def books(self) -> list[str]:
        return list(dict.fromkeys(clause.book for clause in self.clauses.values()))

    def cited(self, clause: str, *by: By) -> list[Citation]:
        """The citations of a clause by the given kinds, in the order of the files."""
        return [citation for citation in self._by_clause.get(clause, []) if citation.by in by]

    def has_code(self, clause: str) -> bool:
        return bool(self.cited(clause, By.CODE, By.TABLE))

    def has_test(self, clause: str) -> bool:
        """Whether a test cites the clause. Titles share code, so it must be a test of the clause's own title, or of the joined one."""
        title = self._title_of.get(clause, "")
        shared = sum(name.startswith(SERIES) for name in self.lists) > 1 and title.startswith(SERIES)
        return any(not shared or title in citation.path or JOINED in citation.path for citation in self.cited(clause, By.TEST))

    def is_covered(self, clause: str) -> bool:
        return self.has_code(clause) and self.has_test(clause)

    def is_open(self, clause: Clause) -> bool:
        """Whether the clause still needs code or a test: it is neither excused nor cited by both."""
        return not clause.is_excused and not self.is_covered(clause.id)

    def rulings(self, clause: Clause) -> list[Clause]:
        """The rulings and notes on editions that refer to a clause, or that the clause refers to."""
        return [
            other
            for other in self.lists[self.title(clause)].values()
            if other.is_ruling and other != clause and (other.id in clause.see or clause.id in other.see)
        ]

    def project_rulings(self, clause: str) -> list[str]:
        """The project's own rulings (BF-…) about a clause."""
        return [ruling for ruling, clauses in self._project_rulings.items() if clause in clauses]

    def title(self, clause: Clause) -> str:
        return next(title for title, clauses in self.lists.items() if clause.id in clauses)

    def matching(self, query: str) -> list[Clause]:
        """The clauses of a query: a clause (`EF-7.34a`, `7.34a`), section (`EF-7.3`, `7.3`) or chapter (`EF-7`, `7`); case is ignored."""
        book, _, number = query.strip().casefold().rpartition("-")
        of_book = [clause for clause in self.clauses.values() if not book or clause.book.casefold() == book]
        exact = [clause for clause in of_book if clause.number.casefold() == number]
        return exact or [
            clause
            for clause in of_book
            if clause.chapter.casefold() == number or ("." in number and clause.number.casefold().startswith(number))
        ]

    def near(self, query: str, limit: int = 6) -> list[Clause]:
        """Clauses that a mistyped query may have meant; those of the same section come first."""
        folded = {clause.id.casefold(): clause for clause in self.clauses.values()}
        wanted = query.strip().casefold()
        sections = (_section(wanted), f"-{_section(wanted)}")
        same_section = [key for key in folded if _section(key) == sections[0] or _section(key)[2:] == sections[1]]
        similar = difflib.get_close_matches(wanted, folded, n=limit, cutoff=0.6)
        return [folded[key] for key in dict.fromkeys(same_section + similar)][:limit]

    def coverage(self, clauses: Iterable[Clause]) -> Coverage:
        """The counts of some clauses: `both`, `not_modelled`, `definition` and `open` add up to `clauses`."""
        chosen = list(clauses)
        both = {clause.id for clause in chosen if self.is_covered(clause.id)}
        excused = [clause.kind for clause in chosen if clause.is_excused and clause.id not in both]
        return Coverage(
            clauses=len(chosen),
            code=sum(self.has_code(clause.id) for clause in chosen),
            test=sum(self.has_test(clause.id) for clause in chosen) if self.has_tests else None,
            both=len(both) if self.has_tests else None,
            not_modelled=excused.count("not_modelled"),
            definition=excused.count("definition"),
            open=sum(self.is_open(clause) for clause in chosen) if self.has_tests else None,
        )

    def chapters(self, title: str) -> dict[str, list[Clause]]:
        """The clauses of a title grouped by chapter, in the order of the list."""
        chapters: dict[str, list[Clause]] = {}
        for clause in self.lists[title].values():
            chapters.setdefault(clause.chapter, []).append(clause)
        return chapters

    def coverage_data(self) -> dict[str, dict[str, object]]:
        """The coverage of every title and chapter as plain data for JSON."""
        return {
            title: {
                **self.coverage(clauses.values())._asdict(),
                "chapters": {chapter: self.coverage(members)._asdict() for chapter, members in self.chapters(title).items()},
            }
            for title, clauses in self.lists.items()
        }

    def mistakes(self) -> list[str]:
        """Wrong citations: unreadable, of clauses that do not exist, or of clauses listed as not modelled."""
        return self.unreadable + list(self._wrong_citations())

    def _wrong_citations(self) -> Iterator[str]:
        for clause, by, path, line, _ in self.citations:
            where = f"{path}:{line}: "
            if clause not in self.clauses:
                near = ", ".join(other.id for other in self.near(clause, 3))
                yield f"{where}no clause {clause}" + (f"; near: {near}" if near else "")
            elif by in (By.CODE, By.TEST) and self.clauses[clause].kind == "not_modelled":
                yield f"{where}{clause} is listed as not modelled: {self.clauses[clause].reason}; change the list"
        for ruling, clauses in self._project_rulings.items():
            yield from (f"{RULINGS}: {ruling} speaks of {clause}, which does not exist" for clause in clauses if clause not in self.clauses)


def _section(folded_id: str) -> str:
    """The section of a clause: `ef-7.34` for ef-7.34a."""
    return _CLAUSE_LETTER.sub("", folded_id)


def _project_rulings(text: str, books: list[str]) -> dict[str, list[str]]:
    """The project's own rulings by identifier, each with the clauses named in its section; examples in fenced blocks do not count."""
    rulings: dict[str, list[str]] = {}
    current = ""
    for line in _FENCED.sub("", text).splitlines():
        if heading := _RULING_HEADING.match(line):
            current = heading[1]
            rulings[current] = []
        elif line.startswith("## "):
            current = ""
        if current:
            rulings[current] += clauses_in(line, books)
    return rulings


def build_index(sources: Sources) -> ClauseIndex:
    """Builds the index from the clause lists, the package and, if available, the tests and rulings."""
    lists = load_clause_lists(sources.package / "games")
    books = list(dict.fromkeys(clause.book for title in lists.values() for clause in title.values()))
    found = [scan_package(sources.package, sources.root, books)]
    if sources.tests:
        found.append(scan_tests(sources.tests, sources.root, books))
    rulings = sources.rulings.read_text(encoding="utf-8") if sources.rulings else ""
    return ClauseIndex(lists, found, has_tests=sources.tests is not None, rulings=rulings)
