"""The jobs of a client, for asynchronous callers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any, Optional

from typing_extensions import Unpack

from .. import types as t
from .._calls import CallOptions, Files, ToolRoute, job_call
from .._tools import AsyncSubmitMethods
from ..job import status_call
from ..jobs import JobStatus, list_call
from ..problems import retry_after_of
from ._transport import AsyncTransport
from .job import AsyncJob
from .result import get


class AsyncJobs(AsyncSubmitMethods):
    """Submits and finds jobs."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(self, job_id: str, **options: Unpack[CallOptions]) -> AsyncJob:
        """The job of that id."""
        result = await get(self._transport, status_call(job_id, options))
        return AsyncJob(self._transport, await result.json(), retry_after_of(result.headers))

    async def list(
        self, status: Optional[JobStatus] = None, *, page_size: int = 50, **options: Unpack[CallOptions]
    ) -> AsyncIterator[AsyncJob]:
        """All jobs, the newest first; further pages are fetched as they are needed."""
        cursor: Optional[str] = None
        while True:
            result = await get(self._transport, list_call(status, page_size, cursor, options))
            page: t.JobList = await result.json()
            for record in page["jobs"]:
                yield AsyncJob(self._transport, record)
            cursor = page["next"]
            if cursor is None:
                return

    async def _submit(
        self,
        route: ToolRoute,
        body: Mapping[str, Any],
        retain: t.Retain | None,
        files: Mapping[str, Files | None],
        options: CallOptions,
    ) -> AsyncJob:
        result = await get(self._transport, job_call(route, body, retain, files, options))
        return AsyncJob(self._transport, await result.json(), retry_after_of(result.headers))
