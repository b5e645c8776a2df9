"""The examples, and the blocks of the pages, do what a reader expects."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import KEYS, URL

HOME = Path(__file__).parent.parent
PAGES = [HOME / "README.md", HOME.parent / "docs" / "client-python.md"]
PRINTED = {
    "invoice.py": ["invoice.pdf: 1 page, 0 warnings"],
    "documents.py": [
        "merged: 2 pages, warnings: []",
        "text: ['Report', 'Appendix']",
        "part: part-1.pdf",
        "part: part-2.pdf",
        "problem: invalid-pdf",
    ],
    "long_work.py": ["100 %", "succeeded: 30 pages", "first page: 1", "listed: True"],
    "many_at_once.py": ["10 letters, 10 pages"],
    "session.py": ["refused: revision-mismatch", "revision: 2"],
}
MADE = {"invoice.py": 1, "documents.py": 5, "long_work.py": 1, "many_at_once.py": 10, "session.py": 1}


def run(arguments: list[str], folder: Path) -> list[str]:
    variables = {**os.environ, "COLOPHON_URL": URL, "COLOPHON_KEY": KEYS["enterprise"]}
    done = subprocess.run([sys.executable, *arguments], cwd=folder, env=variables, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip().splitlines()


def test_each_example_is_run() -> None:
    assert {file.name for file in (HOME / "examples").glob("*.py")} == set(PRINTED)


@pytest.mark.parametrize("name", PRINTED)
def test_the_example(name: str, tmp_path: Path) -> None:
    lines = run([str(HOME / "examples" / name)], tmp_path)
    assert lines[-len(PRINTED[name]) :] == PRINTED[name]
    made = list(tmp_path.glob("*.pdf"))
    assert len(made) == MADE[name]
    assert all(file.read_bytes().startswith(b"%PDF-") for file in made)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_blocks_of_the_page(page: Path, tmp_path: Path, pdf: bytes) -> None:
    for name in ("report.pdf", "appendix.pdf", "form.pdf"):
        (tmp_path / name).write_bytes(pdf)
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks
    (tmp_path / "page.py").write_text("\n".join(blocks), "utf-8")
    run(["page.py"], tmp_path)
    assert (tmp_path / "hello.pdf").read_bytes().startswith(b"%PDF-")


def test_the_package_is_typed_and_has_nothing_else(tmp_path: Path) -> None:
    run(["-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)], HOME)
    [wheel] = tmp_path.glob("*.whl")
    names = subprocess.run([sys.executable, "-m", "zipfile", "-l", str(wheel)], capture_output=True, text=True).stdout
    assert "colophon_client/py.typed" in names and "colophon_client/aio/client.py" in names
    assert "tests" not in names and "examples" not in names
