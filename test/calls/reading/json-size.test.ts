import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import fc from 'fast-check';
import { JsonSize } from '../../../src/calls/reading/json-size.ts';
import { bearer, startHttp, type Built } from '../../support/http.ts';

/** What a counter says of a text that comes in pieces: the slug of its refusal, or whether it is large. */
function counted(pieces: readonly Uint8Array[]): string | boolean {
  const size = new JsonSize();
  try {
    for (const piece of pieces) size.add(piece);
  } catch (error) {
    return (error as { slug: string }).slug;
  }
  return size.isLarge;
}

/** The text cut into pieces at these places. */
function cut(text: Uint8Array, places: readonly number[]): Uint8Array[] {
  const at = [0, ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b), text.length];
  return at.slice(1).map((end, index) => text.subarray(at[index], end));
}

describe('The size of JSON that comes in', () => {
  it('is that of the whole, wherever it is cut', () => {
    const many = JSON.stringify(Array.from({ length: 4100 }, () => 1));
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('\\', '"', '[', ',', 'x') }),
        fc.array(fc.nat()),
        (text, places) => {
          const bytes = Buffer.from(`{"a":${JSON.stringify(text)},"b":[]}`);
          expect(counted(cut(bytes, places))).to.equal(false);
          const large = Buffer.from(`{"a":${JSON.stringify(text)},"b":${many}}`);
          expect(counted(cut(large, places))).to.equal(true);
        },
      ),
    );
  });

  it('is nothing that texts can raise', () => {
    const text = '[{,:"\\'.repeat(4000);
    expect(counted([Buffer.from(JSON.stringify({ text }))])).to.equal(false);
    expect(counted([Buffer.from(JSON.stringify({ text: text.repeat(200) }))])).to.equal(true);
  });

  const limits: Record<string, [number, (count: number) => string]> = {
    'limit-exceeded of objects and arrays': [300_000, (count) => `[${'[],'.repeat(count - 1)}0`],
    'limit-exceeded of keys': [1_000_000, (count) => `{${'"a":1,'.repeat(count)}`],
    'limit-exceeded of values': [2_000_000, (count) => `[${'1,'.repeat(count)}`],
    'malformed-json of levels': [201, (count) => '['.repeat(count)],
  };
  for (const [name, [most, text]] of Object.entries(limits)) {
    it(`is bounded (${name})`, () => {
      expect(counted([Buffer.from(text(most))])).to.be.a('boolean');
      expect(counted([Buffer.from(text(most + 1))])).to.equal(name.split(' ')[0]);
    });
  }
});

describe('A body that is too much of JSON', () => {
  let app: Built;
  before(async () => (app = await startHttp({ tuning: { drainTime: 100 } })));
  after(() => app.stop());

  const bodies: Record<string, [string, RegExp]> = {
    'of a thousand levels': ['['.repeat(1000), /^HTTP\/1.1 400 .*malformed-json/s],
    'of 300,001 arrays': [`[${'[],'.repeat(300_001)}`, /^HTTP\/1.1 422 .*limit-exceeded/s],
  };
  for (const [name, [text, expected]] of Object.entries(bodies)) {
    it(`(${name}) is refused before it is whole`, async () => {
      const head = [
        'POST /api/v1/echo HTTP/1.1',
        'Host: a',
        `Authorization: Bearer ${bearer().slice(7)}`,
        'Content-Type: application/json',
        'Content-Length: 15000000',
        '',
        '',
      ].join('\r\n');
      expect(await app.raw(head, text)).to.match(expected);
      expect(app.calls).to.have.length(0);
    });
  }

  it('is refused to a client that reads only when it has written all of it', async () => {
    const patient = await startHttp();
    const body = '['.repeat(15_000_000);
    const { hostname, port } = new URL(patient.url);
    const socket = connect({ host: hostname, port: Number(port) }).pause();
    const head = [
      'POST /api/v1/echo HTTP/1.1',
      'Host: a',
      `Authorization: ${bearer()}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    const request = [...head, '', body].join('\r\n');
    await new Promise<void>((resolve) => socket.write(request, () => resolve()));
    const [answer] = (await once(socket.resume(), 'data')) as [Buffer];
    expect(answer.toString()).to.match(/^HTTP\/1.1 400 .*malformed-json/s);
    socket.destroy();
    await patient.stop();
  });
});
