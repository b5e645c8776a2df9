"""The examples, and the blocks of the pages, do what a reader expects."""

from __future__ import annotations

import re
import runpy
import zipfile
from pathlib import Path

import pytest
from conftest import KEYS, URL
from documents import png
from hatchling.builders.wheel import WheelBuilder

from colophon_client import Colophon

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


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a reader of the page is."""
    monkeypatch.setenv("COLOPHON_URL", URL)
    monkeypatch.setenv("COLOPHON_KEY", KEYS["enterprise"])
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_each_example_is_run() -> None:
    assert {file.name for file in (HOME / "examples").glob("*.py")} == set(PRINTED)


@pytest.mark.parametrize("name", PRINTED)
def test_the_example(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(HOME / "examples" / name), run_name="__main__")
    lines = capsys.readouterr().out.strip().splitlines()
    assert lines[-len(PRINTED[name]) :] == PRINTED[name]
    made = list(folder.glob("*.pdf"))
    assert len(made) == MADE[name]
    assert all(file.read_bytes().startswith(b"%PDF-") for file in made)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_blocks_of_the_page(page: Path, folder: Path, pdf: bytes) -> None:
    for name in ("report.pdf", "appendix.pdf"):
        (folder / name).write_bytes(pdf)
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks
    (folder / "page.py").write_text("\n".join(blocks), "utf-8")
    for name in ("logo.png", "signature.png"):
        (folder / name).write_bytes(png())
    defined = runpy.run_path("page.py", run_name="__main__")
    with Colophon() as client:
        for name in ("minutes", "corrected"):
            defined.get(name, lambda _: None)(client)
    assert (folder / "hello.pdf").read_bytes().startswith(b"%PDF-")


def test_the_package_is_typed_and_has_nothing_else(tmp_path: Path) -> None:
    [wheel] = WheelBuilder(str(HOME)).build(directory=str(tmp_path))
    names = zipfile.ZipFile(wheel).namelist()
    assert {"colophon_client/py.typed", "colophon_client/aio/client.py"} <= set(names)
    assert {name.split("/")[0] for name in names} == {"colophon_client", "colophon_client-0.1.0.dist-info"}
