"""Sessions as requests: the calls of each route, for synchronous and asynchronous callers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Optional
from urllib.parse import quote

import httpx

from . import types as t
from ._body import Body, FileBody, FilePart, JsonBody
from ._calls import Call, CallOptions, body_of, file_name, matching
from ._sources import Upload
from ._tools import APPENDS

_PATH = "/api/v1/sessions"
_FORMATS = {"pdf": "application/pdf", "json": "application/json"}


def open_call(
    document: Optional[t.DocumentOptions],
    output: Optional[t.OutputOptions],
    ttl: t.OpenSessionTtl | None,
    options: CallOptions,
) -> Call:
    """Opens a session."""
    return Call("POST", _PATH, JsonBody(_given(document=document, output=output, ttl=ttl)), options=options)


class SessionRecord:
    """What is known of a session."""

    def __init__(self, session_id: str, revision: Optional[int] = None) -> None:
        self.id = session_id
        self.revision = revision
        """The revision after the last change of this object; None until there is one."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id} at revision {self.revision}>"

    def _take_revision(self, headers: httpx.Headers) -> None:
        found = re.fullmatch(r'"(\d+)"', headers.get("etag", ""))
        if found is not None:
            self.revision = int(found[1])

    def _read_call(self, tail: Sequence[str], options: CallOptions, **query: int | None) -> Call:
        return Call("GET", self._path(tail), query=_given(**query), options=options)

    def _change_call(
        self, method: str, tail: Sequence[str], body: Body | None, if_match: int | None, options: CallOptions
    ) -> Call:
        return Call(method, self._path(tail), body, headers=matching(if_match), options=options)

    def _insert_call(
        self,
        operations: t.RenderOperation | Sequence[t.RenderOperation],
        place: Mapping[str, str | None],
        if_match: int | None,
        options: CallOptions,
    ) -> Call:
        listed = [operations] if isinstance(operations, Mapping) else list(operations)
        body, headers = JsonBody({"operations": listed}), matching(if_match)
        return Call("POST", self._path(["operations"]), body, _given(**place), headers, options=options)

    def _move_call(
        self, operation_id: str, to: Mapping[str, str | int | None], if_match: int | None, options: CallOptions
    ) -> Call:
        return self._change_call(
            "POST", ["operations", operation_id, "move"], JsonBody(_given(**to)), if_match, options
        )

    def _fork_call(self, revision: int | None, if_match: int | None, options: CallOptions) -> Call:
        return self._change_call("POST", ["fork"], JsonBody(_given(revision=revision)), if_match, options)

    def _put_asset_call(self, name: str, file: Upload, if_match: int | None, options: CallOptions) -> Call:
        return self._change_call("PUT", ["assets", name], FileBody(file), if_match, options)

    def _render_call(
        self, input: Optional[t.RenderSessionRequest], format: str, if_match: Optional[int], options: CallOptions
    ) -> Call:
        body, headers = JsonBody(input or {}), matching(if_match)
        return Call("POST", self._path(["render"]), body, headers=headers, accept=_FORMATS[format], options=options)

    def _page_call(
        self, page: int, format: str, width: Optional[int], dpi: Optional[int], options: CallOptions
    ) -> Call:
        sizes = _given(width=width, dpi=dpi)
        return Call("GET", self._path(["pages", str(page)]), query=sizes, accept=f"image/{format}", options=options)

    def _append_call(
        self, kind: str, body: Mapping[str, Any], file: Upload | None, if_match: int | None, options: CallOptions
    ) -> Call:
        field = APPENDS.get(kind)
        if file is not None and field is None:
            raise ValueError(f"{kind!r} takes no file")
        parts = [] if file is None else [FilePart(field or "", file_name(file, "file"), file)]
        return self._change_call("POST", [kind], body_of(body, parts), if_match, options)

    def _path(self, tail: Sequence[str]) -> str:
        return "/".join([_PATH, _segment(self.id), *map(_segment, tail)])


def _segment(name: str) -> str:
    """A segment of a path. A name that is empty or dots would lead to another route."""
    if name in ("", ".", ".."):
        raise ValueError(f"{name!r} is no name and no id")
    return quote(name, safe="")


def _given(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}
