"""Files as answers, for asynchronous callers. JSON answers are the same for all: `colophon_client.result`."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any, Optional

import anyio
import anyio.to_thread
import httpx

from .._calls import Call
from .._reading import Reading, replacing
from .._retry import RetryPolicy
from .._transport import as_error
from ..problems import ColophonError
from ..result import CHUNK_BYTES, SMALL_BYTES, Bytes, Facts
from ._transport import AsyncOpener, AsyncTransport


async def get(transport: AsyncTransport, call: Call) -> AsyncResult:
    """The answer to a call."""
    response, again = await transport.open(call)
    result = AsyncResult(response, again, call, transport.settings.policy(call))
    if int(response.headers.get("content-length", SMALL_BYTES + 1)) <= SMALL_BYTES:
        await result.bytes()
    return result


class AsyncResult(Facts):
    """A file, read while it arrives. Where the connection breaks, the rest is requested again."""

    def __init__(self, response: httpx.Response, again: AsyncOpener, call: Call, policy: RetryPolicy) -> None:
        super().__init__(response.headers)
        self._response = response
        self._again = again
        self._call = call
        self._policy = policy
        self._content: Optional[Bytes] = None
        self._started = False

    async def bytes(self) -> Bytes:
        """The whole file."""
        if self._content is None:
            self._content = b"".join([chunk async for chunk in self._read()])
        return self._content

    async def iter_bytes(self, chunk_size: int = CHUNK_BYTES) -> AsyncIterator[Bytes]:
        """The file in chunks, of which a large one is never in memory as a whole."""
        if self._content is None:
            async for chunk in self._read():
                yield chunk
            return
        for start in range(0, len(self._content), chunk_size):
            yield self._content[start : start + chunk_size]

    async def text(self) -> str:
        """The file as a text in UTF-8."""
        return (await self.bytes()).decode("utf-8")

    async def json(self) -> Any:
        """The file as JSON."""
        return json.loads(await self.bytes())

    async def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file. The path has the whole file or is as it was: it is written beside it first."""
        with replacing(path) as file:
            async for chunk in self.iter_bytes():
                await anyio.to_thread.run_sync(file.write, chunk)

    async def close(self) -> None:
        """Gives up what was not read."""
        await self._response.aclose()

    async def __aenter__(self) -> AsyncResult:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _read(self) -> AsyncIterator[Bytes]:
        if self._started:
            raise ColophonError("the answer was read before; take `bytes()` once, or write it with `save()`")
        self._started = True
        reading, attempt = Reading(self._response), 0
        try:
            while True:
                try:
                    async for chunk in self._response.aiter_raw():
                        if new := reading.take(chunk):
                            yield new
                    break
                except httpx.TransportError as error:
                    attempt += 1
                    broken = as_error(error, self._call)
                    wait = self._policy.wait_after(broken, attempt)
                    if wait is None:
                        raise broken from error
                await anyio.sleep(wait)
                self._response = await self._again()
                reading.restart(self._response)
            reading.finish()
        finally:
            await self._response.aclose()
