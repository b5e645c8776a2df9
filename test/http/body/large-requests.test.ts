import { expect } from 'chai';
import { until } from '../../support/http.ts';
import { type Answered, keys, pdfOf, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';
import { examplePdf } from '../../../src/editions/example-pdf.ts';

const json = { 'content-type': 'application/json' };
const manyKeys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 1]));
const rows = Array.from({ length: 2000 }, (_, index) => [index, 'Bolt', 4.5]);
const table = { op: 'add_table', columns: ['Number', 'Item', 'Price'], rows };

describe('A request with many values', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  const post = (
    path: string,
    body: unknown,
    options: { readonly key?: string; readonly headers?: Record<string, string> } = {},
  ): Promise<Answered> =>
    service.request('POST', `/api/v1/${path}`, {
      ...options,
      headers: { ...json, ...options.headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const text = async (pdf: Buffer): Promise<string> =>
    (await post('extract-text', { document: { data: pdf.toString('base64') } }))
      .json()
      .pages.map((page: { text: string }) => page.text)
      .join('\n') as string;

  it('is rendered as any other, where its values stand in an operation and in one inside of it', async () => {
    const inside = {
      op: 'add_columns',
      columns: [
        [{ op: 'add_list', items: Array.from({ length: 1200 }, (_, index) => `entry ${index}`) }],
        [{ op: 'add_text', text: 'beside' }],
      ],
    };
    const filled = {
      op: 'add_template',
      source: '{{#each lines}}<p>line {{this.a}}</p>{{/each}}',
      data: { lines: Array.from({ length: 700 }, (_, index) => ({ a: index })) },
    };
    const shown = await text(pdfOf(await post('render', { operations: [table, inside, filled] })));
    for (const part of ['1999\tBolt\t4.5', 'entry 1199', 'beside', 'line 699']) expect(shown).to.contain(part);
  });

  it('is planned without a print', async () => {
    const { steps } = (
      await post('render', { operations: [table], dryRun: true }, { headers: { accept: 'application/pdf' } })
    ).json();
    expect(steps).to.deep.equal([{ op: 'add_table', tier: 'core' }]);
  });

  it('has its mistakes told with pointers, each in its place', async () => {
    const wrong = await post('render', {
      operations: [
        { ...table, rows: [...rows, [1, {}, 2]] },
        { op: 'add_text', text: 7 },
      ],
    });
    expect(wrong.status).to.equal(400);
    expect(wrong.json().errors.map(({ pointer }: { pointer: string }) => pointer)).to.include.members([
      '/operations/0/rows/2000/1',
      '/operations/1/text',
    ]);
    expect((await post('render', `{"operations":[${'1,'.repeat(5000)}`)).json().type).to.match(/malformed-json$/);
    expect((await post('render', { operations: [table] }, { headers: { accept: 'text/html' } })).status).to.equal(406);
  });

  it('brings documents in its text', async () => {
    const large = pdfOf(await post('render', { operations: [table], output: { compress: false } })).toString('base64');
    const merged = pdfOf(await post('merge', { documents: [{ data: large }, { data: examplePdf('Second') }] }));
    expect(await text(merged))
      .to.contain('1999\tBolt\t4.5')
      .and.contain('Second');
    const wrong = await post('merge', { documents: [{ data: large, pages: '0' }, { data: '%' }] });
    expect(wrong.json().errors.map(({ pointer }: { pointer: string }) => pointer)).to.have.members([
      '/documents/0/pages',
      '/documents/1/data',
    ]);
  });

  it('brings files beside it', async () => {
    const form = new FormData();
    form.set(
      'request',
      JSON.stringify({
        operations: [table, { op: 'add_html', html: '<p>Look</p><img alt="a dot" src="dot.svg">' }],
        output: { failOn: ['resource-failed'] },
      }),
    );
    form.set(
      'assets',
      new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>']),
      'dot.svg',
    );
    expect(await text(pdfOf(await service.request('POST', '/api/v1/render', { body: form }))))
      .to.contain('Look')
      .and.contain('1999\tBolt');
    const documents = new FormData();
    documents.set('request', `${' '.repeat(200_000)}{"every":1}`);
    documents.set('document', new Blob([Buffer.from(examplePdf('One', 'Two'), 'base64')]), 'pair.pdf');
    const parts = await service.request('POST', '/api/v1/split', {
      body: documents,
      headers: { accept: 'application/json' },
    });
    expect(
      parts
        .json()
        .documents.slice(0, 2)
        .map(({ filename, pages }: { filename: string; pages: number }) => [filename, pages]),
    ).to.deep.equal([
      ['pair-1.pdf', 1],
      ['pair-2.pdf', 1],
    ]);
  });

  it('runs as a job, and an unknown tool or one of another tier is refused', async () => {
    const submitted = await post('jobs', { tool: 'render', input: { operations: [table] } });
    expect(submitted.status).to.equal(202);
    const job = { status: 'queued' };
    const look = setInterval(
      () =>
        void service
          .request('GET', submitted.headers.get('location') ?? '')
          .then((answer) => Object.assign(job, answer.json())),
      100,
    );
    await until(() => !['queued', 'running'].includes(job.status)).finally(() => clearInterval(look));
    expect(await text(pdfOf(await service.request('GET', `${submitted.headers.get('location')}/result`)))).to.contain(
      '1999\tBolt\t4.5',
    );
    expect((await post('jobs', { tool: 'nothing', input: { operations: [table] } })).json().type).to.match(
      /unknown-tool$/,
    );
    expect((await post('jobs', { tool: 'sign', input: { operations: [table] } })).status).to.equal(403);
    expect(
      (await post('jobs', { tool: 'render', input: { operations: [{ ...table, rows: [...rows, 1] }] } })).json()
        .errors[0].pointer,
    ).to.equal('/input/operations/0/rows/2000');
  });

  it('is the same request in another form, under an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'large', accept: 'application/json' };
    const first = await post('render', { dryRun: true, operations: [table] }, { headers });
    const again = await post(
      'render',
      { operations: [{ rows, columns: table.columns, op: 'add_table' }], dryRun: true },
      { headers },
    );
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).to.deep.equal([200, 200, 'true']);
    expect(
      (await post('render', { dryRun: true, operations: [{ ...table, rows: rows.slice(1) }] }, { headers })).status,
    ).to.equal(409);
  });

  const hostile: Record<string, string> = {
    'an object of 400,000 keys': JSON.stringify(manyKeys(400_000)),
    'an object of 100,000 keys, in a job': JSON.stringify({ tool: 'render', input: manyKeys(100_000) }),
    'ten million line breaks': `${'\n'.repeat(10_000_000)}]`,
    'template data of 100,000 keys': JSON.stringify({
      dryRun: true,
      operations: [{ op: 'add_template', source: 'x', data: manyKeys(100_000) }],
    }),
  };
  for (const [name, body] of Object.entries(hostile)) {
    it(`does not keep the thread that all requests share (${name})`, async () => {
      const longest = watchThread();
      const answer = await post(name.endsWith('job') ? 'jobs' : 'render', body, {
        key: keys.enterprise,
        headers: { 'idempotency-key': name },
      });
      expect(answer.status).to.be.oneOf([200, 400]);
      expect(longest()).to.be.below(150);
    });
  }
});

/**
 * Watches this thread, on which the service runs; answers the longest time, of its own CPU in milliseconds, in which
 * nothing else had a turn.
 */
function watchThread(): () => number {
  let [longest, last] = [0, process.threadCpuUsage()];
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
  }, 2);
  return () => {
    clearInterval(timer);
    return longest;
  };
}
