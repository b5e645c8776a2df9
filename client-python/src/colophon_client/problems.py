"""What a call can raise."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Optional

import httpx


class ColophonError(Exception):
    """Everything that this package raises about a service, its answers and the way there."""


class ColophonConnectionError(ColophonError):
    """The service was not reached, or the connection broke, also after the retries. `__cause__` has the reason."""


class ColophonTimeout(ColophonConnectionError):
    """No byte came for `timeout` seconds, or a job had not ended within the time of `wait`."""


class AnswerChanged(ColophonConnectionError):
    """The bytes of an answer differ from its `Content-Digest`, or a repeated request got another answer."""


class JobCancelled(ColophonError):
    """The job was cancelled before it ended."""


@dataclass(frozen=True)
class Mistake:
    """One mistake of a request, and its place: a JSON Pointer (RFC 6901) into the body."""

    pointer: str
    message: str


class ColophonProblem(ColophonError):
    """An answer that is no success: a problem document (RFC 9457). Match on `slug`; `detail` is for people."""

    def __init__(
        self, document: Mapping[str, Any], *, request_id: str = "", retry_after: Optional[float] = None
    ) -> None:
        self.document = dict(document)
        """The whole problem document, with members that only some problems have (`limit`, `approval`)."""
        self.type = str(document.get("type", "about:blank"))
        self.slug = self.type.rsplit("/", 1)[-1]
        """The last segment of `type`, which is the same for every deployment: `invalid-request`."""
        self.status = int(document.get("status", 0))
        self.title = str(document.get("title", ""))
        self.detail = str(document.get("detail", ""))
        self.errors = [
            Mistake(str(e.get("pointer", "")), str(e.get("message", ""))) for e in document.get("errors", [])
        ]
        """All mistakes of the request, where the problem lists some (400 and 422)."""
        self.request_id = request_id or str(document.get("instance", ""))
        """The id of the request, as the log of the service has it."""
        self.retry_after = retry_after
        """Seconds after which the request is worth sending again, where the answer states some."""
        super().__init__(self._text())

    def _text(self) -> str:
        lines = [f"{self.status} {self.slug}: {self.detail or self.title}"]
        lines += [f"  {mistake.pointer or '/'}: {mistake.message}" for mistake in self.errors]
        return "\n".join(lines)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_again, (type(self), self.document, self.request_id, self.retry_after))


class BadRequest(ColophonProblem):
    """400: the request is wrong by its own schema; `errors` has all mistakes."""


class Unauthorized(ColophonProblem):
    """401: the key is missing or unknown."""


class Forbidden(ColophonProblem):
    """403: the tier, the scope or a missing approval excludes the call."""


class NotFound(ColophonProblem):
    """404: no such job, session, template or route."""


class Conflict(ColophonProblem):
    """409 and 412: another request was there first."""


class Gone(ColophonProblem):
    """410: the result or the session has expired."""


class Unprocessable(ColophonProblem):
    """422: the documents or the content of a well-formed request cannot be processed."""


class TooManyRequests(ColophonProblem):
    """429: a rate limit or a storage quota is used up, and stays so for longer than `max_wait`."""


class ServiceFailure(ColophonProblem):
    """500 and above, also of a proxy in front of the service."""


_CLASSES: Mapping[int, type[ColophonProblem]] = {
    400: BadRequest,
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    410: Gone,
    412: Conflict,
    422: Unprocessable,
    429: TooManyRequests,
}


def _again(
    kind: type[ColophonProblem], document: Mapping[str, Any], request_id: str, retry_after: Optional[float]
) -> ColophonProblem:
    return kind(document, request_id=request_id, retry_after=retry_after)


def problem_of(
    document: Mapping[str, Any], *, request_id: str = "", retry_after: Optional[float] = None
) -> ColophonProblem:
    """The exception of a problem document."""
    status = int(document.get("status", 0))
    kind = _CLASSES.get(status, ServiceFailure if status >= 500 else ColophonProblem)
    return kind(document, request_id=request_id, retry_after=retry_after)


def problem_of_answer(response: httpx.Response, body: bytes) -> ColophonProblem:
    """The exception of an answer that is no success, also where a proxy answers with a page."""
    document: Any = None
    with contextlib.suppress(ValueError):
        document = json.loads(body)
    if not isinstance(document, dict) or "type" not in document:
        text = body[:500].decode("utf-8", "replace").strip()
        document = {"type": "about:blank", "title": response.reason_phrase, "detail": text}
    document["status"] = response.status_code
    request_id = response.headers.get("x-request-id", "")
    return problem_of(document, request_id=request_id, retry_after=retry_after_of(response.headers))


def retry_after_of(headers: httpx.Headers) -> Optional[float]:
    """`Retry-After` in seconds, where the answer has one."""
    try:
        return max(0.0, float(headers["retry-after"]))
    except (KeyError, ValueError):
        return None
