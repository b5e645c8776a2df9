"""Submits work as a job, shows how far it is, and fetches the result: all of it survives a restart of the service."""

from colophon_client import Colophon
from colophon_client.types import RenderOperation, RenderRequest

chapters: list[RenderOperation] = []
for number in range(1, 31):
    chapters.append({"op": "add_page"})
    chapters.append({"op": "add_heading", "text": f"Chapter {number}"})
    chapters.append({"op": "add_text", "text": "Words. " * 400})
book: RenderRequest = {"document": {"title": "A book", "lang": "en"}, "operations": chapters}

with Colophon() as colophon:
    job = colophon.jobs.submit("render", book, retain="1h")
    job.wait(on_progress=lambda progress: print(f"{progress['percent']} %"))
    with job.result() as result:
        result.save("book.pdf")
    print(f"{job.status}: {result.pages} pages")

    # The result is an input without being sent: the service has it.
    first = colophon.split({"document": {"jobId": job.id}, "ranges": ["1"]}, format="json")
    print("first page:", first.documents[0].pages)
    print("listed:", job.id in {listed.id for listed in colophon.jobs.list("succeeded")})
    job.cancel()
