"""Answers of tools: files that are read as they arrive, and JSON."""

from __future__ import annotations

import json
import os
import time
from base64 import b64decode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Generic, Optional, TypeVar, cast

import httpx

from . import types as t
from ._calls import Call
from ._reading import Reading, filename_of, replacing
from ._retry import RetryPolicy
from ._transport import Opener, Transport, as_error
from .problems import ColophonError

SMALL_BYTES = 1024 * 1024
"""An answer up to this size is read at once, so that its connection is free."""
CHUNK_BYTES = 64 * 1024
Bytes = bytes
"""`bytes` in classes that have a method of that name."""
_T = TypeVar("_T")


class Facts:
    """What the headers of an answer state."""

    def __init__(self, headers: httpx.Headers) -> None:
        self.headers = headers

    @property
    def content_type(self) -> str:
        """The media type."""
        return str(self.headers.get("content-type", "")).split(";")[0]

    @property
    def filename(self) -> Optional[str]:
        """The name of the file, where the service gives one."""
        return filename_of(str(self.headers.get("content-disposition", "")))

    @property
    def pages(self) -> Optional[int]:
        """The number of pages of a PDF."""
        return int(self.headers["document-pages"]) if "document-pages" in self.headers else None

    @property
    def warning_count(self) -> int:
        """How many warnings there are."""
        return int(self.headers.get("document-warnings", 0))

    @property
    def warnings(self) -> Optional[list[t.Warning]]:
        """The warnings. None where the answer only counts them: `format="json"` lists them."""
        return None if self.warning_count > 0 else []

    @property
    def report(self) -> Optional[t.Report]:
        """The report on fonts and warnings, which only `format="json"` has."""
        return None

    @property
    def request_id(self) -> str:
        """The id of the request in the log of the service."""
        return str(self.headers.get("x-request-id", ""))

    @property
    def replayed(self) -> bool:
        """True for the stored answer of an earlier request with the same `Idempotency-Key`."""
        return bool(self.headers.get("idempotency-replayed") == "true")


def get(transport: Transport, call: Call) -> Result:
    """The answer to a call."""
    response, again = transport.open(call)
    return Result(response, again, call, transport.settings.policy(call))


class Result(Facts):
    """A file, read while it arrives. Where the connection breaks, the rest is requested again."""

    def __init__(self, response: httpx.Response, again: Opener, call: Call, policy: RetryPolicy) -> None:
        super().__init__(response.headers)
        self._response = response
        self._again = again
        self._call = call
        self._policy = policy
        self._content: Optional[Bytes] = None
        self._started = False
        if int(response.headers.get("content-length", SMALL_BYTES + 1)) <= SMALL_BYTES:
            self.bytes()

    def bytes(self) -> Bytes:
        """The whole file."""
        if self._content is None:
            self._content = b"".join(self._read())
        return self._content

    def iter_bytes(self, chunk_size: int = CHUNK_BYTES) -> Iterator[Bytes]:
        """The file in chunks, of which a large one is never in memory as a whole."""
        if self._content is None:
            yield from self._read()
            return
        for start in range(0, len(self._content), chunk_size):
            yield self._content[start : start + chunk_size]

    def text(self) -> str:
        """The file as a text in UTF-8."""
        return self.bytes().decode("utf-8")

    def json(self) -> Any:
        """The file as JSON."""
        return json.loads(self.bytes())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file. The path has the whole file or is as it was: it is written beside it first."""
        with replacing(path) as file:
            for chunk in self.iter_bytes():
                file.write(chunk)

    def close(self) -> None:
        """Gives up what was not read."""
        self._response.close()

    def __enter__(self) -> Result:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _read(self) -> Iterator[Bytes]:
        if self._started:
            raise ColophonError("the answer was read before; take `bytes()` once, or write it with `save()`")
        self._started = True
        reading, attempt = Reading(self._response), 0
        try:
            while True:
                try:
                    for chunk in self._response.iter_raw():
                        if new := reading.take(chunk):
                            yield new
                    break
                except httpx.TransportError as error:
                    attempt += 1
                    broken = as_error(error, self._call)
                    wait = self._policy.wait_after(broken, attempt)
                    if wait is None:
                        raise broken from error
                time.sleep(wait)
                self._response = self._again()
                reading.restart(self._response)
            reading.finish()
        finally:
            self._response.close()


@dataclass(frozen=True)
class Part:
    """One document of an answer that has several."""

    filename: str
    content: bytes
    pages: int

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the document."""
        with replacing(path) as file:
            file.write(self.content)


class JsonResult(Facts, Generic[_T]):
    """An answer as JSON: `data` is all of it."""

    def __init__(self, headers: httpx.Headers, body: bytes) -> None:
        super().__init__(headers)
        self.data: _T = json.loads(body)

    @property
    def _members(self) -> Mapping[str, Any]:
        return cast(Mapping[str, Any], self.data)

    @property
    def report(self) -> Optional[t.Report]:
        """The report on fonts and warnings, where the answer has one."""
        return cast(Optional[t.Report], self._members.get("report"))

    @property
    def warnings(self) -> list[t.Warning]:
        """The warnings."""
        return list((self.report or self._members).get("warnings", []))

    @property
    def warning_count(self) -> int:
        """How many warnings there are."""
        return len(self.warnings)

    @property
    def pages(self) -> Optional[int]:
        """The number of pages of the document."""
        return cast(Optional[int], self._document.get("pages"))

    @property
    def documents(self) -> list[Part]:
        """The documents, where there are several."""
        parts = self._members.get("documents", [])
        return [Part(part["filename"], b64decode(part["data"]), part["pages"]) for part in parts if "data" in part]

    def bytes(self) -> Bytes:
        """The document in the answer."""
        if "data" not in self._document:
            raise ColophonError("this answer has no document")
        return b64decode(self._document["data"])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the document in the answer."""
        content = self.bytes()
        with replacing(path) as file:
            file.write(content)

    @property
    def _document(self) -> Mapping[str, Any]:
        return cast(Mapping[str, Any], self._members.get("document") or {})
