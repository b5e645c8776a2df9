import { expect } from 'chai';
import { openSession, problemIn } from '../../../support/sessions.ts';
import { type Answered, pdfOf, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';
import { textOf } from '../../../support/pdf.ts';

const revisionsOf = (answers: readonly Answered[]) =>
  answers.map((answer) => answer.json().revision as number).sort((one, other) => one - other);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('Changes of a session that come at once', () => {
  let service: Service;
  before(async () => (service = await sharedService({ SERVICE_SESSIONS_ENABLED: 'true' })));

  it('all land, in one order without a gap, and that order is printed', async () => {
    const session = await openSession(service);
    const answers = await Promise.all(upTo(50).map((number) => session.post('text', { text: `word${number}` })));
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([201]));
    expect(revisionsOf(answers)).to.deep.equal(upTo(50).map((index) => index + 1));
    const order = upTo(50)
      .sort((one, other) => answers[one]!.json().index - answers[other]!.json().index)
      .map((number) => `word${number}`);
    expect((await textOf(pdfOf(await session.post('render')))).match(/word\d+/g)).to.deep.equal(order);
    expect((await session.tell()).json()).to.include({ revision: 50, operations: 50 });
  });

  it('are never in the way of a reader, whose list is that of one revision', async () => {
    const session = await openSession(service);
    const css = new Uint8Array(Buffer.from('p{}'));
    const put = (number: number) => service.request('PUT', `${session.path}/assets/${number}.css`, { body: css });
    const read = (path: string) => service.request('GET', `${session.path}/${path}`);
    const answers = await Promise.all(
      upTo(40).flatMap((number) => [put(number % 4), read('assets'), read('operations'), read('operations?from=3')]),
    );
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200, 201]));
  });

  it('land once where they ask for the same revision', async () => {
    const session = await openSession(service);
    await session.post('text', { text: 'start' });
    const answers = await Promise.all(
      upTo(20).map((number) => session.post('text', { text: `word${number}` }, { headers: { 'if-match': '"1"' } })),
    );
    expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(problemIn(answer)).to.deep.equal([412, 'revision-mismatch']);
    expect((await session.tell()).json().operations).to.equal(2);
  });

  it('take an id once, and those of other ids all land', async () => {
    const session = await openSession(service);
    const answers = await Promise.all(
      upTo(20).map((number) => session.post('text', { text: 'x', id: `id${number % 10}` })),
    );
    expect(answers.filter(({ status }) => status === 201)).to.have.length(10);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(problemIn(answer)).to.deep.equal([400, 'invalid-request', '/id']);
    expect((await session.post('render')).status).to.equal(200);
  });

  it('are made only at the revisions of If-Match, read by the rules of HTTP', async () => {
    const session = await openSession(service);
    await session.post('text', { text: 'one' });
    const send = async (ifMatch: string, route = 'text', body: object = { text: 'x' }) =>
      (await session.post(route, body, { headers: { 'if-match': ifMatch } })).status;
    for (const wrong of [
      '"0"',
      'W/"1"',
      '1',
      '"01"',
      '""',
      '"2", "3"',
      '"1.0"',
      'W/*',
      '"*"',
      '"99999999999999999999"',
    ])
      expect(await send(wrong), wrong).to.equal(412);
    expect(await send('*')).to.equal(201);
    expect(await send('"0", "2"')).to.equal(201);
    expect(await send('W/"3","a,b" , "3"', 'text', { text: 'x', id: 'with-id' })).to.equal(201);
    expect(await send('"3"', 'text', { text: 'x', id: 'other-id' })).to.equal(412);
    expect(await send('"3"', 'render', {})).to.equal(412);
    expect(await send('"4"', 'render', {})).to.equal(200);
    expect(await send('"3"', 'text', { txt: 'x' })).to.equal(400);
    const remove = (ifMatch: string) => service.request('DELETE', session.path, { headers: { 'if-match': ifMatch } });
    expect(problemIn(await remove('"3"'))).to.deep.equal([412, 'revision-mismatch']);
    expect((await remove('"4"')).status).to.equal(204);
  });

  it('with an idempotency key happen once, and are answered alike', async () => {
    const session = await openSession(service);
    const once = { headers: { 'idempotency-key': 'once' } };
    const first = await session.post('text', { text: 'only' }, once);
    const again = await session.post('text', { text: 'only' }, once);
    expect([
      again.status,
      again.headers.get('etag'),
      again.headers.get('idempotency-replayed'),
      again.body.equals(first.body),
    ]).to.deep.equal([201, '"1"', 'true', true]);
    expect(problemIn(await session.post('text', { text: 'other' }, once))).to.deep.equal([409, 'idempotency-conflict']);
    const together = await Promise.all(
      upTo(10).map(() => session.post('text', { text: 'together' }, { headers: { 'idempotency-key': 'together' } })),
    );
    for (const answer of together) expect(answer.status).to.be.oneOf([201, 409]);
    expect((await session.tell()).json().operations).to.equal(2);
    const removing = { headers: { 'idempotency-key': 'remove' } };
    expect((await service.request('DELETE', session.path, removing)).status).to.equal(204);
    const replayed = await service.request('DELETE', session.path, removing);
    expect([replayed.status, replayed.headers.get('idempotency-replayed')]).to.deep.equal([204, 'true']);
  });

  it('with an idempotency key open one session, and render once', async () => {
    const opening = { headers: { 'idempotency-key': 'open', 'content-type': 'application/json' }, body: '{}' };
    const first = await service.request('POST', '/api/v1/sessions', opening);
    const again = await service.request('POST', '/api/v1/sessions', opening);
    expect([again.headers.get('location'), again.headers.get('idempotency-replayed')]).to.deep.equal([
      first.headers.get('location'),
      'true',
    ]);
    const session = await openSession(service);
    await session.post('text', { text: 'printed once' });
    const printing = { headers: { 'idempotency-key': 'print' } };
    const printed = await session.post('render', {}, printing);
    const replayed = await session.post('render', {}, printing);
    expect([replayed.headers.get('idempotency-replayed'), replayed.body.equals(printed.body)]).to.deep.equal([
      'true',
      true,
    ]);
  });
});
