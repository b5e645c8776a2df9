"""Every tool, with documents in every form that the client takes."""

from __future__ import annotations

import io
from base64 import b64encode
from pathlib import Path

import pytest
from conftest import KEYS, URL
from documents import TEXT, png

from colophon_client import BadRequest, Colophon, JsonResult, Result
from colophon_client._tools import ROUTES, AsyncToolMethods, ToolMethods


def text_of(client: Colophon, pdf: bytes) -> str:
    return client.extract_text({"document": pdf}, format="text").text().strip()


def test_has_a_method_for_each_tool_of_the_deployment(client: Colophon) -> None:
    offered = {tool["name"] for tool in client.capabilities()["tools"]}
    assert offered == set(ROUTES)
    for name in offered:
        assert callable(getattr(ToolMethods, name.replace("-", "_")))
        assert callable(getattr(AsyncToolMethods, name.replace("-", "_")))


def test_a_render_is_a_pdf_with_its_facts(client: Colophon) -> None:
    result = client.render({**TEXT, "output": {"filename": "Grüße.pdf"}})
    assert isinstance(result, Result)
    assert result.bytes().startswith(b"%PDF-")
    assert (result.pages, result.warnings, result.filename) == (1, [], "Grüße.pdf")
    assert result.content_type == "application/pdf"
    assert b"".join(result.iter_bytes(100)) == result.bytes()


def test_warnings_of_a_pdf_are_counted_and_those_of_json_are_listed(client: Colophon) -> None:
    request = {"operations": [{"op": "add_text", "text": "x", "link": "#nowhere"}]}
    counted = client.render(request)
    assert counted.warnings is None
    assert counted.warning_count == 1
    listed = client.render(request, format="json")
    assert isinstance(listed, JsonResult)
    assert [warning["code"] for warning in listed.warnings] == ["link-broken"]
    assert listed.pages == 1
    assert listed.report is not None and listed.report["fonts"]
    assert listed.bytes().startswith(b"%PDF-")


@pytest.mark.parametrize("form", ["bytes", "path", "text of a path", "open file", "BytesIO", "base64"])
def test_a_document_comes_as(form: str, client: Colophon, pdf: bytes, tmp_path: Path) -> None:
    path = tmp_path / "Zeugnis “1”.pdf"
    path.write_bytes(pdf)
    with path.open("rb") as file:
        forms = {
            "bytes": pdf,
            "path": path,
            "text of a path": str(path),
            "open file": file,
            "BytesIO": io.BytesIO(pdf),
            "base64": {"data": b64encode(pdf).decode()},
        }
        split = client.split({"document": forms[form], "every": 1}, format="json")
    assert text_of(client, split.documents[0].content) == "Hello"
    named = form in ("path", "text of a path", "open file")
    assert split.documents[0].filename == ("Zeugnis “1”-1.pdf" if named else "document-1.pdf")


def test_documents_keep_their_order_and_options_in_whichever_form_they_come(client: Colophon, tmp_path: Path) -> None:
    one, two, three = (
        client.render(
            {"operations": [{"op": "add_text", "text": word}, {"op": "add_page"}, {"op": "add_text", "text": "x"}]}
        )
        for word in ("One", "Two", "Three")
    )
    two.save(tmp_path / "two.pdf")
    merged = client.merge(
        {
            "documents": [
                one.bytes(),
                {"data": tmp_path / "two.pdf", "pages": "1", "title": "Second"},
                {"data": io.BytesIO(three.bytes()), "pages": "1"},
            ],
            "outline": "perDocument",
        }
    )
    assert text_of(client, merged.bytes()).split() == ["One", "x", "Two", "Three"]


def test_the_steps_of_a_pipe_take_documents_in_every_form(client: Colophon, tmp_path: Path) -> None:
    for word in ("Path", "Text", "Bytes", "Open", "Second"):
        operations = [{"op": "add_text", "text": word}, {"op": "add_page"}, {"op": "add_text", "text": "x"}]
        client.render({"operations": operations}).save(tmp_path / f"{word}.pdf")
    with (tmp_path / "Open.pdf").open("rb") as file:
        documents = [
            {"data": tmp_path / "Path.pdf", "pages": "1"},
            {"step": 0, "pages": "1"},
            str(tmp_path / "Text.pdf"),
            (tmp_path / "Bytes.pdf").read_bytes(),
            {"data": b64encode((tmp_path / "Path.pdf").read_bytes()).decode(), "pages": "1"},
            {"data": file, "pages": "1"},
        ]
        steps = [
            {"tool": "render", "input": {"document": {"size": "A5"}, **TEXT}},
            {"tool": "merge", "input": {"documents": documents}},
            {"tool": "rasterize", "input": {"document": tmp_path / "Second.pdf", "pages": "1"}},
            {"tool": "extract-text", "input": {"document": {"step": 1}}},
        ]
        text = client.pipe({"steps": steps}, format="text").text()
    assert text.split() == ["Path", "Hello", "Text", "x", "Bytes", "x", "Path", "Open"]
    submitted = [
        {"tool": "optimize", "input": {"document": tmp_path / "Text.pdf"}},
        {"tool": "extract-text", "input": {"document": {"step": 0}}},
    ]
    job = client.jobs.submit("pipe", {"steps": submitted})
    job.wait()
    assert "Text" in job.result("json").data["pages"][0]["text"]


def test_a_file_is_read_from_where_it_stands(client: Colophon, pdf: bytes) -> None:
    file = io.BytesIO(b"not this" + pdf)
    file.seek(8)
    assert text_of(client, file) == "Hello"


def test_html_files_and_assets_go_beside_the_request(client: Colophon) -> None:
    pixel = png()
    page = b"<!doctype html><p>Printed as it is <img src='img/a.png' alt=''>"
    printed = client.render({"document": {"size": "A5"}}, files={"index.html": page, "img/a.png": pixel}, format="json")
    assert text_of(client, printed.bytes()) == "Printed as it is"
    assert printed.warnings == []
    request = {"operations": [{"op": "add_image", "asset": "a.png", "alt": "A pixel"}]}
    assert client.render(request, assets={"a.png": pixel}).pages == 1


def test_bytes_in_a_body_become_base64(client: Colophon) -> None:
    rendered = client.render(
        {"operations": [TEXT["operations"][0], {"op": "add_attachment", "name": "a.txt", "data": b"A"}]}
    )
    assert b"EmbeddedFile" in client.optimize({"document": rendered.bytes()}).bytes() + rendered.bytes()


def test_tools_that_judge_answer_json(client: Colophon, pdf: bytes) -> None:
    assert client.check_accessibility({"document": pdf}).data["standard"] == "PDF/UA-1"
    assert client.compare({"documents": [pdf, pdf]}).data["equal"] is True
    assert client.compliance_check({"document": pdf, "standards": ["PDF/A-2b"]}).data
    assert client.forensic_analyze({"document": pdf}).data


def test_tools_that_change_a_document_answer_it(client: Colophon, pdf: bytes) -> None:
    redacted = client.redact({"document": pdf, "text": [{"literal": "Hello"}]})
    assert "Hello" not in text_of(client, redacted.bytes())
    form = client.render({"operations": [{"op": "add_form_field", "kind": "text", "name": "a", "label": "A"}]})
    filled = client.fill_form({"document": form.bytes(), "fields": {"a": "Filled"}})
    assert "Filled" in text_of(client, filled.bytes())


def test_a_save_replaces_the_file_as_a_whole(client: Colophon, tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"before")
    client.render(TEXT).save(path)
    assert path.read_bytes().startswith(b"%PDF-")
    assert [file.name for file in tmp_path.iterdir()] == ["a.pdf"]


def test_the_address_may_have_a_path_and_the_environment_has_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLOPHON_URL", f"{URL}/")
    monkeypatch.setenv("COLOPHON_KEY", KEYS["core"])
    with Colophon() as client:
        assert client.render(TEXT).pages == 1
        assert KEYS["core"] not in repr(client) + repr(client._transport.settings)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"base_url": "ftp://x", "key": "k"}, "begins with http"),
        ({"base_url": "http://x", "key": ""}, "a key is needed"),
        ({"base_url": "http://x", "key": "k", "retries": -1}, "0 or more"),
    ],
)
def test_a_wrong_client_is_refused_at_once(
    arguments: dict[str, object], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLOPHON_KEY", raising=False)
    with pytest.raises(ValueError, match=words):
        Colophon(**arguments)  # type: ignore[arg-type]


def test_wrong_files_are_refused_before_anything_is_sent(client: Colophon, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        client.extract_text({"document": tmp_path / "missing.pdf"})
    with pytest.raises(FileNotFoundError):
        client.pipe({"steps": [{"tool": "optimize", "input": {"document": str(tmp_path / "missing.pdf")}}]})
    with pytest.raises(BadRequest) as error:
        client.pipe({"steps": [{"tool": "render", "input": {"document": "A5"}}]})  # type: ignore[typeddict-item]
    assert "/steps/0/input/document" in [mistake.pointer for mistake in error.value.errors]
    with pytest.raises(TypeError, match="not int"):
        client.extract_text({"document": 7})  # type: ignore[typeddict-item]
    with pytest.raises(TypeError, match="binary mode"):
        client.extract_text({"document": io.StringIO("%PDF-")})  # type: ignore[typeddict-item]
    with pytest.raises(ValueError, match="has no format 'zip'"):
        client.merge({"documents": []}, format="zip")  # type: ignore[call-overload]
