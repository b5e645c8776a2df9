import { expect } from 'chai';
import {
  type Colophon,
  ColophonJobCancelledError,
  ColophonProblem,
  fromBase64,
  type JobRecord,
} from '../../client/src/index.ts';
import { clientOf, clientService, failureOf, hello } from '../support/client.ts';
import { startFaultyNetwork, type FaultyNetwork } from '../support/faulty.ts';
import { textOf } from '../support/pdf.ts';

/** A render that takes seconds, and could be stopped. */
const slow = {
  operations: [
    { op: 'add_html' as const, html: '<p>x<script>for (let end = Date.now() + 9e3; Date.now() < end; );</script>' },
  ],
  document: { clock: 'real' as const },
};

describe('Client: jobs and sessions', () => {
  let network: FaultyNetwork;
  let client: Colophon;
  before(async () => {
    network = await startFaultyNetwork((await clientService()).url);
    client = clientOf(network.url);
  });
  after(() => network.stop());
  beforeEach(() => void (network.arrived.length = 0));

  it('submits, waits with progress, and fetches the result in each representation', async () => {
    const job = await client.jobs.submit('render', hello('As a job'), { retain: '1h' });
    const seen: JobRecord[] = [];
    const record = await job.wait({ onProgress: (state) => seen.push(state) });
    expect(seen[0]?.status).to.equal('queued');
    expect(seen.at(-1)).to.deep.equal(record);
    expect(record.progress.percent).to.equal(100);
    const pdf = await job.result();
    expect([pdf.pages, pdf.contentType]).to.deep.equal([1, 'application/pdf']);
    expect(await textOf(await pdf.bytes())).to.match(/As a job/);
    const json = await job.result({ as: 'json' });
    expect(fromBase64(json.document.data).byteLength).to.equal(pdf.size);
    const again = await client.jobs.get(job.id);
    expect(again.record.result?.contentType).to.equal('application/pdf');
  });

  it('sends files to a job', async () => {
    const files = { 'index.html': '<!doctype html><link rel="stylesheet" href="a.css">', 'a.css': 'p{}' };
    const job = await client.jobs.submit('render', { files, output: { filename: 'job.pdf' } });
    const { filename, warnings } = await job.result();
    expect([filename, warnings]).to.deep.equal(['job.pdf', 0]);
  });

  it('polls when the service asks to', async () => {
    const job = await client.jobs.submit('render', hello());
    await job.wait();
    const [submitted, polled] = network.arrived.map(({ atMs }) => atMs);
    expect(polled! - submitted!).to.be.at.least(990); // Retry-After: 1
  });

  it('throws the problem of a job that failed', async () => {
    const job = await client.jobs.submit('extract-text', { document: new TextEncoder().encode('no PDF at all') });
    const { slug, status } = await failureOf(job.result(), ColophonProblem);
    expect([slug, status]).to.deep.equal(['invalid-pdf', 422]);
    expect(job.record.status).to.equal('failed');
  });

  it('throws all mistakes of a job at its submission', async () => {
    const wrong = { operations: [{ op: 'add_text', txet: 'x' }] } as never;
    const { mistakes } = await failureOf(client.jobs.submit('render', wrong), ColophonProblem);
    expect(mistakes.map(({ pointer }) => pointer)).to.deep.equal([
      '/input/operations/0/text',
      '/input/operations/0/txet',
    ]);
  });

  it('ends the wait with the signal; the job goes on until it is cancelled', async () => {
    const job = await client.jobs.submit('render', slow);
    const controller = new AbortController();
    const wait = failureOf(job.wait({ signal: controller.signal }), DOMException);
    controller.abort();
    expect((await wait).name).to.equal('AbortError');
    expect((await job.refresh()).status).to.be.oneOf(['queued', 'running']);
    await job.cancel();
    const over = await job.wait().catch((error: unknown) => error);
    if (over instanceof ColophonProblem) expect(over.slug).to.equal('job-not-found');
    else expect(over).to.be.instanceOf(ColophonJobCancelledError);
  });

  it('lists jobs by page and by state', async () => {
    const jobs = await Promise.all([1, 2, 3].map((n) => client.jobs.submit('render', hello(`${n}`))));
    const ids = jobs.map(({ id }) => id);
    await Promise.all(jobs.map((job) => job.wait()));
    const found: string[] = [];
    for await (const { id } of client.jobs.all({ limit: 1, status: 'succeeded' })) {
      if (ids.includes(id)) found.push(id);
      if (found.length === ids.length) break;
    }
    expect(found).to.have.members(ids);
    const first = await client.jobs.list({ limit: 2 });
    expect(first.jobs).to.have.length(2);
    expect(first.next).to.be.a('string');
    await failureOf(client.jobs.list({ limit: 1000 }), ColophonProblem);
  });

  it('opens a session, appends everything that it takes, renders and closes it', async () => {
    const session = await client.sessions.open({ document: { title: 'Grown', lang: 'en' }, ttl: '10m' });
    await session.append('font', { family: 'Inter', size: 14 });
    await session.append('text', { text: 'First line' });
    await session.append('tables', { columns: ['Item'], rows: [['Bolt']] });
    await session.append('html', { html: '<p>Some HTML</p>' });
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    await session.append('images', { data: new Blob([svg], { type: 'image/svg+xml' }), alt: '' });
    await session.append('pages', {});
    const { index } = await session.append('text', { text: 'Second page' }, { ifRevision: session.revision });
    expect([session.revision, index]).to.deep.equal([7, 6]);
    const stale = failureOf(session.append('text', { text: 'Never' }, { ifRevision: 1 }), ColophonProblem);
    expect((await stale).slug).to.equal('revision-mismatch');
    expect((await session.show()).operations).to.equal(7);

    const reopened = await client.sessions.get(session.id);
    const pdf = await reopened.render({ output: { filename: 'grown.pdf' } });
    expect([pdf.pages, pdf.filename]).to.deep.equal([2, 'grown.pdf']);
    expect(await textOf(await pdf.bytes())).to.match(/First line[^]*Bolt[^]*Some HTML[^]*Second page/);
    expect(await session.render({}, { as: 'json' })).to.have.property('report');
    await session.close();
    expect((await failureOf(session.show(), ColophonProblem)).slug).to.equal('session-not-found');
  });

  it('changes what a session has: operations anywhere, undo, options, assets, forks', async () => {
    const session = await client.sessions.open({ document: { lang: 'en' } });
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const { contentType } = await session.putAsset('logo', svg);
    expect([contentType, session.revision]).to.deep.equal(['image/svg+xml', 1]);
    expect((await session.assets()).map(({ name }) => name)).to.deep.equal(['logo']);

    const { operations: added } = await session.insert([
      { op: 'add_text', text: 'Alpha' },
      { op: 'add_image', asset: 'logo', alt: '' },
    ]);
    const [alpha, logo] = added.map(({ operationId }) => operationId);
    await session.insert([{ op: 'add_heading', text: 'Before' }], { before: alpha! });
    await session.replace(alpha!, { op: 'add_text', text: 'Beta' });
    await session.move(alpha!, { index: 0 });
    expect((await failureOf(session.removeAsset('logo'), ColophonProblem)).slug).to.equal('asset-in-use');
    await session.remove(logo!);
    expect((await session.undo()).operations).to.equal(3);
    await session.redo();
    await session.removeAsset('logo');
    const { document } = await session.update({ document: { title: 'Changed', lang: null } });
    expect(document).to.deep.equal({ title: 'Changed' });
    expect((await session.show()).revision).to.equal(session.revision);

    const listed = await session.operations({ from: 0, limit: 1 });
    expect([listed.total, listed.operations.map(({ op, text }) => [op, text])]).to.deep.equal([
      2,
      [['add_text', 'Beta']],
    ]);
    const copy = await session.fork();
    await session.close();
    expect(await textOf(await (await copy.render()).bytes())).to.match(/^Beta\s+Before/);
    await copy.close();
  });
});
