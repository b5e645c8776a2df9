"""Renders an invoice, reads its text, and shows what a wrong request answers. Python 3.9 or newer, no packages."""

import json
import os
import time
import urllib.error
import urllib.request
import uuid

ADDRESS = os.environ.get("COLOPHON_URL", "http://127.0.0.1:8080")
KEY = os.environ["COLOPHON_KEY"]


class Problem(Exception):
    """An answer that is no success: `type` is stable, `errors` has the place of each mistake."""

    def __init__(self, problem):
        super().__init__(problem["detail"])
        self.status, self.type, self.errors = problem["status"], problem["type"], problem.get("errors", [])


def post(path, content_type, body, accept):
    """Sends a request. It is repeated where that is safe and useful: the key of idempotency makes it one request."""
    headers = {
        "Authorization": f"Bearer {KEY}",
        "Content-Type": content_type,
        "Accept": accept,
        "Idempotency-Key": str(uuid.uuid4()),
    }
    for attempt in range(1, 5):
        request = urllib.request.Request(f"{ADDRESS}/api/v1/{path}", data=body, headers=headers)
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.headers, answer.read()
        except urllib.error.HTTPError as answer:
            if answer.code not in (429, 503) or attempt == 4:
                raise Problem(json.load(answer)) from None
            time.sleep(int(answer.headers.get("Retry-After", "1")))


REQUEST = {
    "document": {"title": "Invoice 2026-117", "lang": "en"},
    "operations": [
        {"op": "add_heading", "text": "Invoice 2026-117"},
        {
            "op": "add_table",
            "columns": ["Item", {"header": "Price", "key": "price", "format": "currency:EUR", "footer": "sum"}],
            "rows": [["Bolt", 4.5], ["Nut", 3]],
        },
    ],
}

headers, pdf = post("render", "application/json", json.dumps(REQUEST).encode(), "application/pdf")
with open("invoice.pdf", "wb") as file:
    file.write(pdf)
print("pages:", headers["Document-Pages"])

_, text = post("extract-text", "application/pdf", pdf, "text/plain")
print("text:", text.decode().strip().splitlines()[0])

try:
    wrong = {"operations": [{"op": "add_text", "txet": "Hello"}]}
    post("render", "application/json", json.dumps(wrong).encode(), "application/pdf")
except Problem as problem:
    for mistake in problem.errors:
        print("mistake:", mistake["pointer"], mistake["message"])
