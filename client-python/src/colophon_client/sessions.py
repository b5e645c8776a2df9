"""Sessions: documents that are held open across calls."""

from __future__ import annotations

from typing import Optional

from typing_extensions import Unpack

from . import types as t
from ._calls import CallOptions
from ._session_calls import open_call
from ._transport import Transport
from .result import get
from .session import Session


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
