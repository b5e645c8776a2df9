import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { AppError } from '../../../../src/problems.ts';
import { documentTools } from '../../../support/document-tools.ts';
import { bearer, startHttp, problemOf, until, type Built } from '../../../support/http.ts';
import { ended, jobOf, jobWhen, resultOf, submit } from '../../../support/jobs.ts';

const limits = { SERVICE_RATE_LIMIT_CORE: '100000', SERVICE_RATE_LIMIT_PRO: '100000', SERVICE_RATE_LIMIT_IP: '100000' };
const authorization = bearer();
const pdf = Buffer.from('%PDF-1.7 small').toString('base64');

function form(request: unknown, files: Readonly<Record<string, readonly string[]>> = {}): FormData {
  const made = new FormData();
  for (const [field, list] of Object.entries(files))
    list.forEach((content, index) => made.append(field, new Blob([content]), `file ${index + 1}.pdf`));
  made.set('request', JSON.stringify(request));
  return made;
}

describe('A job', () => {
  let app: Built;
  before(async () => {
    app = await startHttp({ env: limits, tools: documentTools });
  });
  after(() => app.stop());

  const send = (body: FormData): Promise<Response> =>
    app.fetch('/api/v1/jobs', { method: 'POST', headers: { authorization }, body });
  const remove = (id: string, headers: Record<string, string> = {}): Promise<Response> =>
    app.fetch(`/api/v1/jobs/${id}`, { method: 'DELETE', headers: { authorization, ...headers } });

  it('is acknowledged with its place, runs, and has a result', async () => {
    const response = await app.post('/api/v1/jobs', { tool: 'print', input: { text: 'a' }, retain: '2h' });
    const job = (await response.json()) as { id: string };
    expect([response.status, response.headers.get('location'), response.headers.get('retry-after')]).to.deep.equal([
      202,
      `/api/v1/jobs/${job.id}`,
      '1',
    ]);
    expect(job)
      .to.include({ tool: 'print', startedAt: null, finishedAt: null, expiresAt: null, error: null, result: null })
      .and.deep.include({ progress: { percent: 0, stage: null } });
    const done = await ended(app, job.id);
    expect(done)
      .to.include({ status: 'succeeded', attempts: 1, error: null })
      .and.deep.include({ progress: { percent: 100, stage: null } });
    expect(Date.parse(done.expiresAt) - Date.parse(done.finishedAt)).to.equal(2 * 3_600_000);
    expect(done.result).to.include({ contentType: 'application/pdf', href: `/api/v1/jobs/${job.id}/result` });
    const result = await resultOf(app, job.id);
    expect(result.headers.get('content-length')).to.equal(String(done.result.bytes));
    expect(
      Buffer.from((result.headers.get('content-digest') ?? '').slice('sha-256=:'.length, -1), 'base64').toString('hex'),
    ).to.equal(done.result.sha256);
  });

  it('has an id that tells nothing, and that no other job has', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => submit(app, { tool: 'echo' })));
    expect(new Set(ids).size).to.equal(5);
    for (const id of ids) expect(id).to.match(/^[A-Za-z0-9_-]{24}$/);
  });

  const same = ['content-type', 'content-length', 'content-disposition', 'content-digest', 'document-pages'];
  const forms: [tool: string, input: object, accepts: string[]][] = [
    ['look', { document: { data: pdf }, every: 2 }, ['application/json', 'text/plain']],
    [
      'join',
      { documents: [{ data: pdf, pages: '1' }, { data: pdf }], metadata: { title: 'T' } },
      ['application/pdf', 'application/json'],
    ],
    ['cut', { document: { data: pdf } }, ['application/zip', 'application/json']],
  ];
  for (const [tool, input, accepts] of forms) {
    it(`of ${tool} answers what its own route answers, in each representation`, async () => {
      const { id } = await ended(app, await submit(app, { tool, input }));
      for (const accept of accepts) {
        const [sync, result] = await Promise.all([
          app.post(`/api/v1/${tool}`, input, { accept }),
          resultOf(app, id, { accept }),
        ]);
        expect(result.status).to.equal(sync.status).and.equal(200);
        for (const name of same) expect(result.headers.get(name), name).to.equal(sync.headers.get(name));
        expect(Buffer.from(await result.arrayBuffer()).equals(Buffer.from(await sync.arrayBuffer())), accept).to.equal(
          true,
        );
      }
      expect((await problemOf(await resultOf(app, id, { accept: 'image/png' }))).slug).to.equal('not-acceptable');
    });
  }

  it('keeps a report that is longer than a row', async () => {
    const text = 'ä'.repeat(100_000);
    const { id, result } = await ended(app, await submit(app, { tool: 'echo', input: { text } }));
    expect(result.bytes).to.be.above(200_000);
    expect(await (await resultOf(app, id)).json()).to.have.nested.property('input.text', text);
  });

  it('takes the parts of its tool beside `request`', async () => {
    const large = 'x'.repeat(700_000);
    const echoed = await send(form({ tool: 'echo', input: { text: 'a' } }, { assets: ['one', large] }));
    const { id } = (await echoed.json()) as { id: string };
    await ended(app, id);
    expect((await (await resultOf(app, id)).json()) as object)
      .to.have.property('input')
      .that.deep.equals({
        text: 'a',
        files: [
          ['assets', 'file 1.pdf', 'one'],
          ['assets', 'file 2.pdf', large],
        ],
      });

    const joined = (await (
      await send(
        form(
          { tool: 'join', input: { documents: [{ pages: '1' }, { data: pdf }] } },
          { documents: ['%PDF one', '%PDF two'] },
        ),
      )
    ).json()) as { id: string };
    await ended(app, joined.id);
    expect(await (await resultOf(app, joined.id)).text()).to.equal('%PDF one%PDF-1.7 small%PDF two');

    const looked = (await (await send(form({ tool: 'look' }, { document: ['%PDF'] }))).json()) as { id: string };
    await ended(app, looked.id);
    expect((await resultOf(app, looked.id, { accept: 'text/plain' })).headers.get('content-disposition')).to.equal(
      'attachment; filename="file 1.txt"',
    );
  });

  it('is refused with every mistake at once, those of the tool below /input', async () => {
    const wrong = await app.post('/api/v1/jobs', {
      tool: 'look',
      retain: '5s',
      more: 1,
      input: { document: { data: pdf }, every: 0, unknown: 1 },
    });
    const { slug, status, errors = [] } = await problemOf(wrong);
    expect([slug, status]).to.deep.equal(['invalid-request', 400]);
    expect(errors.map(({ pointer }) => pointer)).to.have.members([
      '/retain',
      '/more',
      '/input/every',
      '/input/unknown',
    ]);
    const pointers = async (body: unknown): Promise<string[]> =>
      ((await problemOf(await app.post('/api/v1/jobs', body))).errors ?? []).map(({ pointer }) => pointer);
    expect(await pointers({ tool: 'look' })).to.deep.equal(['/input/document']);
    expect(await pointers({ tool: 'look', input: [] })).to.deep.equal(['/input']);
    expect(await pointers({ input: {} })).to.deep.equal(['/tool']);
    expect(await pointers({ tool: 7 })).to.deep.equal(['/tool']);
    expect(await pointers([])).to.deep.equal(['']);
    expect(await pointers(null)).to.deep.equal(['']);
    for (const retain of ['59s', '31d', 59, -1, 2_592_001, 'soon', '', null, true, {}])
      expect(await pointers({ tool: 'echo', retain }), JSON.stringify(retain)).to.deep.equal(['/retain']);
    for (const retain of ['1m', '30d', 60, 2_592_000, '90.5s'])
      expect((await app.post('/api/v1/jobs', { tool: 'echo', retain })).status, String(retain)).to.equal(202);
    const count = app.calls.length;
    expect(await problemOf(await app.post('/api/v1/jobs', '{'))).to.include({ slug: 'malformed-json' });
    expect(app.calls.length).to.be.at.most(count + 5);
  });

  it('is refused where the tool is not there, or the key may not use it', async () => {
    expect(await problemOf(await app.post('/api/v1/jobs', { tool: 'nothing', input: {} }))).to.include({
      slug: 'unknown-tool',
      status: 400,
    });
    expect(await problemOf(await app.post('/api/v1/jobs', { tool: '__proto__' }))).to.include({ slug: 'unknown-tool' });
    expect(await problemOf(await app.post('/api/v1/jobs', { tool: 'sign' }))).to.include({
      slug: 'tier-required',
      status: 403,
    });
    expect(
      await problemOf(await app.post('/api/v1/jobs', { tool: 'print' }, { authorization: bearer('narrow') })),
    ).to.include({ slug: 'capability-denied', status: 403 });
    expect((await app.post('/api/v1/jobs', { tool: 'echo' }, { authorization: bearer('narrow') })).status).to.equal(
      202,
    );
    expect((await app.post('/api/v1/jobs', { tool: 'sign' }, { authorization: bearer('pro') })).status).to.equal(202);
  });

  it('is refused with parts that its tool does not take, or broken ones', async () => {
    expect(await problemOf(await send(form({ tool: 'print' }, { assets: ['x'] })))).to.include({
      slug: 'invalid-multipart',
    });
    expect(await problemOf(await send(form({ tool: 'look' }, { other: ['x'] })))).to.include({
      slug: 'invalid-multipart',
    });
    expect(
      await problemOf(
        await app.fetch('/api/v1/jobs', {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/pdf' },
          body: '%PDF',
        }),
      ),
    ).to.include({ slug: 'unsupported-media-type' });
  });

  it('that fails tells its problem, and its result is that problem', async () => {
    const { id, ...job } = await ended(app, await submit(app, { tool: 'fail', input: { failWith: 'invalid-pdf' } }));
    expect(job).to.include({ status: 'failed', attempts: 1, result: null });
    expect(job.error).to.deep.equal({
      type: `${app.deps.config.problemBase}invalid-pdf`,
      title: 'Invalid PDF',
      status: 422,
      detail: 'So it is.',
      instance: id,
    });
    const result = await resultOf(app, id);
    expect(result.status).to.equal(422);
    expect(await problemOf(result)).to.include({
      slug: 'invalid-pdf',
      detail: 'So it is.',
      instance: result.headers.get('x-request-id'),
    });
  });

  it('that fails for no reason of its own tells nothing of the inside, and the log has it', async () => {
    const { id, error } = await ended(app, await submit(app, { tool: 'fail' }));
    expect(error).to.include({ status: 500 });
    expect(JSON.stringify(error)).to.not.contain('secret');
    expect(app.lines.some(({ job, err }) => job === id && JSON.stringify(err).includes('/secret/path'))).to.equal(true);
    const logged = app.lines.length;
    expect((await resultOf(app, id)).status).to.equal(500);
    expect(app.lines.slice(logged).filter(({ level }) => Number(level) >= 40)).to.deep.equal([]);
  });

  it('has no result before it has finished, and tells when to ask again', async () => {
    const id = await submit(app, { tool: 'sleep' });
    const response = await app.fetch(`/api/v1/jobs/${id}`, { headers: { authorization } });
    expect(response.headers.get('retry-after')).to.equal('1');
    const early = await resultOf(app, id);
    expect([early.status, early.headers.get('retry-after')]).to.deep.equal([409, '1']);
    expect((await problemOf(early)).slug).to.equal('job-not-finished');
    await remove(id);
  });

  it('is stopped at once when it is deleted, and then it never was', async () => {
    const count = app.calls.length;
    const id = await submit(app, { tool: 'sleep' });
    await jobWhen(app, id, ({ status }) => status === 'running');
    await until(() => app.calls.length > count);
    expect((await remove(id)).status).to.equal(204);
    expect(app.calls[count]?.context.signal.aborted).to.equal(true);
    for (const response of [
      await remove(id),
      await app.fetch(`/api/v1/jobs/${id}`, { headers: { authorization } }),
      await resultOf(app, id),
    ]) {
      expect(await problemOf(response)).to.include({ slug: 'job-not-found', status: 404 });
    }
    expect((await ended(app, await submit(app, { tool: 'echo' }))).status).to.equal('succeeded');
  });

  it('takes its result with it when it is deleted', async () => {
    const { id } = await ended(app, await submit(app, { tool: 'print' }));
    expect((await remove(id)).status).to.equal(204);
    expect((await resultOf(app, id)).status).to.equal(404);
  });

  it('is not there for another client, nor under a name that can be no id', async () => {
    const { id } = await ended(app, await submit(app, { tool: 'echo' }));
    const other = { authorization: bearer('ent') };
    for (const [method, path] of [
      ['GET', id],
      ['GET', `${id}/result`],
      ['DELETE', id],
      ['GET', 'x'],
      ['GET', '..%2f..%2fetc'],
      ['DELETE', "'; DROP TABLE jobs"],
      ['GET', `${id}0/result`],
    ] as const) {
      expect(await problemOf(await app.fetch(`/api/v1/jobs/${path}`, { method, headers: other })), path).to.include({
        slug: 'job-not-found',
        status: 404,
      });
    }
    expect((await jobOf(app, id)).status).to.equal('succeeded');
    // the same client
    expect((await app.fetch(`/api/v1/jobs/${id}`, { headers: { authorization: bearer('pro') } })).status).to.equal(200);
  });

  it('answers HEAD like GET, and 405 to what it does not take', async () => {
    const { id } = await ended(app, await submit(app, { tool: 'print', input: { text: 'a' } }));
    const head = await app.fetch(`/api/v1/jobs/${id}/result`, { method: 'HEAD', headers: { authorization } });
    expect([head.status, await head.text()]).to.deep.equal([200, '']);
    expect(head.headers.get('content-length')).to.equal((await resultOf(app, id)).headers.get('content-length'));
    expect((await app.fetch(`/api/v1/jobs/${id}`, { method: 'HEAD', headers: { authorization } })).status).to.equal(
      200,
    );
    const allowed = async (method: string, path: string): Promise<string | null> =>
      (await app.fetch(path, { method, headers: { authorization } })).headers.get('allow');
    expect(await allowed('POST', `/api/v1/jobs/${id}`)).to.equal('GET, HEAD, DELETE, OPTIONS');
    expect(await allowed('DELETE', '/api/v1/jobs')).to.equal('GET, HEAD, POST, OPTIONS');
    expect(await allowed('OPTIONS', `/api/v1/jobs/${id}/result`)).to.equal('GET, HEAD, OPTIONS');
    expect((await app.fetch(`/api/v1/jobs/${id}`)).status).to.equal(401);
  });

  it('hands its result on, whatever becomes of it afterwards', async () => {
    const { id: jobId } = await ended(app, await submit(app, { tool: 'join', input: { documents: [{ data: pdf }] } }));
    const next = await submit(app, { tool: 'join', input: { documents: [{ jobId, pages: '1' }, { jobId }] } });
    await remove(jobId);
    await ended(app, next);
    expect(await (await resultOf(app, next)).text()).to.equal('%PDF-1.7 small%PDF-1.7 small');
    expect(
      await problemOf(await app.post('/api/v1/jobs', { tool: 'look', input: { document: { jobId } } })),
    ).to.include({ slug: 'job-not-found', status: 404 });
    const sleeping = await submit(app, { tool: 'sleep' });
    expect(
      await problemOf(await app.post('/api/v1/jobs', { tool: 'look', input: { document: { jobId: sleeping } } })),
    ).to.include({ slug: 'job-not-finished', status: 409 });
    await remove(sleeping);
  });

  describe('with a result of 32 MB', () => {
    let id = '';
    before(async () => {
      const data = Buffer.alloc(4_000_000, '%PDF-').toString('base64');
      const { id: part } = await ended(app, await submit(app, { tool: 'join', input: { documents: [{ data }] } }));
      const documents = new Array(8).fill({ jobId: part });
      ({ id } = await ended(app, await submit(app, { tool: 'join', input: { documents } })));
    });

    /** Requests for the result whose answers nobody reads; `begin` counts those that have begun. */
    function unreadAnswers(count: number, accept: string) {
      const answers: IncomingMessage[] = [];
      const looks: (() => void)[] = [];
      const headers = { authorization, accept };
      for (let index = 0; index < count; index += 1)
        get(`${app.url}/api/v1/jobs/${id}/result`, { agent: false, headers }, (answer) => {
          answers.push(answer);
          for (const look of looks) look();
        }).on('error', () => undefined);
      const begun = (wanted: number): Promise<void> =>
        new Promise((resolve) => {
          const look = () => answers.length >= wanted && resolve();
          looks.push(look);
          look();
        });
      return { answers, begun };
    }

    /** Blobs that this process has open. */
    const openFiles = (): number =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).includes('/blobs/');
        } catch {
          return false;
        }
      }).length;

    it('sends its PDF from the disk: twelve that nobody reads take no memory', async () => {
      const before = process.memoryUsage().arrayBuffers;
      const { answers, begun } = unreadAnswers(12, 'application/pdf');
      await begun(12);
      expect(process.memoryUsage().arrayBuffers - before).to.be.lessThan(128_000_000); // of 384 MB
      for (const answer of answers.slice(1)) answer.destroy();
      const [read] = answers;
      if (read === undefined) throw new Error('No answer has begun.');
      const bytes = await buffer(read);
      expect(bytes.byteLength).to.equal(32_000_000);
      expect(read.headers['content-length']).to.equal('32000000');
      const digest = createHash('sha256').update(bytes).digest('base64');
      expect(read.headers['content-digest']).to.equal(`sha-256=:${digest}:`);
    });

    it('closes the file of a result whose client leaves or wants the headers alone', async () => {
      const { answers, begun } = unreadAnswers(3, 'application/pdf');
      await begun(3);
      expect(openFiles()).to.equal(3);
      for (const answer of answers) answer.destroy();
      const head = await app.fetch(`/api/v1/jobs/${id}/result`, { method: 'HEAD', headers: { authorization } });
      expect(head.headers.get('content-length')).to.equal('32000000');
      await until(() => openFiles() === 0);
    });

    it('has 64 of them open for a client, and the next when one has gone out', async () => {
      const { answers, begun } = unreadAnswers(65, 'application/pdf');
      await begun(64);
      await jobOf(app, id);
      expect([answers.length, openFiles()]).to.deep.equal([64, 64]);
      answers[0]?.destroy();
      await begun(65);
      for (const answer of answers) answer.destroy();
      await until(() => openFiles() === 0);
    });

    it('hands a client four of them in JSON at a time, and the next when one has gone out', async () => {
      const { answers, begun } = unreadAnswers(5, 'application/json');
      await begun(4);
      await jobOf(app, id);
      expect(answers).to.have.length(4);
      answers[0]?.destroy();
      await begun(5);
      for (const answer of answers) answer.destroy();
    });
  });

  it('is in the capabilities of every tool', async () => {
    const { tools } = (await (await app.fetch('/api/v1/capabilities', { headers: { authorization } })).json()) as {
      tools: { async: boolean }[];
    };
    expect(tools.every((tool) => tool.async)).to.equal(true);
  });
});

describe('A job with an Idempotency-Key', () => {
  let app: Built;
  before(async () => {
    app = await startHttp({ env: limits });
  });
  after(() => app.stop());

  it('is submitted once', async () => {
    const key = { 'idempotency-key': 'order-1' };
    const first = await app.post('/api/v1/jobs', { tool: 'echo', input: { text: 'once' } }, key);
    const { id } = (await first.json()) as { id: string };
    await ended(app, id);
    const second = await app.post('/api/v1/jobs', { tool: 'echo', input: { text: 'once' } }, key);
    expect([second.status, second.headers.get('idempotency-replayed'), second.headers.get('location')]).to.deep.equal([
      202,
      'true',
      `/api/v1/jobs/${id}`,
    ]);
    expect(await second.json()).to.include({ id });
    expect(app.calls).to.have.length(1);
    expect(await problemOf(await app.post('/api/v1/jobs', { tool: 'echo' }, key))).to.include({
      slug: 'idempotency-conflict',
    });
  });

  it('is submitted once also where the process ends right after the job is stored', async () => {
    const key = { 'idempotency-key': 'order-2' };
    const { idempotency } = app.deps.store;
    const whole = { ...idempotency };
    // what comes after the one transaction never happens
    const died = (): Promise<never> => Promise.reject(new Error('killed'));
    Object.assign(idempotency, { finish: died, release: died });
    const first = await app.post('/api/v1/jobs', { tool: 'echo', input: { text: 'two' } }, key);
    Object.assign(idempotency, whole);
    const second = await app.post('/api/v1/jobs', { tool: 'echo', input: { text: 'two' } }, key);
    expect([second.status, second.headers.get('idempotency-replayed')]).to.deep.equal([202, 'true']);
    expect([first.status, (await problemOf(first)).slug]).to.deep.equal([503, 'not-ready']);
    expect((await app.deps.store.jobs.count()).queued).to.be.at.most(1);
  });

  it('is deleted once: a retry is told the same', async () => {
    const headers = { authorization, 'idempotency-key': 'delete-1' };
    const { id } = await ended(app, await submit(app, { tool: 'echo' }));
    const statuses: [number, string | null][] = [];
    for (let count = 0; count < 2; count += 1) {
      const response = await app.fetch(`/api/v1/jobs/${id}`, { method: 'DELETE', headers });
      statuses.push([response.status, response.headers.get('idempotency-replayed')]);
    }
    expect(statuses).to.deep.equal([
      [204, null],
      [204, 'true'],
    ]);
    const missing: unknown[] = [];
    for (let count = 0; count < 2; count += 1)
      missing.push(
        (
          await problemOf(
            await app.fetch(`/api/v1/jobs/${id}`, {
              method: 'DELETE',
              headers: { authorization, 'idempotency-key': 'delete-2' },
            }),
          )
        ).slug,
      );
    expect(missing).to.deep.equal(['job-not-found', 'job-not-found']);
  });
});

describe('The queue of jobs', () => {
  const folders: string[] = [];
  const folder = (): string => {
    const made = mkdtempSync(join(tmpdir(), 'colophon-jobs-'));
    folders.push(made);
    return made;
  };
  after(() => folders.forEach((made) => rmSync(made, { recursive: true, force: true })));

  it('has a limit', async () => {
    const app = await startHttp({ env: { ...limits, SERVICE_JOB_QUEUE_LIMIT: '2' }, slots: 0 });
    const [first] = [await submit(app, { tool: 'echo' }), await submit(app, { tool: 'echo' })];
    const full = await app.post('/api/v1/jobs', { tool: 'echo' }, { 'idempotency-key': 'k' });
    expect([full.status, full.headers.has('retry-after'), (await problemOf(full)).slug]).to.deep.equal([
      503,
      true,
      'overloaded',
    ]);
    const files = new FormData();
    files.set('request', '{"tool":"echo"}');
    files.set('assets', new Blob(['x']), 'a');
    expect(
      (await app.fetch('/api/v1/jobs', { method: 'POST', headers: { authorization }, body: files })).status,
    ).to.equal(503);
    expect(
      (await app.fetch(`/api/v1/jobs/${first}`, { method: 'DELETE', headers: { authorization } })).status,
    ).to.equal(204);
    expect((await app.post('/api/v1/jobs', { tool: 'echo' }, { 'idempotency-key': 'k' })).status).to.equal(202);
    await app.stop();
  });

  it('outlives a restart, with files and in order', async () => {
    const dataDir = folder();
    const before = await startHttp({ env: limits, dataDir, slots: 0 });
    const ids = [
      await submit(before, { tool: 'echo', input: { text: '1' } }),
      await submit(before, { tool: 'echo', input: { text: '2' } }),
    ];
    const files = new FormData();
    files.set('request', '{"tool":"echo","input":{"text":"3"}}');
    files.set('assets', new Blob(['asset']), 'a.txt');
    ids.push(
      (
        (await (
          await before.fetch('/api/v1/jobs', { method: 'POST', headers: { authorization }, body: files })
        ).json()) as { id: string }
      ).id,
    );
    await before.stop();
    const after = await startHttp({ env: limits, dataDir, slots: 1 });
    for (const id of ids) expect((await ended(after, id)).status).to.equal('succeeded');
    expect(after.calls.map(({ input }) => (input as { text: string }).text)).to.deep.equal(['1', '2', '3']);
    expect((after.calls[2]?.input as { files: unknown }).files).to.deep.equal([['assets', 'a.txt', 'asset']]);
    await after.stop();
  });

  it('gives a job whose process died to another process', async () => {
    const dataDir = folder();
    const first = await startHttp({ env: limits, dataDir, slots: 0 });
    const id = await submit(first, { tool: 'echo', input: { text: 'a' } });
    await first.deps.store.jobs.claim(
      'a process that dies',
      Date.now() + 300,
      Date.now(),
      new AppError('internal-error', 'Lost.').toPlain(),
    );
    const second = await startHttp({ env: limits, dataDir });
    expect(await jobOf(first, id)).to.include({ status: 'running', attempts: 1 });
    expect(await ended(first, id)).to.include({ status: 'succeeded', attempts: 2 });
    expect(second.calls).to.have.length(1);
    expect(await (await resultOf(first, id)).json()).to.deep.include({ input: { text: 'a' } });
    await Promise.all([first.stop(), second.stop()]);
  });

  it('never has a key in it, only who holds one', async () => {
    const dataDir = folder();
    const app = await startHttp({ env: limits, dataDir, slots: 0 });
    await submit(app, { tool: 'echo' });
    await app.stop();
    const database = new DatabaseSync(join(dataDir, 'colophon.db'), { readOnly: true });
    const rows = JSON.stringify(database.prepare('SELECT principal FROM jobs').all());
    database.close();
    expect(JSON.parse((JSON.parse(rows) as { principal: string }[])[0]?.principal ?? '')).to.deep.equal({
      kid: 'core',
      client: 'acme',
      tier: 'core',
      scope: null,
      rate: null,
    });
  });

  it('takes back at a stop what is not done within the grace, and does not count it', async () => {
    const dataDir = folder();
    const before = await startHttp({ env: { ...limits, SERVICE_GRACE: '100ms' }, dataDir });
    const id = await submit(before, { tool: 'sleep' });
    await jobWhen(before, id, ({ status }) => status === 'running');
    await before.stop();
    const after = await startHttp({ env: limits, dataDir, slots: 0 });
    expect(await jobOf(after, id)).to.include({ status: 'queued', attempts: 0 });
    await after.stop();
  });

  it('lets what runs end within the grace', async () => {
    const dataDir = folder();
    let finish: () => void = () => undefined;
    const tools = (calls: unknown[]) =>
      [
        {
          ...documentTools([])[0]!,
          name: 'slow',
          documents: undefined,
          input: () => ({ jsonSchema: {}, validate: () => ({}) }),
          run: async () => {
            calls.push(1);
            await new Promise<void>((resolve) => (finish = resolve));
            return { kind: 'report' as const, report: { slow: true } };
          },
        },
      ] as never;
    const before = await startHttp({ env: limits, dataDir, tools });
    const id = await submit(before, { tool: 'slow' });
    await until(() => before.calls.length === 1);
    const stopped = before.stop();
    setTimeout(() => finish(), 100);
    await stopped;
    const after = await startHttp({ env: limits, dataDir, slots: 0, tools });
    expect(await jobOf(after, id)).to.include({ status: 'succeeded', attempts: 1 });
    await after.stop();
  });
});

describe('A job that has its time', () => {
  it('is stopped when it takes too long, and has failed', async () => {
    const app = await startHttp({ env: { ...limits, SERVICE_JOB_TIMEOUT: '150ms' } });
    const { id, status, error } = await ended(app, await submit(app, { tool: 'sleep' }));
    expect([status, error.status, error.type.split('/').at(-1)]).to.deep.equal(['failed', 504, 'request-timeout']);
    expect(error.detail).to.contain('job');
    expect(app.calls[0]?.context.signal.aborted).to.equal(true);
    expect((await resultOf(app, id)).status).to.equal(504);
    await app.stop();
  });

  it('is 410 once its result has been kept for as long as was asked for', async () => {
    const app = await startHttp({ env: limits, config: { jobRetention: 200 } });
    const { id } = await ended(app, await submit(app, { tool: 'print' }));
    await new Promise((resolve) => setTimeout(resolve, 250));
    for (const sweep of [false, true]) {
      if (sweep) await app.deps.store.sweep(Date.now());
      for (const path of [id, `${id}/result`])
        expect(
          await problemOf(await app.fetch(`/api/v1/jobs/${path}`, { headers: { authorization } })),
          path,
        ).to.include({ slug: 'job-result-expired', status: 410 });
    }
    expect((await app.fetch(`/api/v1/jobs/${id}`, { method: 'DELETE', headers: { authorization } })).status).to.equal(
      204,
    );
    expect((await app.fetch(`/api/v1/jobs/${id}`, { headers: { authorization } })).status).to.equal(404);
    await app.stop();
  });
});
