"""Jobs: submitted, watched, listed, cancelled, and their results."""

from __future__ import annotations

import json
from typing import Any

import pytest
from documents import TEXT, png
from faults import Drop, Proxy, Refuse

from colophon_client import BadRequest, Colophon, ColophonTimeout, Gone, NotFound, TooManyRequests, Unprocessable

MANY = {"operations": [{"op": "add_text", "text": f"Page {n}"} if n % 2 else {"op": "add_page"} for n in range(300)]}


def test_a_job_is_awaited_and_has_the_answer_of_its_tool(client: Colophon, pdf: bytes) -> None:
    job = client.jobs.submit("merge", {"documents": [pdf, {"data": pdf, "pages": "1"}]}, retain="5m")
    progress: list[Any] = []
    assert job.wait(on_progress=progress.append).status == "succeeded"
    assert progress[-1]["percent"] == 100
    result = job.result()
    assert (result.pages, result.content_type) == (2, "application/pdf")
    assert job.result("json").pages == 2
    assert client.extract_text({"document": {"jobId": job.id}}).data["pages"][1]["text"] == "Hello"


def test_a_job_takes_files_and_assets(client: Colophon) -> None:
    request = {"operations": [{"op": "add_image", "asset": "a.png", "alt": "A pixel"}]}
    assert client.jobs.submit("render", request, assets={"a.png": png()}).result().pages == 1


def test_a_job_is_found_by_its_id_and_in_the_list(client: Colophon) -> None:
    jobs = [client.jobs.submit("render", TEXT) for _ in range(3)]
    listed = [job.id for job in client.jobs.list(page_size=2)]
    assert listed[:3] == [job.id for job in reversed(jobs)]
    assert client.jobs.get(jobs[0].id).wait().percent == 100
    assert jobs[0].id in {job.id for job in client.jobs.list("succeeded")}
    assert jobs[0].id not in {job.id for job in client.jobs.list("failed")}


def test_a_job_that_fails_raises_its_own_problem(client: Colophon) -> None:
    job = client.jobs.submit("extract-text", {"document": b"this is no PDF"})
    with pytest.raises(Unprocessable) as error:
        job.result()
    assert error.value.slug == "invalid-pdf"
    assert job.status == "failed" and job.ended


def test_mistakes_are_raised_when_it_is_submitted(client: Colophon) -> None:
    with pytest.raises(BadRequest) as error:
        client.jobs.submit("render", {"operations": [{"op": "add_text"}]})
    assert error.value.errors[0].pointer == "/input/operations/0/text"


def test_a_cancelled_job_is_gone(client: Colophon) -> None:
    job = client.jobs.submit("render", MANY)
    job.cancel()
    with pytest.raises((NotFound, Gone)):
        client.jobs.get(job.id)


def test_the_pause_between_two_questions_is_that_of_the_service(
    through: Colophon, proxy: Proxy, sleeps: list[float]
) -> None:
    job = through.jobs.submit("render", TEXT)
    queued = json.dumps(job.record).encode()
    proxy.plan = [Refuse(200, {"retry-after": "5"}, queued), Refuse(200, {"retry-after": "9"}, queued)]
    assert job.wait().percent == 100
    assert sleeps[:3] == [1, 5, 9]


def test_a_question_that_is_lost_or_refused_is_asked_again(
    through: Colophon, proxy: Proxy, sleeps: list[float]
) -> None:
    job = through.jobs.submit("render", TEXT)
    proxy.plan = [Drop(), Refuse(429, {"retry-after": "2"}), Refuse(503)]
    assert job.refresh().tool == "render"
    proxy.plan = [Refuse(429, {"retry-after": "2"})] * 4
    with pytest.raises(TooManyRequests):
        job.refresh()
    proxy.plan = []
    assert job.result().pages == 1


def test_a_wait_may_end_before_the_job(client: Colophon) -> None:
    job = client.jobs.submit("render", MANY)
    with pytest.raises(ColophonTimeout, match="has not ended"):
        job.wait(max_seconds=0)
    assert job.result().pages == 150
