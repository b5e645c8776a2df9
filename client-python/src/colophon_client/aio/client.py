"""The client for asynchronous callers."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Any, Optional, Union

import httpx
from typing_extensions import Unpack

from .. import types as t
from .._body import JsonBody
from .._calls import Call, CallOptions, Files, ToolRoute, tool_call
from .._tools import AsyncToolMethods
from .._transport import read_settings
from ..result import JsonResult
from ._transport import AsyncTransport
from .jobs import AsyncJobs
from .result import AsyncResult, get
from .sessions import AsyncSessions


class AsyncColophon(AsyncToolMethods):
    """A Colophon service. Tasks may share one client; `async with` closes its connections.

    `base_url` and `key` are read from `COLOPHON_URL` and `COLOPHON_KEY` unless they are given. `timeout` is how many
    seconds may pass without a byte. A request is repeated up to `retries` times, with the same `Idempotency-Key`, where
    the connection broke or the service is busy, and not where it asks for a pause of more than `max_wait` seconds.
    `http_client` is an httpx client of one's own: for proxies, certificates, transports; it stays open.
    """

    def __init__(
        self,
        base_url: Optional[str] = None,
        key: Optional[str] = None,
        *,
        timeout: float = 90,
        retries: int = 3,
        max_wait: float = 60,
        http_client: Optional[httpx.AsyncClient] = None,
    ) -> None:
        settings = read_settings(base_url, key, timeout=timeout, retries=retries, max_wait=max_wait)
        self._transport = AsyncTransport(settings, http_client)
        self.jobs = AsyncJobs(self._transport)
        """Work that outlives its request."""
        self.sessions = AsyncSessions(self._transport)
        """Documents that are held open across calls."""

    async def capabilities(self, **options: Unpack[CallOptions]) -> t.Capabilities:
        """What the deployment offers, and which of it this key may use."""
        result = await self.request("GET", "/api/v1/capabilities", **options)
        found: t.Capabilities = await result.json()
        return found

    async def request(
        self,
        method: str,
        path: str,
        json: Any = None,
        *,
        query: Optional[Mapping[str, Union[str, int]]] = None,
        accept: str = "*/*",
        **options: Unpack[CallOptions],
    ) -> AsyncResult:
        """Any route, with the key, the retries and the problems of every call."""
        body = None if json is None else JsonBody(json)
        return await get(self._transport, Call(method, path, body, query=query or {}, accept=accept, options=options))

    async def close(self) -> None:
        """Closes the connections."""
        await self._transport.close()

    async def __aenter__(self) -> AsyncColophon:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"AsyncColophon({self._transport.settings.base_url!r})"

    async def _call(
        self,
        route: ToolRoute,
        body: Mapping[str, Any],
        format: str,
        files: Mapping[str, Files | None],
        options: CallOptions,
    ) -> Any:
        result = await get(self._transport, tool_call(route, body, format, files, options))
        return JsonResult[Any](result.headers, await result.bytes()) if format == "json" else result
