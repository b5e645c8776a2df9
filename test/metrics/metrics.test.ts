import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import { examplePdf } from '../../src/editions/example-pdf.ts';
import { readExposition, valueOf, type Exposed } from '../support/exposition.ts';
import { startService, type OwnService } from '../support/service.ts';
import { postJson } from '../support/sessions.ts';

describe('The metrics', () => {
  let service: OwnService;
  let url: string;
  before(async function () {
    this.timeout(60_000);
    service = await startService({ SERVICE_METRICS_PORT: '0' });
    url = `http://127.0.0.1:${service.app.metricsPort}/metrics`;
  });
  after(() => service.stop());

  const scrape = async (): Promise<ReadonlyMap<string, Exposed>> => readExposition(await (await fetch(url)).text());
  /** What was added by `work`, once a request that has been answered has also ended. */
  async function added(
    name: string,
    labels: Record<string, string>,
    work: () => Promise<unknown>,
    by: number,
  ): Promise<void> {
    const before = valueOf(await scrape(), name, labels);
    await work();
    for (;;) {
      const now = valueOf(await scrape(), name, labels) - before;
      if (now === by) return;
      expect(now, name).to.be.below(by);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  const text = {
    operations: [{ op: 'add_text', text: 'One' }, { op: 'add_page_break' }, { op: 'add_text', text: 'Two' }],
  };
  const job = async (tool: string, input: unknown): Promise<void> => {
    const { id } = (await postJson(service, '/api/v1/jobs', { tool, input })).json() as { id: string };
    while ((await service.request('GET', `/api/v1/jobs/${id}`)).json().finishedAt === null)
      await new Promise((resolve) => setTimeout(resolve, 10));
  };

  it('are text for Prometheus, on a port of their own and nowhere else', async () => {
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    readExposition(await answer.text());
    expect([
      (await fetch(url, { method: 'HEAD' })).status,
      (await fetch(url, { method: 'POST' })).status,
      (await fetch(`${url}/more`)).status,
      (await fetch(`${url}?x=1`)).status,
    ]).to.deep.equal([200, 405, 404, 200]);
    expect((await service.request('GET', '/metrics')).status).to.equal(404);
    expect((await fetch(url.replace('/metrics', '/api/v1/capabilities'))).status).to.equal(404);
  });

  it('count requests by route, method and status, with what they took', async () => {
    const route = '/api/v1/render';
    await added(
      'colophon_http_requests_total',
      { route, method: 'POST', status: '200' },
      () => service.render(text),
      1,
    );
    await added('colophon_http_requests_total', { route, status: '400' }, () => service.render({}), 1);
    await added('colophon_http_requests_total', { route, status: '401' }, () => service.render({}, { key: null }), 1);
    await added('colophon_http_request_seconds_count', { route }, () => service.render(text), 1);
    await added(
      'colophon_http_requests_total',
      { route: '/api/v1/jobs/{id}', status: '404' },
      () => service.request('GET', '/api/v1/jobs/a-secret-of-a-client'),
      1,
    );
    await added(
      'colophon_http_requests_total',
      { route: 'none', status: '404' },
      () => service.request('GET', '/a-secret-of-a-client'),
      1,
    );
    await added('colophon_http_requests_total', { method: 'other' }, () => service.request('PROPFIND', route), 1);
    await added(
      'colophon_http_requests_total',
      { route, status: '499' },
      async () => {
        const gone = new AbortController();
        const sent = service
          .render(
            {
              document: { clock: 'real' },
              operations: [{ op: 'add_html', html: '<p>x</p><script>1</script>', waitFor: { delay: 2000 } }],
            },
            { signal: gone.signal },
          )
          .catch(() => null);
        while (valueOf(await scrape(), 'colophon_http_requests_open') === 0)
          await new Promise((resolve) => setTimeout(resolve, 5));
        gone.abort();
        await sent;
      },
      1,
    );
  });

  it('count stages, documents, pages and tasks', async () => {
    for (const stage of ['compose', 'print', 'finish', 'queue'])
      await added('colophon_stage_seconds_count', { stage }, () => service.render(text), 1);
    await added('colophon_rendered_documents_total', {}, () => service.render(text), 1);
    await added('colophon_rendered_pages_total', {}, () => service.render(text), 2);
    await added('colophon_rendered_documents_total', {}, () => service.render({ ...text, dryRun: true }), 0);
    await added(
      'colophon_thread_task_seconds_count',
      { lane: 'pages' },
      () => postJson(service, '/api/v1/merge', { documents: [{ data: examplePdf('a') }] }),
      1,
    );
  });

  it('tell what works and what waits', async () => {
    const html = { op: 'add_html', html: '<p>x</p><script>1</script>', waitFor: { delay: 1500 } };
    const busy = { document: { clock: 'real' }, operations: [html] };
    const requests = Array.from({ length: 4 }, () => service.render(busy));
    for (;;) {
      const now = await scrape();
      if (valueOf(now, 'colophon_workers', { state: 'busy' }) === 2 && valueOf(now, 'colophon_workers_waiting') === 2)
        break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(valueOf(await scrape(), 'colophon_http_requests_open')).to.equal(4);
    await Promise.all(requests);
    const idle = await scrape();
    expect(['busy', 'idle'].map((state) => valueOf(idle, 'colophon_workers', { state }))).to.deep.equal([0, 2]);
    expect([
      valueOf(idle, 'colophon_workers_waiting'),
      valueOf(idle, 'colophon_workers_ready'),
      valueOf(idle, 'colophon_thread_tasks'),
      valueOf(idle, 'colophon_document_requests'),
    ]).to.deep.equal([0, 1, 0, 0]);
  });

  it('count jobs by their ends, and attempts by tool', async () => {
    await added('colophon_jobs_ended_total', { end: 'succeeded' }, () => job('render', text), 1);
    await added(
      'colophon_jobs_ended_total',
      { end: 'failed' },
      () => job('merge', { documents: [{ data: Buffer.from('no PDF').toString('base64') }] }),
      1,
    );
    await added(
      'colophon_job_attempt_seconds_count',
      { tool: 'merge' },
      () => job('merge', { documents: [{ data: examplePdf('a') }] }),
      1,
    );
    await added(
      'colophon_stage_seconds_count',
      { stage: 'merge' },
      () => job('merge', { documents: [{ data: examplePdf('a') }] }),
      1,
    );
    expect(
      (await scrape()).get('colophon_jobs')?.samples.map(({ labels, value }) => [labels.status, value]),
    ).to.deep.equal([
      ['queued', 0],
      ['running', 0],
    ]);
  });

  it('tell of the process, its browsers and what runs', async () => {
    const now = await scrape();
    for (const name of [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'process_start_time_seconds',
      'nodejs_memory_bytes',
      'colophon_browser_starts_total',
    ])
      expect(valueOf(now, name), name).to.be.above(0);
    expect(now.get('nodejs_eventloop_lag_seconds')?.samples.map(({ labels }) => labels.of)).to.deep.equal([
      'mean',
      'p99',
      'max',
    ]);
    expect(now.get('colophon_build_info')?.samples[0])
      .to.deep.include({ value: 1 })
      .and.nested.include({ 'labels.role': 'all', 'labels.chromium': service.app.deployment.chromium });
  });

  it('have nothing in them that a client sent, or that names one', async () => {
    await service.render(
      { operations: [{ op: 'add_text', text: 'a-secret-of-a-client' }] },
      { headers: { 'x-request-id': 'a-secret-of-a-client' } },
    );
    const all = await (await fetch(url)).text();
    expect(all)
      .to.not.contain('a-secret-of-a-client')
      .and.not.match(/acme|beta|svc_live|PROPFIND/);
    expect(all.length).to.be.below(60_000);
  });
});

describe('A deployment without metrics', () => {
  it('listens on no other port, and one whose port is taken says so', async function () {
    this.timeout(60_000);
    const plain = await startService({ SERVICE_WORKER_COUNT: '1' });
    expect(plain.app.metricsPort).to.equal(null);
    await plain.stop();
    const busy = createServer().listen(0, '127.0.0.1');
    await once(busy, 'listening');
    const { port } = busy.address() as AddressInfo;
    const error = await startService({ SERVICE_WORKER_COUNT: '1', SERVICE_METRICS_PORT: String(port) }).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect((error as Error).message).to.contain(`SERVICE_METRICS_PORT: '${port}' can not be used: it is in use`);
    busy.close();
  });
});
