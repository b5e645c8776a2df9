"""Sessions: documents that are held open across calls."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Any, Literal, Optional, overload
from urllib.parse import quote

from typing_extensions import Unpack

from . import types as t
from ._body import FilePart, JsonBody
from ._calls import Call, CallOptions, append_call, file_name, matching
from ._sources import Upload
from ._tools import APPENDS, AppendMethods
from ._transport import Transport
from .result import JsonResult, Result, get

_FORMATS = {"pdf": "application/pdf", "json": "application/json"}


def open_call(
    document: Optional[t.DocumentOptions],
    output: Optional[t.OutputOptions],
    ttl: t.OpenSessionTtl | None,
    options: CallOptions,
) -> Call:
    """Opens a session."""
    given: dict[str, Any] = {"document": document, "output": output, "ttl": ttl}
    body = {name: value for name, value in given.items() if value is not None}
    return Call("POST", "/api/v1/sessions", JsonBody(body), options=options)


class SessionRecord:
    """What is known of a session."""

    def __init__(self, session_id: str, revision: Optional[int] = None) -> None:
        self.id = session_id
        self.revision = revision
        """The revision after the last change of this object; None until there is one."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id} at revision {self.revision}>"

    def _call(self, method: str, if_match: Optional[int], options: CallOptions) -> Call:
        path = f"/api/v1/sessions/{quote(self.id, safe='')}"
        return Call(method, path, headers=matching(if_match), options=options)

    def _render_call(
        self, input: Optional[t.RenderSessionRequest], format: str, if_match: Optional[int], options: CallOptions
    ) -> Call:
        path = f"/api/v1/sessions/{quote(self.id, safe='')}/render"
        body, headers = JsonBody(input or {}), matching(if_match)
        return Call("POST", path, body, headers=headers, accept=_FORMATS[format], options=options)

    def _page_call(
        self, page: int, format: str, width: Optional[int], dpi: Optional[int], options: CallOptions
    ) -> Call:
        sizes = {name: value for name, value in (("width", width), ("dpi", dpi)) if value is not None}
        path = f"/api/v1/sessions/{quote(self.id, safe='')}/pages/{page}"
        return Call("GET", path, query=sizes, accept=f"image/{format}", options=options)

    def _append_call(
        self, kind: str, body: Mapping[str, Any], file: Upload | None, if_match: int | None, options: CallOptions
    ) -> Call:
        field = APPENDS.get(kind)
        if file is not None and field is None:
            raise ValueError(f"{kind!r} takes no file")
        part = None if file is None else FilePart(field or "", file_name(file, "file"), file)
        return append_call(self.id, kind, body, part, if_match, options)


class Session(SessionRecord, AppendMethods):
    """A session of this client. At the end of a `with` block it is deleted."""

    def __init__(self, transport: Transport, session_id: str, revision: Optional[int] = None) -> None:
        super().__init__(session_id, revision)
        self._transport = transport

    def get(self, **options: Unpack[CallOptions]) -> t.Session:
        """The session as the service has it."""
        session: t.Session = get(self._transport, self._call("GET", None, options)).json()
        self.revision = session["revision"]
        return session

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
        self._transport.empty(self._call("DELETE", if_match, options))

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.delete()

    def _add(
        self, kind: str, body: Mapping[str, Any], file: Upload | None, if_match: int | None, options: CallOptions
    ) -> t.SessionChange:
        change: t.SessionChange = get(self._transport, self._append_call(kind, body, file, if_match, options)).json()
        self.revision = change["revision"]
        return change


class Sessions:
    """Opens and finds sessions."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def open(
        self,
        *,
        document: Optional[t.DocumentOptions] = None,
        output: Optional[t.OutputOptions] = None,
        ttl: t.OpenSessionTtl | None = None,
        **options: Unpack[CallOptions],
    ) -> Session:
        """Opens a session, which ends when it is not used for `ttl`."""
        session: t.Session = get(self._transport, open_call(document, output, ttl, options)).json()
        return Session(self._transport, session["sessionId"], session["revision"])

    def get(self, session_id: str, **options: Unpack[CallOptions]) -> Session:
        """The session of that id."""
        session = Session(self._transport, session_id)
        session.get(**options)
        return session
