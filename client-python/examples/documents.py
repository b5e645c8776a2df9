"""Merges documents of every origin, reads the result, and divides it again."""

from pathlib import Path

from colophon_client import Colophon, Unprocessable

with Colophon() as colophon:
    for name in ("report", "appendix"):
        html = f"<!doctype html><title>{name}</title><h1>{name.title()}</h1>"
        colophon.render({}, files={"index.html": html.encode()}).save(f"{name}.pdf")

    with open("appendix.pdf", "rb") as appendix:  # a file is streamed, whatever its size
        both = colophon.merge(
            {
                "documents": [Path("report.pdf"), {"data": appendix, "pages": "1", "title": "The appendix"}],
                "outline": "perDocument",
            },
            format="json",
        )
    both.save("both.pdf")
    print("merged:", both.pages, "pages, warnings:", both.warnings)

    answer = colophon.extract_text({"document": both.bytes()})
    print("text:", [page["text"] for page in answer.data["pages"]])

    for part in colophon.split({"document": "both.pdf", "every": 1, "names": "part-{n}.pdf"}, format="json").documents:
        part.save(part.filename)
        print("part:", part.filename)

    try:
        colophon.extract_text({"document": b"this is no PDF"})
    except Unprocessable as problem:
        print("problem:", problem.slug)
