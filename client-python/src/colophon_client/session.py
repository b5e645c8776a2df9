"""A session: a document that is held open across calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Literal, Optional, overload

from typing_extensions import Unpack

from . import types as t
from ._body import JsonBody
from ._calls import Call, CallOptions
from ._session_calls import SessionRecord
from ._sources import Upload
from ._tools import AppendMethods
from ._transport import Transport
from .result import JsonResult, Result, get


class Session(SessionRecord, AppendMethods):
    """A session of this client. At the end of a `with` block it is deleted."""

    def __init__(self, transport: Transport, session_id: str, revision: Optional[int] = None) -> None:
        super().__init__(session_id, revision)
        self._transport = transport

    def get(self, **options: Unpack[CallOptions]) -> t.Session:
        """The session as the service has it."""
        session: t.Session = get(self._transport, self._read_call([], options)).json()
        self.revision = session["revision"]
        return session

    def operations(
        self, start: Optional[int] = None, limit: Optional[int] = None, **options: Unpack[CallOptions]
    ) -> t.SessionOperationList:
        """Operations with their ids, from the index `start` on: 100 unless `limit` is another number, 1000 at most."""
        call = self._read_call(["operations"], options, **{"from": start, "limit": limit})
        listed: t.SessionOperationList = get(self._transport, call).json()
        return listed

    def operation(self, operation_id: str, **options: Unpack[CallOptions]) -> t.SessionOperation:
        """An operation with its fields."""
        call = self._read_call(["operations", operation_id], options)
        operation: t.SessionOperation = get(self._transport, call).json()
        return operation

    def insert(
        self,
        operations: t.RenderOperation | Sequence[t.RenderOperation],
        *,
        before: Optional[str] = None,
        after: Optional[str] = None,
        if_match: Optional[int] = None,
        **options: Unpack[CallOptions],
    ) -> t.SessionInsertion:
        """Adds any operations, named by `op`, all or none: before or after that operation, else at the end."""
        call = self._insert_call(operations, {"before": before, "after": after}, if_match, options)
        insertion: t.SessionInsertion = self._change(call)
        return insertion

    def replace(
        self,
        operation_id: str,
        operation: t.RenderOperation,
        *,
        if_match: Optional[int] = None,
        **options: Unpack[CallOptions],
    ) -> t.SessionReplacement:
        """Replaces an operation."""
        tail = ["operations", operation_id]
        call = self._change_call("PUT", tail, JsonBody(operation), if_match, options)
        replacement: t.SessionReplacement = self._change(call)
        return replacement

    def remove(
        self, operation_id: str, *, if_match: Optional[int] = None, **options: Unpack[CallOptions]
    ) -> None:
        """Removes an operation; `undo` brings it back."""
        self._end(self._change_call("DELETE", ["operations", operation_id], None, if_match, options))

    def move(
        self,
        operation_id: str,
        *,
        before: Optional[str] = None,
        after: Optional[str] = None,
        index: Optional[int] = None,
        if_match: Optional[int] = None,
        **options: Unpack[CallOptions],
    ) -> t.SessionMove:
        """Moves an operation before or after another, or to an index, which is its place after the move."""
        to = {"before": before, "after": after, "index": index}
        moved: t.SessionMove = self._change(self._move_call(operation_id, to, if_match, options))
        return moved

    def undo(self, *, if_match: Optional[int] = None, **options: Unpack[CallOptions]) -> t.Session:
        """Undoes the last change."""
        session: t.Session = self._change(self._change_call("POST", ["undo"], None, if_match, options))
        return session

    def redo(self, *, if_match: Optional[int] = None, **options: Unpack[CallOptions]) -> t.Session:
        """Applies again what was undone."""
        session: t.Session = self._change(self._change_call("POST", ["redo"], None, if_match, options))
        return session

    def update(
        self, patch: t.SessionPatch, *, if_match: Optional[int] = None, **options: Unpack[CallOptions]
    ) -> t.Session:
        """Changes `document`, `output` and `ttl` by a merge patch: `None` removes a field."""
        session: t.Session = self._change(self._change_call("PATCH", [], JsonBody(patch), if_match, options))
        return session

    def fork(
        self, revision: Optional[int] = None, *, if_match: Optional[int] = None, **options: Unpack[CallOptions]
    ) -> Session:
        """A new session with the same content, or with that of an earlier revision. This one stays as it is."""
        copy: t.Session = get(self._transport, self._fork_call(revision, if_match, options)).json()
        return Session(self._transport, copy["sessionId"], copy["revision"])

    def put_asset(
        self, name: str, file: Upload, *, if_match: Optional[int] = None, **options: Unpack[CallOptions]
    ) -> t.SessionAsset:
        """Stores a picture, a font, a PDF or a style sheet under a name, by which operations refer to it."""
        asset: t.SessionAsset = self._change(self._put_asset_call(name, file, if_match, options))
        return asset

    def asset(self, name: str, **options: Unpack[CallOptions]) -> Result:
        """The bytes of an asset."""
        return get(self._transport, self._read_call(["assets", name], options))

    def assets(self, **options: Unpack[CallOptions]) -> list[t.SessionAsset]:
        """The assets of the session, by name."""
        listed: t.SessionAssetList = get(self._transport, self._read_call(["assets"], options)).json()
        return listed["assets"]

    def remove_asset(self, name: str, *, if_match: Optional[int] = None, **options: Unpack[CallOptions]) -> None:
        """Removes an asset that no operation names."""
        self._end(self._change_call("DELETE", ["assets", name], None, if_match, options))

    @overload
    def render(
        self,
        input: Optional[t.RenderSessionRequest] = None,
        *,
        format: Literal["pdf"] = ...,
        if_match: Optional[int] = None,
        **options: Unpack[CallOptions],
    ) -> Result: ...

    @overload
    def render(
        self,
        input: Optional[t.RenderSessionRequest] = None,
        *,
        format: Literal["json"],
        if_match: Optional[int] = None,
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.DocumentOrReport]: ...

    def render(
        self,
        input: Optional[t.RenderSessionRequest] = None,
        *,
        format: str = "pdf",
        if_match: Optional[int] = None,
        **options: Unpack[CallOptions],
    ) -> Any:
        """Renders what the session has now. It stays open."""
        result = get(self._transport, self._render_call(input, format, if_match, options))
        return JsonResult[Any](result.headers, result.bytes()) if format == "json" else result

    def page(
        self,
        page: int,
        *,
        format: Literal["png", "jpeg", "webp"] = "png",
        width: Optional[int] = None,
        dpi: Optional[int] = None,
        **options: Unpack[CallOptions],
    ) -> Result:
        """A page, from 1, as an image."""
        return get(self._transport, self._page_call(page, format, width, dpi, options))

    def delete(self, *, if_match: Optional[int] = None, **options: Unpack[CallOptions]) -> None:
        """Deletes the session."""
        self._end(self._change_call("DELETE", [], None, if_match, options))

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.delete()

    def _add(
        self, kind: str, body: Mapping[str, Any], file: Upload | None, if_match: int | None, options: CallOptions
    ) -> Any:
        return self._change(self._append_call(kind, body, file, if_match, options))

    def _change(self, call: Call) -> Any:
        result = get(self._transport, call)
        self._take_revision(result.headers)
        return result.json()

    def _end(self, call: Call) -> None:
        self._take_revision(self._transport.empty(call))
