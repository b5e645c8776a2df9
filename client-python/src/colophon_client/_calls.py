"""Calls as requests: where files go, and which headers they have."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Optional, TypeAlias, Union, cast

from typing_extensions import TypedDict

from ._body import Body, FilePart, JsonBody, MultipartBody
from ._sources import Upload

Files: TypeAlias = Mapping[str, Upload]
"""Files by their names, which may contain folders."""

_UNNAMED = "document.pdf"
_WITHOUT_DOCUMENTS = ("render",)
"""The tools whose `document` has options, and is no PDF."""


class CallOptions(TypedDict, total=False):
    """What every call takes beside its input."""

    idempotency_key: str
    """The same key for the same request, also from another process; a new one for each call unless given."""
    approval: str
    """The approval of a human, where the deployment requires one."""
    request_id: str
    """The id of the request in logs and problems: 1 to 128 of `A-Z a-z 0-9 . _ -`."""
    timeout: float
    """Seconds without a byte until the attempt fails."""
    retries: int
    """How often the request may be repeated."""


@dataclass(frozen=True)
class ToolRoute:
    """How a tool is called: its path, its file parts, its representations with the default one first."""

    name: str
    path: str
    parts: tuple[str, ...]
    formats: Mapping[str, str]


@dataclass(frozen=True)
class Call:
    """A request that may be sent more than once."""

    method: str
    path: str
    body: Optional[Body] = None
    query: Mapping[str, Union[str, int]] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    accept: str = "application/json"
    options: CallOptions = field(default_factory=lambda: CallOptions())

    def request_headers(self, key: str, retries: int) -> dict[str, str]:
        """The headers, the same for each attempt."""
        options = self.options
        headers = {
            "authorization": f"Bearer {key}",
            "accept": self.accept,
            "accept-encoding": "identity",
            **self.headers,
        }
        if self.method in ("POST", "PUT", "PATCH", "DELETE"):
            idempotency_key = options.get("idempotency_key") or (str(uuid.uuid4()) if retries > 0 else "")
            if idempotency_key:
                headers["idempotency-key"] = idempotency_key
        if "approval" in options:
            headers["approval"] = options["approval"]
        if "request_id" in options:
            headers["x-request-id"] = options["request_id"]
        if self.body is not None:
            headers["content-type"] = self.body.content_type
            if self.body.length is not None:
                headers["content-length"] = str(self.body.length)
        return headers


def tool_call(
    route: ToolRoute, body: Mapping[str, Any], format: str, files: Mapping[str, Optional[Files]], options: CallOptions
) -> Call:
    """The call of a tool."""
    if format not in route.formats:
        raise ValueError(f"{route.name} has no format {format!r}; it has {', '.join(map(repr, route.formats))}")
    request, parts = _take_documents(body, route.parts)
    parts += _named_files(files)
    return Call("POST", route.path, body_of(request, parts), accept=route.formats[format], options=options)


def job_call(
    route: ToolRoute,
    body: Mapping[str, Any],
    retain: Union[str, float, None],
    files: Mapping[str, Optional[Files]],
    options: CallOptions,
) -> Call:
    """The submission of a tool as a job."""
    request, parts = _take_documents(body, route.parts)
    parts += _named_files({part: files.get(part) for part in route.parts})
    job = {"tool": route.name, "input": request, **({} if retain is None else {"retain": retain})}
    return Call("POST", "/api/v1/jobs", body_of(job, parts), options=options)


def matching(revision: Optional[int]) -> dict[str, str]:
    """`If-Match` with that revision."""
    return {} if revision is None else {"if-match": f'"{revision}"'}


def file_name(upload: object, unnamed: str = _UNNAMED) -> str:
    """The name of a path or of an open file."""
    name = os.fspath(upload) if isinstance(upload, os.PathLike) else getattr(upload, "name", None)
    return os.path.basename(name) or unnamed if isinstance(name, str) else unnamed


def body_of(request: Any, parts: list[FilePart]) -> Body:
    """Multipart where there are files, else JSON."""
    return MultipartBody(request, parts) if parts else JsonBody(request)


def _named_files(files: Mapping[str, Optional[Files]]) -> list[FilePart]:
    return [
        FilePart(part, name, upload)
        for part, named in files.items()
        for name, upload in ({} if named is None else named).items()
    ]


def _take_documents(body: Mapping[str, Any], parts: tuple[str, ...]) -> tuple[dict[str, Any], list[FilePart]]:
    """The body without the documents that are files, and those in their order."""
    request = dict(body)
    files: list[FilePart] = []
    if "document" in parts and "document" in request:
        entry = _take("document", request["document"], files)
        request["document"] = entry
        if entry == {} and files:
            del request["document"]
    if "documents" in parts:
        _take_each(request, "documents", lambda entry: _take("documents", entry, files))
        _take_each(request, "steps", lambda step: _take_of_step(step, files))
    return request, files


def _take_each(request: dict[str, Any], name: str, take: Callable[[Any], Any]) -> None:
    if isinstance(request.get(name), (list, tuple)):
        request[name] = [take(entry) for entry in request[name]]


def _take_of_step(step: Any, files: list[FilePart]) -> Any:
    """A step of a pipe without the documents that are files: each `{}` is the next file part, over all steps."""
    if not isinstance(step, Mapping) or not isinstance(step.get("input"), Mapping):
        return step
    request = dict(step["input"])
    if "document" in request and step.get("tool") not in _WITHOUT_DOCUMENTS:
        request["document"] = _take("documents", request["document"], files)
    _take_each(request, "documents", lambda entry: _take("documents", entry, files))
    return {**step, "input": request}


def _take(part: str, entry: Any, files: list[FilePart]) -> Any:
    """A document as JSON has it: without `data` where that is a file."""
    if isinstance(entry, str):
        entry = Path(entry)
    if not isinstance(entry, Mapping):
        files.append(FilePart(part, file_name(entry), entry))
        return {}
    data = entry.get("data")
    if data is None or isinstance(data, str):
        return dict(entry)
    files.append(FilePart(part, file_name(data), cast(Upload, data)))
    return {name: value for name, value in entry.items() if name != "data"}
