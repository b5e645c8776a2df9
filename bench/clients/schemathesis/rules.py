"""Schemathesis hooks for rules that OpenAPI has no words for."""

import base64
import uuid

import schemathesis
from hypothesis import strategies as st


def pdf_of_two_pages() -> str:
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>",
        *["<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >>"] * 2,
    ]
    text, offsets = "%PDF-1.7\n", []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(text))
        text += f"{number} 0 obj\n{content}\nendobj\n"
    rows = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    size = len(objects) + 1
    table = f"xref\n0 {size}\n0000000000 65535 f \n{rows}"
    return f"{text}{table}trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{len(text)}\n%%EOF\n"


PDF = pdf_of_two_pages()
PDF_BASE64 = base64.b64encode(PDF.encode()).decode()

# A text, not bytes: Schemathesis 4.32 cannot check bytes against a schema with `if` or `not`.
schemathesis.openapi.format("binary", st.just(PDF))


def with_pdf(document):
    """The document of a JSON body; what is no text stays, since it may be the mistake that is tried."""
    if isinstance(document, dict) and isinstance(document.get("data"), str) and document["data"]:
        return {**document, "data": PDF_BASE64}
    return document


def with_pdfs(body):
    if isinstance(body.get("input"), dict):
        return {**body, "input": with_pdfs(body["input"])}
    if isinstance(body.get("documents"), list):
        return {**body, "documents": [with_pdf(one) for one in body["documents"]]}
    return {**body, "document": with_pdf(body["document"])} if "document" in body else body


@schemathesis.hook
def map_body(context, body):
    if not isinstance(body, dict):
        return body
    request, files = body.get("request"), body.get("documents")
    if isinstance(request, dict) and isinstance(files, list) and isinstance(request.get("documents"), list):
        # Options belong to a file each; no schema can say that there are not more of them than files.
        return {**body, "request": {**request, "documents": request["documents"][: len(files)]}}
    return with_pdfs(body)


# A body of one of these types is the document alone; options in the query belong to it.
ALONE = ("application/pdf", "text/html", "image/")


@schemathesis.hook
def filter_case(context, case):
    return not case.query or case.media_type is None or case.media_type.startswith(ALONE)


@schemathesis.hook
def map_headers(context, headers):
    """A valid key is used once: the answer of a replay may name what has been deleted since."""
    if headers and isinstance(headers.get("Idempotency-Key"), str) and headers["Idempotency-Key"].strip():
        return {**headers, "Idempotency-Key": str(uuid.uuid4())}
    return headers
