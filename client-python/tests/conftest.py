"""The service that `test/client-python.test.ts` has started, and clients of it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import anyio
import pytest
from documents import TEXT
from faults import Proxy, proxy_before

from colophon_client import Colophon

URL = os.environ["COLOPHON_URL"]
KEYS = {tier: os.environ[f"COLOPHON_KEY_{tier.upper()}"] for tier in ("core", "pro", "enterprise", "slow")}


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def client() -> Iterator[Colophon]:
    with Colophon(URL, KEYS["enterprise"]) as client:
        yield client


@pytest.fixture(scope="session")
def pdf(client: Colophon) -> bytes:
    return client.render(TEXT).bytes()  # type: ignore[arg-type]


@pytest.fixture
def proxy() -> Iterator[Proxy]:
    with proxy_before(URL) as proxy:
        yield proxy


@pytest.fixture
def through(proxy: Proxy) -> Iterator[Colophon]:
    """A client whose requests pass the proxy."""
    with Colophon(proxy.url, KEYS["enterprise"], timeout=20) as client:
        yield client


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The service advises a second between two questions for a job. These jobs take less."""
    pause, async_pause = time.sleep, anyio.sleep

    async def sleep(seconds: float) -> None:
        await async_pause(min(seconds, 0.05))

    monkeypatch.setattr("time.sleep", lambda seconds: pause(min(seconds, 0.05)))
    monkeypatch.setattr("anyio.sleep", sleep)


@pytest.fixture
def sleeps(short_pauses: None, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that the client makes; none of them takes time."""
    made: list[float] = []

    async def sleep(seconds: float) -> None:
        made.append(seconds)

    monkeypatch.setattr("time.sleep", made.append)
    monkeypatch.setattr("anyio.sleep", sleep)
    return made
