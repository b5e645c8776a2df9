"""Sessions: documents that grow across calls."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from documents import png
from faults import Drop, Proxy

from colophon_client import BadRequest, Colophon, Conflict, Gone, NotFound, Session


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


def test_operations_are_added_anywhere_and_changed_in_their_place(client: Colophon) -> None:
    with client.sessions.open() as session:
        added = session.insert([{"op": "add_text", "text": "Alpha"}, {"op": "add_text", "text": "Gamma"}])
        alpha, gamma = (operation["operationId"] for operation in added["operations"])
        [beta] = session.insert({"op": "add_text", "text": "Beta"}, before=gamma)["operations"]
        assert beta["index"] == 1
        session.insert([{"op": "add_text", "text": "Last"}], after=gamma)
        assert session.replace(alpha, {"op": "add_heading", "text": "First"})["operationId"] == alpha
        assert session.operation(alpha).items() >= {"op": "add_heading", "text": "First", "index": 0}.items()
        assert session.move(gamma, index=0)["index"] == 0
        session.move(gamma, after=alpha)
        session.remove(beta["operationId"])
        assert session.undo()["operations"] == 4
        assert session.redo()["operations"] == 3
        listed = session.operations()
        assert [operation.get("text") for operation in listed["operations"]] == ["First", "Gamma", "Last"]
        assert listed["revision"] == session.revision == session.get()["revision"]
        [second] = session.operations(1, 1)["operations"]
        assert second["operationId"] == gamma
        with pytest.raises(NotFound) as error:
            session.replace("missing", {"op": "add_text", "text": "x"})
        assert error.value.slug == "operation-not-found"


def test_options_are_patched_and_forks_go_their_own_way(client: Colophon) -> None:
    with client.sessions.open(document={"lang": "en"}) as session:
        session.add("text", {"text": "One"})
        patched = session.update({"document": {"title": "Changed", "lang": None}})
        assert patched["document"] == {"title": "Changed"}
        with session.fork() as same, session.fork(1) as earlier:
            assert earlier.get()["document"] == {"lang": "en"}
            same.add("text", {"text": "Two"})
            assert same.id != session.id
            assert [same.get()["operations"], session.get()["operations"]] == [2, 1]


def test_assets_are_stored_once_and_read_back(client: Colophon, tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(png())
    with client.sessions.open() as session:
        stored = session.put_asset("logo", tmp_path / "a.png")
        assert (stored["name"], stored["contentType"], session.revision) == ("logo", "image/png", 1)
        session.put_asset("style", b"h1 { color: teal }")
        with (tmp_path / "a.png").open("rb") as file:
            session.put_asset("logo", file)
        assert [asset["name"] for asset in session.assets()] == ["logo", "style"]
        assert session.asset("logo").bytes() == png()
        session.insert({"op": "add_image", "asset": "logo", "alt": "A pixel"})
        assert session.page(1, width=80).content_type == "image/png"
        with pytest.raises(Conflict) as error:
            session.remove_asset("logo")
        assert error.value.slug == "asset-in-use"
        session.remove_asset("style")
        assert [asset["name"] for asset in session.assets()] == ["logo"]
        assert session.revision == session.get()["revision"]


def test_an_asset_whose_answer_was_lost_is_stored_once(through: Colophon, proxy: Proxy, sleeps: list[float]) -> None:
    with through.sessions.open() as session:
        proxy.plan = [Drop(after=True), Drop()]
        session.put_asset("logo", png())
        assert (session.revision, session.get()["revision"]) == (1, 1)


@pytest.mark.parametrize(
    "change",
    [
        lambda session, own: session.insert({"op": "add_text", "text": "x"}, if_match=0),
        lambda session, own: session.replace(own, {"op": "add_text", "text": "x"}, if_match=0),
        lambda session, own: session.move(own, index=0, if_match=0),
        lambda session, own: session.remove(own, if_match=0),
        lambda session, own: session.undo(if_match=0),
        lambda session, own: session.update({"ttl": "5m"}, if_match=0),
        lambda session, own: session.put_asset("a", png(), if_match=0),
        lambda session, own: session.fork(if_match=0),
        lambda session, own: session.delete(if_match=0),
    ],
)
def test_no_change_is_made_at_another_revision(change: Callable[[Session, str], object], client: Colophon) -> None:
    with client.sessions.open() as session:
        [own] = session.insert({"op": "add_text", "text": "One"})["operations"]
        with pytest.raises(Conflict) as error:
            change(session, own["operationId"])
        assert error.value.slug == "revision-mismatch"
        assert session.get()["revision"] == session.revision == 1


@pytest.mark.parametrize("name", ["", ".", ".."])
def test_a_name_that_leads_to_another_route_is_never_sent(name: str, client: Colophon) -> None:
    with client.sessions.open() as session:
        for change in (session.remove, session.remove_asset, session.asset, session.operation):
            with pytest.raises(ValueError, match="is no name and no id"):
                change(name)
        with pytest.raises((BadRequest, NotFound)):
            session.remove_asset("../x")
        assert session.get()["revision"] == 0
