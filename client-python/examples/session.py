"""Builds a document across calls: in a session, each addition is stored before it is answered."""

from colophon_client import Colophon, Conflict

with Colophon() as colophon, colophon.sessions.open(document={"title": "Minutes", "lang": "en"}, ttl="30m") as session:
    session.add("text", {"text": "Present: Ada, Grace"})
    session.add("tables", {"columns": ["Item", "Decision"], "rows": [["Budget", "accepted"]]})
    try:
        session.add("text", {"text": "Too late"}, if_match=0)
    except Conflict as problem:
        print("refused:", problem.slug)
    session.render().save("minutes.pdf")
    print("revision:", session.revision)
