"""A job: work that outlives its request."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Literal, Optional, overload
from urllib.parse import quote

from typing_extensions import Unpack

from . import types as t
from ._calls import Call, CallOptions
from ._transport import Transport
from .problems import ColophonTimeout, JobCancelled, problem_of, retry_after_of
from .result import JsonResult, Result, get

OnProgress = Callable[["t.JobProgress"], None]
"""Called when a job got further."""
POLL_SECONDS = 1.0
"""Between two questions, where the service advises nothing."""
_OPEN = frozenset({"queued", "running"})
_ACCEPT = {"pdf": "application/pdf", "zip": "application/zip", "json": "application/json", "text": "text/plain"}


class JobRecord:
    """What is known of a job."""

    def __init__(self, record: t.Job) -> None:
        self.record = record
        """The record as the service sent it last."""

    @property
    def id(self) -> str:
        """The id, which `{"jobId": ...}` in a request names."""
        return self.record["id"]

    @property
    def tool(self) -> str:
        """The name of the tool."""
        return self.record["tool"]

    @property
    def status(self) -> str:
        """`queued`, `running`, `succeeded`, `failed` or `cancelled`."""
        return self.record["status"]

    @property
    def percent(self) -> int:
        """How far it is."""
        return self.record["progress"]["percent"]

    @property
    def ended(self) -> bool:
        """True where nothing more happens."""
        return self.status not in _OPEN

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id} {self.tool} {self.status} {self.percent} %>"

    def check(self) -> None:
        """Raises what a job ended with that did not succeed."""
        error = self.record["error"]
        if self.status == "failed" and error is not None:
            raise problem_of({**error})
        if self.status == "cancelled":
            raise JobCancelled(f"the job {self.id} was cancelled")

    def result_call(self, format: Optional[str], options: CallOptions) -> Call:
        """Asks for the result."""
        accept = "*/*" if format is None else _ACCEPT.get(format, format)
        return Call("GET", f"{_path(self.id)}/result", accept=accept, options=options)

    def cancel_call(self, options: CallOptions) -> Call:
        """Stops the work, and deletes the job."""
        return Call("DELETE", _path(self.id), options=options)


def status_call(job_id: str, options: CallOptions) -> Call:
    """Asks for the record of a job."""
    return Call("GET", _path(job_id), options=options)


def _path(job_id: str) -> str:
    return f"/api/v1/jobs/{quote(job_id, safe='')}"


class Deadline:
    """When a wait is over."""

    def __init__(self, seconds: Optional[float]) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    def pause(self, seconds: float, job: JobRecord) -> float:
        """Seconds until the next question; raises ColophonTimeout where the time is over."""
        if self._end is None:
            return seconds
        left = self._end - time.monotonic()
        if left <= 0:
            raise ColophonTimeout(f"the job {job.id} has not ended: {job.status}, {job.percent} %")
        return min(seconds, left)


class Job(JobRecord):
    """A job of this client."""

    def __init__(self, transport: Transport, record: t.Job, pause: Optional[float] = None) -> None:
        super().__init__(record)
        self._transport = transport
        self._pause = pause

    def refresh(self, **options: Unpack[CallOptions]) -> Job:
        """Asks for the record again."""
        result = get(self._transport, status_call(self.id, options))
        self.record, self._pause = result.json(), retry_after_of(result.headers) or POLL_SECONDS
        return self

    def wait(
        self,
        max_seconds: Optional[float] = None,
        *,
        on_progress: Optional[OnProgress] = None,
        **options: Unpack[CallOptions],
    ) -> Job:
        """Waits until the job has ended; raises its problem where it failed. Between two questions it pauses for as
        long as the service advises. ColophonTimeout after `max_seconds`; the job goes on."""
        deadline = Deadline(max_seconds)
        while not self.ended:
            if self._pause is not None:
                time.sleep(deadline.pause(self._pause, self))
            before = self.record["progress"]
            self.refresh(**options)
            if on_progress is not None and self.record["progress"] != before:
                on_progress(self.record["progress"])
        self.check()
        return self

    @overload
    def result(self, format: Literal["json"], **options: Unpack[CallOptions]) -> JsonResult[Any]: ...

    @overload
    def result(self, format: Literal["pdf", "zip", "text"] | None = None, **options: Unpack[CallOptions]) -> Result: ...

    def result(self, format: Optional[str] = None, **options: Unpack[CallOptions]) -> Any:
        """Waits, and gives the answer that the tool gives: in the tool's first format, or in `pdf`, `json`, `zip` or
        `text`."""
        self.wait(**options)
        result = get(self._transport, self.result_call(format, options))
        return JsonResult[Any](result.headers, result.bytes()) if format == "json" else result

    def cancel(self, **options: Unpack[CallOptions]) -> None:
        """Stops the work, and deletes the job with its result."""
        self._transport.empty(self.cancel_call(options))
