import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { approve } from '../../../src/cli/approve.ts';
import { examplePdf } from '../../../src/editions/example-pdf.ts';
import { loadEditions } from '../../../src/editions/registry.ts';
import { approversFile, signed, type ApproversFile, type Named } from '../../support/approvals.ts';
import { textOf } from '../../support/pdf.ts';
import { postgres, type TestDatabase } from '../../support/postgres.ts';
import { startService, keys, pdfOf, type Answered, type OwnService } from '../../support/service.ts';
import { openSession } from '../../support/sessions.ts';

describe('Approvals of two nodes over one PostgreSQL', () => {
  let blobs: string;
  let approvers: ApproversFile;
  let database: TestDatabase;
  let nodes: OwnService[];
  before(async function () {
    this.timeout(120_000);
    blobs = mkdtempSync(join(tmpdir(), 'colophon-blobs-'));
    approvers = approversFile();
    database = await (await postgres()).database();
    const shared = {
      SERVICE_SESSIONS_ENABLED: 'true',
      SERVICE_DATABASE_URL: database.url,
      SERVICE_BLOB_DIR: blobs,
      SERVICE_WORKER_COUNT: '1',
      SERVICE_APPROVAL_REQUIRED: 'render,merge,sign,fill-form',
      SERVICE_APPROVERS_FILE: approvers.path,
    };
    nodes = [await startService(shared), await startService(shared)];
  });
  after(async () => {
    for (const node of nodes) await node.stop();
    await database.remove();
    approvers.remove();
    rmSync(blobs, { recursive: true });
  });

  const node = (index: number): OwnService => nodes[index % 2]!;
  const post = (index: number, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answered> =>
    node(index).request('POST', path, {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const asked = (answer: Answered): Named => {
    expect(answer.status, answer.body.toString()).to.equal(403);
    return answer.json().approval as Named;
  };
  const statuses = (answers: readonly Answered[]): Record<number, number> =>
    Object.fromEntries(
      [...new Set(answers.map(({ status }) => status))].map((status) => [
        status,
        answers.filter((answer) => answer.status === status).length,
      ]),
    );
  const merge = (...words: string[]) => ({ documents: words.map((word) => ({ data: examplePdf(word) })) });

  it('are good for one of 20 requests, whichever node they reach', async () => {
    const body = merge('One', 'Two');
    const token = await signed(approvers.privateJwk, asked(await post(0, '/api/v1/merge', body)));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => post(index, '/api/v1/merge', body, { approval: token })),
    );
    expect(statuses(answers)).to.deep.equal({ 200: 1, 403: 19 });
    for (const refused of answers.filter(({ status }) => status === 403))
      expect(refused.json().type).to.match(/approval-invalid$/);
  });

  it('are good for one of 20 jobs, which runs on either node', async () => {
    const body = { tool: 'merge', input: merge('Three', 'Four') };
    const token = await signed(approvers.privateJwk, asked(await post(1, '/api/v1/jobs', body)));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => post(index, '/api/v1/jobs', body, { approval: token })),
    );
    expect(statuses(answers)).to.deep.equal({ 202: 1, 403: 19 });
    const { id } = answers.find(({ status }) => status === 202)?.json() as { id: string };
    for (;;) {
      const { status } = (await node(0).request('GET', `/api/v1/jobs/${id}`)).json() as { status: string };
      if (status === 'succeeded') break;
      expect(status).to.be.oneOf(['queued', 'running']);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await textOf((await node(1).request('GET', `/api/v1/jobs/${id}/result`)).body))
      .to.contain('Three')
      .and.contain('Four');
  });

  it('are used on one node and known on the other, with the answer of an idempotency key', async () => {
    const body = merge('Five');
    const token = await signed(approvers.privateJwk, asked(await post(0, '/api/v1/merge', body)));
    const key = { 'idempotency-key': 'five', approval: token };
    const answers = [
      await post(0, '/api/v1/merge', body, key),
      await post(1, '/api/v1/merge', body, { 'idempotency-key': 'five' }),
      await post(1, '/api/v1/merge', body, { approval: token }),
    ];
    expect(answers.map(({ status, headers }) => [status, headers.get('idempotency-replayed')])).to.deep.equal([
      [200, null],
      [200, 'true'],
      [403, null],
    ]);
  });

  it('guard the render of a session as that of the same operations, and what is appended later', async () => {
    const session = await openSession(node(0), { document: { title: 'Held open' }, output: { deterministic: true } });
    await session.post('text', { text: 'approved text' });
    const request = {
      operations: [{ op: 'add_text', text: 'approved text' }],
      document: { title: 'Held open' },
      output: { deterministic: true },
    };
    const wanted = asked(await session.post('render'));
    expect(wanted).to.deep.equal(asked(await post(1, '/api/v1/render', request)));
    await session.post('text', { text: 'smuggled in' });
    const late = await session.post('render', undefined, {
      headers: { approval: await signed(approvers.privateJwk, wanted) },
    });
    expect(late.json()).to.include({ status: 403 }).and.property('detail').that.contains('another request');
    const now = asked(await session.post('render'));
    const token = await signed(approvers.privateJwk, now);
    const rendered = pdfOf(await session.post('render', undefined, { headers: { approval: token } }));
    expect(await textOf(rendered)).to.contain('smuggled in');
    expect((await session.post('render', undefined, { headers: { approval: token } })).status).to.equal(403);
    expect(asked(await session.post('render', { dryRun: true })).digest).to.not.equal(now.digest);
  });

  it('guard the tools of the Pro edition, whose keys stand in no log', async () => {
    const { tools } = (await loadEditions()).find(({ name }) => name === 'pro') ?? { tools: [] };
    const guarded = tools.filter(({ name }) => ['sign', 'fill-form'].includes(name));
    expect(guarded).to.have.length(2);
    const send = (name: string, body: unknown, headers: Record<string, string> = {}): Promise<Answered> =>
      node(0).request('POST', `/api/v1/${name}`, {
        key: keys.pro,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    for (const { name, examples } of guarded) {
      for (const example of Object.values(examples)) {
        const token = await signed(approvers.privateJwk, { ...asked(await send(name, example)), client: 'beta' });
        expect((await send(name, example, { approval: token })).status, name).to.equal(200);
        expect((await send(name, example, { approval: token })).status, name).to.equal(403);
      }
    }
    expect(nodes.flatMap(({ warnings }) => warnings).join('\n'))
      .to.contain('"tool":"sign"')
      .and.not.match(/BEGIN|PRIVATE/);
  });

  it('are what the command line makes of the answer, with the request at hand', async () => {
    const file = join(blobs, 'request.json');
    const key = join(blobs, 'bert.json');
    const request = {
      operations: [
        { op: 'add_heading', text: 'Q3' },
        { op: 'add_pdf', data: examplePdf('x') },
      ],
      document: { assets: { 'logo.png': 'iVBORw0KGgo=' } },
    };
    writeFileSync(file, JSON.stringify(request));
    await approve(['keys', '--approver', 'bert', '--set', approvers.path, '--out', key], () => Promise.resolve(''));
    const refused = await post(0, '/api/v1/render', request);
    const { out } = await approve(
      ['sign', '--key', key, '--client', 'acme', '--reason', 'read it', '--request', file],
      () => Promise.resolve(refused.body.toString()),
    );
    for (;;) {
      // until this node has read the file again
      const answer = await post(0, '/api/v1/render', request, { approval: out.trim() });
      if (answer.status === 200) break;
      expect(answer.json().detail).to.contain('`kid`');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const form = new FormData();
    form.set('request', JSON.stringify({ operations: [{ op: 'add_text', text: 'x' }] }));
    form.append('assets', new Blob([Buffer.from('one')]), 'a.txt');
    form.append('assets', new Blob([Buffer.from('two')]), 'b.txt');
    const { digest } = asked(await node(0).request('POST', '/api/v1/render', { body: form }));
    form.set('assets', new Blob([Buffer.from('one')]), 'a.txt');
    form.append('assets', new Blob([Buffer.from('twO')]), 'b.txt');
    expect(asked(await node(0).request('POST', '/api/v1/render', { body: form })).digest).to.not.equal(digest);
    expect(nodes.flatMap(({ warnings }) => warnings).filter((line) => !line.includes('"audit":true'))).to.deep.equal(
      [],
    );
  });
});
