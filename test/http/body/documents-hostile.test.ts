import { expect } from 'chai';
import { documentTools } from '../../support/document-tools.ts';
import { bearer, startHttp, problemOf, type Built } from '../../support/http.ts';

describe('A hostile multipart body', () => {
  let app: Built;
  before(async () => {
    app = await startHttp({ env: { SERVICE_RATE_LIMIT_CORE: '10000' }, tools: documentTools });
  });
  after(() => app.stop());

  const part = (disposition: string, content = 'x', headers = ''): string =>
    `--b\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n${content}\r\n`;
  const file = part('name="documents"; filename="a.pdf"');
  const end = '--b--\r\n';
  const send = (path: string, body: string | Buffer, type = 'multipart/form-data; boundary=b'): Promise<Response> =>
    app.fetch(`/api/v1/${path}`, {
      method: 'POST',
      headers: { authorization: bearer(), 'content-type': type },
      body: new Uint8Array(Buffer.from(body)),
    });
  const slugOf = async (response: Promise<Response>): Promise<string> => (await problemOf(await response)).slug;

  it('is refused without a boundary, with a wrong one, empty, and cut off', async () => {
    expect(await slugOf(send('join', file + end, 'multipart/form-data'))).to.equal('invalid-multipart');
    expect(await slugOf(send('join', file + end, 'multipart/form-data; boundary='))).to.equal('invalid-multipart');
    expect(await slugOf(send('join', file + end, 'multipart/form-data; boundary=c'))).to.equal('invalid-multipart');
    expect(await slugOf(send('join', ''))).to.equal('invalid-multipart');
    expect(await slugOf(send('join', file))).to.equal('invalid-multipart');
    expect(await slugOf(send('join', file.slice(0, -20)))).to.equal('invalid-multipart');
  });

  it('may have 1000 files, and no more', async () => {
    expect((await send('join', file.repeat(1000) + end)).status).to.equal(200);
    expect(await slugOf(send('join', file.repeat(1001) + end))).to.equal('invalid-multipart');
    expect(await slugOf(send('join', part('name="request"', '{}').repeat(5000) + end))).to.equal('invalid-multipart');
    expect(await slugOf(send('join', part('name="x"').repeat(5000) + end))).to.equal('invalid-multipart');
  });

  it('has no part within a part: what nests is content', async () => {
    const nested = `--c\r\nContent-Disposition: file; filename="evil.pdf"\r\n\r\nx\r\n--c--`;
    const response = await send(
      'join',
      part('name="documents"; filename="a.pdf"', nested, 'Content-Type: multipart/mixed; boundary=c\r\n') + end,
    );
    expect(await response.text()).to.equal(nested);
    expect(
      await slugOf(
        send('join', part('name="documents"', nested, 'Content-Type: multipart/mixed; boundary=c\r\n') + end),
      ),
    ).to.equal('invalid-multipart');
  });

  it('is refused for headers of a part that are huge, many or broken', async () => {
    expect(
      await slugOf(
        send('join', part('name="documents"; filename="a.pdf"', 'x', `X-Long: ${'y'.repeat(100_000)}\r\n`) + end),
      ),
    ).to.equal('invalid-multipart');
    expect(
      await slugOf(send('join', part('name="documents"; filename="a.pdf"', 'x', 'A: b\r\n'.repeat(20_000)) + end)),
    ).to.equal('invalid-multipart');
    expect(await slugOf(send('join', `--b\r\nno header at all\r\n\r\nx\r\n${end}`))).to.equal('invalid-multipart');
    expect(await slugOf(send('join', part(`name="${'d'.repeat(10_000)}"; filename="a.pdf"`) + end))).to.equal(
      'invalid-multipart',
    );
  });

  it('is refused for parts of wrong names, without a file name, and two of `request`', async () => {
    for (const name of ['document', 'documents[]', 'documents[0]', '__proto__', 'constructor', 'Documents', ''])
      expect(await slugOf(send('join', part(`name="${name}"; filename="a.pdf"`) + end)), name).to.equal(
        'invalid-multipart',
      );
    for (const name of ['documents', 'request[a]', 'request[]', '__proto__', 'other'])
      expect(await slugOf(send('join', part(`name="${name}"`) + end)), name).to.equal('invalid-multipart');
    const asFile = part('name="request"; filename="r.json"', '{}');
    for (const twice of [
      part('name="request"', '{}') + part('name="request"', '{}'),
      asFile + asFile,
      asFile + part('name="request"', '{}'),
    ])
      expect(await slugOf(send('join', file + twice + end))).to.equal('invalid-multipart');
  });

  it('has a problem that says what to send: another name of a part, or files that curl sends as texts', async () => {
    const detailOf = async (body: string) => (await problemOf(await send('join', body + end))).detail;
    expect(await detailOf(part('name="document"; filename="a.pdf"'))).to.equal(
      "This route takes no part 'document'; its parts are `request`, `documents`. Did you mean `documents`?",
    );
    expect(await detailOf(part('name="documents"', 'a.pdf'))).to.equal(
      'The part `documents` is a text, and has to be a file, with a `filename`. With curl, a file has an @ before its ' +
        'path: `-F documents=@FILE`.',
    );
    expect(await detailOf(part('name="documents"', 'a.pdf').repeat(2))).to.match(
      /^Several parts are texts\. One can be, `request`; .* an @ before its path/,
    );
  });

  it('has its `request` held to JSON as a body is', async () => {
    const withRequest = (text: string): Promise<Response> => send('join', file + part('name="request"', text) + end);
    for (const text of ['{', '{"__proto__":{}}', '['.repeat(1000)])
      expect(await slugOf(withRequest(text)), text.slice(0, 10)).to.equal('malformed-json');
    for (const text of ['[]', '7', 'null', '"x"'])
      expect(await slugOf(withRequest(text)), text).to.equal('invalid-request');
    expect(await slugOf(withRequest('{"documents":7}'))).to.equal('invalid-request');
  });

  it('keeps names of files as names', async () => {
    const response = await send('look', part('name="document"; filename="../../a\\"b%0D%0A.pdf"') + end);
    expect(response.status).to.equal(200);
  });
});
