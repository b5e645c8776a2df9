import { expect } from 'chai';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { called, mcpClient, readPdf } from '../support/mcp.ts';
import { keys, startService, type Json, type OwnService } from '../support/service.ts';

const secret = 'x'.repeat(40);
const scoped = `svc_live_scoped_${secret}`;
const slow = `svc_live_slow_${secret}`;
const entries = [
  `${keys.core}:acme:core:rate=1000000`,
  `${keys.enterprise}:gamma:enterprise:rate=1000000`,
  `${scoped}:scoped:pro:scope=extract-text`,
  `${slow}:slow:core:rate=3`,
].join(' ');

const text = (words: string) => ({ operations: [{ op: 'add_text', text: words }] });

interface Rejection {
  readonly code: number;
  readonly data?: Json;
}

async function rejection(work: Promise<unknown>): Promise<Rejection> {
  return work.then(
    () => Promise.reject(new Error('It was expected to fail.')),
    (error: unknown) => error as Rejection,
  );
}

describe('MCP over Streamable HTTP', () => {
  let service: OwnService;
  let client: Client;
  before(async () => {
    service = await startService({
      SERVICE_MCP_ENABLED: 'true',
      SERVICE_API_KEYS: entries,
      SERVICE_CORS_ORIGINS: 'https://app.example',
      SERVICE_PAYLOAD_LIMIT_CORE: '1MiB',
    });
    client = await mcpClient(service, keys.core);
  });
  after(async () => {
    await client.close();
    await service.stop();
  });

  const post = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${keys.core}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

  describe('Documents', () => {
    it('go from one tool to the next by their URIs, and are read as resources', async () => {
      const { json, links } = await called(client, 'render', text('the first'));
      const { uri, pages, bytes } = json.document;
      expect(links).to.deep.equal([uri]);
      expect(pages).to.equal(1);
      expect((await readPdf(client, uri)).byteLength).to.equal(bytes);
      const other = await called(client, 'render', {
        operations: [
          { op: 'add_text', text: 'the second' },
          { op: 'add_pdf', uri },
        ],
      });
      const merged = await called(client, 'merge', { documents: [{ uri }, { uri: other.json.document.uri }] });
      expect(merged.json.document.pages).to.equal(3);
      const read = await called(client, 'extract-text', { document: { uri: merged.json.document.uri } });
      expect(JSON.stringify(read.json)).to.include('the first').and.include('the second');
    });

    it('of a result with several are each a resource, and go into other tools', async () => {
      const { json } = await called(client, 'render', {
        operations: [1, 2, 3].flatMap((page) => [
          { op: 'add_text', text: `page ${page}` },
          ...(page < 3 ? [{ op: 'add_page' }] : []),
        ]),
      });
      const parts = await called(client, 'split', { document: { uri: json.document.uri }, every: 1 });
      expect(parts.links).to.have.length(3);
      const [first, , last] = parts.json.documents;
      expect((await readPdf(client, last.uri)).byteLength).to.equal(last.bytes);
      const joined = await called(client, 'merge', { documents: [{ uri: last.uri }, { uri: first.uri }] });
      const read = await called(client, 'extract-text', { document: { uri: joined.json.document.uri } });
      expect(JSON.stringify(read.json)).to.match(/page 3.*page 1/s);
      expect((await called(client, 'extract-text', { document: { uri: last.uri } })).json.pages[0].text).to.include(
        'page 3',
      );
    });

    it('are listed to every connection of their client, for an hour, and to no other client', async () => {
      const { json } = await called(client, 'render', text('mine'));
      const { uri } = json.document;
      const again = await mcpClient(service, keys.core);
      const listed = await again.listResources();
      expect(listed.resources.map((resource) => resource.uri)).to.include(uri);
      expect((await readPdf(again, uri)).byteLength).to.equal(json.document.bytes);
      await again.close();
      const job = (await service.request('GET', `/api/v1/jobs/${uri.split('/').at(-2)}`)).json();
      expect(job).to.include({ status: 'succeeded', tool: 'render' });
      expect(Date.parse(job.expiresAt) - Date.parse(job.finishedAt)).to.equal(3_600_000);

      const stranger = await mcpClient(service, keys.enterprise);
      expect((await stranger.listResources()).resources.map((resource) => resource.uri)).not.to.include(uri);
      expect((await rejection(stranger.readResource({ uri }))).code).to.equal(-32002);
      const used = await called(stranger, 'extract-text', { document: { uri } });
      expect(used.isError).to.equal(true);
      expect(used.json.type).to.match(/job-not-found$/);
      await stranger.close();
    });

    it('of a report are PDFs for people where the call asks for them', async () => {
      const other = await mcpClient(service, keys.enterprise);
      const { json } = await called(other, 'render', text('to be checked'));
      const document = { uri: json.document.uri };
      const report = await called(other, 'check-accessibility', { document });
      expect(report.links).to.deep.equal([]);
      const paper = await called(other, 'check-accessibility', { document, answer: 'document' });
      expect((await readPdf(other, paper.links[0] ?? '')).subarray(0, 5).toString()).to.equal('%PDF-');
      await other.close();
    });
  });

  describe('Templates', () => {
    it('are resources with their schema and a sample that renders', async () => {
      const { contents } = await client.readResource({ uri: 'colophon://templates/invoice' });
      const { schema, sample } = JSON.parse((contents[0] as { text: string }).text);
      expect(schema).to.have.property('properties');
      expect(await called(client, 'render', sample)).to.include({ isError: false });
    });

    it('are prompts that say what to call', async () => {
      const { prompts } = await client.listPrompts();
      expect(prompts.map(({ name }) => name)).to.include.members(['invoice', 'report', 'letter']);
      const { messages } = await client.getPrompt({ name: 'report', arguments: { content: 'Orders grew.' } });
      expect(JSON.stringify(messages))
        .to.include('add_template')
        .and.include('Orders grew.')
        .and.include('JSON Schema');
      expect((await rejection(client.getPrompt({ name: 'nothing' }))).code).to.equal(-32602);
    });
  });

  describe('Refusals', () => {
    it('name every mistake with its pointer', async () => {
      const { isError, json } = await called(client, 'merge', {
        documents: [{ uri: 'https://example.com/a.pdf' }, {}, { data: 'no base64!' }],
        outline: 'some',
        extra: 1,
      });
      expect(isError).to.equal(true);
      expect(json.type).to.match(/invalid-request$/);
      expect(json.errors.map(({ pointer }: Json) => pointer)).to.include.members([
        '/documents/0/uri',
        '/documents/1',
        '/documents/2/data',
        '/outline',
        '/extra',
      ]);
      expect(json.errors[1].message).to.include('`uri`');
    });

    it('of a path say that there is no root folder', async () => {
      const { json } = await called(client, 'extract-text', { document: { path: '/etc/passwd' } });
      expect(json.errors).to.deep.include({
        pointer: '/document',
        message: '`document` has a `path`, but this server has no root folder; use one of `uri`, `data`',
      });
    });

    it('of a tool above the tier or scope of the key are results, and the tool is listed', async () => {
      expect((await client.listTools()).tools.map(({ name }) => name)).to.include('redact');
      expect((await called(client, 'redact', {})).json.type).to.match(/tier-required$/);
      const narrow = await mcpClient(service, scoped);
      expect((await called(narrow, 'render', text('no'))).json.type).to.match(/capability-denied$/);
      await narrow.close();
    });

    it('of an unknown tool name the one that is probably meant', async () => {
      const { json } = await called(client, 'rendr', {});
      expect(json.type).to.match(/unknown-tool$/);
      expect(json.detail).to.include('render');
    });

    it('of arguments of other types than those of a tool are results too', async () => {
      for (const given of [{ operations: 'all' }, { document: [] }, { operations: [null, 1, { op: 'add_nothing' }] }]) {
        const { isError, json } = await called(client, 'render', given);
        expect(isError).to.equal(true);
        expect(json.status).to.equal(400);
      }
    });

    it('of keys, origins, sizes and rates are HTTP statuses', async () => {
      expect((await post(listTools, { authorization: 'Bearer svc_live_no_key' })).status).to.equal(401);
      expect((await post(listTools, { authorization: '' })).headers.get('www-authenticate')).to.equal('Bearer');
      expect((await post(listTools, { origin: 'https://evil.example' })).status).to.equal(403);
      expect((await post(listTools, { origin: 'null' })).status).to.equal(403);
      expect((await post(listTools, { origin: 'http://127.0.0.1:1' })).status).to.equal(403);
      expect((await post(listTools, { origin: service.url })).status).to.equal(200);
      expect((await post(listTools, { origin: 'https://app.example' })).status).to.equal(200);
      expect((await post({ ...listTools, padding: 'x'.repeat(2_000_000) })).status).to.equal(413);
      const answers = await Promise.all([1, 2, 3, 4].map(() => post(listTools, { authorization: `Bearer ${slow}` })));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 200, 200, 429]);
      expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).to.match(/^\d+$/);
    });

    it('of bodies that are no message leave the service as it was', async () => {
      const bodies: [body: unknown, status: number][] = [
        ['{', 400],
        ['', 400],
        ['null', 400],
        [[listTools, listTools], 400],
        [{ jsonrpc: '1.0', id: 1, method: 'tools/list' }, 400],
        [{ jsonrpc: '2.0', id: null, method: 'tools/list' }, 400],
        [{ jsonrpc: '2.0', id: 1 }, 400],
        ['{"jsonrpc":"2.0","id":1,"method":"tools/list","__proto__":{}}', 400],
        ['['.repeat(100_000), 400],
      ];
      for (const [body, status] of bodies) expect((await post(body)).status, JSON.stringify(body)).to.equal(status);
      expect((await post(listTools, { 'content-type': 'text/plain' })).status).to.equal(415);
      expect((await post(listTools, { accept: 'text/html' })).status).to.equal(406);
      expect((await post(listTools, { 'mcp-protocol-version': '1999-01-01' })).status).to.equal(400);
      expect(
        (await fetch(`${service.url}/mcp`, { headers: { authorization: `Bearer ${keys.core}` } })).status,
      ).to.equal(405);
      const unknown = await (await post({ jsonrpc: '2.0', id: 7, method: 'tools/drop' })).json();
      expect(unknown).to.deep.include({ id: 7 }).and.to.have.nested.property('error.code', -32601);
      expect((await post(listTools)).status).to.equal(200);
    });
  });

  describe('Calls', () => {
    const long = {
      operations: Array.from({ length: 3000 }, (_, index) => ({
        op: 'add_text',
        text: `paragraph ${index} `.repeat(20),
      })),
    };

    it('report their progress, which grows', async () => {
      const seen: number[] = [];
      await called(client, 'render', text('short'), { onprogress: ({ progress }) => void seen.push(progress) });
      expect(seen.length).to.be.at.least(1);
      expect(seen).to.deep.equal([...new Set(seen)].sort((one, other) => one - other));
    });

    it('stop when they are cancelled, and leave nothing behind', async () => {
      const before = (await client.listResources()).resources.length;
      const cancel = new AbortController();
      const call = called(
        client,
        'render',
        { ...long, document: { title: 'cancelled' } },
        {
          signal: cancel.signal,
          onprogress: () => cancel.abort(),
        },
      );
      expect(await rejection(call)).to.be.an('error');
      const { json } = await called(client, 'render', text('after it'));
      expect(json.document.pages).to.equal(1);
      expect((await client.listResources()).resources).to.have.length(before + 1);
    });

    it('of other connections are not cancelled by a message that guesses their ids', async () => {
      const other = await mcpClient(service, keys.core);
      const call = called(other, 'render', text('goes on'));
      for (const requestId of [0, 1, 2, 3])
        await post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
      expect((await call).isError).to.equal(false);
      await other.close();
    });

    it('end with their session', async () => {
      const other = new StreamableHTTPClientTransport(new URL('/mcp', service.url), {
        requestInit: { headers: { authorization: `Bearer ${keys.core}` } },
      });
      const leaving = new Client({ name: 'leaving', version: '1' });
      await leaving.connect(other);
      expect(other.sessionId).to.match(/^[\x21-\x7e]+$/);
      const began = new Promise<void>((resolve) => {
        called(leaving, 'render', long, { onprogress: () => resolve() }).catch(() => undefined);
      });
      await began;
      await other.terminateSession();
      await leaving.close();
      expect((await called(client, 'render', text('others go on'))).isError).to.equal(false);
    });

    it('name many documents at once, and are refused where these are too many', async () => {
      const { json } = await called(client, 'render', text('again and again'));
      const documents = (count: number) => Array.from({ length: count }, () => ({ uri: json.document.uri }));
      expect((await called(client, 'merge', { documents: documents(50) })).json.document.pages).to.equal(50);
      expect((await called(client, 'merge', { documents: documents(1001) })).json.status).to.equal(400);
      expect((await called(client, 'merge', { documents: documents(10_001) })).json.type).to.match(/limit-exceeded$/);
    });

    it('may be twenty at once', async () => {
      const numbers = Array.from({ length: 20 }, (_, index) => index);
      const results = await Promise.all(numbers.map((number) => called(client, 'render', text(`number ${number}`))));
      const read = await Promise.all(
        results.map(({ json }) => called(client, 'extract-text', { document: { uri: json.document.uri } })),
      );
      expect(read.map(({ json }) => /number (\d+)/.exec(json.pages[0].text)?.[1])).to.deep.equal(numbers.map(String));
    });
  });

  it('reports a call that takes too long, and refuses one whose document has no room, as HTTP does', async () => {
    const small = await startService({
      SERVICE_MCP_ENABLED: 'true',
      SERVICE_REQUEST_TIMEOUT: '3s',
      SERVICE_STORAGE_QUOTA: '1KiB',
    });
    const connected = await mcpClient(small, keys.core);
    const late = await called(connected, 'render', {
      operations: Array.from({ length: 9000 }, (_, index) => ({ op: 'add_text', text: `${index} `.repeat(200) })),
    });
    expect([late.isError, late.json.status], JSON.stringify(late.json)).to.deep.equal([true, 504]);
    expect(late.json.type).to.match(/request-timeout$/);
    expect((await called(connected, 'render', text('fits'))).isError).to.equal(false);
    expect((await rejection(called(connected, 'render', text('too much')))).code).to.equal(429);
    expect((await called(connected, 'extract-text', { document: { data: 'AA==' } })).json.status).to.equal(422);
    await connected.close();
    await small.stop();
  }).timeout(90_000);

  it('has no route where it is not enabled', async () => {
    const off = await startService();
    const answer = await off.request('POST', '/mcp', { body: '{}' });
    await off.stop();
    expect(answer.status).to.equal(404);
  });

  it('lets pages of allowed origins read the session', async () => {
    const preflight = await fetch(`${service.url}/mcp`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-headers')).to.include('Mcp-Session-Id');
    expect(preflight.headers.get('access-control-expose-headers')).to.include('Mcp-Session-Id');
  });
});
