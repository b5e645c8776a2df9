import { expect } from 'chai';
import { bearer, startHttp, problemOf, type Built } from '../../support/http.ts';

const head = (...lines: string[]): string =>
  ['POST /api/v1/echo HTTP/1.1', 'Host: a', 'Content-Type: application/json', ...lines, '', ''].join('\r\n');
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

describe('The size limits', () => {
  let app: Built;
  before(async () => {
    app = await startHttp({
      env: { SERVICE_BODY_LIMIT: '4000', SERVICE_PAYLOAD_LIMIT_CORE: '1000', SERVICE_PAYLOAD_LIMIT_PRO: '2000' },
      tuning: { drainTime: 300 },
    });
  });
  after(() => app.stop());

  const withSize = async (bytes: number, authorization: string): Promise<number> =>
    (await app.post('/api/v1/echo', JSON.stringify({ text: 'x'.repeat(bytes - 11) }), { authorization })).status;

  it('are those of the tier of the key, within the body limit', async () => {
    expect([await withSize(1000, bearer('core')), await withSize(1001, bearer('core'))]).to.deep.equal([200, 413]);
    expect([await withSize(2000, bearer('pro')), await withSize(2001, bearer('pro'))]).to.deep.equal([200, 413]);
    expect([await withSize(4000, bearer('ent')), await withSize(4001, bearer('ent'))]).to.deep.equal([200, 413]);
  });

  it('are the same for all who have no valid key, whatever key they name, and 401 within the largest', async () => {
    const anyone = [
      'Bearer svc_live_core_guessed',
      'Bearer svc_live_pro_guessed',
      'Bearer svc_live_ent_guessed',
      'Bearer svc_live_nobody_guessed',
      '',
    ];
    for (const bytes of [1001, 2001, 4000]) {
      const statuses = await Promise.all(anyone.map((authorization) => withSize(bytes, authorization)));
      expect(statuses, `${bytes} bytes`).to.deep.equal(anyone.map(() => 401));
    }
    expect(await Promise.all(anyone.map((authorization) => withSize(4001, authorization)))).to.deep.equal(
      anyone.map(() => 413),
    );
  });

  it('count requests within them as failed authentications', async () => {
    const strict = await startHttp({
      env: { SERVICE_RATE_LIMIT_AUTH_FAILURES: '2', SERVICE_PAYLOAD_LIMIT_CORE: '1000' },
    });
    const large = (): Promise<Response> =>
      strict.post('/api/v1/echo', 'x'.repeat(1500), { authorization: 'Bearer svc_live_core_guessed' });
    expect([(await large()).status, (await large()).status, (await large()).status]).to.deep.equal([401, 401, 429]);
    await strict.stop();
  });

  it('tell the limit', async () => {
    expect(await problemOf(await app.post('/api/v1/echo', 'x'.repeat(1001)))).to.include({
      slug: 'payload-too-large',
      limit: 1000,
    });
  });

  it('refuse by Content-Length before a byte of the body came', async () => {
    const answer = await app.raw(head(`Authorization: ${bearer()}`, 'Content-Length: 999999999'));
    expect(answer)
      .to.match(/^HTTP\/1.1 413 /)
      .and.contain('payload-too-large');
  });

  it('count a body without a length, and cut it off', async () => {
    const calls = app.calls.length;
    const answer = await app.raw(
      head(`Authorization: ${bearer()}`, 'Transfer-Encoding: chunked'),
      chunk('x'.repeat(600)),
      chunk('x'.repeat(600)),
    );
    expect(answer).to.match(/^HTTP\/1.1 413 /);
    expect(app.calls).to.have.length(calls);
  });

  it('let a body without a length through that is small enough', async () => {
    const answer = await app.raw(
      head(`Authorization: ${bearer()}`, 'Transfer-Encoding: chunked', 'Connection: close'),
      chunk('{"text":'),
      chunk('"x"}'),
      '0\r\n\r\n',
    );
    expect(answer)
      .to.match(/^HTTP\/1.1 200 /)
      .and.contain('{"input":{"text":"x"}');
  });
});

describe('An early answer', () => {
  let app: Built;
  beforeEach(async () => {
    app = await startHttp({ env: { SERVICE_PAYLOAD_LIMIT_CORE: '64MiB' }, tuning: { drainTime: 500 } });
  });
  afterEach(() => app.stop());

  it('reaches a client that is still sending', async () => {
    const body = Buffer.alloc(1_500_000, 'x');
    const answer = await app.raw(
      head('Authorization: Bearer wrong', `Content-Length: ${body.byteLength}`),
      body.subarray(0, 700_000),
      20,
      body.subarray(700_000),
    );
    expect(answer)
      .to.match(/^HTTP\/1.1 401 /)
      .and.match(/connection: close/i)
      .and.contain('invalid-key');
  });

  it('comes on the headers alone where the body has no length', async () => {
    const answer = await app.raw(head('Authorization: Bearer wrong', 'Transfer-Encoding: chunked'));
    expect(answer).to.match(/^HTTP\/1.1 401 /);
    expect(app.lines.map(({ status }) => status)).to.deep.equal([401]);
  });

  it('is followed by the end of the connection, also where the client never stops sending', async () => {
    let open = true;
    const endless = Array.from({ length: 400 }, () => [Buffer.alloc(64_000, 'x'), 1]).flat();
    const answer = await app
      .raw(head('Authorization: Bearer wrong', 'Content-Length: 60000000'), ...endless)
      .finally(() => (open = false));
    expect(open).to.equal(false);
    expect(answer).to.match(/^HTTP\/1.1 401 /);
  });

  it('is not preceded by 100 Continue: the body is asked for after the key is good', async () => {
    const refused = await app.raw(head('Authorization: Bearer wrong', 'Content-Length: 11', 'Expect: 100-continue'));
    expect(refused)
      .to.match(/^HTTP\/1.1 401 /)
      .and.not.contain('100 Continue');
    const wrongType = await app.raw(
      head(`Authorization: ${bearer()}`, 'Content-Length: 11', 'Expect: 100-continue').replace(
        'application/json',
        'text/plain',
      ),
    );
    expect(wrongType).to.match(/^HTTP\/1.1 415 /);
    const taken = await app.raw(
      head(`Authorization: ${bearer()}`, 'Content-Length: 12', 'Expect: 100-continue', 'Connection: close'),
      50,
      '{"text":"x"}',
    );
    expect(taken).to.match(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /);
  });
});
