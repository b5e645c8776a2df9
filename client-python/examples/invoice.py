"""Renders an invoice, and shows what the service has to say about it."""

from colophon_client import Colophon

with Colophon() as colophon:
    invoice = colophon.render(
        {
            "document": {"title": "Invoice 2026-117", "lang": "en"},
            "operations": [
                {"op": "add_heading", "text": "Invoice 2026-117"},
                {
                    "op": "add_table",
                    "columns": ["Item", {"header": "Price", "key": "price", "format": "currency:EUR", "footer": "sum"}],
                    "rows": [["Bolt", 4.5], ["Nut", 3]],
                },
            ],
            "output": {"filename": "invoice.pdf"},
        }
    )
    invoice.save(invoice.filename or "invoice.pdf")
    print(f"{invoice.filename}: {invoice.pages} page, {invoice.warning_count} warnings")
