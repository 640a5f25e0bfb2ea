"""The examples of the documents run, and what the documents point to exists."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import blockfront
from blockfront import library

REPOSITORY = Path(__file__).parents[2]
DOCUMENTS = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "RIGHTS.md", "docs/proving-ground.md", "docs/notation.md", "docs/python.md"]


@pytest.mark.parametrize(("document", "examples"), [("README.md", 3), ("docs/python.md", 25)])
def test_the_examples_run(document: str, examples: int) -> None:
    parser = doctest.DocTestParser()
    text = (REPOSITORY / document).read_text(encoding="utf-8")
    written = "".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    test = parser.get_doctest(written, {}, document, document, 0)
    assert len(test.examples) >= examples
    said: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL).run(test, out=said.append)
    assert result.failed == 0, "".join(said)


def test_the_face_of_the_library_is_what_it_says() -> None:
    """Every name of `blockfront` loads, and nothing else is there by accident."""
    assert all(getattr(blockfront, name) is not None for name in blockfront.__all__)
    assert set(library.__all__) - {"Moment"} == set(blockfront.__all__) - {"__version__"}
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        blockfront.chess  # noqa: B018


def test_the_package_can_be_run() -> None:
    run = subprocess.run([sys.executable, "-m", "blockfront", "--version"], check=True, capture_output=True, text=True)
    assert run.stdout == f"blockfront {blockfront.__version__}\n"


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document: str) -> None:
    path = REPOSITORY / document
    targets = re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8"))
    missing = [target for target in targets if "://" not in target and not (path.parent / target).exists()]
    assert missing == []


def test_the_places_named_by_the_architecture_exist() -> None:
    """Whoever looks something up there finds it: every path in the tables leads to a file or folder."""
    text = (REPOSITORY / "ARCHITECTURE.md").read_text(encoding="utf-8")
    table = text.partition("## Where is it?")[2].partition("\n## ")[0]
    places = re.findall(r"`([\w./-]+/[\w./-]+)`", table)
    assert len(places) > 25
    missing = [place for place in places if not any((REPOSITORY / root / place).exists() for root in ("src/blockfront", "web/src", "."))]
    assert missing == []


def test_the_tree_of_the_architecture_is_drawn_as_it_is() -> None:
    """Every place in the tree exists, and every package of the two upper levels is in it."""
    text = (REPOSITORY / "ARCHITECTURE.md").read_text(encoding="utf-8")
    drawn: list[str] = []
    above: list[str] = []
    tree = text.partition("## The tree")[2].partition("\n\nEvery title")[0]
    for indent, name in re.findall(r"^    ( *)([\w./]+)(?:  .*)?$", tree, re.MULTILINE):
        above[len(indent) // 2 :] = [name.rstrip("/")]
        drawn.append("/".join(above))
    assert [place for place in drawn if not (REPOSITORY / place).exists()] == []
    package = REPOSITORY / "src" / "blockfront"
    folders = [path.parent for depth in ("*", "*/*") for path in package.glob(f"{depth}/__init__.py")]
    assert {str(folder.relative_to(REPOSITORY)) for folder in folders} <= set(drawn)
    assert {f"web/src/{folder.name}" for folder in (REPOSITORY / "web" / "src").iterdir() if folder.is_dir()} <= set(drawn)


def test_the_commands_of_the_readme_exist() -> None:
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    for target in ("play", "test", "bench", "soak", "lint"):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
    assert {"play", "test"} <= set(re.findall(r"make (\w+)", readme))
