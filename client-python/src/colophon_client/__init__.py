"""The client of Colophon, a document service: PDFs out of operations, HTML and tables, and work on PDFs."""

from ._calls import CallOptions
from ._sources import Upload
from .aio.client import AsyncColophon
from .aio.job import AsyncJob
from .aio.result import AsyncResult
from .aio.session import AsyncSession
from .client import Colophon
from .job import Job
from .problems import (
    AnswerChanged,
    BadRequest,
    ColophonConnectionError,
    ColophonError,
    ColophonProblem,
    ColophonTimeout,
    Conflict,
    Forbidden,
    Gone,
    JobCancelled,
    Mistake,
    NotFound,
    ServiceFailure,
    TooManyRequests,
    Unauthorized,
    Unprocessable,
)
from .result import JsonResult, Part, Result
from .session import Session

__all__ = [
    "AnswerChanged",
    "AsyncColophon",
    "AsyncJob",
    "AsyncResult",
    "AsyncSession",
    "BadRequest",
    "CallOptions",
    "Colophon",
    "ColophonConnectionError",
    "ColophonError",
    "ColophonProblem",
    "ColophonTimeout",
    "Conflict",
    "Forbidden",
    "Gone",
    "Job",
    "JobCancelled",
    "JsonResult",
    "Mistake",
    "NotFound",
    "Part",
    "Result",
    "ServiceFailure",
    "Session",
    "TooManyRequests",
    "Unauthorized",
    "Unprocessable",
    "Upload",
]
