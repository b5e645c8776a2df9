import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { brotliCompressSync, crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { examplePdf } from '../../../../src/editions/example-pdf.ts';
import { bytesOf } from '../../../../src/render/compose/assets.ts';
import { pdfOf, type Answered, type Service } from '../../../support/service.ts';
import { openSession, problemIn, type OpenedSession } from '../../../support/sessions.ts';
import { sharedService } from '../../../support/shared.ts';

const pdf = Buffer.from(bytesOf(examplePdf('Appendix A')) ?? []);
const ttf = await readFile('fonts/arimo/Arimo-Bold.ttf');
/** A picture that no format makes very small. */
const noise = sharp({
  create: { width: 120, height: 80, channels: 3, noise: { type: 'gaussian' }, background: 'white' },
});
const svg = (content: string, prolog = '') =>
  Buffer.from(`${prolog}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1">${content}</svg>`);

/** A PNG that claims to have so many pixels, all of them white. */
function largePng(width: number, height: number, rows = height): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const bits = deflateSync(Buffer.alloc(rows * (1 + Math.ceil(width / 8)), 0), { level: 1 });
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', bits), chunk('IEND', Buffer.alloc(0))]);
}

/** The tables of a TrueType file. */
function tablesOf(file: Buffer): (readonly [tag: string, table: Buffer, checksum: number])[] {
  return Array.from({ length: file.readUInt16BE(4) }, (_, index) => {
    const entry = 12 + index * 16;
    const at = file.readUInt32BE(entry + 8);
    const table = file.subarray(at, at + file.readUInt32BE(entry + 12));
    return [file.toString('latin1', entry, entry + 4), table, file.readUInt32BE(entry + 4)];
  });
}

/** The same font as WOFF 1.0. */
function woff(file: Buffer): Buffer {
  const tables = tablesOf(file);
  const [head, entries] = [Buffer.alloc(44), Buffer.alloc(tables.length * 20)];
  const bodies: Buffer[] = [];
  let at = head.length + entries.length;
  for (const [index, [tag, table, checksum]] of tables.entries()) {
    const packed = deflateSync(table);
    const body = packed.length < table.length ? packed : table;
    entries.write(tag, index * 20, 'latin1');
    [at, body.length, table.length, checksum].forEach((value, word) =>
      entries.writeUInt32BE(value, index * 20 + 4 + word * 4),
    );
    bodies.push(body, Buffer.alloc((4 - (body.length % 4)) % 4));
    at += body.length + ((4 - (body.length % 4)) % 4);
  }
  head.write('wOFF', 0, 'latin1');
  [0x10000, at].forEach((value, word) => head.writeUInt32BE(value, 4 + word * 4));
  head.writeUInt16BE(tables.length, 12);
  head.writeUInt32BE(file.length, 16);
  return Buffer.concat([head, entries, ...bodies]);
}

/** The same font as WOFF 2.0, whose tables are as they are. */
function woff2(file: Buffer): Buffer {
  const tables = tablesOf(file);
  const base128 = (value: number): number[] => {
    const digits = [value & 0x7f];
    for (let rest = value >>> 7; rest > 0; rest >>>= 7) digits.unshift((rest & 0x7f) | 0x80);
    return digits;
  };
  const entries = tables.map(([tag, table]) => {
    const isOutline = tag === 'glyf' || tag === 'loca';
    return Buffer.from([63 | (isOutline ? 0xc0 : 0), ...Buffer.from(tag, 'latin1'), ...base128(table.length)]);
  });
  const packed = brotliCompressSync(Buffer.concat(tables.map(([, table]) => table)));
  const [head, directory] = [Buffer.alloc(48), Buffer.concat(entries)];
  const end = head.length + directory.length + packed.length;
  const padding = Buffer.alloc((4 - (end % 4)) % 4);
  head.write('wOF2', 0, 'latin1');
  [0x10000, end + padding.length].forEach((value, word) => head.writeUInt32BE(value, 4 + word * 4));
  head.writeUInt16BE(tables.length, 12);
  head.writeUInt32BE(file.length, 16);
  head.writeUInt32BE(packed.length, 20);
  return Buffer.concat([head, directory, packed, padding]);
}

describe('The bytes of an asset of a session', () => {
  let service: Service;
  let session: OpenedSession;
  before(async () => {
    service = await sharedService({ SERVICE_SESSIONS_ENABLED: 'true' });
    session = await openSession(service);
  });

  const put = (bytes: Uint8Array, name = 'asset'): Promise<Answered> =>
    service.request('PUT', `${session.path}/assets/${name}`, { body: new Uint8Array(bytes) });
  const typeOf = async (bytes: Uint8Array): Promise<string> => {
    const stored = await put(bytes);
    return String(stored.json().contentType ?? stored.body.toString());
  };
  const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length - Math.floor(bytes.length / 2));

  it('are an image of any kind that can be decoded', async () => {
    for (const [format, image] of [
      ['png', noise.clone().png()],
      ['png', noise.clone().png({ progressive: true })],
      ['jpeg', noise.clone().jpeg()],
      ['jpeg', noise.clone().jpeg({ progressive: true })],
      ['jpeg', noise.clone().toColourspace('cmyk').jpeg()],
      ['webp', noise.clone().webp()],
      ['webp', noise.clone().webp({ lossless: true })],
      ['gif', noise.clone().gif()],
      ['avif', noise.clone().avif({ effort: 0 })],
    ] as const) {
      const bytes = await image.toBuffer();
      expect(await typeOf(bytes), format).to.equal(`image/${format}`);
      expect(problemIn(await put(half(bytes))), `half of ${format}`).to.deep.equal([422, 'invalid-image']);
    }
    const [spoilt] = [await noise.clone().png().toBuffer()];
    spoilt.fill(0x55, 2000, 2100);
    expect(problemIn(await put(spoilt))).to.deep.equal([422, 'invalid-image']);
  });

  it('are an image of no more pixels than are decoded, and the answer says how many those are', async () => {
    expect(await typeOf(largePng(10_000, 10_000))).to.equal('image/png');
    const tooMany = await put(largePng(10_000, 10_001));
    expect(problemIn(tooMany)).to.deep.equal([422, 'limit-exceeded']);
    expect(tooMany.json()).to.include({ limit: 100_000_000 });
    expect(tooMany.json().detail).to.include('10000 by 10001 pixels; 100 million');
    expect(problemIn(await put(largePng(10_000, 10_000, 20)))).to.deep.equal([422, 'invalid-image']);
  });

  it('are an SVG that is well-formed, whatever its document type declares', async () => {
    const doctype =
      '<?xml version="1.0" encoding="ISO-8859-1"?>\n<!-- a > b --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" ' +
      '"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [\n<!ENTITY ns "http://a.example/">\n' +
      '<!ENTITY two "&ns;">\n]>\n';
    for (const bytes of [
      svg('<path d="M0 0h4v1H0z"/><text>a &amp; b &#233; ü</text>'),
      svg('<g xmlns:x="&ns;" x:y="1"><text>&two;</text></g>', doctype),
      svg(`${'<g>'.repeat(500)}${'</g>'.repeat(500)}`),
    ])
      expect(await typeOf(bytes)).to.equal('image/svg+xml');
    for (const [content, reason] of [
      ['<g><path></g>', 'an end tag does not fit its start tag (line 1)'],
      ['\n\n<text>a & b</text>', '(line 3)'],
      ['<text>&nbsp;</text>', 'a wrong reference'],
      ['<use xlink:href="#a"/>', 'the prefix xlink is not declared'],
      ['<a b="1" b="2"/>', 'the attribute b is given twice'],
    ] as const) {
      const refused = await put(svg(content));
      expect(problemIn(refused), content).to.deep.equal([422, 'invalid-image']);
      expect(refused.json().detail).to.include('The SVG is not well-formed XML').and.include(reason);
    }
    expect(problemIn(await put(svg('<g>'.repeat(5000))))).to.deep.equal([422, 'limit-exceeded']);
    expect(problemIn(await put(svg('').subarray(0, 60)))).to.deep.equal([422, 'invalid-image']);
  });

  it('are a font that can be read, and printed with', async () => {
    for (const [type, bytes] of [
      ['font/ttf', ttf],
      ['font/woff', woff(ttf)],
      ['font/woff2', woff2(ttf)],
    ] as const) {
      expect(await typeOf(bytes), type).to.equal(type);
      const spoilt = Buffer.from(bytes);
      const start = type === 'font/ttf' ? cmapOf(ttf) : Math.floor(bytes.length / 2);
      spoilt.fill(0xff, start, start + 2000);
      expect(problemIn(await put(spoilt)), `${type}, spoilt`).to.deep.equal([422, 'invalid-font']);
    }
    const printed = await openSession(service);
    const path = `${printed.path}/assets/Own`;
    expect((await service.request('PUT', path, { body: new Uint8Array(woff2(ttf)) })).status).to.equal(201);
    await printed.post('operations', {
      operations: [
        { op: 'set_font', family: 'Own' },
        { op: 'add_text', text: 'x' },
      ],
    });
    pdfOf(await printed.post('render', { output: { failOn: ['font'] } }));
  });

  it('are a PDF that can be opened, with its password or without', async () => {
    expect(await typeOf(pdf)).to.equal('application/pdf');
    const operations = [{ op: 'add_text', text: 'secret' }];
    const locked = pdfOf(await service.render({ operations, output: { encryption: { userPassword: 'u' } } }));
    expect(await typeOf(locked)).to.equal('application/pdf');
    const empty =
      '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj ' +
      'trailer<</Root 1 0 R>>';
    for (const bytes of [
      Buffer.from(empty),
      Buffer.from('%PDF-1.7\n'),
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5000, 65)]),
    ])
      expect(problemIn(await put(bytes))).to.deep.equal([422, 'invalid-pdf']);
  });

  it('change nothing where they are refused', async () => {
    const before = (await session.tell()).json();
    await put(half(await noise.clone().png().toBuffer()));
    await put(Buffer.from('%PDF-1.7\n'), 'other');
    const { revision } = (await session.tell()).json();
    expect(revision).to.equal(before.revision);
    const { assets } = (await service.request('GET', `${session.path}/assets`)).json() as { assets: object[] };
    expect(assets).to.have.length(1);
  });
});

function cmapOf(file: Buffer): number {
  const [, table] = tablesOf(file).find(([tag]) => tag === 'cmap')!;
  return table.byteOffset - file.byteOffset;
}
