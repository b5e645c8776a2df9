import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createPipe } from '../../../src/calls/pipe/pipe.ts';
import type { Tool } from '../../../src/editions/edition.ts';
import { AppError } from '../../../src/problems.ts';
import { approversFile, askedBy, signed, type ApproversFile } from '../../support/approvals.ts';
import { documentTools } from '../../support/document-tools.ts';
import {
  bearer,
  entries,
  fixtureTool,
  problemOf,
  secret,
  startHttp,
  until,
  untilAborted,
  type Built,
  type Calls,
} from '../../support/http.ts';
import { ended, jobOf, resultOf, submit } from '../../support/jobs.ts';

const path = '/api/v1/pipe';
const env = { SERVICE_RATE_LIMIT_CORE: '100000', SERVICE_RATE_LIMIT_PRO: '100000', SERVICE_RATE_LIMIT_IP: '100000' };
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const data = { data: base64('%PDF given') };
const printed = { tool: 'print', input: { text: 'a' } };
const joined = (...documents: readonly object[]) => ({ tool: 'join', input: { documents } });
const looked = (step: number) => ({ tool: 'look', input: { document: { step } } });

/** Tools that make documents, use them, report, wait and hold keys, and the pipe of all of them. */
function tools(calls: Calls): Tool[] {
  const print = fixtureTool(
    {
      name: 'print',
      produces: 'document',
      run: ({ text }) =>
        Promise.resolve({
          kind: 'document',
          pdf: Buffer.from(`%PDF ${String(text)}`),
          pages: 2,
          filename: 'bericht.pdf',
          report: { warnings: [{ code: 'one', message: 'One.' }] },
        }),
    },
    calls,
  );
  const echo = fixtureTool(
    { name: 'echo', run: (input) => Promise.resolve({ kind: 'report', report: { input } }) },
    calls,
  );
  const fail = fixtureTool(
    { name: 'fail', run: ({ failWith }) => Promise.reject(new AppError(failWith as 'invalid-pdf', 'So it is.')) },
    calls,
  );
  const wait = fixtureTool({ name: 'wait', run: (_input, context) => untilAborted(context) }, calls);
  const sign: Tool = { ...print, name: 'sign', tier: 'pro', secrets: true };
  const all = [print, echo, fail, wait, sign, ...documentTools(calls)];
  return [...all, createPipe(all)];
}

describe('A pipe', () => {
  let app: Built;
  before(async () => {
    const scoped = `svc_live_joiner_${secret}:joiner:pro:scope=print+join`;
    app = await startHttp({
      env: { ...env, SERVICE_WORKER_COUNT: '2', SERVICE_API_KEYS: [...entries, scoped].join(' ') },
      tools,
    });
  });
  after(() => app.stop());
  const post = (steps: readonly unknown[], headers: Record<string, string> = {}): Promise<Response> =>
    app.post(path, { steps }, headers);
  const calledSince = (start: number): unknown[] => app.calls.slice(start).map(({ input }) => input);

  it('gives the document of a step to later ones, without a copy to anybody else', async () => {
    const response = await post([printed, joined({ step: 0, title: 'A' }, data), looked(1)]);
    const { document, reports } = (await response.json()) as { document: { size: number }; reports: unknown[] };
    expect(document.size).to.equal('%PDF a%PDF given'.length);
    expect(reports).to.have.length(3);
    expect((reports[1] as { documents: object[] }).documents[0]).to.include({ title: 'A', size: 6 });
    expect(JSON.stringify(reports)).to.not.contain(base64('%PDF a%PDF given'));
  });

  it('counts the warnings of all steps', async () => {
    const response = await post([printed, printed, joined({ step: 0 }, { step: 1 })]);
    expect(await response.text()).to.equal('%PDF a%PDF a');
    expect(response.headers.get('document-warnings')).to.equal('2');
  });

  it('names its result after the documents of its steps', async () => {
    const response = await post([printed, looked(0)], { accept: 'text/plain' });
    expect(response.headers.get('content-disposition')).to.contain('bericht.txt');
  });

  it('answers only as the last tool does', async () => {
    const problem = await problemOf(await post([printed, looked(0)], { accept: 'application/pdf' }));
    expect(problem).to.include({ slug: 'not-acceptable' });
    const zip = await post([printed, { tool: 'cut', input: { document: { step: 0 } } }]);
    expect(zip.headers.get('content-type')).to.equal('application/zip');
  });

  const misuses: readonly [what: string, steps: readonly unknown[], pointer: string, words: RegExp][] = [
    ['itself', [printed, joined(data, { step: 1 })], '/steps/1/input/documents/1/step', /itself/],
    ['a later step', [joined({ step: 1 }), printed], '/steps/0/input/documents/0/step', /later/],
    ['no step', [printed, looked(7)], '/steps/1/input/document/step', /last step is 1/],
    ['a negative step', [printed, looked(-1)], '/steps/1/input/document/step', /count from 0/],
    ['half a step', [printed, looked(0.5)], '/steps/1/input/document/step', /count from 0/],
    [
      'a name',
      [printed, { tool: 'look', input: { document: { step: '0' } } }],
      '/steps/1/input/document/step',
      /number of an earlier step/,
    ],
    ['a report', [{ tool: 'echo', input: {} }, looked(0)], '/steps/1/input/document/step', /no document/],
    [
      'several documents',
      [{ tool: 'cut', input: { document: data } }, looked(0)],
      '/steps/1/input/document/step',
      /several documents/,
    ],
    [
      'a step and a document',
      [printed, joined({ step: 0, ...data })],
      '/steps/1/input/documents/0/step',
      /exactly one/,
    ],
    ['a step among other fields', [printed, { tool: 'print', input: { step: 0 } }], '/steps/1/input/step', /step/],
    ['a tool that is not there', [printed, { tool: 'prnt', input: {} }], '/steps/1/tool', /did you mean `print`/],
    ['a pipe', [printed, { tool: 'pipe', input: { steps: [printed, printed] } }], '/steps/1/tool', /must be one of/],
    ['a tool without a name', [printed, {}], '/steps/1/tool', /required/],
    ['an unknown field', [printed, { ...printed, of: 0 }], '/steps/1/of', /of/],
    ['an input that is none', [printed, { tool: 'print', input: [] }], '/steps/1/input', /object/],
    ['a step that is none', [printed, null], '/steps/1', /object/],
    ['one step', [printed], '/steps', /at least 2/],
    ['21 steps', Array.from({ length: 21 }, () => printed), '/steps', /20/],
  ];
  for (const [what, steps, pointer, words] of misuses)
    it(`refuses a reference or a step that is ${what}, and runs nothing`, async () => {
      const start = app.calls.length;
      const problem = await problemOf(await post(steps));
      expect(problem.status).to.equal(400);
      expect(problem.errors?.map((error) => error.pointer)).to.deep.equal([pointer]);
      expect(problem.errors?.[0]?.message).to.match(words);
      expect(app.calls.length).to.equal(start);
    });

  it('refuses bodies that are no pipe', async () => {
    for (const body of [{}, [], null, '"a"', { steps: {} }, { steps: [printed, printed], more: 1 }])
      expect(await problemOf(await app.post(path, body))).to.include({ slug: 'invalid-request' });
  });

  it('takes 20 steps, of which each uses the one before', async () => {
    const steps = Array.from({ length: 20 }, (_, index) => (index === 0 ? printed : joined({ step: index - 1 }, data)));
    expect(await (await post(steps)).text()).to.equal(`%PDF a${'%PDF given'.repeat(19)}`);
  });

  it('does not grow without end', async () => {
    const many = Array.from({ length: 1000 }, () => 0);
    const steps = [printed, ...[0, 1, 2].map((step) => joined(...many.map(() => ({ step }))))];
    const problem = await problemOf(await post(steps));
    expect(problem).to.include({ slug: 'limit-exceeded', step: 3 });
  });

  it('needs the scopes of its steps, and none of its own', async () => {
    const authorization = bearer('joiner');
    expect((await post([printed, joined({ step: 0 })], { authorization })).status).to.equal(200);
    const problem = await problemOf(await post([printed, { tool: 'echo', input: { wrong: 1 } }], { authorization }));
    expect(problem).to.include({ slug: 'capability-denied', step: 1 });
    const narrow = await problemOf(await post([printed, joined({ step: 0 })], { authorization: bearer('narrow') }));
    expect(narrow).to.include({ slug: 'capability-denied', step: 0 });
  });

  it('runs once for equal idempotency keys, and replays its problem with the step', async () => {
    const start = app.calls.length;
    const headers = { 'idempotency-key': 'pipe-1' };
    const [first, again] = [
      await post([printed, joined({ step: 0 })], headers),
      await post([printed, joined({ step: 0 })], headers),
    ];
    expect([await first.text(), again.headers.get('idempotency-replayed')]).to.deep.equal([await again.text(), 'true']);
    expect(app.calls.length).to.equal(start + 1);
    const other = await problemOf(await post([printed, joined({ step: 0 }, data)], headers));
    expect(other).to.include({ slug: 'idempotency-conflict' });
    const failing = [printed, { tool: 'fail', input: { failWith: 'invalid-pdf' } }];
    const failed = () => post(failing, { 'idempotency-key': 'pipe-2' });
    expect(await problemOf(await failed())).to.include({ slug: 'invalid-pdf', step: 1 });
    const replayed = await failed();
    expect(replayed.headers.get('idempotency-replayed')).to.equal('true');
    expect(await problemOf(replayed)).to.include({ slug: 'invalid-pdf', step: 1 });
    expect(app.calls.length).to.equal(start + 3);
  });

  it('takes its documents as files, in the order of the steps that name none', async () => {
    const form = new FormData();
    for (const name of ['one', 'two', 'three']) form.append('documents', new Blob([`%PDF ${name} `]), `${name}.pdf`);
    const steps = [joined({}, data, { pages: '1' }), { tool: 'join', input: { documents: [{ step: 0 }, {}] } }];
    form.set('request', JSON.stringify({ steps }));
    const response = await app.fetch(path, { method: 'POST', headers: { authorization: bearer() }, body: form });
    expect(await response.text()).to.equal('%PDF one %PDF given%PDF two %PDF three ');
  });

  it('refuses files that belong to no step', async () => {
    const form = new FormData();
    for (const name of ['one', 'two']) form.append('documents', new Blob([`%PDF ${name} `]), `${name}.pdf`);
    form.set('request', JSON.stringify({ steps: [{ tool: 'look' }, printed] }));
    const send = () => app.fetch(path, { method: 'POST', headers: { authorization: bearer() }, body: form });
    const problem = await problemOf(await send());
    expect(problem.errors?.map(({ message }) => message).join()).to.match(/1 of 2 files/);
    form.delete('documents');
    form.append('assets', new Blob(['a']), 'a.png');
    expect(await problemOf(await send())).to.include({ slug: 'invalid-multipart' });
  });

  it('stops with its client, and lets the next one in', async () => {
    const start = app.calls.length;
    const gone = new AbortController();
    const steps = [joined(data), { tool: 'wait', input: {} }, printed];
    const request = fetch(app.url + path, {
      method: 'POST',
      headers: { authorization: bearer(), 'content-type': 'application/json' },
      body: JSON.stringify({ steps }),
      signal: gone.signal,
    }).catch(() => null);
    await until(() => app.calls.length === start + 1);
    gone.abort();
    await request;
    await until(() => app.calls.at(-1)?.context.signal.aborted === true);
    // the client has one place, which the pipe has given back
    expect((await post([printed, joined({ step: 0 })])).status).to.equal(200);
    expect(calledSince(start)).to.have.length(2);
  });

  it('has a place of its own for each pipe, however many wait', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const response = await post([{ tool: 'print', input: { text: String(index) } }, joined({ step: 0 }, data)]);
        return response.text();
      }),
    );
    expect(answers).to.deep.equal(answers.map((_, index) => `%PDF ${index}%PDF given`));
  });

  it('runs as a job, whose request holds keys only where a step does', async () => {
    const id = await submit(app, { tool: 'pipe', input: { steps: [printed, joined({ step: 0 }, data)] } });
    expect(await ended(app, id)).to.deep.include({ status: 'succeeded', progress: { percent: 100, stage: null } });
    expect(await (await resultOf(app, id)).text()).to.equal('%PDF a%PDF given');
    const failing = [printed, { tool: 'fail', input: { failWith: 'invalid-pdf' } }];
    const failed = await ended(app, await submit(app, { tool: 'pipe', input: { steps: failing } }));
    expect(failed.error).to.include({ status: 422, step: 1 });
    const wrong = await app.post('/api/v1/jobs', { tool: 'pipe', input: { steps: [printed, looked(2)] } });
    expect((await problemOf(wrong)).errors?.[0]?.pointer).to.equal('/input/steps/1/input/document/step');
  });
});

describe('A pipe as a job', () => {
  it('survives the end of its process, unless it holds keys', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'colophon-pipe-'));
    const pro = { authorization: bearer('pro') };
    const first = await startHttp({ env, tools, dataDir, slots: 0 });
    const submitted = async (steps: readonly unknown[]): Promise<string> => {
      const response = await first.post('/api/v1/jobs', { tool: 'pipe', input: { steps } }, pro);
      return ((await response.json()) as { id: string }).id;
    };
    const plain = await submitted([printed, joined({ step: 0 }, data)]);
    const sealed = await submitted([{ tool: 'sign', input: { text: 'my key' } }, joined({ step: 0 })]);
    await first.stop();
    const second = await startHttp({ env, tools, dataDir });
    const finished = async (id: string): Promise<{ status: string; error: { detail: string } | null }> => {
      for (;;) {
        const job = await jobOf(second, id, 'pro');
        if (job.finishedAt !== null) return job;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };
    expect(await finished(plain)).to.include({ status: 'succeeded' });
    expect((await finished(sealed)).error?.detail).to.contain('restarted');
    await second.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('runs in another process only without keys', async () => {
    const app = await startHttp({ env, tools, sealed: false });
    const send = (steps: readonly unknown[]) =>
      app.post('/api/v1/jobs', { tool: 'pipe', input: { steps } }, { authorization: bearer('pro') });
    expect((await send([printed, joined({ step: 0 })])).status).to.equal(202);
    const problem = await problemOf(await send([{ tool: 'sign', input: {} }, joined({ step: 0 })]));
    expect(problem.errors?.[0]?.pointer).to.equal('/tool');
    await app.stop();
  });
});

describe('A pipe whose steps need an approval', () => {
  let approvers: ApproversFile;
  let app: Built;
  before(async () => {
    approvers = approversFile();
    app = await startHttp({
      env: { ...env, SERVICE_APPROVAL_REQUIRED: 'join', SERVICE_APPROVERS_FILE: approvers.path },
      tools,
    });
  });
  after(async () => {
    await app.stop();
    approvers.remove();
  });

  const steps = (text = 'a', words = 'b') => [
    { tool: 'print', input: { text } },
    { tool: 'print', input: { text: words } },
    joined({ step: 0 }, data),
    joined({ step: 2 }),
  ];
  const ask = async (all: readonly unknown[]) => askedBy(await app.post(path, { steps: all }));
  const post = async (all: readonly unknown[], claims: object): Promise<Response> =>
    app.post(path, { steps: all }, { approval: await signed(approvers.privateJwk, { ...claims }) });

  it('needs one for all of them, and for the steps whose documents they use', async () => {
    const start = app.calls.length;
    const asked = await ask(steps());
    expect(asked).to.deep.include({ tool: 'pipe', steps: [0, 2, 3] });
    expect(app.calls.length).to.equal(start);
    expect((await ask(steps('a', 'other'))).digest).to.equal(asked.digest);
    expect((await ask(steps('other'))).digest).to.not.equal(asked.digest);
    const { tool, digest } = asked;
    expect(await problemOf(await post(steps('other'), { tool, digest }))).to.include({ slug: 'approval-invalid' });
    expect(await (await post(steps(), { tool, digest })).text()).to.equal('%PDF a%PDF given');
  });

  it('needs none where no step needs one', async () => {
    expect((await app.post(path, { steps: [printed, looked(0)] })).status).to.equal(200);
  });

  it('is refused after the mistakes of its steps', async () => {
    expect(await problemOf(await app.post(path, { steps: [printed, joined({ step: 4 })] }))).to.include({
      status: 400,
    });
  });

  it('is approved at its submission as a job', async () => {
    const body = { tool: 'pipe', input: { steps: steps() } };
    const { tool, digest } = await askedBy(await app.post('/api/v1/jobs', body));
    expect(digest).to.equal((await ask(steps())).digest);
    const approval = await signed(approvers.privateJwk, { tool, digest });
    const job = (await (await app.post('/api/v1/jobs', body, { approval })).json()) as { id: string };
    expect(await ended(app, job.id)).to.include({ status: 'succeeded' });
    expect(await problemOf(await app.post('/api/v1/jobs', body, { approval }))).to.include({
      slug: 'approval-invalid',
    });
  });
});
