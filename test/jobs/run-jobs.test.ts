import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { BrowserGone } from '../../src/browser/launch/browser-gone.ts';
import type { Context } from '../../src/context.ts';
import { newJobId } from '../../src/jobs/job-id.ts';
import { runJobs, type Runner, type RunnerOptions } from '../../src/jobs/run-jobs.ts';
import type { Work } from '../../src/jobs/run.ts';
import { toStored } from '../../src/jobs/stored-principal.ts';
import { createLog } from '../../src/log.ts';
import { ProcessGone } from '../../src/threads/process-end.ts';
import { AppError } from '../../src/problems.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts';
import type { Job, JobOutcome, JobStore } from '../../src/store/facets/jobs.ts';
import type { Store } from '../../src/store/store.ts';
import { until } from '../support/http.ts';

const principal = { kid: 'k', client: 'acme', tier: 'pro', scope: new Set(['render']), rate: null } as const;
const outcome: JobOutcome = {
  contentType: 'application/json',
  bytes: 2,
  sha256: 'a'.repeat(64),
  parts: [],
  about: Buffer.from('{}'),
};
const lost = new AppError('internal-error', 'Lost.').toPlain();

describe('The jobs of a process', () => {
  let folder: string;
  let store: Store;
  let runners: Runner[];
  let lines: { level: number; msg: string; err?: { message: string } }[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'colophon-run-'));
    store = openSqliteStore(join(folder, 'colophon.db'));
    runners = [];
    lines = [];
  });
  afterEach(async () => {
    await Promise.all(runners.map((runner) => runner.stop(0)));
    await store.close();
    rmSync(folder, { recursive: true });
  });

  function start(work: Work, options: Partial<RunnerOptions> = {}): Runner {
    const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
    const runner = runJobs({ store: store.jobs, work, slots: 1, lease: 400, timeout: 60_000, log, ...options });
    runners.push(runner);
    return runner;
  }
  async function submit(): Promise<string> {
    const id = newJobId();
    await store.jobs.submit(
      {
        id,
        client: 'acme',
        tool: 'render',
        principal: toStored(principal),
        request: Buffer.from('{}'),
        files: [],
        retain: 60_000,
        createdAt: Date.now(),
      },
      100,
    );
    return id;
  }
  async function jobWhen(id: string, condition: (job: Job) => boolean): Promise<Job> {
    for (;;) {
      const job = await store.jobs.find('acme', id, Date.now());
      if (job && condition(job)) return job;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  const ended = (id: string): Promise<Job> =>
    jobWhen(id, ({ status }) => status === 'succeeded' || status === 'failed');
  const warnings = (): string[] => lines.filter(({ level }) => level >= 40).map(({ msg }) => msg);

  /** Work that goes on until it is let go, or aborted. */
  function held(): { work: Work; contexts: Context[]; release: () => void } {
    const contexts: Context[] = [];
    const releases: (() => void)[] = [];
    const work: Work = (_job, context) =>
      new Promise((resolve, reject) => {
        contexts.push(context);
        releases.push(() => resolve(outcome));
        context.signal.addEventListener('abort', () => reject(new Error('stopped')));
      });
    return { work, contexts, release: () => releases.splice(0).forEach((let_go) => let_go()) };
  }

  /** The store as this process sees it, with some calls of its own. */
  const seen = (own: Partial<JobStore>): JobStore => ({ ...store.jobs, ...own });

  it('run for who submitted them, as many at once as there are slots', async () => {
    const { work, contexts, release } = held();
    start(work, { slots: 2 });
    const ids = [await submit(), await submit(), await submit()];
    await until(() => contexts.length === 2);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await store.jobs.count()).to.deep.equal({ queued: 1, running: 2 });
    expect(contexts[0]?.principal).to.deep.equal(principal);
    expect(contexts.map(({ requestId }) => requestId)).to.deep.equal(ids.slice(0, 2));
    release();
    await until(() => contexts.length === 3);
    release();
    for (const id of ids) expect((await ended(id)).status).to.equal('succeeded');
    expect(warnings()).to.deep.equal([]);
  });

  it('tell how far they are, and never less than before', async () => {
    const { work, contexts, release } = held();
    start(work, { lease: 200 });
    const id = await submit();
    await until(() => contexts.length === 1);
    const { stages } = contexts[0]!;
    void stages.run('compose', () => undefined);
    stages.progress('print', 1, 2);
    expect(await jobWhen(id, ({ percent }) => percent > 0)).to.include({ percent: 55, stage: 'print' });
    void stages.run('compose', () => undefined);
    void stages.run('something else', () => undefined);
    expect(await jobWhen(id, ({ stage }) => stage === 'something else')).to.include({ percent: 55 });
    stages.progress('finish', 5, 1);
    await jobWhen(id, ({ percent }) => percent === 99);
    release();
    expect((await ended(id)).percent).to.equal(100);
  });

  it('keep their claims for as long as they run', async () => {
    const { work, contexts, release } = held();
    start(work, { lease: 1000 });
    start(work, { lease: 1000 });
    const id = await submit();
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(contexts).to.have.length(1);
    release();
    expect((await ended(id)).attempts).to.equal(1);
  });

  it('are taken over when their process has died, and have failed after two', async () => {
    const id = await submit();
    for (const attempt of [1, 2]) {
      const claimed = await store.jobs.claim('dead', Date.now() + 30, Date.now(), lost);
      expect(claimed?.id, String(attempt)).to.equal(id);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    const again = await submit();
    // the first has failed by now, so this is the other
    await store.jobs.claim('dead', Date.now() + 30, Date.now(), lost);
    start(() => Promise.resolve(outcome));
    expect(await ended(again)).to.include({ status: 'succeeded', attempts: 2 });
    const job = await ended(id);
    expect(job).to.include({ status: 'failed', attempts: 2 });
    expect(job.problem?.slug).to.equal('internal-error');
  });

  it('come to nothing where the claim was lost: the other one counts', async () => {
    const first = held();
    start(first.work, { lease: 100, store: seen({ renew: () => Promise.reject(new AppError('not-ready', 'Away.')) }) });
    const id = await submit();
    await until(() => first.contexts.length === 1);
    runners[0]?.stop(60_000).catch(() => undefined); // it claims no more
    start(() => Promise.resolve({ ...outcome, bytes: 7 }));
    expect((await ended(id)).outcome?.bytes).to.equal(7);
    first.release();
    await until(() => lines.some((line) => 'ended' in line && line.ended === 'lost'));
    expect(await ended(id))
      .to.include({ attempts: 2 })
      .and.have.nested.property('outcome.bytes', 7);
  });

  it('stop when they are deleted by another process', async () => {
    const { work, contexts } = held();
    start(work);
    const id = await submit();
    await until(() => contexts.length === 1);
    await store.jobs.remove('acme', id, Date.now());
    await until(() => contexts[0]!.signal.aborted);
    expect(await store.jobs.find('acme', id, Date.now())).to.equal(null);
    expect(warnings()).to.deep.equal([]);
  });

  it('have failed where the content is to blame, and are not tried again', async () => {
    let count = 0;
    start(() =>
      Promise.reject(
        ++count > 0
          ? new AppError('invalid-pdf', 'No.', { errors: [{ pointer: '/document', message: 'no' }] })
          : new Error(),
      ),
    );
    const job = await ended(await submit());
    expect(job.problem).to.deep.include({ slug: 'invalid-pdf', errors: [{ pointer: '/document', message: 'no' }] });
    expect([job.status, job.attempts, count]).to.deep.equal(['failed', 1, 1]);
  });

  it('have failed where nobody knows why, and the log does', async () => {
    start(() => Promise.reject(new TypeError('x is not a function')));
    const job = await ended(await submit());
    expect(job.problem?.slug).to.equal('internal-error');
    expect(JSON.stringify(job.problem)).to.not.contain('x is not');
    expect(lines.some(({ err }) => err?.message === 'x is not a function')).to.equal(true);
  });

  it('are tried again when the browser ended under them, three times', async () => {
    let count = 0;
    start(() =>
      Promise.reject(
        ++count > 0 ? new AppError('overloaded', 'Gone.', { cause: new BrowserGone('gone') }) : new Error(),
      ),
    );
    const job = await ended(await submit());
    expect([job.status, job.attempts, count, job.problem?.slug]).to.deep.equal(['failed', 3, 3, 'render-failed']);
  });

  it('are tried again when their process for documents was killed, three times', async () => {
    let count = 0;
    start(() => {
      count += 1;
      return Promise.reject(new AppError('overloaded', 'Gone.', { cause: new ProcessGone('gone') }));
    });
    const job = await ended(await submit());
    expect([job.status, job.attempts, count, job.problem?.slug]).to.deep.equal(['failed', 3, 3, 'limit-exceeded']);
  });

  it('wait without being counted while the service is overloaded', async () => {
    let count = 0;
    start(() => (++count < 3 ? Promise.reject(new AppError('overloaded', 'Full.')) : Promise.resolve(outcome)));
    expect(await ended(await submit())).to.include({ status: 'succeeded', attempts: 1 });
    expect(count).to.equal(3);
  });

  it('keep what they came to until the store can be reached again', async () => {
    let away = 3;
    const unlessAway = async <T>(call: () => Promise<T>): Promise<T> => {
      if (away-- > 0) throw new AppError('not-ready', 'Away.');
      return call();
    };
    const succeed: JobStore['succeed'] = (...args) => unlessAway(() => store.jobs.succeed(...args));
    start(() => Promise.resolve(outcome), { store: seen({ succeed }) });
    expect((await ended(await submit())).status).to.equal('succeeded');
    expect(away).to.equal(-1);
  });

  it('are claimed again once the store is back, and the log says it once', async () => {
    let away = true;
    let asked = 0;
    const claim: JobStore['claim'] = (...args) => (
      asked++,
      away ? Promise.reject(new AppError('not-ready', 'Away.')) : store.jobs.claim(...args)
    );
    start(() => Promise.resolve(outcome), { store: seen({ claim }) });
    const id = await submit();
    await until(() => asked === 3);
    away = false;
    expect((await ended(id)).status).to.equal('succeeded');
    expect(warnings()).to.deep.equal(['jobs can not be claimed']);
  });

  it('are stopped when they take too long', async () => {
    const { work, contexts } = held();
    start(work, { timeout: 50 });
    const job = await ended(await submit());
    expect([job.status, job.problem?.slug, contexts[0]?.signal.aborted]).to.deep.equal([
      'failed',
      'request-timeout',
      true,
    ]);
  });

  it('are given back uncounted at a stop, to run elsewhere', async () => {
    const { work, contexts } = held();
    const runner = start(work);
    const id = await submit();
    await until(() => contexts.length === 1);
    await runner.stop(20);
    expect(contexts[0]?.signal.aborted).to.equal(true);
    expect(await store.jobs.find('acme', id, Date.now())).to.include({ status: 'queued', attempts: 0 });
    start(() => Promise.resolve(outcome));
    expect(await ended(id)).to.include({ status: 'succeeded', attempts: 1 });
  });
});
