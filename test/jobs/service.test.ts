import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { edition as core } from '../../src/editions/core/index.ts';
import { edition as enterprise } from '../../src/editions/enterprise/index.ts';
import { edition as pro } from '../../src/editions/pro/index.ts';
import {
  startService,
  keys,
  pdfOf,
  type Answered,
  type Json,
  type OwnService,
  type Service,
} from '../support/service.ts';
import { textOf } from '../support/pdf.ts';
import { postgres } from '../support/postgres.ts';
import { pdfsig } from '../support/signatures.ts';

const heading = (text: string) => ({ operations: [{ op: 'add_heading', text }], output: { deterministic: true } });
/** A page whose script never lets go. */
const endless = { operations: [{ op: 'add_html', html: '<p>x</p><script>for (;;);</script>' }] };

/** What a client does with jobs. */
function client(service: Service, key: string = keys.core) {
  const post = (body: unknown, headers: Record<string, string> = {}): Promise<Answered> =>
    service.request('POST', '/api/v1/jobs', {
      key,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const get = async (id: string): Promise<Json> => (await service.request('GET', `/api/v1/jobs/${id}`, { key })).json();
  const when = async (id: string, condition: (job: Json) => boolean): Promise<Json> => {
    for (;;) {
      const job = await get(id);
      if (condition(job)) return job;
      if (job.finishedAt !== null) throw new Error(`the job has ended: ${JSON.stringify(job)}`);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  };
  return {
    post,
    get,
    when,
    async submit(tool: string, input: unknown): Promise<string> {
      const answer = await post({ tool, input });
      expect(answer.status, answer.body.toString()).to.equal(202);
      return answer.json().id as string;
    },
    ended: (id: string): Promise<Json> => when(id, ({ status }) => status === 'succeeded' || status === 'failed'),
    result: (id: string, headers: Record<string, string> = {}): Promise<Answered> =>
      service.request('GET', `/api/v1/jobs/${id}/result`, { key, headers }),
    remove: (id: string): Promise<Answered> => service.request('DELETE', `/api/v1/jobs/${id}`, { key }),
  };
}

describe('Jobs on the whole service', () => {
  let service: OwnService;
  let jobs: ReturnType<typeof client>;
  before(async () => {
    service = await startService({ SERVICE_APPROVAL_REQUIRED: 'none' }, { partSize: 30_000 });
    jobs = client(service);
  });
  after(() => service.stop());

  for (const { name, examples } of [core, pro, enterprise].flatMap(({ tools }) => tools)) {
    for (const [example, input] of Object.entries(examples)) {
      it(`answer as ${name} does: ${example}`, async () => {
        const body = name === 'render' ? { ...(input as object), output: { deterministic: true } } : input;
        const every = client(service, keys.enterprise);
        const { id, result } = await every.ended(await every.submit(name, body));
        const sync = await service.request('POST', `/api/v1/${name}`, {
          key: keys.enterprise,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        const answer = await every.result(id);
        expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([
          sync.status,
          sync.headers.get('content-type'),
        ]);
        for (const header of ['content-disposition', 'document-pages'])
          expect(answer.headers.get(header), header).to.equal(sync.headers.get(header));
        expect(result.bytes).to.equal(answer.body.byteLength);
        if (name === 'sign' || name === 'ai-certify')
          // no two signatures are alike
          expect((await pdfsig(answer.body)).map(({ valid, total }) => [valid, total])).to.deep.equal([[true, true]]);
        else if (!JSON.stringify(input).includes('"encrypt"'))
          // an encrypted document has a random key
          expect([answer.headers.get('content-digest'), answer.body.equals(sync.body)]).to.deep.equal([
            sync.headers.get('content-digest'),
            true,
          ]);
      });
    }
  }

  it('answer a plan of a dry run as JSON, whatever is accepted', async () => {
    const { id } = await jobs.ended(await jobs.submit('render', { ...heading('x'), dryRun: true }));
    const answer = await jobs.result(id, { accept: 'application/pdf' });
    expect(answer.headers.get('content-type')).to.equal('application/json');
    expect(answer.json()).to.have.property('steps');
  });

  it('hand documents on: rendered, merged, read', async () => {
    const rendered = await Promise.all(
      ['Bolt', 'Nut'].map(async (text) => jobs.ended(await jobs.submit('render', heading(text)))),
    );
    const merged = await jobs.ended(
      await jobs.submit('merge', { documents: rendered.map(({ id }) => ({ jobId: id })) }),
    );
    const read = await jobs.ended(await jobs.submit('extract-text', { document: { jobId: merged.id } }));
    const answer = await jobs.result(read.id, { accept: 'text/plain' });
    expect(
      answer.body
        .toString()
        .split('\f')
        .map((page) => page.trim()),
    ).to.deep.equal(['Bolt', 'Nut']);
    expect(await textOf(pdfOf(await jobs.result(merged.id)), 2)).to.contain('Nut');
  });

  it('take documents as files', async () => {
    const form = new FormData();
    form.set('request', JSON.stringify({ tool: 'extract-text' }));
    form.set('document', new Blob([new Uint8Array(pdfOf(await service.render(heading('Filed'))))]), 'a.pdf');
    const { id } = (await service.request('POST', '/api/v1/jobs', { body: form })).json();
    await jobs.ended(id);
    expect((await jobs.result(id)).json().pages[0].text.trim()).to.equal('Filed');
  });

  it('tell how many of their operations have been composed', async () => {
    const markdown = Array.from(
      { length: 60 },
      (_, part) =>
        `## Part ${part}\n\n${'Some *words* of a `text` with [a link](https://example.com). '.repeat(8)}\n\n| ` +
        `a | b |\n|---|---|\n| 1 | 2 |`,
    ).join('\n\n');
    const id = await jobs.submit('render', {
      operations: Array.from({ length: 200 }, () => ({ op: 'add_markdown', markdown })),
    });
    const { progress } = await jobs.when(id, ({ progress: { percent } }) => percent > 0);
    expect(progress.stage).to.equal('compose');
    expect(progress.percent).to.be.within(1, 24);
    await jobs.remove(id);
  });

  it('tell how many of their pages have been printed', async () => {
    const rows = Array.from({ length: 1200 }, (_, index) => [index, `Part ${index}`, index % 7, 'in stock', 'Hall 3']);
    const id = await jobs.submit('render', {
      operations: [{ op: 'add_table', columns: ['#', 'Article', 'Quantity', 'State', 'Place'], rows }],
    });
    const { progress } = await jobs.when(id, ({ progress: { stage, percent } }) => stage === 'print' && percent > 25);
    expect(progress.percent).to.be.within(26, 84);
    expect((await jobs.ended(id)).progress).to.deep.equal({ percent: 100, stage: null });
  });

  it('that are cancelled stop, and their page serves the next request', async () => {
    const running = await Promise.all([jobs.submit('render', endless), jobs.submit('render', endless)]);
    await jobs.when(running[0], ({ progress }) => progress.stage === 'print');
    expect((await jobs.remove(running[1])).status).to.equal(204); // it waits in the queue
    expect((await jobs.remove(running[0])).status).to.equal(204);
    expect((await jobs.remove(running[0])).status).to.equal(404);
    const next = await jobs.ended(await jobs.submit('render', heading('Next')));
    expect(next.status).to.equal('succeeded');
    pdfOf(await service.render(heading('And the next')));
  });

  it('leave a worker to requests', async () => {
    const busy = await Promise.all([
      jobs.submit('render', endless),
      jobs.submit('render', endless),
      jobs.submit('render', endless),
    ]);
    await jobs.when(busy[0], ({ status }) => status === 'running');
    pdfOf(await service.render(heading('Meanwhile')));
    expect((await Promise.all(busy.map(jobs.get))).map(({ status }) => status)).to.deep.equal([
      'running',
      'queued',
      'queued',
    ]);
    for (const id of busy.reverse()) await jobs.remove(id);
  });

  it('fail with the problem that a request would have got', async () => {
    const body = { operations: [{ op: 'add_template', source: '{{#each' }] };
    const { id, error } = await jobs.ended(await jobs.submit('render', body));
    const sync = (await service.render(body)).json();
    expect({ ...error, instance: '' }).to.deep.equal({ ...sync, instance: '' });
    expect((await jobs.result(id)).status).to.equal(sync.status);
  });

  it('leave no warning in the log', () => {
    expect(service.warnings).to.deep.equal([]);
  });
});

interface Shared {
  readonly settings: Record<string, string>;
  remove(): Promise<void>;
}

/** What two processes share, by driver. */
const drivers: Record<string, (folder: string) => Promise<Shared>> = {
  'a folder': (folder) =>
    Promise.resolve({ settings: { SERVICE_DATA_DIR: join(folder, 'data') }, remove: () => Promise.resolve() }),
  async PostgreSQL(folder) {
    const database = await (await postgres()).database();
    return {
      settings: { SERVICE_DATABASE_URL: database.url, SERVICE_BLOB_DIR: join(folder, 'blobs') },
      remove: () => database.remove(),
    };
  },
};

for (const [name, open] of Object.entries(drivers)) {
  describe(`Processes that share ${name}`, () => {
    let folder: string;
    let shared: Shared;
    let api: OwnService;
    let worker: Promise<OwnService> | undefined;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'colophon-shared-'));
      shared = await open(folder);
      api = await start({ SERVICE_ROLE: 'api' });
    });
    after(async () => {
      await Promise.all([api.stop(), worker?.then((started) => started.stop())]);
      await shared.remove();
      await rm(folder, { recursive: true, force: true });
    });

    const start = (settings: Record<string, string>) =>
      startService({ SERVICE_WORKER_COUNT: '1', ...shared.settings, ...settings });
    /** From here on somebody works. */
    const startedWorker = () => (worker ??= start({ SERVICE_ROLE: 'worker', SERVICE_API_KEYS: '' }));

    it('divide the work by their roles', async () => {
      const jobs = client(api);
      const id = await jobs.submit('render', heading('Divided'));
      pdfOf(await api.render(heading('Served at once')));
      expect(await jobs.get(id)).to.include({ status: 'queued' });
      const worker = await startedWorker();
      expect(await jobs.ended(id)).to.include({ status: 'succeeded' });
      expect(await textOf(pdfOf(await jobs.result(id)))).to.contain('Divided');
      while ((await worker.request('GET', '/readyz', { key: null })).status !== 200)
        await new Promise((resolve) => setTimeout(resolve, 50));
      expect((await worker.request('GET', '/healthz', { key: null })).status).to.equal(200);
      expect((await worker.request('POST', '/api/v1/render')).status).to.equal(401);
    });

    it('stop what is deleted through another', async () => {
      await startedWorker();
      const jobs = client(api);
      const id = await jobs.submit('render', endless);
      await jobs.when(id, ({ progress }) => progress.stage === 'print');
      expect((await jobs.remove(id)).status).to.equal(204);
      expect(await jobs.ended(await jobs.submit('render', heading('Next')))).to.include({ status: 'succeeded' });
    });
  });
}

describe('Jobs on PostgreSQL that goes away', () => {
  it('end all the same, and the answers in between say that it is away', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'colophon-shared-'));
    const server = await postgres();
    const database = await server.database();
    const service = await startService({ SERVICE_DATABASE_URL: database.url, SERVICE_BLOB_DIR: folder });
    const jobs = client(service);
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, index) => jobs.submit('render', heading(`Page ${index}`))),
    );
    await server.stop('immediate');
    const away = await service.request('GET', `/api/v1/jobs/${ids[0]!}`);
    expect([away.status, away.headers.has('retry-after')]).to.deep.equal([503, true]);
    expect((await service.request('GET', '/readyz', { key: null })).status).to.equal(503);
    await server.start();
    while ((await service.request('GET', `/api/v1/jobs/${ids[0]!}`)).status !== 200)
      await new Promise((resolve) => setTimeout(resolve, 50));
    for (const [index, id] of ids.entries()) {
      expect(await jobs.ended(id)).to.include({ status: 'succeeded' });
      expect(await textOf(pdfOf(await jobs.result(id)))).to.contain(`Page ${index}`);
    }
    await service.stop();
    await database.remove();
    await rm(folder, { recursive: true });
  });
});
