"""The jobs of a client."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, Optional, TypeAlias, Union

from typing_extensions import Unpack

from . import types as t
from ._calls import Call, CallOptions, Files, ToolRoute, job_call
from ._tools import SubmitMethods
from ._transport import Transport
from .job import Job, status_call
from .problems import retry_after_of
from .result import get

JobStatus: TypeAlias = Literal["queued", "running", "succeeded", "failed", "cancelled"]
"""Where a job is."""


def list_call(status: Optional[JobStatus], limit: int, cursor: Optional[str], options: CallOptions) -> Call:
    """Asks for one page of the list."""
    query: dict[str, Union[str, int]] = {"limit": limit}
    if status is not None:
        query["status"] = status
    if cursor is not None:
        query["cursor"] = cursor
    return Call("GET", "/api/v1/jobs", query=query, options=options)


class Jobs(SubmitMethods):
    """Submits and finds jobs."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(self, job_id: str, **options: Unpack[CallOptions]) -> Job:
        """The job of that id."""
        result = get(self._transport, status_call(job_id, options))
        return Job(self._transport, result.json(), retry_after_of(result.headers))

    def list(
        self, status: Optional[JobStatus] = None, *, page_size: int = 50, **options: Unpack[CallOptions]
    ) -> Iterator[Job]:
        """All jobs, the newest first; further pages are fetched as they are needed."""
        cursor: Optional[str] = None
        while True:
            page: t.JobList = get(self._transport, list_call(status, page_size, cursor, options)).json()
            yield from (Job(self._transport, record) for record in page["jobs"])
            cursor = page["next"]
            if cursor is None:
                return

    def _submit(
        self,
        route: ToolRoute,
        body: Mapping[str, Any],
        retain: t.Retain | None,
        files: Mapping[str, Files | None],
        options: CallOptions,
    ) -> Job:
        result = get(self._transport, job_call(route, body, retain, files, options))
        return Job(self._transport, result.json(), retry_after_of(result.headers))
