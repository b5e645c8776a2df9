import { expect } from 'chai';
import { examplePdf } from '../../../../src/editions/example-pdf.ts';
import { bytesOf } from '../../../../src/render/compose/assets.ts';
import { keys, startService, type Answered, type OwnService } from '../../../support/service.ts';
import { openSession, problemIn, type OpenedSession } from '../../../support/sessions.ts';

type Options = NonNullable<Parameters<OwnService['request']>[2]>;

const nobody = '00000000-0000-4000-8000-000000000000';
const text = (value: string) => ({ op: 'add_text', text: value });
const css = (bytes: number) => Buffer.from(`/*${' '.repeat(bytes - 4)}*/`);
const pdf = Buffer.from(bytesOf(examplePdf('Annex')) ?? []);

describe('A mistake in a request to a session', () => {
  let service: OwnService;
  let session: OpenedSession;
  let ids: readonly string[];
  before(async () => {
    service = await startService({
      SERVICE_SESSIONS_ENABLED: 'true',
      SERVICE_SESSION_ASSETS: '1000',
      SERVICE_SESSION_ASSETS_PRO: '2000',
      SERVICE_STORAGE_QUOTA_ENTERPRISE: '3000',
    });
  });
  after(() => service.stop());
  beforeEach(async () => {
    session = await openSession(service);
    const added = await session.post('operations', { operations: ['one', 'two', 'three'].map(text) });
    ids = (added.json().operations as { operationId: string }[]).map(({ operationId }) => operationId);
  });

  const send = (method: string, path: string, body?: unknown, options: Options = {}): Promise<Answered> =>
    service.request(method, `${session.path}${path}`, {
      ...options,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json', ...options.headers },
        body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body),
      }),
    });
  const problem = async (...request: Parameters<typeof send>) => problemIn(await send(...request));
  /** One request for each change, all of which can be made in this order; they take revisions 1 to 10. */
  const changes = (): readonly (readonly [method: string, path: string, body?: unknown])[] => [
    ['POST', '/operations', text('x')],
    ['POST', '/text', { text: 'x' }],
    ['PUT', `/operations/${ids[0]}`, text('uno')],
    ['POST', `/operations/${ids[0]}/move`, { index: 2 }],
    ['DELETE', `/operations/${ids[0]}`],
    ['PATCH', '', { document: { title: 'T' } }],
    ['POST', '/undo'],
    ['POST', '/redo'],
    ['PUT', '/assets/a.css', css(10)],
    ['DELETE', '/assets/a.css'],
  ];

  it('is not made twice: every change is done once under its key, and its answer is repeated', async () => {
    for (const [at, [method, path, body]] of changes().entries()) {
      const options = { headers: { 'idempotency-key': `once-${session.id}-${at}`, 'if-match': `"${at + 1}"` } };
      const [first, again] = [await send(method, path, body, options), await send(method, path, body, options)];
      expect(first.status, `${method} ${path}: ${first.body.toString()}`).to.be.within(200, 204);
      expect(first.headers.get('etag'), `${method} ${path}`).to.equal(`"${at + 2}"`);
      expect([again.status, again.headers.get('etag'), again.headers.get('idempotency-replayed')]).to.deep.equal([
        first.status,
        first.headers.get('etag'),
        'true',
      ]);
      expect(again.body.equals(first.body), `${method} ${path}`).to.equal(true);
    }
    const headers = { 'idempotency-key': `fork-${session.id}` };
    const [fork, again] = [await send('POST', '/fork', {}, { headers }), await send('POST', '/fork', {}, { headers })];
    expect(again.json().sessionId).to.equal(fork.json().sessionId);
    expect((await session.tell()).json()).to.include({ revision: 11 });
  });

  it('is a revision that the session is not at, whatever the change', async () => {
    const stale = { headers: { 'if-match': '"0", W/"1", "one", "01"' } };
    for (const [method, path, body] of [...changes(), ['POST', '/fork'], ['POST', '/render'], ['DELETE', '']] as const)
      expect(await problem(method, path, body, stale), `${method} ${path}`).to.deep.equal([412, 'revision-mismatch']);
    expect((await session.tell()).json()).to.include({ revision: 1, operations: 3 });
  });

  it('is a session of another client, or of nobody: 404 for every route', async () => {
    const reads = [
      ['GET', ''],
      ['GET', '/operations'],
      ['GET', `/operations/${ids[0]}`],
      ['GET', '/assets'],
      ['GET', '/assets/a.css'],
      ['GET', '/pages/1'],
    ] as const;
    for (const [method, path, body] of [
      ...changes(),
      ...reads,
      ['POST', '/fork'],
      ['POST', '/render'],
      ['DELETE', ''],
    ] as const) {
      const own = session.path;
      const foreign = await problem(method, path, body, { key: keys.pro });
      expect(foreign, `${method} ${path}`).to.deep.equal([404, 'session-not-found']);
      session = { ...session, path: `/api/v1/sessions/${nobody}` };
      expect((await problem(method, path, body))[1]).to.equal('session-not-found');
      session = { ...session, path: own };
    }
    expect((await session.tell()).json()).to.include({ revision: 1, operations: 3 });
  });

  it('is an operation or a place that is not there', async () => {
    const [one] = ids;
    for (const [expected, method, path, body] of [
      [[404, 'operation-not-found'], 'GET', `/operations/${nobody}`],
      [[404, 'operation-not-found'], 'GET', '/operations/7'],
      [[404, 'operation-not-found'], 'PUT', `/operations/${nobody}`, text('x')],
      [[404, 'operation-not-found'], 'DELETE', `/operations/${nobody}`],
      [[404, 'operation-not-found'], 'POST', `/operations/${nobody}/move`, { index: 0 }],
      [[404, 'operation-not-found'], 'POST', `/operations/${one}/move`, { before: nobody }],
      [[404, 'operation-not-found'], 'POST', `/operations/${one}/move`, { after: 'x' }],
      [[404, 'operation-not-found'], 'POST', `/operations?after=${nobody}`, text('x')],
      [[404, 'operation-not-found'], 'POST', '/operations?before=x', text('x')],
      [[400, 'invalid-request', '/index'], 'POST', `/operations/${one}/move`, { index: 3 }],
      [[400, 'invalid-request', '/index'], 'POST', `/operations/${one}/move`, { index: -1 }],
      [[400, 'invalid-request', '/index'], 'POST', `/operations/${one}/move`, { index: 1.5 }],
      [[400, 'invalid-request', '/index'], 'POST', `/operations/${one}/move`, { index: '1' }],
      [[400, 'invalid-request', '/before'], 'POST', `/operations/${one}/move`, { before: 1 }],
      [[400, 'invalid-request', ''], 'POST', `/operations/${one}/move`, {}],
      [[400, 'invalid-request', ''], 'POST', `/operations/${one}/move`, { before: one, after: one }],
      [[400, 'invalid-request', '/to'], 'POST', `/operations/${one}/move`, { to: 1 }],
      [[400, 'invalid-request', '/after'], 'POST', `/operations?before=${one}&after=${one}`, text('x')],
      [[400, 'invalid-request', '/revision'], 'POST', '/fork', { revision: '1' }],
      [[400, 'invalid-request', '/copy'], 'POST', '/fork', { copy: 1 }],
      [[409, 'session-conflict'], 'POST', '/fork', { revision: 2 }],
      [[409, 'session-conflict'], 'POST', '/redo'],
    ] as const)
      expect(await problem(method, path, body), `${method} ${path} ${JSON.stringify(body)}`).to.deep.equal(expected);
    expect((await session.tell()).json()).to.include({ revision: 1, operations: 3 });
  });

  it('is a body that is none, or has what its route does not have', async () => {
    const [one] = ids;
    for (const [expected, method, path, body] of [
      [[400, 'invalid-request', ''], 'POST', '/operations', null],
      [[400, 'invalid-request', ''], 'POST', '/operations', 'add_text'],
      [
        [400, 'unknown-operation', '/operations/1/op'],
        'POST',
        '/operations',
        { operations: [text('x'), { op: 'add' }] },
      ],
      [[400, 'invalid-request', '/operations/0'], 'POST', '/operations', { operations: [7] }],
      [[400, 'invalid-request', '/operations'], 'POST', '/operations', { operations: {} }],
      [[400, 'invalid-request', '/colour'], 'PUT', `/operations/${one}`, { ...text('x'), colour: 'red' }],
      [[400, 'invalid-request', '/steps'], 'POST', '/undo', { steps: 2 }],
      [[400, 'invalid-request', '/document/titel'], 'PATCH', '', { document: { titel: 'x' } }],
      [[400, 'invalid-request', '/output/pages'], 'PATCH', '', { output: { pages: '0' } }],
      [[400, 'invalid-request', '/ttl'], 'PATCH', '', { ttl: '25h' }],
      [[400, 'invalid-request', '/from'], 'GET', '/operations?from=x'],
      [[400, 'invalid-request', '/limit'], 'GET', '/operations?limit=1001'],
      [[400, 'invalid-request', '/from'], 'GET', '/operations?from=1&from=2'],
    ] as const)
      expect(await problem(method, path, body), `${method} ${path} ${JSON.stringify(body)}`).to.deep.equal(expected);
    const plain = { headers: { 'content-type': 'text/plain' } };
    for (const [method, path] of [
      ['POST', '/operations'],
      ['PATCH', ''],
      ['POST', `/operations/${one}/move`],
    ] as const)
      expect(await problem(method, path, {}, plain), path).to.deep.equal([415, 'unsupported-media-type']);
    expect((await session.tell()).json()).to.include({ revision: 1, operations: 3 });
  });

  it('is an asset that is not there, whichever operation names it', async () => {
    const image = { op: 'add_image', asset: 'none', alt: '' };
    for (const [operation, pointer] of [
      [image, '/asset'],
      [{ op: 'add_pdf', asset: 'none' }, '/asset'],
      [{ op: 'add_stamp', asset: 'none' }, '/asset'],
      [{ op: 'add_columns', columns: [[text('x')], [text('y'), image]] }, '/columns/1/1/asset'],
    ] as const) {
      const path = `/operations/${ids[0]}`;
      for (const [method, at] of [
        ['POST', '/operations'],
        ['PUT', path],
      ] as const)
        expect(await problem(method, at, operation)).to.deep.equal([400, 'invalid-request', pointer]);
      const list = await problem('POST', '/operations', { operations: [text('x'), operation] });
      expect(list).to.deep.equal([400, 'invalid-request', `/operations/1${pointer}`]);
    }
    for (const [expected, method, name] of [
      [[404, 'asset-not-found'], 'GET', 'none'],
      [[404, 'asset-not-found'], 'DELETE', 'none'],
      [[400, 'invalid-request', '/name'], 'GET', '-x'],
      [[400, 'invalid-request', '/name'], 'DELETE', 'a%2Fb'],
      [[400, 'invalid-request', '/name'], 'PUT', 'x'.repeat(201)],
      [[400, 'invalid-request', '/name'], 'PUT', '%C3%BC'],
    ] as const)
      expect(await problem(method, `/assets/${name}`, method === 'PUT' ? css(5) : undefined), name).to.deep.equal(
        expected,
      );
    expect((await send('PUT', `/assets/${'x'.repeat(200)}`, css(5))).status).to.equal(201);
  });

  it('is more than the assets of a session may have, by the tier of the key', async () => {
    for (const [key, most] of [
      [keys.core, 1000],
      [keys.pro, 2000],
    ] as const) {
      session = await openSession(service, {}, { key });
      expect((await send('PUT', '/assets/a', css(most - 10), { key })).status).to.equal(201);
      expect(await problem('PUT', '/assets/b', css(11), { key })).to.deep.equal([413, 'payload-too-large']);
      expect((await send('PUT', '/assets/b', css(10), { key })).status).to.equal(201);
      expect(await problem('PUT', '/assets/b', css(most + 1), { key })).to.deep.equal([413, 'payload-too-large']);
    }
  });

  it('is more than the client may store: options, operations, assets and forks count', async () => {
    const key = keys.enterprise;
    session = await openSession(service, { document: { css: `/*${'x'.repeat(1000)}*/` } }, { key });
    expect((await send('POST', '/operations', text('x'.repeat(1000)), { key })).status).to.equal(201);
    for (const [method, path, body] of [
      ['POST', '/operations', text('x'.repeat(2000))],
      ['PUT', '/assets/a', css(990)],
      ['POST', '/fork', {}],
      ['PATCH', '', { document: { css: `/*${'y'.repeat(2000)}*/` } }],
    ] as const)
      expect(await problem(method, path, body, { key }), path).to.deep.equal([429, 'storage-quota-exceeded']);
    const large = service.request('POST', '/api/v1/sessions', {
      key,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document: { css: `/*${'x'.repeat(2000)}*/` } }),
    });
    expect(problemIn(await large)).to.deep.equal([429, 'storage-quota-exceeded']);
    expect((await send('DELETE', '', undefined, { key })).status).to.equal(204);
    expect((await openSession(service, { document: { css: `/*${'x'.repeat(2500)}*/` } }, { key })).id).to.be.a(
      'string',
    );
  });

  it('is an asset that is none where one is wanted', async () => {
    await send('PUT', '/assets/annex', pdf);
    await send('PUT', '/assets/style.css', css(5));
    for (const [operation, expected] of [
      [{ op: 'add_image', asset: 'annex', alt: '' }, [422, 'invalid-image', '/asset']],
      [{ op: 'add_image', asset: 'style.css', alt: '' }, [422, 'invalid-image', '/asset']],
    ] as const)
      expect(await problem('POST', '/operations', operation)).to.deep.equal(expected);
  });
});
