"""Documents and other files, in every form in which a request takes them."""

from __future__ import annotations

import os
from typing import Protocol, TypeAlias, Union, runtime_checkable


@runtime_checkable
class BinaryFile(Protocol):
    """A file object that reads bytes: an open file, a pipe, `io.BytesIO`, the body of another answer."""

    def read(self, size: int = -1, /) -> bytes:
        """Reads at most `size` bytes; none at the end."""
        ...


Upload: TypeAlias = Union[bytes, bytearray, memoryview, "os.PathLike[str]", BinaryFile]
"""A file that is streamed to the service."""

Base64: TypeAlias = Union[str, bytes]
"""A field that the interface takes as base64; bytes are encoded by the client."""

Data: TypeAlias = Union[str, Upload]
"""`data` of a document: base64 as a text, or a file that is streamed."""
