import { expect } from 'chai';
import { openSession, postJson, problemIn, type OpenedSession } from '../../../support/sessions.ts';
import { startService, keys, pdfOf, type OwnService } from '../../../support/service.ts';
import { imagesOf } from '../../../support/pdf.ts';

/** A PNG of one red pixel. */
const red = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);
/** A PNG that says it has 20,000 by 20,000 pixels. */
const huge = Buffer.from(red);
huge.writeUInt32BE(20_000, 16);
huge.writeUInt32BE(20_000, 20);

describe('What is appended to a session', () => {
  let service: OwnService;
  let session: OpenedSession;
  before(
    async () =>
      (service = await startService({ SERVICE_SESSIONS_ENABLED: 'true', SERVICE_PAYLOAD_LIMIT_CORE: '1MiB' })),
  );
  after(() => service.stop());
  beforeEach(
    async () =>
      (session = await openSession(service, {
        document: { assets: { 'dot.png': red.toString('base64'), 'words.png': 'aGVsbG8=' } },
      })),
  );

  const refused = async (route: string, body: unknown) => problemIn(await session.post(route, body));
  const raw = (route: string, body: string, type = 'application/json') =>
    service.request('POST', `${session.path}/${route}`, { headers: { 'content-type': type }, body });

  it('is checked as the operation is, with a pointer to every mistake, and nothing of it stays', async () => {
    expect(await refused('text', { text: 5, size: 'big', colour: 'red' })).to.have.members([
      400,
      'invalid-request',
      '/text',
      '/size',
      '/colour',
    ]);
    expect(await refused('text', {})).to.deep.equal([400, 'invalid-request', '/text']);
    expect(await refused('text', { op: 'add_text', type: 'add_text', text: 1 })).to.have.members([
      400,
      'invalid-request',
      '/op',
      '/type',
      '/text',
    ]);
    expect(await refused('text', { op: 'add_html', text: 'x' })).to.deep.equal([400, 'invalid-request', '/op']);
    expect(await refused('font', { size: 12, position: { x: 1, y: 1 } })).to.have.members([
      400,
      'invalid-request',
      '/family',
      '/position',
    ]);
    expect(await refused('tables', { columns: ['a'], rows: [['1'], ['1', '2']] })).to.deep.equal([
      400,
      'invalid-request',
      '/rows/1',
    ]);
    expect(await refused('tables', { columns: ['a'], csv: 'a\n1\n"2' })).to.deep.equal([
      400,
      'invalid-request',
      '/csv',
    ]);
    expect(await refused('pages', { margin: '15cm' })).to.deep.equal([400, 'invalid-request', '/margin']);
    expect(await refused('pages', { background: 'nowhere.png' })).to.deep.equal([
      400,
      'invalid-request',
      '/background',
    ]);
    expect(await refused('html', { html: '<div>'.repeat(5000) })).to.deep.equal([422, 'limit-exceeded', '']);
    for (const body of [[], 'text', 5, null])
      expect(await refused('text', body)).to.deep.equal([400, 'invalid-request', '']);
    expect((await session.tell()).json().operations).to.equal(0);
  });

  it('has to be JSON that is whole, of the type that the route takes', async () => {
    expect(problemIn(await raw('text', '{"text":'))).to.deep.equal([400, 'malformed-json']);
    expect(problemIn(await raw('text', '{"text":"x","__proto__":{"id":"x"}}'))).to.deep.equal([400, 'malformed-json']);
    expect(problemIn(await raw('text', `{"text":${'['.repeat(100_000)}`))).to.deep.equal([400, 'malformed-json']);
    expect(problemIn(await raw('text', `{"text":${'['.repeat(500)}${']'.repeat(500)}}`))).to.deep.equal([
      400,
      'malformed-json',
    ]);
    expect(problemIn(await raw('text', ''))).to.deep.equal([400, 'malformed-json']);
    expect(problemIn(await raw('text', 'text=x', 'application/x-www-form-urlencoded'))).to.deep.equal([
      415,
      'unsupported-media-type',
    ]);
    expect(problemIn(await raw('text', '<svg/>', 'image/svg+xml'))).to.deep.equal([415, 'unsupported-media-type']);
    expect(problemIn(await raw('images', 'hello', 'image/'))).to.deep.equal([415, 'unsupported-media-type']);
    expect(problemIn(await service.request('POST', `${session.path}/text`))).to.deep.equal([
      415,
      'unsupported-media-type',
    ]);
    expect(problemIn(await raw('text', JSON.stringify({ text: 'x'.repeat(1024 * 1024) })))).to.deep.equal([
      413,
      'payload-too-large',
    ]);
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}`, 1]));
    expect((await session.post('text', many)).status).to.equal(400);
    expect((await session.tell()).json().operations).to.equal(0);
  });

  it('may be an image in JSON, in multipart, as the body itself, and by the name of an asset', async () => {
    const form = new FormData();
    form.set('image', new Blob([red], { type: 'image/png' }), 'red.png');
    form.set('request', JSON.stringify({ alt: 'red', width: 40 }));
    const sent = [
      await session.post('images', { data: red.toString('base64'), alt: 'red', width: 40 }),
      await service.request('POST', `${session.path}/images`, { body: form }),
      await service.request('POST', `${session.path}/images?alt=red&width=40`, {
        headers: { 'content-type': 'image/png' },
        body: new Uint8Array(red),
      }),
      await service.request(
        'POST',
        `${session.path}/images?request=${encodeURIComponent('{"alt":"red","position":{"x":10,"y":10}}')}&width=10mm`,
        { headers: { 'content-type': 'image/jpeg' }, body: new Uint8Array(red) },
      ),
      await session.post('images', { asset: 'dot.png', alt: 'red', width: 40 }),
    ];
    expect(sent.map(({ status }) => status)).to.deep.equal([201, 201, 201, 201, 201]);
    const same = await openSession(service);
    for (let count = 0; count < 5; count += 1)
      await same.post('images', { data: red.toString('base64'), alt: 'red', width: 40 });
    expect(await imagesOf(pdfOf(await session.post('render')))).to.have.length(
      (await imagesOf(pdfOf(await same.post('render')))).length,
    );
  });

  it('is refused at once where it is an image that no render would show', async () => {
    expect(await refused('images', { data: 'aGVsbG8=' })).to.deep.equal([422, 'invalid-image', '/data']);
    expect(await refused('images', { data: huge.toString('base64') })).to.deep.equal([422, 'limit-exceeded', '/data']);
    expect(await refused('images', { asset: 'words.png' })).to.deep.equal([422, 'invalid-image', '/asset']);
    expect(await refused('images', { asset: 'nowhere.png' })).to.deep.equal([400, 'invalid-request', '/asset']);
    expect(await refused('images', { data: 'aGVsbG8=', asset: 'dot.png' })).to.deep.equal([400, 'invalid-request', '']);
    expect(problemIn(await raw('images?alt=x', 'hello', 'image/png'))).to.deep.equal([422, 'invalid-image', '/data']);
    expect(problemIn(await raw('images', '', 'image/png'))[0]).to.be.oneOf([400, 422]);
    expect(
      problemIn(await raw('images?alt=x&alt=y&colour=red&data=eA==&op=add_text&request=[]', 'hello', 'image/png')),
    ).to.include.members([400, '/alt', '/colour', '/data', '/op', '']);
    const two = new FormData();
    for (const name of ['one.png', 'two.png']) two.append('image', new Blob([red]), name);
    expect(problemIn(await service.request('POST', `${session.path}/images`, { body: two }))).to.deep.equal([
      400,
      'invalid-request',
      '/data',
    ]);
    const other = new FormData();
    other.set('picture', new Blob([red]), 'red.png');
    expect(problemIn(await service.request('POST', `${session.path}/images`, { body: other }))).to.deep.equal([
      400,
      'invalid-multipart',
    ]);
    expect((await session.tell()).json().operations).to.equal(0);
  });

  it('may have an id that no operation of the session has', async () => {
    expect((await session.post('text', { text: 'x', id: 'total' })).status).to.equal(201);
    const again = await session.post('html', { html: '<p>x</p>', id: 'total' });
    expect(problemIn(again)).to.deep.equal([400, 'invalid-request', '/id']);
    expect(again.json().detail).to.contain('operation 0');
    expect((await session.post('text', { text: 'x', id: 'other' })).status).to.equal(201);
  });

  it('may be as large, with all else in the session, as one request of the client', async () => {
    const text = { text: 'x'.repeat(300_000) };
    for (let count = 0; count < 3; count += 1) expect((await session.post('text', text)).status).to.equal(201);
    const full = await session.post('text', text);
    expect(problemIn(full)).to.deep.equal([422, 'limit-exceeded']);
    expect(full.json().detail).to.contain('1048576');
    expect((await session.post('text', { text: 'small' })).status).to.equal(201);
    const wide = await openSession(service, {}, { key: keys.pro });
    for (let count = 0; count < 5; count += 1) expect((await wide.post('text', text)).status).to.equal(201);
    const filled = await openSession(service, { document: { css: ' '.repeat(1_000_000) } });
    expect(problemIn(await filled.post('text', { text: 'x'.repeat(60_000) }))).to.deep.equal([422, 'limit-exceeded']);
  });

  it('finds a session whose own parts are as valid as those of a render', async () => {
    const opening = async (body: unknown) => problemIn(await postJson(service, '/api/v1/sessions', body));
    expect(
      await opening({ document: { size: 'A99', lang: 5 }, output: { tagged: 1 }, operations: [], dryRun: true }),
    ).to.have.members([
      400,
      'invalid-request',
      '/document/size',
      '/document/lang',
      '/output/tagged',
      '/operations',
      '/dryRun',
    ]);
    expect(await opening({ output: { deterministic: true, encryption: { userPassword: 'x' } } })).to.have.members([
      400,
      'invalid-request',
      '/output/deterministic',
      '/output/encryption',
    ]);
    expect(await opening({ document: { margin: '20cm' } })).to.deep.equal([400, 'invalid-request', '/document/margin']);
    expect(await opening({ document: { fonts: [{ family: 'F', data: 'T1RUTyBubyBmb250' }] } })).to.deep.equal([
      422,
      'invalid-font',
      '/document/fonts/0/data',
    ]);
    expect(await opening([])).to.deep.equal([400, 'invalid-request', '']);
    expect(await refused('render', { output: { pages: '5-2' }, document: {} })).to.have.members([
      400,
      'invalid-request',
      '/output/pages',
      '/document',
    ]);
    await session.post('text', { text: 'x' });
    expect(
      await refused('render', { output: { deterministic: true, encryption: { userPassword: 'x' } } }),
    ).to.have.members([400, 'invalid-request', '/output/deterministic', '/output/encryption']);
  });
});
