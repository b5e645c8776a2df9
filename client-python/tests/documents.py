"""Documents that the tests send."""

from __future__ import annotations

import io
import random
import struct
import zlib
from functools import cache

TEXT = {"operations": [{"op": "add_text", "text": "Hello"}]}


def png() -> bytes:
    """A picture of one grey pixel."""
    chunks = [(b"IHDR", struct.pack(">2I5B", 1, 1, 8, 0, 0, 0, 0)), (b"IDAT", zlib.compress(b"\0\x80")), (b"IEND", b"")]
    parts = [
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


@cache
def large_pdf(text: str, size: int) -> bytes:
    """A PDF of that size: one page with a line of text, and a stream that nothing compresses."""
    content = f"BT /F1 24 Tf 40 140 Td ({text}) Tj ET".encode()
    padding = random.Random(7).randbytes(size)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count 1 /Kids [4 0 R] >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Resources << /Font << /F1 3 0 R >> >> "
        b"/Contents 5 0 R /PieceInfo << /Test << /Private 6 0 R /LastModified (D:20260101) >> >> >>",
        b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content),
        b"<< /Length %d >>\nstream\n%b\nendstream" % (size, padding),
    ]
    file = io.BytesIO()
    file.write(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(file.tell())
        file.write(b"%d 0 obj\n%b\nendobj\n" % (number, body))
    start = file.tell()
    rows = b"".join(b"%010d 00000 n \n" % place for place in places)
    size_and_root = b"<< /Size %d /Root 1 0 R >>" % (len(objects) + 1)
    file.write(b"xref\n0 %d\n0000000000 65535 f \n%b" % (len(objects) + 1, rows))
    file.write(b"trailer\n%b\nstartxref\n%d\n%%%%EOF\n" % (size_and_root, start))
    return file.getvalue()
