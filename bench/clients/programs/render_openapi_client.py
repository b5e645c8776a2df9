"""Renders one PDF with the client of openapi-generator (python)."""
import os
from pathlib import Path

import openapi_client
from openapi_client import AddText, ApiClient, Configuration, CoreApi, RenderOperation, RenderRequest

configuration = Configuration(host=os.environ['SERVICE_URL'], access_token=os.environ['SERVICE_KEY'])
operation = RenderOperation(AddText(op='add_text', text='Hello'))
with ApiClient(configuration) as client:
    pdf = CoreApi(client).render(RenderRequest(operations=[operation]), _headers={'Accept': 'application/pdf'})
Path(os.environ['OUTPUT']).write_bytes(pdf)
