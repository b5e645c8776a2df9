"""How the body of an answer is read, checked, named and written."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from base64 import b64encode
from types import TracebackType
from typing import Any
from urllib.parse import unquote

import httpx

from .problems import AnswerChanged


def filename_of(disposition: str) -> str | None:
    """The file name of a `Content-Disposition` (RFC 6266), without folders."""
    extended = re.search(r"filename\*\s*=\s*UTF-8''([^;\s]+)", disposition, re.IGNORECASE)
    plain = re.search(r'filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))', disposition, re.IGNORECASE)
    name = unquote(extended[1]) if extended else (plain[1] or plain[2] or "") if plain else ""
    return name.replace("\\", "/").rsplit("/", 1)[-1] or None


class Reading:
    """How far a body was read, whichever connection its bytes come from."""

    def __init__(self, response: httpx.Response) -> None:
        self.digest = response.headers.get("content-digest", "")
        self.received = 0
        self._hash = hashlib.sha256()
        self._skip = 0

    def take(self, chunk: bytes) -> bytes:
        """The bytes of a chunk that were not there before."""
        new = chunk[self._skip :]
        self._skip -= len(chunk) - len(new)
        self.received += len(new)
        self._hash.update(new)
        return new

    def restart(self, response: httpx.Response) -> None:
        """Begins again with another copy of the same answer."""
        if self.received > 0 and (not self.digest or response.headers.get("content-digest", "") != self.digest):
            raise AnswerChanged(
                "the connection broke in the middle of the answer, and the repeated request got another"
            )
        self.digest = response.headers.get("content-digest", "")
        self._skip = self.received

    def finish(self) -> None:
        """Compares what was read with the digest that the service sent (RFC 9530)."""
        expected = f"sha-256=:{b64encode(self._hash.digest()).decode('ascii')}:"
        if self.digest.startswith("sha-256=:") and self.digest != expected:
            raise AnswerChanged("the bytes of the answer differ from its Content-Digest")


class replacing:
    """A file that takes the place of another when it is complete."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = os.fspath(path)
        folder = os.path.dirname(os.path.abspath(self._path))
        self._file = tempfile.NamedTemporaryFile(dir=folder, prefix=".colophon-", delete=False)  # noqa: SIM115

    def __enter__(self) -> Any:
        return self._file

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()
        if kind is not None:
            os.unlink(self._file.name)
            return
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(self._file.name, 0o666 & ~mask)
        os.replace(self._file.name, self._path)
