import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSession, problemIn, type OpenedSession } from '../../../support/sessions.ts';
import { keys, pdfOf, type Answered, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';

type Options = NonNullable<Parameters<Service['request']>[2]>;

describe('A page of a session as an image', () => {
  let service: Service;
  let session: OpenedSession;
  before(async () => (service = await sharedService({ SERVICE_SESSIONS_ENABLED: 'true' })));
  beforeEach(async () => {
    session = await openSession(service, { document: { size: 'A5' }, output: { deterministic: true } });
    await session.post('text', { text: 'The first page' });
    await session.post('pages');
    await session.post('text', { text: 'The second page' });
  });

  const page = (number: number | string, options: Options = {}): Promise<Answered> =>
    service.request('GET', `${session.path}/pages/${number}`, options);
  const isPrinted = (answer: Answered): boolean => /\bprint;dur/.test(answer.headers.get('server-timing') ?? '');
  const accept = (type: string): Options => ({ headers: { accept: type } });

  it('is what rasterize draws of the rendered document, and a second page needs no second print', async () => {
    const pdf = pdfOf(await session.post('render'));
    const [first, second] = [await page(1), await page('2?width=200', accept('image/webp'))];
    expect([first.status, first.headers.get('content-type'), first.headers.get('etag')]).to.deep.equal([
      200,
      'image/png',
      '"3"',
    ]);
    expect([second.headers.get('content-type'), second.headers.get('etag')]).to.deep.equal(['image/webp', '"3-webp"']);
    expect([isPrinted(first), isPrinted(second)]).to.deep.equal([true, false]);
    for (const [image, wanted] of [
      [first, { pages: '1', format: 'png' }],
      [second, { pages: '2', format: 'webp', width: 200 }],
    ] as const) {
      const drawn = await service.request('POST', '/api/v1/rasterize', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ document: { data: pdf.toString('base64') }, ...wanted }),
      });
      expect(drawn.status).to.equal(200);
      expect(image.body.equals(drawn.body)).to.equal(true);
    }
  });

  it('is refused for an address that a render refuses', async () => {
    const added = await session.post('operations', { op: 'add_image', url: 'http://127.0.0.1:9/a.png', alt: '' });
    expect(added.status).to.equal(201);
    for (const answer of [await page(1), await session.post('render')])
      expect(problemIn(answer)).to.deep.equal([422, 'resource-blocked', '/operations/3/url']);
  });

  it('is printed again after a change, and not after its undo', async () => {
    const before = await page(1);
    await session.post('text', { text: 'One more' });
    const changed = await page(2);
    await session.post('undo');
    const undone = await page(1);
    expect([isPrinted(changed), isPrinted(undone), undone.headers.get('etag')]).to.deep.equal([true, false, '"5"']);
    expect(undone.body.equals(before.body)).to.equal(true);
  });

  it('is 304 for the tag of the revision and the type, and for no other', async () => {
    const known = (tag: string, type = 'image/png') =>
      page(1, { headers: { 'if-none-match': tag, accept: type } }).then(({ status }) => status);
    expect(await Promise.all([known('"3"'), known('"1", W/"3"'), known('"3-jpeg"', 'image/jpeg')])).to.deep.equal([
      304, 304, 304,
    ]);
    expect([await known('"2"'), await known('"3"', 'image/jpeg')]).to.deep.equal([200, 200]);
  });

  it('is printed once for requests that arrive together, also where one goes away', async () => {
    const leaving = new AbortController();
    const left = page(1, { signal: leaving.signal }).catch(() => null);
    const others = [1, 2, 1].map((number) => page(number));
    setTimeout(() => leaving.abort(), 20);
    const answers = await Promise.all(others);
    await left;
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    expect(answers.filter(isPrinted).length).to.be.at.most(1);
    expect(isPrinted(await page(2))).to.equal(false);
  });

  it('is refused where the page, the size or the type does not exist', async () => {
    for (const missing of [0, -1, 3, 1e9]) {
      expect(problemIn(await page(missing))).to.deep.equal([422, 'page-out-of-range', '/page']);
    }
    for (const [path, pointer] of [
      ['abc', '/page'],
      ['1.5', '/page'],
      ['1?width=15', '/width'],
      ['1?width=4001', '/width'],
      ['1?dpi=17', '/dpi'],
      ['1?dpi=601', '/dpi'],
      ['1?dpi=x', '/dpi'],
      ['1?dpi=72&width=100', '/dpi'],
      ['1?height=100', '/height'],
      ['1?dpi=72&dpi=72', '/dpi'],
    ] as const)
      expect(problemIn(await page(path)), path).to.deep.equal([400, 'invalid-request', pointer]);
    expect(problemIn(await page(1, accept('application/pdf')))).to.deep.equal([406, 'not-acceptable']);
  });

  it('names the size that would be accepted where the image would be too large', async () => {
    session = await openSession(service, { document: { size: { width: '2000mm', height: '2000mm' } } });
    await session.post('text', { text: 'A poster' });
    const refused = await page('1?dpi=600');
    expect(problemIn(refused)).to.deep.equal([422, 'limit-exceeded', '/dpi']);
    const [, accepted] = /at most ([\d.]+)/.exec(refused.body.toString('utf8')) ?? [];
    expect(Number(accepted)).to.be.within(18, 599);
    expect(isPrinted(await page('1?width=16'))).to.equal(false);
  });

  it('exists for the client that opened the session, as long as the session does', async () => {
    expect((await page(1)).status).to.equal(200);
    expect(problemIn(await page(1, { key: keys.pro }))).to.deep.equal([404, 'session-not-found']);
    await service.request('DELETE', session.path);
    expect(problemIn(await page(1))).to.deep.equal([404, 'session-not-found']);
    session = await openSession(service);
    expect(problemIn(await page(1))).to.deep.equal([422, 'nothing-to-render']);
  });

  it('is refused where the document has too many pages', async () => {
    session = await openSession(service, { output: { maxPages: 1 } });
    await session.post('text', { text: 'The first page' });
    expect((await page(1)).status).to.equal(200);
    await session.post('pages');
    expect(problemIn(await page(1))).to.deep.equal([422, 'too-many-pages']);
  });

  it('is 410 when the session has expired, with prints in memory or without', async () => {
    session = await openSession(service, { ttl: '1s' });
    await session.post('text', { text: 'Short-lived' });
    expect((await page(1)).status).to.equal(200);
    await sleep(1100);
    expect(problemIn(await page(1))).to.deep.equal([410, 'session-expired']);
  });

  it('draws the pages of an encrypted document', async () => {
    session = await openSession(service, { output: { encryption: { userPassword: 'open sesame' } } });
    await session.post('text', { text: 'Secret' });
    const shown = await page(1, accept('image/jpeg'));
    expect([shown.status, shown.headers.get('content-type')]).to.deep.equal([200, 'image/jpeg']);
  });
});
