"""Sends calls, and repeats them where that is safe and useful."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Optional

import httpx

from ._calls import Call
from ._retry import RetryPolicy
from .problems import ColophonConnectionError, ColophonError, ColophonTimeout, problem_of_answer

_CONNECT_SECONDS = 10.0
LONGEST_PROBLEM = 1024 * 1024
"""The bytes of an error that are read."""


@dataclass(frozen=True)
class Settings:
    """Where the service is, and how patient the client is."""

    base_url: str
    key: str
    timeout: float
    retries: int
    max_wait: float

    def __repr__(self) -> str:
        return f"Settings({self.base_url!r})"

    def policy(self, call: Call) -> RetryPolicy:
        """How often that call is repeated."""
        return RetryPolicy(call.options.get("retries", self.retries), self.max_wait)

    def request(
        self, client: httpx.Client | httpx.AsyncClient, call: Call, content: Any, headers: Any
    ) -> httpx.Request:
        """The request of one attempt."""
        seconds = call.options.get("timeout", self.timeout)
        timeout = httpx.Timeout(seconds, connect=min(seconds, _CONNECT_SECONDS))
        url = self.base_url + call.path
        query = dict(call.query) or None
        return client.build_request(call.method, url, params=query, content=content, headers=headers, timeout=timeout)


def read_settings(
    base_url: Optional[str], key: Optional[str], *, timeout: float, retries: int, max_wait: float
) -> Settings:
    """The settings, with those of the environment where none are given."""
    address = base_url or os.environ.get("COLOPHON_URL", "http://127.0.0.1:8080")
    secret = key or os.environ.get("COLOPHON_KEY", "")
    if not secret:
        raise ValueError("a key is needed: Colophon(base_url, key), or COLOPHON_KEY in the environment")
    if not address.startswith(("http://", "https://")):
        raise ValueError(f"the address begins with http:// or https://, not {address!r}")
    if retries < 0 or timeout <= 0:
        raise ValueError("`retries` is 0 or more, and `timeout` more than 0 seconds")
    return Settings(address.rstrip("/"), secret, timeout, retries, max_wait)


def as_error(error: httpx.HTTPError, call: Call) -> ColophonConnectionError:
    """What a broken connection is for callers."""
    kind = ColophonTimeout if isinstance(error, httpx.TimeoutException) else ColophonConnectionError
    return kind(f"{call.method} {call.path}: {error or type(error).__name__}")


def may_repeat(call: Call, sent: dict[str, str]) -> bool:
    """False for a body that is gone, and for a change without an `Idempotency-Key`."""
    safe = call.method == "GET" or "idempotency-key" in sent
    return safe and (call.body is None or call.body.can_be_sent)


Opener = Callable[[], httpx.Response]


class Transport:
    """Sends calls over one pool of connections."""

    def __init__(self, settings: Settings, client: Optional[httpx.Client]) -> None:
        self.settings = settings
        self._client = client or httpx.Client()
        self._owned = client is None

    def close(self) -> None:
        """Closes the connections, unless they are the caller's."""
        if self._owned:
            self._client.close()

    def open(self, call: Call) -> tuple[httpx.Response, Opener]:
        """An answer whose body is still to be read, and what asks for the same answer again."""
        headers = call.request_headers(self.settings.key, self.settings.policy(call).retries)
        return self._send(call, headers), lambda: self._send(call, headers)

    def _send(self, call: Call, headers: dict[str, str]) -> httpx.Response:
        policy = self.settings.policy(call)
        attempt = 0
        while True:
            try:
                return self._attempt(call, headers)
            except ColophonError as error:
                attempt += 1
                wait = policy.wait_after(error, attempt)
                if wait is None or not may_repeat(call, headers):
                    raise
            time.sleep(wait)

    def _attempt(self, call: Call, headers: dict[str, str]) -> httpx.Response:
        if call.body is not None and not call.body.can_be_sent:
            raise ColophonConnectionError(f"{call.method} {call.path}: the stream was read, and cannot be sent again")
        content = None if call.body is None else call.body.chunks()
        request = self.settings.request(self._client, call, content, headers)
        try:
            response = self._client.send(request, stream=True)
            if response.is_success:
                return response
            body = b""
            try:
                for chunk in response.iter_raw():
                    body += chunk
                    if len(body) > LONGEST_PROBLEM:
                        break
            finally:
                response.close()
        except httpx.TransportError as error:
            raise as_error(error, call) from error
        raise problem_of_answer(response, body)

    def empty(self, call: Call) -> httpx.Headers:
        """For a call without an answer body: its headers."""
        response, _ = self.open(call)
        response.close()
        return response.headers
