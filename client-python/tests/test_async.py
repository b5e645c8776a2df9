"""The client for asynchronous callers: the same, and what only it does."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest
from conftest import KEYS, URL
from documents import TEXT, large_pdf
from faults import Cut, Drop, Proxy, Refuse, Stall
from test_connections import KEPT, LARGE, Once, keys_of

from colophon_client import (
    AsyncColophon,
    AsyncJob,
    AsyncResult,
    AsyncSession,
    BadRequest,
    Colophon,
    ColophonConnectionError,
    Job,
    Result,
    Session,
    Unprocessable,
)
from colophon_client.aio.jobs import AsyncJobs
from colophon_client.aio.sessions import AsyncSessions
from colophon_client.jobs import Jobs
from colophon_client.sessions import Sessions

pytestmark = pytest.mark.anyio


@pytest.fixture
async def aclient() -> AsyncIterator[AsyncColophon]:
    async with AsyncColophon(URL, KEYS["enterprise"]) as aclient:
        yield aclient


@pytest.fixture
async def through(proxy: Proxy) -> AsyncIterator[AsyncColophon]:
    async with AsyncColophon(proxy.url, KEYS["enterprise"], timeout=20) as client:
        yield client


@pytest.mark.parametrize(
    ("sync", "twin"),
    [(Colophon, AsyncColophon), (Result, AsyncResult), (Job, AsyncJob), (Session, AsyncSession)]
    + [(Jobs, AsyncJobs), (Sessions, AsyncSessions)],
)
def test_both_clients_have_the_same_methods(sync: type, twin: type) -> None:
    def methods(kind: type) -> dict[str, list[str]]:
        members = inspect.getmembers(kind, inspect.isfunction)
        return {
            name: list(inspect.signature(method).parameters) for name, method in members if not name.startswith("_")
        }

    assert methods(sync) == methods(twin)


async def test_tools_jobs_and_sessions(aclient: AsyncColophon, tmp_path: Path) -> None:
    result = await aclient.render(TEXT)
    await result.save(tmp_path / "a.pdf")
    assert (await aclient.extract_text({"document": tmp_path / "a.pdf"})).data["pages"][0]["text"] == "Hello"
    job = await aclient.jobs.submit("merge", {"documents": [await result.bytes(), tmp_path / "a.pdf"]})
    assert (await job).pages == 2
    assert (await job.result("json")).pages == 2
    assert job.id in [listed.id async for listed in aclient.jobs.list(page_size=1)]
    async with await aclient.sessions.open() as session:
        await session.add("text", {"text": "Grown"})
        assert (await session.render()).pages == 1
    await changes_of_a_session(aclient, tmp_path / "a.pdf")
    with pytest.raises(BadRequest) as error:
        await aclient.render({"operations": [{"op": "add_text"}]})
    assert error.value.errors[0].pointer == "/operations/0/text"
    with pytest.raises(Unprocessable):
        await (await aclient.jobs.submit("extract-text", {"document": b"no PDF"}))


async def changes_of_a_session(aclient: AsyncColophon, path: Path) -> None:
    async with await aclient.sessions.open() as session:
        await session.put_asset("annex", path)
        assert await (await session.asset("annex")).bytes() == path.read_bytes()
        added = await session.insert([{"op": "add_pdf", "asset": "annex"}, {"op": "add_text", "text": "One"}])
        annex, one = (operation["operationId"] for operation in added["operations"])
        await session.move(one, before=annex)
        await session.replace(one, {"op": "add_text", "text": "Two"})
        assert (await session.operation(one)).get("text") == "Two"
        await session.remove(annex)
        await session.undo()
        await session.redo()
        await session.remove_asset("annex")
        assert await session.assets() == []
        await session.update({"document": {"title": "Changed"}})
        assert (await session.operations())["revision"] == session.revision == 9
        async with await session.fork() as copy:
            assert (await copy.get())["document"]["title"] == "Changed"


async def test_many_at_once_share_the_connections(aclient: AsyncColophon) -> None:
    pages: list[int | None] = []

    async def render() -> None:
        pages.append((await aclient.render(TEXT)).pages)

    async with anyio.create_task_group() as group:
        for _ in range(20):
            group.start_soon(render)
    assert pages == [1] * 20


async def test_retries(through: AsyncColophon, proxy: Proxy, sleeps: list[float], pdf: bytes) -> None:
    proxy.plan = [Drop(after=True), Refuse(429, {"retry-after": "3"})]
    result = await through.render(TEXT)
    assert result.replayed
    assert len(proxy.seen) == 3 and len(keys_of(proxy)) == 1
    assert 3 <= sleeps[1] < 3.5
    proxy.plan = [Drop()]
    with pytest.raises(ColophonConnectionError):
        await through.extract_text({"document": Once(pdf)})
    assert len(proxy.seen) == 4


async def test_a_download_goes_on_where_it_broke(through: AsyncColophon, proxy: Proxy, sleeps: list[float]) -> None:
    proxy.plan = [Cut(2_000_000)]
    async with await through.render(LARGE, idempotency_key=KEPT) as result:
        content = b"".join([chunk async for chunk in result.iter_bytes()])
    assert len(content) == int(result.headers["content-length"])


async def test_twenty_megabytes_of_a_file_are_sent_in_chunks(aclient: AsyncColophon, tmp_path: Path) -> None:
    (tmp_path / "large.pdf").write_bytes(large_pdf("Twenty", 20 * 1024 * 1024))
    result = await aclient.extract_text({"document": tmp_path / "large.pdf"}, format="text")
    assert (await result.text()).strip() == "Twenty"


async def test_a_cancelled_call_hangs_up(through: AsyncColophon, proxy: Proxy) -> None:
    proxy.plan = [Stall(10)]
    with anyio.move_on_after(0.3) as scope:
        await through.render(TEXT)
    assert scope.cancelled_caught
    assert await anyio.to_thread.run_sync(proxy.gone.wait, 10)
    assert (await through.render(TEXT)).pages == 1
