"""The transport for asynchronous callers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Optional

import anyio
import httpx

from .._calls import Call
from .._transport import LONGEST_PROBLEM, Settings, as_error, may_repeat
from ..problems import ColophonConnectionError, ColophonError, problem_of_answer

AsyncOpener = Callable[[], Awaitable[httpx.Response]]


class AsyncTransport:
    """Sends calls over one pool of connections."""

    def __init__(self, settings: Settings, client: Optional[httpx.AsyncClient]) -> None:
        self.settings = settings
        self._client = client or httpx.AsyncClient()
        self._owned = client is None

    async def close(self) -> None:
        """Closes the connections, unless they are the caller's."""
        if self._owned:
            await self._client.aclose()

    async def open(self, call: Call) -> tuple[httpx.Response, AsyncOpener]:
        """An answer whose body is still to be read, and what asks for the same answer again."""
        headers = call.request_headers(self.settings.key, self.settings.policy(call).retries)
        return await self._send(call, headers), lambda: self._send(call, headers)

    async def _send(self, call: Call, headers: dict[str, str]) -> httpx.Response:
        policy = self.settings.policy(call)
        attempt = 0
        while True:
            try:
                return await self._attempt(call, headers)
            except ColophonError as error:
                attempt += 1
                wait = policy.wait_after(error, attempt)
                if wait is None or not may_repeat(call, headers):
                    raise
            await anyio.sleep(wait)

    async def _attempt(self, call: Call, headers: dict[str, str]) -> httpx.Response:
        if call.body is not None and not call.body.can_be_sent:
            raise ColophonConnectionError(f"{call.method} {call.path}: the stream was read, and cannot be sent again")
        content = None if call.body is None else call.body.async_chunks()
        request = self.settings.request(self._client, call, content, headers)
        try:
            response = await self._client.send(request, stream=True)
            if response.is_success:
                return response
            body = b""
            try:
                async for chunk in response.aiter_raw():
                    body += chunk
                    if len(body) > LONGEST_PROBLEM:
                        break
            finally:
                await response.aclose()
        except httpx.TransportError as error:
            raise as_error(error, call) from error
        raise problem_of_answer(response, body)

    async def empty(self, call: Call) -> httpx.Headers:
        """For a call without an answer body: its headers."""
        response, _ = await self.open(call)
        await response.aclose()
        return response.headers
