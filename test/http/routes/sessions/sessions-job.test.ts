import { expect } from 'chai';
import { openSession, postJson, problemIn, type OpenedSession } from '../../../support/sessions.ts';
import { keys, pdfOf, type Answered, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';
import { textOf } from '../../../support/pdf.ts';

const deterministic = { output: { deterministic: true } };

describe('A job that renders a session', () => {
  let service: Service;
  let session: OpenedSession;
  before(async () => (service = await sharedService({ SERVICE_SESSIONS_ENABLED: 'true' })));
  beforeEach(async () => (session = await openSession(service, { document: { size: 'A5' }, ...deterministic })));

  const submit = (input: unknown, headers: Record<string, string> = {}): Promise<Answered> =>
    postJson(service, '/api/v1/jobs', { tool: 'render', input }, { headers });
  const resultOf = async (submitted: Answered): Promise<Answered> => {
    expect(submitted.status, submitted.body.toString()).to.equal(202);
    const path = `/api/v1/jobs/${String(submitted.json().id)}`;
    for (;;) {
      const { status } = (await service.request('GET', path)).json() as { status: string };
      if (status === 'succeeded') return service.request('GET', `${path}/result`);
      if (status === 'failed') throw new Error((await service.request('GET', path)).body.toString());
    }
  };
  const words = async (answer: Answered): Promise<string> => (await textOf(pdfOf(answer))).replace(/\s+/g, ' ').trim();

  it('has the bytes that the render of the session has', async () => {
    await session.post('operations', {
      operations: [
        { op: 'add_heading', text: 'Results' },
        { op: 'add_table', columns: ['a', 'b'], rows: Array.from({ length: 300 }, (_, row) => [row, 'x'.repeat(400)]) },
      ],
    });
    const rendered = pdfOf(await session.post('render'));
    expect(pdfOf(await resultOf(await submit({ sessionId: session.id }))).equals(rendered)).to.equal(true);
  });

  it('prints what the session had at submission, with the output of the job', async () => {
    await session.post('text', { text: 'before' });
    const job = await submit({ sessionId: session.id, output: { filename: 'mine.pdf' } });
    await session.post('text', { text: 'after' });
    await service.request('DELETE', session.path);
    const result = await resultOf(job);
    expect(await words(result)).to.equal('before');
    expect(result.headers.get('content-disposition')).to.include('mine.pdf');
  });

  it('prints more than ten thousand operations, as a render does', async () => {
    const fonts = Array.from({ length: 10_000 }, (_, index) => ({
      op: 'set_font',
      family: 'Arimo',
      size: 8 + (index % 3),
    }));
    const added = await session.post('operations', { operations: [...fonts, { op: 'add_text', text: 'last' }] });
    expect(added.status, added.body.toString().slice(0, 300)).to.equal(201);
    const rendered = await session.post('render');
    expect(await words(rendered)).to.equal('last');
    expect(pdfOf(await resultOf(await submit({ sessionId: session.id }))).equals(pdfOf(rendered))).to.equal(true);
  });

  it('is answered once under an `Idempotency-Key`, whatever the session has become', async () => {
    await session.post('text', { text: 'once' });
    const first = await submit({ sessionId: session.id }, { 'idempotency-key': `job-${session.id}` });
    await session.post('text', { text: 'twice' });
    const again = await submit({ sessionId: session.id }, { 'idempotency-key': `job-${session.id}` });
    expect(again.json().id).to.equal(first.json().id);
    expect(await words(await resultOf(again))).to.equal('once');
  });

  it('is refused with the problem that fits', async () => {
    expect(problemIn(await submit({ sessionId: session.id }))).to.deep.equal([422, 'nothing-to-render']);
    await session.post('text', { text: 'here' });
    const operations = [{ op: 'add_text', text: 'there' }];
    for (const [input, problem] of [
      [{ sessionId: session.id, operations }, [400, 'invalid-request', '/input/sessionId', '/input/operations']],
      [{ sessionId: session.id, document: {} }, [400, 'invalid-request', '/input/document']],
      [{ sessionId: 7 }, [400, 'invalid-request', '/input/sessionId']],
      [{ sessionId: session.id, output: { filename: 7 } }, [400, 'invalid-request', '/input/output/filename']],
      [{ sessionId: 'gone' }, [404, 'session-not-found']],
    ] as const)
      expect(problemIn(await submit(input)), JSON.stringify(input)).to.deep.equal(problem);
    const foreign = await submit({ sessionId: session.id }, { authorization: `Bearer ${keys.pro}` });
    expect(problemIn(foreign)).to.deep.equal([404, 'session-not-found']);
    const wrong = await postJson(service, '/api/v1/jobs', {
      tool: 'render',
      input: { sessionId: session.id },
      retain: 'for ever',
    });
    expect(problemIn(wrong)).to.deep.equal([400, 'invalid-request', '/retain']);
    const other = await postJson(service, '/api/v1/jobs', { tool: 'merge', input: { sessionId: session.id } });
    expect(other.status).to.equal(400);
  });
});
