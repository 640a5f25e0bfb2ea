"""The README's example runs, and what the documents point to exists."""

import doctest
import re
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
DOCUMENTS = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "RIGHTS.md", "docs/proving-ground.md", "docs/notation.md"]


def test_the_example_runs() -> None:
    parser = doctest.DocTestParser()
    text = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    examples = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(examples) == 1
    test = parser.get_doctest(examples[0], {}, "README.md", "README.md", 0)
    assert len(test.examples) == 3
    said: list[str] = []
    result = doctest.DocTestRunner().run(test, out=said.append)
    assert result.failed == 0, "".join(said)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document: str) -> None:
    path = REPOSITORY / document
    targets = re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8"))
    missing = [target for target in targets if "://" not in target and not (path.parent / target).exists()]
    assert missing == []


def test_the_commands_of_the_readme_exist() -> None:
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    for target in ("play", "test", "bench", "soak", "lint"):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
    assert {"play", "test"} <= set(re.findall(r"make (\w+)", readme))
