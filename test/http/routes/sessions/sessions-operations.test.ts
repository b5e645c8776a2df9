import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { edition } from '../../../../src/editions/core/index.ts';
import { openSession, postJson, problemIn, sessionAt, type OpenedSession } from '../../../support/sessions.ts';
import { keys, pdfOf, type Answered, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';
import { textOf } from '../../../support/pdf.ts';

type Options = NonNullable<Parameters<Service['request']>[2]>;

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);
const text = (value: string) => ({ op: 'add_text', text: value });

describe('The operations of a session', () => {
  let service: Service;
  let session: OpenedSession;
  before(async () => (service = await sharedService({ SERVICE_SESSIONS_ENABLED: 'true' })));

  it('is the route that a path for a kind of content is meant to be', async () => {
    for (const kind of ['charts', 'headings', 'templates', 'toc', 'footer', 'bookmarks']) {
      const answer = await postJson(service, `/api/v1/sessions/7/${kind}`, { text: 'x' });
      expect(problemIn(answer)).to.deep.equal([404, 'not-found']);
      expect(answer.json().detail, kind).to.contain('Did you mean `POST /api/v1/sessions/{sessionId}/operations`?');
    }
  });
  beforeEach(async () => (session = await openSession(service)));

  const send = (method: string, path: string, body?: unknown, options: Options = {}): Promise<Answered> =>
    service.request(method, `${session.path}${path}`, {
      ...options,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json', ...options.headers },
        body: JSON.stringify(body),
      }),
    });
  const add = async (...values: string[]): Promise<string[]> => {
    const added = await send('POST', '/operations', { operations: values.map(text) });
    expect(added.status, added.body.toString()).to.equal(201);
    return (added.json().operations as { operationId: string }[]).map(({ operationId }) => operationId);
  };
  const texts = async (path = session.path): Promise<string> => {
    const listed = await service.request('GET', `${path}/operations`);
    return (listed.json().operations as { text: string }[]).map((operation) => operation.text).join(' ');
  };
  const printed = async (): Promise<string> =>
    (await textOf(pdfOf(await session.post('render')))).replace(/\s+/g, ' ').trim();

  it('may be any of the catalogue, and render as those of a request do', async () => {
    const examples = edition.operations
      .filter(({ name }) => !['add_url', 'add_image', 'add_form_field'].includes(name))
      .map(({ name, example }) => ({ op: name, ...example }));
    for (const example of examples) {
      const added = await send('POST', '/operations', example);
      expect(added.status, `${example.op}: ${added.body.toString()}`).to.equal(201);
      expect(added.json().operations[0]).to.include({ op: example.op });
    }
    expect((await session.tell()).json()).to.include({ revision: examples.length, operations: examples.length });
    const rendered = await session.post('render', { output: { deterministic: true } });
    const same = await service.request('POST', '/api/v1/render', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ operations: examples, output: { deterministic: true } }),
    });
    expect(pdfOf(rendered).equals(pdfOf(same))).to.equal(true);
  });

  it('are inserted at the end, before and after others, all or none', async () => {
    const [first = '', last = ''] = await add('one', 'five');
    const before = await send('POST', `/operations?before=${last}`, text('four'));
    expect(before.json()).to.deep.include({ revision: 2 });
    expect(before.json().operations).to.deep.equal([
      { operationId: before.json().operations[0].operationId, index: 1, op: 'add_text' },
    ]);
    const after = await send('POST', `/operations?after=${first}`, { operations: [text('two'), text('three')] });
    expect((after.json().operations as { index: number }[]).map(({ index }) => index)).to.deep.equal([1, 2]);
    expect(await texts()).to.equal('one two three four five');
    expect(await printed()).to.equal('one two three four five');
    const half = await send('POST', '/operations', { operations: [text('six'), { op: 'add_text', text: 7 }] });
    expect(problemIn(half)).to.deep.equal([400, 'invalid-request', '/operations/1/text']);
    expect(await texts()).to.equal('one two three four five');
  });

  it('are listed in parts, with the size and the digest of files', async () => {
    await add('one', 'two', 'three');
    await send('POST', '/operations', { op: 'add_image', data: png.toString('base64'), alt: 'Dot' });
    const part = await service.request('GET', `${session.path}/operations?from=1&limit=1`);
    expect(part.headers.get('etag')).to.equal('"2"');
    expect(part.json()).to.deep.include({ revision: 2, total: 4 });
    expect(part.json().operations).to.have.length(1);
    expect(part.json().operations[0]).to.include({ index: 1, op: 'add_text', text: 'two' });
    const [image] = (await service.request('GET', `${session.path}/operations?from=3`)).json().operations as object[];
    expect(image).to.deep.include({
      op: 'add_image',
      alt: 'Dot',
      data: { bytes: png.byteLength, sha256: createHash('sha256').update(png).digest('hex') },
    });
    const marks = ['add_watermark', 'add_stamp'].map((op) => ({ op, image: png.toString('base64') }));
    await send('POST', '/operations', { operations: marks });
    const shown = (await service.request('GET', `${session.path}/operations?from=4`)).json().operations as object[];
    expect(shown).to.have.length(2);
    for (const mark of shown) expect(mark).to.have.deep.property('image', (image as { data: object }).data);
    expect((await service.request('GET', `${session.path}/operations?from=99`)).json().operations).to.deep.equal([]);
    for (const [query, pointer] of [
      ['from=-1', '/from'],
      ['limit=0', '/limit'],
      ['limit=1001', '/limit'],
      ['form=1', '/form'],
    ] as const)
      expect(problemIn(await service.request('GET', `${session.path}/operations?${query}`)), query).to.deep.equal([
        400,
        'invalid-request',
        pointer,
      ]);
  });

  it('are read, replaced, moved and removed by their id', async () => {
    const [one = '', two = '', three = ''] = await add('one', 'two', 'three');
    expect((await send('GET', `/operations/${two}`)).json()).to.deep.equal({
      operationId: two,
      index: 1,
      op: 'add_text',
      text: 'two',
    });
    const replaced = await send('PUT', `/operations/${two}`, { op: 'add_heading', text: 'Two' });
    expect([replaced.status, replaced.headers.get('etag')]).to.deep.equal([200, '"2"']);
    expect(replaced.json()).to.include({ operationId: two, index: 1, op: 'add_heading', revision: 2 });
    const moved = await send('POST', `/operations/${three}/move`, { before: one });
    expect(moved.json()).to.deep.equal({ sessionId: session.id, revision: 3, operationId: three, index: 0 });
    expect((await send('POST', `/operations/${three}/move`, { index: 1 })).json()).to.include({ index: 1 });
    const removed = await send('DELETE', `/operations/${one}`);
    expect([removed.status, removed.headers.get('etag'), removed.body.byteLength]).to.deep.equal([204, '"5"', 0]);
    expect(await texts()).to.equal('three Two');
    expect(await printed()).to.equal('three Two');
  });

  it('are undone and redone, and the options with them', async () => {
    const [one = ''] = await add('one', 'two');
    await send('PATCH', '', { document: { title: 'Second', css: 'p { color: red }' }, ttl: '2h' });
    const patched = await send('PATCH', '', { document: { css: null }, output: { filename: 'a.pdf' } });
    expect(patched.json()).to.deep.include({
      document: { title: 'Second' },
      output: { filename: 'a.pdf' },
      revision: 3,
    });
    await send('DELETE', `/operations/${one}`);
    expect(await texts()).to.equal('two');
    expect((await send('POST', '/undo')).json()).to.include({ operations: 2, revision: 5 });
    expect((await send('POST', '/undo')).json().output).to.deep.equal({});
    expect((await send('POST', '/redo')).json().output).to.deep.equal({ filename: 'a.pdf' });
    expect((await send('POST', '/redo')).json()).to.include({ operations: 1 });
    expect(problemIn(await send('POST', '/redo'))).to.deep.equal([409, 'session-conflict']);
    for (let step = 0; step < 4; step += 1) expect((await send('POST', '/undo')).status).to.equal(200);
    expect(problemIn(await send('POST', '/undo'))).to.deep.equal([409, 'session-conflict']);
    expect((await session.tell()).json()).to.deep.include({ operations: 0, document: {}, output: {} });
  });

  it('are patched as RFC 7396 says, under both media types', async () => {
    const body = JSON.stringify({ document: { footer: { center: '{page}' }, size: 'A5' } });
    const headers = { 'content-type': 'application/merge-patch+json' };
    const first = await service.request('PATCH', session.path, { headers, body });
    expect(first.status, first.body.toString()).to.equal(200);
    const second = await send('PATCH', '', { document: { footer: { left: 'x', center: null } } });
    expect(second.json().document).to.deep.equal({ footer: { left: 'x' }, size: 'A5' });
    for (const [patch, pointer] of [
      [{ document: { size: 'A99' } }, '/document/size'],
      [{ operations: [] }, '/operations'],
      [{ ttl: 'long' }, '/ttl'],
      [{ document: 5 }, '/document'],
    ] as const)
      expect(problemIn(await send('PATCH', '', patch)), JSON.stringify(patch)).to.deep.equal([
        400,
        'invalid-request',
        pointer,
      ]);
    expect(problemIn(await send('PATCH', '', []))).to.deep.equal([400, 'invalid-request', '']);
    expect((await session.tell()).json()).to.include({ revision: 2 });
  });

  it('go on in a fork, also of an earlier revision', async () => {
    const [one = ''] = await add('one', 'two');
    await send('DELETE', `/operations/${one}`);
    const fork = await send('POST', '/fork');
    expect(fork.status).to.equal(201);
    expect(fork.headers.get('location')).to.equal(`/api/v1/sessions/${fork.json().sessionId}`);
    const earlier = await send('POST', '/fork', { revision: 1 });
    const copy = sessionAt(service, String(earlier.json().sessionId));
    await copy.post('operations', text('three'));
    expect([await texts(copy.path), await texts()]).to.deep.equal(['one two three', 'two']);
    expect(problemIn(await send('POST', '/fork', { revision: 7 }))).to.deep.equal([409, 'session-conflict']);
    expect(problemIn(await send('POST', '/fork', { revision: -1 }))).to.deep.equal([
      400,
      'invalid-request',
      '/revision',
    ]);
  });

  it('change once under an Idempotency-Key, and at the revisions of If-Match only', async () => {
    const [one = ''] = await add('one');
    const headers = { 'idempotency-key': `k-${session.id}` };
    for (let round = 0; round < 2; round += 1) {
      const put = await send('PUT', `/operations/${one}`, text('uno'), { headers });
      expect(put.json()).to.include({ revision: 2 });
      expect(put.headers.get('idempotency-replayed')).to.equal(round === 0 ? null : 'true');
    }
    const late = { headers: { 'if-match': '"1"' } };
    for (const work of [
      send('POST', '/operations', text('x'), late),
      send('PUT', `/operations/${one}`, text('x'), late),
      send('DELETE', `/operations/${one}`, undefined, late),
      send('POST', `/operations/${one}/move`, { index: 0 }, late),
      send('POST', '/undo', undefined, late),
      send('PATCH', '', { ttl: '1h' }, late),
      send('POST', '/fork', undefined, late),
    ])
      expect(problemIn(await work)).to.deep.equal([412, 'revision-mismatch']);
    expect((await send('PATCH', '', { ttl: '1h' }, { headers: { 'if-match': '"2"' } })).json()).to.include({
      revision: 3,
    });
  });

  it('that are not there, or are of another client, are 404', async () => {
    const [one = ''] = await add('one');
    const nobody = '00000000-0000-4000-8000-000000000000';
    for (const work of [
      send('GET', `/operations/${nobody}`),
      send('PUT', `/operations/${nobody}`, text('x')),
      send('DELETE', `/operations/${nobody}`),
      send('POST', `/operations/${nobody}/move`, { index: 0 }),
      send('POST', `/operations/${one}/move`, { after: nobody }),
      send('POST', `/operations?before=${nobody}`, text('x')),
      send('GET', '/operations/..%2F..'),
    ])
      expect(problemIn(await work)).to.deep.equal([404, 'operation-not-found']);
    const foreign = { key: keys.pro };
    for (const work of [
      send('GET', '/operations', undefined, foreign),
      send('GET', `/operations/${one}`, undefined, foreign),
      send('DELETE', `/operations/${one}`, undefined, foreign),
      send('POST', '/undo', undefined, foreign),
      send('POST', '/fork', undefined, foreign),
    ])
      expect(problemIn(await work)).to.deep.equal([404, 'session-not-found']);
    expect(await texts()).to.equal('one');
  });

  it('are refused with a pointer to every mistake', async () => {
    const [one = ''] = await add('one');
    const cases: readonly (readonly [Promise<Answered>, ...(string | number)[]])[] = [
      [send('POST', '/operations', { op: 'add_txt', text: 'x' }), 400, 'unknown-operation', '/op'],
      [send('POST', '/operations', { text: 'x' }), 400, 'invalid-request', ''],
      [send('POST', '/operations', []), 400, 'invalid-request', ''],
      [send('POST', '/operations', { operations: [] }), 400, 'invalid-request', '/operations'],
      [send('POST', '/operations', { operations: [text('x')], output: {} }), 400, 'invalid-request', '/output'],
      [send('POST', '/operations', { op: 'add_text', text: 1, size: 'x' }), 400, 'invalid-request', '/text', '/size'],
      [send('POST', `/operations?before=${one}&after=${one}`, text('x')), 400, 'invalid-request', '/after'],
      [send('POST', '/operations?at=1', text('x')), 400, 'invalid-request', '/at'],
      [send('PUT', `/operations/${one}`, { operations: [text('x')] }), 400, 'invalid-request', ''],
      [send('POST', `/operations/${one}/move`, {}), 400, 'invalid-request', ''],
      [send('POST', `/operations/${one}/move`, { before: one, index: 0 }), 400, 'invalid-request', ''],
      [send('POST', `/operations/${one}/move`, { index: 1 }), 400, 'invalid-request', '/index'],
      [send('POST', '/operations', { op: 'add_image', asset: 'none.png' }), 400, 'invalid-request', '/asset'],
    ];
    for (const [work, ...expected] of cases) expect(problemIn(await work)).to.deep.equal(expected);
    await send('POST', '/operations', { op: 'add_text', text: 'a', id: 'same' });
    expect(problemIn(await send('POST', '/operations', { op: 'add_text', text: 'b', id: 'same' }))).to.deep.equal([
      400,
      'invalid-request',
      '/id',
    ]);
    expect(await texts()).to.equal('one a');
  });

  it('come from forty requests at once in one order, none lost', async () => {
    const [one = ''] = await add('one');
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 4 === 3
          ? send('POST', `/operations/${one}/move`, { index: 0 })
          : send('POST', `/operations?after=${one}`, text(`n${index}`)),
      ),
    );
    expect(answers.map(({ status }) => status).filter((status) => status > 201)).to.deep.equal([]);
    const revisions = answers.map((answer) => Number(answer.json().revision));
    expect(new Set(revisions).size).to.equal(40);
    expect((await session.tell()).json()).to.include({ revision: 41, operations: 31 });
    for (let round = 0; round < 41; round += 1) await send('POST', '/undo');
    expect((await session.tell()).json()).to.include({ operations: 0 });
  });
});
