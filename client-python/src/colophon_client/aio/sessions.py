"""Sessions, for asynchronous callers."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Any, Literal, Optional, overload

from typing_extensions import Unpack

from .. import types as t
from .._calls import CallOptions
from .._sources import Upload
from .._tools import AsyncAppendMethods
from ..result import JsonResult
from ..sessions import SessionRecord, open_call
from ._transport import AsyncTransport
from .result import AsyncResult, get


class AsyncSession(SessionRecord, AsyncAppendMethods):
    """A session of this client. At the end of an `async with` block it is deleted."""

    def __init__(self, transport: AsyncTransport, session_id: str, revision: Optional[int] = None) -> None:
        super().__init__(session_id, revision)
        self._transport = transport

    async def get(self, **options: Unpack[CallOptions]) -> t.Session:
        """The session as the service has it."""
        result = await get(self._transport, self._call("GET", None, options))
        session: t.Session = await result.json()
        self.revision = session["revision"]
        return session

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
        await self._transport.empty(self._call("DELETE", if_match, options))

    async def __aenter__(self) -> AsyncSession:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.delete()

    async def _add(
        self, kind: str, body: Mapping[str, Any], file: Upload | None, if_match: int | None, options: CallOptions
    ) -> t.SessionChange:
        result = await get(self._transport, self._append_call(kind, body, file, if_match, options))
        change: t.SessionChange = await result.json()
        self.revision = change["revision"]
        return change


class AsyncSessions:
    """Opens and finds sessions."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def open(
        self,
        *,
        document: Optional[t.DocumentOptions] = None,
        output: Optional[t.OutputOptions] = None,
        ttl: t.OpenSessionTtl | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncSession:
        """Opens a session, which ends when it is not used for `ttl`."""
        result = await get(self._transport, open_call(document, output, ttl, options))
        session: t.Session = await result.json()
        return AsyncSession(self._transport, session["sessionId"], session["revision"])

    async def get(self, session_id: str, **options: Unpack[CallOptions]) -> AsyncSession:
        """The session of that id."""
        session = AsyncSession(self._transport, session_id)
        await session.get(**options)
        return session
