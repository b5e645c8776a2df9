"""Bodies of requests: sent in chunks, and again where that is possible."""

from __future__ import annotations

import io
import json
import os
import uuid
from base64 import b64encode
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Optional, cast

import anyio.to_thread

from ._sources import BinaryFile, Upload

_CHUNK_BYTES = 256 * 1024


class Body:
    """A body of a request. `length` is None where it is not known before the end."""

    content_type: str = ""
    length: int | None = None

    @property
    def can_be_sent(self) -> bool:
        """False for a stream that was read before and cannot be read again."""
        return True

    def chunks(self) -> Iterator[bytes]:
        """The body from its beginning."""
        raise NotImplementedError

    def async_chunks(self) -> AsyncIterator[bytes]:
        """The same; files are read on a thread."""
        raise NotImplementedError


class JsonBody(Body):
    """A JSON text."""

    content_type = "application/json"

    def __init__(self, value: Any) -> None:
        self._text = to_json(value)
        self.length = len(self._text)

    def chunks(self) -> Iterator[bytes]:
        yield self._text

    async def async_chunks(self) -> AsyncIterator[bytes]:
        yield self._text


class _Source:
    """A file that is read from its beginning for each attempt."""

    def __init__(self, upload: Upload) -> None:
        self._path: Optional[str] = None
        self._file: Optional[BinaryFile] = None
        self._start: Optional[int] = None
        self._used = False
        self.length: Optional[int] = None
        if isinstance(upload, (bytes, bytearray, memoryview)):
            data = bytes(upload)
            self._file, self._start, self.length = io.BytesIO(data), 0, len(data)
        elif isinstance(upload, os.PathLike):
            self._path = os.fspath(upload)
            self.length = os.stat(self._path).st_size
        elif isinstance(upload, BinaryFile):
            self._file = upload
            self._start, self.length = _place(upload)
        else:
            raise TypeError(f"a file is bytes, a path or a binary file object, not {type(upload).__name__}")
        self.in_memory = isinstance(self._file, io.BytesIO)

    @property
    def can_be_read(self) -> bool:
        return self._path is not None or self._start is not None or not self._used

    def open(self) -> BinaryFile:
        self._used = True
        if self._path is not None:
            return open(self._path, "rb")
        assert self._file is not None
        if self._start is not None:
            cast(Any, self._file).seek(self._start)
        return self._file

    def close(self, file: BinaryFile) -> None:
        if self._path is not None:
            cast(Any, file).close()


def _place(file: BinaryFile) -> tuple[Optional[int], Optional[int]]:
    """The place of a file object and the bytes from there; neither for a stream that cannot be read again."""
    try:
        stream = cast(Any, file)
        start: int = stream.tell()
        end: int = stream.seek(0, os.SEEK_END)
        stream.seek(start)
    except (AttributeError, OSError, ValueError):
        return None, None
    return start, end - start


@dataclass(frozen=True)
class FilePart:
    """A file of a multipart body."""

    field: str
    filename: str
    upload: Upload


class FileBody(Body):
    """A file that is the whole body."""

    content_type = "application/octet-stream"

    def __init__(self, upload: Upload) -> None:
        self._source = _Source(upload)
        self.length = self._source.length

    @property
    def can_be_sent(self) -> bool:
        return self._source.can_be_read

    def chunks(self) -> Iterator[bytes]:
        yield from _chunks(self._source)

    async def async_chunks(self) -> AsyncIterator[bytes]:
        async for chunk in _async_chunks(self._source):
            yield chunk


class MultipartBody(Body):
    """`multipart/form-data` (RFC 7578): the JSON part `request`, then the files in order."""

    def __init__(self, request: Any, files: Sequence[FilePart]) -> None:
        boundary = uuid.uuid4().hex
        self.content_type = f"multipart/form-data; boundary={boundary}"
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="request"\r\n'
        self._first = f"{head}Content-Type: application/json\r\n\r\n".encode() + to_json(request)
        self._parts = [(_head(boundary, file), _Source(file.upload)) for file in files]
        self._last = f"\r\n--{boundary}--\r\n".encode()
        lengths = [source.length for _, source in self._parts]
        fixed = len(self._first) + len(self._last) + sum(len(head) for head, _ in self._parts)
        known = [length for length in lengths if length is not None]
        self.length = fixed + sum(known) if len(known) == len(lengths) else None

    @property
    def can_be_sent(self) -> bool:
        return all(source.can_be_read for _, source in self._parts)

    def chunks(self) -> Iterator[bytes]:
        yield self._first
        for head, source in self._parts:
            yield head
            yield from _chunks(source)
        yield self._last

    async def async_chunks(self) -> AsyncIterator[bytes]:
        yield self._first
        for head, source in self._parts:
            yield head
            async for chunk in _async_chunks(source):
                yield chunk
        yield self._last


def _chunks(source: _Source) -> Iterator[bytes]:
    file = source.open()
    try:
        while chunk := _checked(file.read(_CHUNK_BYTES)):
            yield chunk
    finally:
        source.close(file)


async def _async_chunks(source: _Source) -> AsyncIterator[bytes]:
    file = source.open()
    try:
        while chunk := _checked(await _read(source, file)):
            yield chunk
    finally:
        source.close(file)


async def _read(source: _Source, file: BinaryFile) -> bytes:
    return file.read(_CHUNK_BYTES) if source.in_memory else await anyio.to_thread.run_sync(file.read, _CHUNK_BYTES)


def _checked(chunk: object) -> bytes:
    if isinstance(chunk, bytes):
        return chunk
    raise TypeError(f"a file object has to be opened in binary mode; this one reads {type(chunk).__name__}")


def _head(boundary: str, file: FilePart) -> bytes:
    name = file.filename.replace("\\", "\\\\").replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
    disposition = f'form-data; name="{file.field}"; filename="{name}"'
    kind = "application/pdf" if file.field.startswith("document") else "application/octet-stream"
    return f"\r\n--{boundary}\r\nContent-Disposition: {disposition}\r\nContent-Type: {kind}\r\n\r\n".encode()


def to_json(value: Any) -> bytes:
    """JSON in UTF-8; bytes in it become base64, as the interface has them."""
    return json.dumps(value, default=_base64, ensure_ascii=False, allow_nan=False).encode()


def _base64(value: object) -> str:
    if isinstance(value, (bytes, bytearray, memoryview)):
        return b64encode(value).decode("ascii")
    raise TypeError(
        f"{type(value).__name__} is no JSON; a file belongs in `document`, `documents`, `assets` or `files`"
    )
