"""A job, for asynchronous callers: `await job` gives its result."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Literal, Optional, overload

import anyio
from typing_extensions import Unpack

from .. import types as t
from .._calls import CallOptions
from ..job import POLL_SECONDS, Deadline, JobRecord, OnProgress, status_call
from ..problems import retry_after_of
from ..result import JsonResult
from ._transport import AsyncTransport
from .result import AsyncResult, get


class AsyncJob(JobRecord):
    """A job of this client."""

    def __init__(self, transport: AsyncTransport, record: t.Job, pause: Optional[float] = None) -> None:
        super().__init__(record)
        self._transport = transport
        self._pause = pause

    def __await__(self) -> Generator[Any, None, AsyncResult]:
        return self.result().__await__()

    async def refresh(self, **options: Unpack[CallOptions]) -> AsyncJob:
        """Asks for the record again."""
        result = await get(self._transport, status_call(self.id, options))
        self.record, self._pause = await result.json(), retry_after_of(result.headers) or POLL_SECONDS
        return self

    async def wait(
        self,
        max_seconds: Optional[float] = None,
        *,
        on_progress: Optional[OnProgress] = None,
        **options: Unpack[CallOptions],
    ) -> AsyncJob:
        """Waits until the job has ended; raises its problem where it failed. Between two questions it pauses for as
        long as the service advises. ColophonTimeout after `max_seconds`; the job goes on."""
        deadline = Deadline(max_seconds)
        while not self.ended:
            if self._pause is not None:
                await anyio.sleep(deadline.pause(self._pause, self))
            before = self.record["progress"]
            await self.refresh(**options)
            if on_progress is not None and self.record["progress"] != before:
                on_progress(self.record["progress"])
        self.check()
        return self

    @overload
    async def result(self, format: Literal["json"], **options: Unpack[CallOptions]) -> JsonResult[Any]: ...

    @overload
    async def result(
        self, format: Literal["pdf", "zip", "text"] | None = None, **options: Unpack[CallOptions]
    ) -> AsyncResult: ...

    async def result(self, format: Optional[str] = None, **options: Unpack[CallOptions]) -> Any:
        """Waits, and gives the answer that the tool gives: in the tool's first format, or in `pdf`, `json`, `zip` or
        `text`."""
        await self.wait(**options)
        result = await get(self._transport, self.result_call(format, options))
        return JsonResult[Any](result.headers, await result.bytes()) if format == "json" else result

    async def cancel(self, **options: Unpack[CallOptions]) -> None:
        """Stops the work, and deletes the job with its result."""
        await self._transport.empty(self.cancel_call(options))
