"""Sessions, for asynchronous callers."""

from __future__ import annotations

from typing import Optional

from typing_extensions import Unpack

from .. import types as t
from .._calls import CallOptions
from .._session_calls import open_call
from ._transport import AsyncTransport
from .result import get
from .session import AsyncSession


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
