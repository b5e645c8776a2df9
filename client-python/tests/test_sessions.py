"""Sessions: documents that grow across calls."""

from __future__ import annotations

import pytest
from documents import png
from faults import Drop, Proxy

from colophon_client import Colophon, Conflict, Gone, NotFound


def test_a_session_grows_and_is_rendered(client: Colophon) -> None:
    with client.sessions.open(document={"title": "Grown", "size": "A5"}, ttl="5m") as session:
        assert session.add("text", {"text": "One"})["revision"] == 1
        session.add("pages", {})
        session.add("html", {"html": "<p>Two</p>"})
        session.add("tables", {"columns": ["a"], "rows": [[1]]})
        session.add("images", {"alt": "A pixel"}, file=png())
        assert session.revision == 5
        pdf = session.render({"output": {"filename": "grown.pdf"}})
        assert (pdf.pages, pdf.filename) == (2, "grown.pdf")
        text = client.extract_text({"document": pdf.bytes()}, format="text").text()
        assert text.split() == ["One", "Two", "a", "1"]
        assert session.render(format="json").warnings == []
        assert client.sessions.get(session.id).get()["document"]["title"] == "Grown"
    with pytest.raises((NotFound, Gone)):
        session.get()


def test_a_change_may_depend_on_the_revision(client: Colophon) -> None:
    with client.sessions.open() as session:
        session.add("text", {"text": "One"}, if_match=0)
        with pytest.raises(Conflict) as error:
            session.add("text", {"text": "Two"}, if_match=0)
        assert error.value.slug == "revision-mismatch"
        assert session.get()["operations"] == 1


def test_an_append_whose_answer_was_lost_is_made_once(through: Colophon, proxy: Proxy, sleeps: list[float]) -> None:
    with through.sessions.open() as session:
        proxy.plan = [Drop(after=True), Drop(after=True)]
        assert session.add("text", {"text": "One"})["revision"] == 1
        assert session.get()["operations"] == 1


def test_only_images_take_a_file(client: Colophon) -> None:
    with client.sessions.open() as session, pytest.raises(ValueError, match="'text' takes no file"):
        session.add("text", {"text": "One"}, file=png())
