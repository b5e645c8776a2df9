"""A session, for asynchronous callers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Literal, Optional, overload

from typing_extensions import Unpack

from .. import types as t
from .._body import JsonBody
from .._calls import Call, CallOptions
from .._session_calls import SessionRecord
from .._sources import Upload
from .._tools import AsyncAppendMethods
from ..result import JsonResult
from ._transport import AsyncTransport
from .result import AsyncResult, get


class AsyncSession(SessionRecord, AsyncAppendMethods):
    """A session of this client. At the end of an `async with` block it is deleted."""

    def __init__(self, transport: AsyncTransport, session_id: str, revision: Optional[int] = None) -> None:
        super().__init__(session_id, revision)
        self._transport = transport

    async def get(self, **options: Unpack[CallOptions]) -> t.Session:
        """The session as the service has it."""
        session: t.Session = await (await get(self._transport, self._read_call([], options))).json()
        self.revision = session["revision"]
        return session

    async def operations(
        self, start: Optional[int] = None, limit: Optional[int] = None, **options: Unpack[CallOptions]
    ) -> t.SessionOperationList:
        """Operations with their ids, from the index `start` on: 100 unless `limit` is another number, 1000 at most."""
        call = self._read_call(["operations"], options, **{"from": start, "limit": limit})
        listed: t.SessionOperationList = await (await get(self._transport, call)).json()
        return listed

    async def operation(self, operation_id: str, **options: Unpack[CallOptions]) -> t.SessionOperation:
        """An operation with its fields."""
        call = self._read_call(["operations", operation_id], options)
        operation: t.SessionOperation = await (await get(self._transport, call)).json()
        return operation

    async def insert(
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
        insertion: t.SessionInsertion = await self._change(call)
        return insertion

    async def replace(
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
        replacement: t.SessionReplacement = await self._change(call)
        return replacement

    async def remove(
        self, operation_id: str, *, if_match: Optional[int] = None, **options: Unpack[CallOptions]
    ) -> None:
        """Removes an operation; `undo` brings it back."""
        await self._end(self._change_call("DELETE", ["operations", operation_id], None, if_match, options))

    async def move(
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
        moved: t.SessionMove = await self._change(self._move_call(operation_id, to, if_match, options))
        return moved

    async def undo(self, *, if_match: Optional[int] = None, **options: Unpack[CallOptions]) -> t.Session:
        """Undoes the last change."""
        session: t.Session = await self._change(self._change_call("POST", ["undo"], None, if_match, options))
        return session

    async def redo(self, *, if_match: Optional[int] = None, **options: Unpack[CallOptions]) -> t.Session:
        """Applies again what was undone."""
        session: t.Session = await self._change(self._change_call("POST", ["redo"], None, if_match, options))
        return session

    async def update(
        self, patch: t.SessionPatch, *, if_match: Optional[int] = None, **options: Unpack[CallOptions]
    ) -> t.Session:
        """Changes `document`, `output` and `ttl` by a merge patch: `None` removes a field."""
        session: t.Session = await self._change(self._change_call("PATCH", [], JsonBody(patch), if_match, options))
        return session

    async def fork(
        self, revision: Optional[int] = None, *, if_match: Optional[int] = None, **options: Unpack[CallOptions]
    ) -> AsyncSession:
        """A new session with the same content, or with that of an earlier revision. This one stays as it is."""
        copy: t.Session = await (await get(self._transport, self._fork_call(revision, if_match, options))).json()
        return AsyncSession(self._transport, copy["sessionId"], copy["revision"])

    async def put_asset(
        self, name: str, file: Upload, *, if_match: Optional[int] = None, **options: Unpack[CallOptions]
    ) -> t.SessionAsset:
        """Stores a picture, a font, a PDF or a style sheet under a name, by which operations refer to it."""
        asset: t.SessionAsset = await self._change(self._put_asset_call(name, file, if_match, options))
        return asset

    async def asset(self, name: str, **options: Unpack[CallOptions]) -> AsyncResult:
        """The bytes of an asset."""
        return await get(self._transport, self._read_call(["assets", name], options))

    async def assets(self, **options: Unpack[CallOptions]) -> list[t.SessionAsset]:
        """The assets of the session, by name."""
        listed: t.SessionAssetList = await (await get(self._transport, self._read_call(["assets"], options))).json()
        return listed["assets"]

    async def remove_asset(self, name: str, *, if_match: Optional[int] = None, **options: Unpack[CallOptions]) -> None:
        """Removes an asset that no operation names."""
        await self._end(self._change_call("DELETE", ["assets", name], None, if_match, options))

    @overload
    async def render(
        self,
        input: Optional[t.RenderSessionRequest] = None,
        *,
        format: Literal["pdf"] = ...,
        if_match: Optional[int] = None,
        **options: Unpack[CallOptions],
    ) -> AsyncResult: ...

    @overload
    async def render(
        self,
        input: Optional[t.RenderSessionRequest] = None,
        *,
        format: Literal["json"],
        if_match: Optional[int] = None,
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.DocumentOrReport]: ...

    async def render(
        self,
        input: Optional[t.RenderSessionRequest] = None,
        *,
        format: str = "pdf",
        if_match: Optional[int] = None,
        **options: Unpack[CallOptions],
    ) -> Any:
        """Renders what the session has now. It stays open."""
        result = await get(self._transport, self._render_call(input, format, if_match, options))
        return JsonResult[Any](result.headers, await result.bytes()) if format == "json" else result

    async def page(
        self,
        page: int,
        *,
        format: Literal["png", "jpeg", "webp"] = "png",
        width: Optional[int] = None,
        dpi: Optional[int] = None,
        **options: Unpack[CallOptions],
    ) -> AsyncResult:
        """A page, from 1, as an image."""
        return await get(self._transport, self._page_call(page, format, width, dpi, options))

    async def delete(self, *, if_match: Optional[int] = None, **options: Unpack[CallOptions]) -> None:
        """Deletes the session."""
        await self._end(self._change_call("DELETE", [], None, if_match, options))

    async def __aenter__(self) -> AsyncSession:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.delete()

    async def _add(
        self, kind: str, body: Mapping[str, Any], file: Upload | None, if_match: int | None, options: CallOptions
    ) -> Any:
        return await self._change(self._append_call(kind, body, file, if_match, options))

    async def _change(self, call: Call) -> Any:
        result = await get(self._transport, call)
        self._take_revision(result.headers)
        return await result.json()

    async def _end(self, call: Call) -> None:
        self._take_revision(await self._transport.empty(call))
