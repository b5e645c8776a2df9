"""The service that `test/client-python.test.ts` has started, and clients of it."""

from __future__ import annotations

import os
from collections.abc import Iterator

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


@pytest.fixture
def sleeps(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that the client makes; none of them takes time."""
    made: list[float] = []

    async def sleep(seconds: float) -> None:
        made.append(seconds)

    monkeypatch.setattr("time.sleep", made.append)
    monkeypatch.setattr("anyio.sleep", sleep)
    return made
