"""Connections that break, services that are busy, and answers that are slow."""

from __future__ import annotations

import hashlib
import io
import uuid
from base64 import b64encode
from pathlib import Path

import pytest
from conftest import KEYS, URL
from documents import TEXT, large_pdf
from faults import Cut, Drop, Flip, Proxy, Refuse, Stall, Trickle

from colophon_client import (
    AnswerChanged,
    Colophon,
    ColophonConnectionError,
    ColophonTimeout,
    Conflict,
    ServiceFailure,
    TooManyRequests,
)

LARGE = {
    "operations": [
        {"op": "add_text", "text": "Large"},
        {"op": "add_attachment", "name": "a.bin", "data": large_pdf("Large", 3_000_000)},
    ]
}

KEPT = f"large-{uuid.uuid4()}"
"""With it, the large document is rendered once for all tests."""


def keys_of(proxy: Proxy) -> set[str | None]:
    return {seen.headers.get("idempotency-key") for seen in proxy.seen}


class Once(io.RawIOBase):
    """A stream that can be read once, as a socket or a pipe, and that counts its bytes."""

    def __init__(self, content: bytes) -> None:
        self._file = io.BytesIO(content)
        self.largest = 0

    def read(self, size: int = -1, /) -> bytes:
        self.largest = max(self.largest, size if size >= 0 else 1 << 62)
        return self._file.read(size)

    def seekable(self) -> bool:
        return False

    def tell(self) -> int:
        raise OSError("not seekable")


@pytest.mark.parametrize("after", [False, True])
def test_a_lost_answer_is_asked_for_again_with_the_same_key(
    after: bool, through: Colophon, proxy: Proxy, sleeps: list[float]
) -> None:
    proxy.plan = [Drop(after=after)]
    result = through.render(TEXT)
    assert result.pages == 1
    assert result.replayed is after
    assert len(proxy.seen) == 2
    assert len(keys_of(proxy)) == 1 and None not in keys_of(proxy)
    assert 0 < sleeps[0] < 1


def test_a_job_is_submitted_once_where_its_answer_was_lost(
    through: Colophon, proxy: Proxy, sleeps: list[float]
) -> None:
    before = {job.id for job in through.jobs.list()}
    proxy.plan = [Drop(after=True), Drop(after=True)]
    job = through.jobs.submit("render", TEXT)
    assert {job.id for job in through.jobs.list()} - before == {job.id}


@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_service_is_asked_again_after_retry_after(
    status: int, through: Colophon, proxy: Proxy, sleeps: list[float]
) -> None:
    proxy.plan = [Refuse(status, {"retry-after": "7"}), Refuse(status)]
    assert through.render(TEXT).pages == 1
    assert 7 <= sleeps[0] < 7.5
    assert 0 < sleeps[1] < 1.1
    assert len(keys_of(proxy)) == 1


def test_a_file_is_sent_again_from_its_place(through: Colophon, proxy: Proxy, sleeps: list[float], pdf: bytes) -> None:
    file = io.BytesIO(b"head" + pdf)
    file.seek(4)
    proxy.plan = [Drop(), Refuse(503, {"retry-after": "0"})]
    assert through.extract_text({"document": file}).data["pages"][0]["text"] == "Hello"
    assert len({seen.length for seen in proxy.seen}) == 1


def test_a_stream_is_never_sent_twice(through: Colophon, proxy: Proxy, sleeps: list[float], pdf: bytes) -> None:
    proxy.plan = [Refuse(503, {"retry-after": "0"})]
    with pytest.raises(ServiceFailure):
        through.extract_text({"document": Once(pdf)})
    proxy.plan = [Drop()]
    with pytest.raises(ColophonConnectionError):
        through.extract_text({"document": Once(pdf)})
    assert (len(proxy.seen), sleeps) == (2, [])
    assert through.extract_text({"document": Once(pdf)}).data["pages"][0]["text"] == "Hello"


def test_the_last_error_is_raised_where_nothing_helps(through: Colophon, proxy: Proxy, sleeps: list[float]) -> None:
    proxy.plan = [Drop(), Drop(), Drop(), Refuse(503, {"retry-after": "1"}, b"<h1>Busy</h1>")]
    with pytest.raises(ServiceFailure) as error:
        through.render(TEXT)
    assert (error.value.status, error.value.detail, error.value.retry_after) == (503, "<h1>Busy</h1>", 1)
    assert len(proxy.seen) == 4


def test_a_pause_that_is_too_long_is_the_callers_decision(through: Colophon, proxy: Proxy, sleeps: list[float]) -> None:
    proxy.plan = [Refuse(429, {"retry-after": "3600"})]
    with pytest.raises(TooManyRequests) as error:
        through.render(TEXT)
    assert (error.value.retry_after, sleeps) == (3600, [])


def test_the_rate_limit_of_the_service_is_too_many_requests() -> None:
    with Colophon(URL, KEYS["slow"], max_wait=0) as slow:
        for _ in range(2):
            slow.capabilities()
        with pytest.raises(TooManyRequests) as error:
            slow.capabilities()
    assert error.value.slug == "rate-limited"
    assert error.value.retry_after is not None and 0 < error.value.retry_after <= 60


def test_without_retries_a_request_is_sent_once_and_without_a_key(through: Colophon, proxy: Proxy) -> None:
    proxy.plan = [Drop()]
    with pytest.raises(ColophonConnectionError):
        through.render(TEXT, retries=0)
    assert keys_of(proxy) == {None}


def test_mistakes_are_not_repeated(through: Colophon, proxy: Proxy, sleeps: list[float]) -> None:
    with pytest.raises(Conflict):
        for word in ("a", "b"):
            through.render({"operations": [{"op": "add_text", "text": word}]}, idempotency_key="py-conflict")
    assert (len(proxy.seen), sleeps) == (2, [])


def test_a_download_goes_on_where_it_broke(
    through: Colophon, proxy: Proxy, sleeps: list[float], tmp_path: Path
) -> None:
    proxy.plan = [Cut(2_000_000), Cut(2_500_000), Trickle(100_000)]
    with through.render(LARGE, idempotency_key=KEPT) as result:
        digest = result.headers["content-digest"]
        result.save(tmp_path / "large.pdf")
    content = (tmp_path / "large.pdf").read_bytes()
    assert content.startswith(b"%PDF-") and content.rstrip().endswith(b"%%EOF")
    assert len(content) == int(result.headers["content-length"])
    assert digest == f"sha-256=:{b64encode(hashlib.sha256(content).digest()).decode()}:"
    assert len(proxy.seen) == 3 and len(keys_of(proxy)) == 1


def test_a_download_that_never_ends_leaves_no_file(
    through: Colophon, proxy: Proxy, sleeps: list[float], tmp_path: Path
) -> None:
    proxy.plan = [Cut(1_000_000)] * 4
    with pytest.raises(ColophonConnectionError):
        through.render(LARGE, idempotency_key=KEPT).save(tmp_path / "large.pdf")
    assert list(tmp_path.iterdir()) == []


def test_a_changed_byte_is_found(through: Colophon, proxy: Proxy) -> None:
    proxy.plan = [Flip()]
    with pytest.raises(AnswerChanged, match="Content-Digest"):
        through.render(TEXT)


def test_a_small_answer_that_breaks_is_asked_for_again(through: Colophon, proxy: Proxy, sleeps: list[float]) -> None:
    proxy.plan = [Cut(10)]
    assert through.render(TEXT).bytes().startswith(b"%PDF-")
    assert len(proxy.seen) == 2


def test_a_service_that_falls_silent_is_a_timeout(through: Colophon, proxy: Proxy) -> None:
    proxy.plan = [Stall(10)]
    with pytest.raises(ColophonTimeout):
        through.render(TEXT, timeout=0.3, retries=0)
    assert proxy.gone.wait(10)


def test_a_slow_answer_is_no_timeout_while_bytes_come(through: Colophon, proxy: Proxy) -> None:
    proxy.plan = [Trickle(50)]
    assert through.render(TEXT, timeout=5).pages == 1


def test_an_answer_that_is_given_up_frees_its_connection(through: Colophon, proxy: Proxy) -> None:
    for _ in range(2):
        proxy.plan = [Stall(100_000)]
        with through.render(LARGE, idempotency_key=KEPT) as result:
            assert next(result.iter_bytes())
        assert proxy.gone.wait(10)
        proxy.gone.clear()
    assert through.render(TEXT).pages == 1


def test_twenty_megabytes_of_a_stream_are_sent_in_chunks(client: Colophon) -> None:
    stream = Once(large_pdf("Twenty", 20 * 1024 * 1024))
    assert client.extract_text({"document": stream}, format="text").text().strip() == "Twenty"
    assert stream.largest <= 1024 * 1024


def test_nobody_there_is_a_connection_error(sleeps: list[float]) -> None:
    with Colophon("http://127.0.0.1:9", "key", retries=2) as client, pytest.raises(ColophonConnectionError):
        client.render(TEXT)
    assert len(sleeps) == 2
