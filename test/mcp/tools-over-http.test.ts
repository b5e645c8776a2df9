import { expect } from 'chai';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { installedTools } from '../../src/calls/pipe/installed-tools.ts';
import { editionsFolder, loadEditions } from '../../src/editions/registry.ts';
import { called, mcpClient, readPdf } from '../support/mcp.ts';
import { approversFile, signed } from '../support/approvals.ts';
import { keys, startService, type Json, type OwnService } from '../support/service.ts';

const tools = installedTools(await loadEditions(editionsFolder));

describe('The tools over MCP at /mcp', () => {
  const approvers = approversFile();
  let service: OwnService;
  let client: Client;
  before(async () => {
    service = await startService({ SERVICE_MCP_ENABLED: 'true', SERVICE_APPROVERS_FILE: approvers.path });
    client = await mcpClient(service, keys.enterprise);
  });
  after(async () => {
    await client.close();
    await service.stop();
    approvers.remove();
  });

  it('are those of the deployment, with their schemas and what they do', async () => {
    const { tools: listed } = await client.listTools();
    const { tools: offered } = (await service.request('GET', '/api/v1/capabilities')).json();
    expect(listed.map(({ name }) => name)).to.deep.equal(offered.map(({ name }: { name: string }) => name));
    for (const { name, description, inputSchema, annotations } of listed) {
      expect(description, name).to.match(/^Use this .*Example: \{/s);
      expect(inputSchema.additionalProperties, name).to.equal(false);
      expect(annotations, name).to.include({ destructiveHint: false });
    }
    const hints = Object.fromEntries(listed.map(({ name, annotations }) => [name, annotations?.readOnlyHint]));
    expect(hints).to.include({ 'extract-text': true, compare: true, render: false, redact: false });
    const merge = listed.find(({ name }) => name === 'merge')?.inputSchema as Json;
    expect(merge.properties.documents.items.properties).to.include.keys('uri', 'data').and.not.include.keys('path');
    expect(JSON.stringify(listed)).not.to.include('saveTo');
  });

  for (const tool of tools)
    for (const [name, example] of Object.entries(tool.examples))
      it(`run: ${tool.name}, with the example '${name}'`, async () => {
        const given = example as Record<string, unknown>;
        const first = await called(client, tool.name, given);
        const approval = () => signed(approvers.privateJwk, { ...first.json.approval, client: 'gamma' });
        const { isError, json, links } =
          tool.name === 'ai-certify'
            ? await called(client, tool.name, { ...given, approval: await approval() })
            : first;
        expect(isError, JSON.stringify(json)).to.equal(false);
        for (const link of links) expect((await readPdf(client, link)).subarray(0, 5).toString()).to.equal('%PDF-');
        expect(links).to.deep.equal(
          [json.document ?? [], json.documents ?? []].flat().map(({ uri }: Json) => uri ?? []),
        );
      });
});
