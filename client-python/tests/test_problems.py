"""Problems as exceptions."""

from __future__ import annotations

import copy
import pickle

import pytest
from conftest import KEYS, URL
from documents import TEXT
from faults import Proxy, Refuse

from colophon_client import BadRequest, Colophon, ColophonProblem, Forbidden, NotFound, Unauthorized, Unprocessable


def test_a_wrong_request_lists_all_mistakes_with_their_places(client: Colophon) -> None:
    with pytest.raises(BadRequest) as error:
        client.render({"operations": [{"op": "add_text", "txet": "a"}, {"op": "add_heading"}]}, request_id="order-7")
    problem = error.value
    assert (problem.slug, problem.status, problem.request_id) == ("invalid-request", 400, "order-7")
    assert problem.type.endswith("/problems/invalid-request")
    assert problem.title and problem.detail
    assert [mistake.pointer for mistake in problem.errors] == [
        "/operations/0/text",
        "/operations/0/txet",
        "/operations/1/text",
    ]
    assert "/operations/0/txet: `txet` is not allowed; did you mean `text`?" in str(problem)


def test_each_status_has_its_class(client: Colophon) -> None:
    with pytest.raises(Unprocessable) as unprocessable:
        client.extract_text({"document": b"no PDF"})
    assert unprocessable.value.slug == "invalid-pdf"
    with pytest.raises(NotFound):
        client.jobs.get("nothing")
    with pytest.raises(NotFound):
        client.request("GET", "/api/v1/nothing")
    with Colophon(URL, KEYS["core"]) as core, pytest.raises(Forbidden) as forbidden:
        core.optimize({"document": b""})
    assert forbidden.value.slug == "tier-required"
    with Colophon(URL, "svc_live_core_" + "y" * 40) as stranger, pytest.raises(Unauthorized) as unauthorized:
        stranger.render(TEXT)
    assert unauthorized.value.slug == "invalid-key"
    assert "y" * 40 not in str(unauthorized.value)


@pytest.mark.parametrize("body", [b"<html>Bad gateway</html>", b"", b"[]", b'{"error": 1}', b"\xff\xfe", b"null"])
def test_an_answer_of_a_proxy_is_a_problem_too(body: bytes, through: Colophon, proxy: Proxy) -> None:
    proxy.plan = [Refuse(502, {"content-type": "text/html", "location": "/"}, body)]
    with pytest.raises(ColophonProblem) as error:
        through.render(TEXT)
    assert (error.value.status, error.value.slug) == (502, "about:blank")


def test_a_redirect_is_not_followed_with_the_key(through: Colophon, proxy: Proxy) -> None:
    proxy.plan = [Refuse(307, {"location": "http://127.0.0.1:9/"})]
    with pytest.raises(ColophonProblem) as error:
        through.render(TEXT)
    assert error.value.status == 307


def test_a_problem_goes_to_other_processes(client: Colophon) -> None:
    with pytest.raises(BadRequest) as error:
        client.render({"operations": "none"})  # type: ignore[typeddict-item]
    for again in (pickle.loads(pickle.dumps(error.value)), copy.copy(error.value)):
        assert type(again) is BadRequest
        assert (again.errors, str(again)) == (error.value.errors, str(error.value))
