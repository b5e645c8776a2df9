"""A proxy that misbehaves as networks, proxies and busy services do, in front of the real service."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Refuse:
    """An answer of the proxy's own; the service does not see the request."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass(frozen=True)
class Drop:
    """Closes the connection without an answer; `after` the service has done the work, or before."""

    after: bool = False


@dataclass(frozen=True)
class Cut:
    """Closes the connection after so many bytes of the answer's body."""

    at: int


@dataclass(frozen=True)
class Flip:
    """Changes one byte of the answer's body."""


@dataclass(frozen=True)
class Stall:
    """Sends the head of the answer and so many bytes of its body, and then nothing until the client goes."""

    at: int


@dataclass(frozen=True)
class Trickle:
    """Sends the answer in pieces of this size."""

    size: int


Fault = Refuse | Drop | Cut | Flip | Stall | Trickle


@dataclass(frozen=True)
class Seen:
    """A request as the proxy got it."""

    method: str
    path: str
    headers: dict[str, str]
    length: int


class Proxy:
    """Requests get the faults of `plan` in order, and pass unchanged when it is used up."""

    def __init__(self, upstream: str) -> None:
        self.upstream = urlsplit(upstream)
        self.plan: list[Fault] = []
        self.seen: list[Seen] = []
        self.gone = threading.Event()
        """Set when a client left an answer that stalls."""
        self.url = ""

    def next_fault(self) -> Fault | None:
        return self.plan.pop(0) if self.plan else None


@contextmanager
def proxy_before(upstream: str) -> Iterator[Proxy]:
    proxy = Proxy(upstream)
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (_Handler,), {"proxy": proxy}))
    server.daemon_threads = True
    proxy.url = f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield proxy
    finally:
        server.shutdown()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    proxy: Proxy

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: the tests state what they expect."""

    def handle_one_request(self) -> None:
        try:
            super().handle_one_request()
        except ConnectionError:
            self.close_connection = True

    def _serve(self) -> None:
        body = self._body()
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.proxy.seen.append(Seen(self.command, self.path, headers, len(body)))
        fault = self.proxy.next_fault()
        self.close_connection = fault is not None
        if isinstance(fault, Refuse):
            self._answer(fault.status, {**fault.headers, "content-length": str(len(fault.body))}, fault.body)
        elif fault != Drop(after=False):
            self._forward(fault, headers, body)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _serve

    def _body(self) -> bytes:
        if "transfer-encoding" not in self.headers:
            return self.rfile.read(int(self.headers.get("content-length", 0)))
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def _forward(self, fault: Fault | None, headers: dict[str, str], body: bytes) -> None:
        connection = http.client.HTTPConnection(self.proxy.upstream.hostname or "", self.proxy.upstream.port)
        kept = {name: value for name, value in headers.items() if name not in ("host", "transfer-encoding")}
        connection.request(self.command, self.path, body or None, {**kept, "connection": "close"})
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        if fault == Drop(after=True):
            return
        if isinstance(fault, Flip):
            content = content[:100] + bytes([content[100] ^ 1]) + content[101:]
        head = {name.lower(): value for name, value in answer.getheaders() if name.lower() != "connection"}
        if isinstance(fault, (Cut, Stall)):
            self._answer(answer.status, head, content[: fault.at])
            if isinstance(fault, Stall):
                try:
                    self.rfile.read(1)
                finally:
                    self.proxy.gone.set()
        elif isinstance(fault, Trickle):
            self._answer(answer.status, head, b"")
            for start in range(0, len(content), fault.size):
                self.wfile.write(content[start : start + fault.size])
        else:
            self._answer(answer.status, head, content)

    def _answer(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response_only(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if self.close_connection:
            self.send_header("connection", "close")
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()
