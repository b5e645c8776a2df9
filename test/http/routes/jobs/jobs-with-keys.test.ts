import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { KeyLost, createRequestSeal } from '../../../../src/jobs/request-seal.ts';
import {
  bearer,
  startHttp,
  fixtureTool,
  problemOf,
  until,
  untilAborted,
  type Built,
  type Calls,
} from '../../../support/http.ts';
import { ended, jobOf, resultOf, submit } from '../../../support/jobs.ts';

const secret = 'the-private-key-of-a-client';

/** Tools whose requests hold keys: one that is done at once, one that waits. */
const keyed = (calls: Calls) => [
  {
    ...fixtureTool(
      {
        name: 'seal',
        run: (input) => Promise.resolve({ kind: 'report', report: { length: String(input.text).length } }),
      },
      calls,
    ),
    secrets: true,
  },
  { ...fixtureTool({ name: 'wait', run: (_input, context) => untilAborted(context) }, calls), secrets: true },
];

/** Everything that is in files below a folder. */
function contentsOf(folder: string): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Buffer.concat(files.map((entry) => readFileSync(join(entry.parentPath, entry.name))));
}

describe('a job whose request holds a key', () => {
  let folder: string;
  let app: Built | undefined;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'colophon-keys-'));
  });
  afterEach(async () => {
    await app?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('runs, and the key is in no file: not while it waits, not after it', async () => {
    app = await startHttp({ dataDir: folder, tools: keyed });
    const waiting = await submit(app, { tool: 'wait', input: { text: secret } });
    const done = await submit(app, { tool: 'seal', input: { text: secret } }, { 'idempotency-key': 'once' });
    const { calls, lines } = app;
    await until(() => calls.length === 2);
    expect(calls.map(({ input }) => (input as { text: string }).text)).to.deep.equal([secret, secret]);
    await ended(app, done);
    expect(await (await resultOf(app, done)).json()).to.deep.equal({ length: secret.length });
    const kept = contentsOf(folder);
    expect(kept.length).to.be.above(1000);
    expect(kept.includes(secret)).to.equal(false);
    expect(JSON.stringify(lines)).not.to.contain(secret);
    await app.fetch(`/api/v1/jobs/${waiting}`, { method: 'DELETE', headers: { authorization: bearer() } });
  });

  it('keeps a large request sealed, too', async () => {
    app = await startHttp({ dataDir: folder, tools: keyed, slots: 0 });
    await submit(app, { tool: 'seal', input: { text: secret.repeat(40_000) } });
    expect(contentsOf(folder).includes(secret)).to.equal(false);
  });

  it('fails with a clear problem after a restart', async () => {
    app = await startHttp({ dataDir: folder, tools: keyed, slots: 0 });
    const id = await submit(app, { tool: 'seal', input: { text: secret } });
    await app.stop();
    app = await startHttp({ dataDir: folder, tools: keyed });
    const job = (await ended(app, id)) as { status: string; error: { detail: string } };
    expect([job.status, job.error.detail]).to.deep.equal(['failed', new KeyLost().message]);
    expect(((await jobOf(app, id)) as { attempts: number }).attempts).to.equal(1);
    expect(app.calls).to.deep.equal([]);
  });

  it('is none where another process may have to run it, and capabilities say so', async () => {
    app = await startHttp({ dataDir: folder, tools: keyed, sealed: false });
    const response = await app.post('/api/v1/jobs', { tool: 'seal', input: { text: secret } });
    const { slug, errors } = await problemOf(response);
    expect([response.status, slug, errors?.[0]?.pointer]).to.deep.equal([400, 'invalid-request', '/tool']);
    expect(errors?.[0]?.message)
      .to.contain('does not run as a job in this deployment')
      .and.contain('Call `seal` itself instead');
    expect((await app.post('/api/v1/seal', { text: secret })).status).to.equal(200);
    const { tools } = (await (
      await app.fetch('/api/v1/capabilities', { headers: { authorization: bearer() } })
    ).json()) as { tools: { name: string; async: boolean }[] };
    expect(tools.filter(({ async }) => !async).map(({ name }) => name)).to.deep.equal(['seal', 'wait']);
  });

  it('keeps options with keys in memory, also as a part of their own beside a large document', async () => {
    app = await startHttp({ dataDir: folder, tools: keyed });
    const form = new FormData();
    form.append(
      'request',
      new Blob([JSON.stringify({ tool: 'seal', input: { text: secret.repeat(20_000) } })], {
        type: 'application/json',
      }),
      'request.json',
    );
    const response = await app.fetch('/api/v1/jobs', {
      method: 'POST',
      headers: { authorization: bearer() },
      body: form,
    });
    expect(response.status).to.equal(202);
    expect(contentsOf(folder).includes(secret)).to.equal(false);
  });
});

describe('createRequestSeal', () => {
  it('opens what it closed, and nothing that another closed or somebody changed', () => {
    const seal = createRequestSeal();
    const closed = Buffer.from(seal.close(Buffer.from(secret)));
    expect(closed.includes(secret)).to.equal(false);
    expect(Buffer.from(seal.open(closed)).toString()).to.equal(secret);
    expect(Buffer.from(seal.close(Buffer.from(secret))).equals(closed)).to.equal(false);
    expect(() => createRequestSeal().open(closed)).to.throw(KeyLost);
    closed[20] = (closed[20] ?? 0) ^ 1;
    expect(() => seal.open(closed)).to.throw(KeyLost);
    expect(() => seal.open(Buffer.alloc(3))).to.throw(KeyLost);
  });
});
