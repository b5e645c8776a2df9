"""Renders one PDF with the client of openapi-python-client."""
import os
from pathlib import Path

from colophon_client import AuthenticatedClient
from colophon_client.api.core import render
from colophon_client.models import AddText, RenderRequest

client = AuthenticatedClient(base_url=os.environ['SERVICE_URL'], token=os.environ['SERVICE_KEY'])
body = RenderRequest(operations=[AddText(op='add_text', text='Hello')])
answer = client.with_headers({'Accept': 'application/pdf'}).get_httpx_client().request(**render._get_kwargs(body=body))
answer.raise_for_status()
Path(os.environ['OUTPUT']).write_bytes(answer.content)
