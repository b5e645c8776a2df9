import { expect } from 'chai';
import fc from 'fast-check';
import { parseJson } from '../../../src/calls/reading/json-text.ts';
import { AppError } from '../../../src/problems.ts';
import { bearer, startHttp, problemOf, type Built } from '../../support/http.ts';

const parse = (text: string): unknown => parseJson(Buffer.from(text));

describe('A JSON text', () => {
  it('is the value that it says', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        fc.pre(!JSON.stringify(value).includes('__proto__'));
        expect(parse(JSON.stringify(value))).to.deep.equal(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('is a value or malformed, and nothing else, whatever the bytes', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.string().map((text) => Buffer.from(text)),
        ),
        (bytes) => {
          try {
            parseJson(bytes);
          } catch (error) {
            expect(error).to.be.instanceOf(AppError).with.property('slug', 'malformed-json');
          }
        },
      ),
    );
  });

  it('may start with a byte order mark', () => {
    expect(parse('\uFEFF{"a":1}')).to.deep.equal({ a: 1 });
  });

  it('has no key twice in one object, however it is escaped, and as often as it likes in others', () => {
    const text = '{"a":"{\\"a\\":1}","b":[{"a":1},{"a":2}],":":{"a":{"a":{}}}}';
    expect(parse(text)).to.deep.equal(JSON.parse(text));
    const pointers = (twice: string) => {
      try {
        return parse(twice);
      } catch (error) {
        return [(error as AppError).slug, ...(error as AppError).errors.map(({ pointer }) => pointer)];
      }
    };
    expect(pointers('{"a":1,"\\u0061":2}')).to.deep.equal(['invalid-request', '/a']);
    expect(pointers('[{"x":1},{"x":{"a/b":1,"c":{},"a/b":3},"x":4}]')).to.deep.equal([
      'invalid-request',
      '/1/x/a~1b',
      '/1/x',
    ]);
    expect(pointers(`{${'"a":1,'.repeat(500_000)}"a":1}`)).to.have.lengthOf(101);
  });

  it('is malformed when it is not UTF-8, empty, cut off, too deep, or names __proto__', () => {
    expect(() => parseJson(Buffer.from([0x22, 0xff, 0x22]))).to.throw('not UTF-8');
    expect(() => parse('  ')).to.throw('is empty');
    expect(() => parse('{"a":')).to.throw('ends too early');
    expect(() => parse('{\n  "a": 1,\n  b: 2\n}')).to.throw('line 3, column 3');
    expect(() => parse('{\n  "a": [1, 2,]\n}')).to.throw('line 2, column 14');
    expect(() => parse('{"a": 1,}')).to.throw('line 1, column 9');
    expect(() => parse('[NaN]')).to.throw('line 1, column 2');
    expect(() => parse('['.repeat(100_000) + ']'.repeat(100_000))).to.throw('200 levels');
    expect(() => parse('{"a":[{"\\u005f_proto__":{"admin":true}}]}')).to.throw('__proto__');
  });

  it('may have as many values as documents need, and not so many that reading them holds up others', () => {
    expect(parse(`[${'{"a":1},'.repeat(299_000)}1]`)).to.have.lengthOf(299_001);
    expect(parse(JSON.stringify('[{,"\\'.repeat(500_000)))).to.have.lengthOf(2_500_000);
    expect(() => parse(`[${'{"a":1},'.repeat(2_000_000)}1]`))
      .to.throw('more than 300000 objects and arrays')
      .with.property('slug', 'limit-exceeded');
    expect(() => parse(`[${'1,'.repeat(8_000_000)}1]`))
      .to.throw('more than 2000000 values')
      .with.property('slug', 'limit-exceeded');
  });

  it('is not quoted back', () => {
    expect(() => parse('{"password": hunter2}'))
      .to.throw(AppError)
      .with.property('message')
      .that.does.not.contain('hunter');
  });
});

describe('A body', () => {
  let app: Built;
  before(async () => {
    app = await startHttp();
  });
  after(() => app.stop());

  const slugOf = async (body: string, headers: Record<string, string>): Promise<string> =>
    (await problemOf(await app.post('/api/v1/echo', body, headers))).slug;

  it('has to be of a type that the route takes, in UTF-8 and as it is', async () => {
    for (const type of ['text/plain', 'application/pdf', 'application/json; charset=latin1', ''])
      expect(await slugOf('{}', { 'content-type': type }), type).to.equal('unsupported-media-type');
    expect(await slugOf('{}', { 'content-encoding': 'gzip' })).to.equal('unsupported-media-type');
    const alone = await app.fetch('/api/v1/print', {
      method: 'POST',
      headers: { authorization: bearer() },
      body: new FormData(),
    });
    expect((await problemOf(alone)).slug, 'multipart where there are no file parts').to.equal('unsupported-media-type');
    for (const type of ['application/json;charset=UTF-8', 'Application/JSON; charset="utf-8"'])
      expect((await app.post('/api/v1/echo', {}, { 'content-type': type })).status, type).to.equal(200);
  });

  it('has all of its mistakes told at once, with pointers', async () => {
    const problem = await problemOf(await app.post('/api/v1/echo', { text: 1, number: 'x', unknown: true }));
    expect(problem.slug).to.equal('invalid-request');
    expect(problem.errors?.map(({ pointer }) => pointer)).to.have.members(['/text', '/number', '/unknown']);
  });

  it('may be multipart, with its options in `request`, as a field or a file', async () => {
    for (const request of ['{"text":"a"}', new Blob(['{"text":"a"}'], { type: 'application/json' })]) {
      const form = new FormData();
      form.set('request', request);
      form.append('assets', new Blob(['one']), 'ä "1".png');
      form.append('assets', new Blob(['two']), 'b.png');
      const response = await app.fetch('/api/v1/echo', {
        method: 'POST',
        headers: { authorization: bearer() },
        body: form,
      });
      expect(await response.json())
        .to.have.property('input')
        .that.deep.equals({
          text: 'a',
          files: [
            ['assets', 'ä "1".png', 'one'],
            ['assets', 'b.png', 'two'],
          ],
        });
    }
  });

  const multipart = (body: string, type = 'multipart/form-data; boundary=b'): Promise<string> =>
    slugOf(body, { 'content-type': type });

  it('is a broken multipart when its parts are wrong or cut off', async () => {
    const part = (disposition: string, content: string): string =>
      `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
    expect(await multipart('', 'multipart/form-data')).to.equal('invalid-multipart');
    expect(await multipart(part('name="request"', '{}'))).to.equal('invalid-multipart');
    expect(await multipart(`${part('name="other"; filename="x"', '')}--b--\r\n`)).to.equal('invalid-multipart');
    expect(await multipart(`${part('name="other"', '')}--b--\r\n`)).to.equal('invalid-multipart');
    expect(await multipart(`${part('name="assets"', 'x')}--b--\r\n`)).to.equal('invalid-multipart');
    expect(await multipart(`${part('name="request"', '{}')}${part('name="request"', '{}')}--b--\r\n`)).to.equal(
      'invalid-multipart',
    );
    expect(await multipart(`${part('name="request"', '{')}--b--\r\n`)).to.equal('malformed-json');
  });

  it('in multipart is held to the size limit too', async () => {
    const small = await startHttp({ env: { SERVICE_PAYLOAD_LIMIT_CORE: '500' }, tuning: { drainTime: 50 } });
    const part = '--b\r\nContent-Disposition: form-data; name="assets"; filename="x"\r\n\r\n';
    const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
    const answer = await small.raw(
      [
        'POST /api/v1/echo HTTP/1.1',
        'Host: a',
        `Authorization: ${bearer()}`,
        'Content-Type: multipart/form-data; boundary=b',
        'Transfer-Encoding: chunked',
        '',
        '',
      ].join('\r\n'),
      chunk(part),
      chunk('x'.repeat(600)),
    );
    expect(answer).to.match(/^HTTP\/1.1 413 /);
    await small.stop();
  });
});
