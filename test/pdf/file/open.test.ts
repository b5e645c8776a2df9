import { expect } from 'chai';
import fc from 'fast-check';
import { deflateSync } from 'node:zlib';
import { openPdf } from '../../../src/pdf/file/open.ts';
import { Dict, PdfString, Ref } from '../../../src/pdf/objects/objects.ts';
import { AppError } from '../../../src/problems.ts';
import { contentOf, hello, open, problemOf, smallPdf } from '../raw/small-pdf.ts';
import { times } from '../../support/effort.ts';

const says = 'BT /F1 12 Tf 9 50 Td (Hello) Tj ET';
const small = smallPdf();

/** A table whose offsets are `offset` off. */
const moved = (by: number) =>
  small.text.replace(
    /(\d{10}) 00000 n/g,
    (_, offset: string) => `${String(Number(offset) + by).padStart(10, '0')} 00000 n`,
  );

/** `hello` with all but its stream in an object stream, and a cross-reference stream. */
function packed(): Buffer {
  const loose = hello.flatMap((body, index) => (body.includes('stream') ? [] : [{ num: index + 1, body }]));
  let offset = 0;
  const heads = loose.map(({ num, body }) => {
    const head = `${num} ${offset}`;
    offset += body.length + 1;
    return head;
  });
  const data = deflateSync(Buffer.from(`${heads.join(' ')}\n${loose.map(({ body }) => body).join('\n')}`));
  const first = heads.join(' ').length + 1;
  const start = Buffer.from(`%PDF-1.7\n4 0 obj\n${hello[3] ?? ''}\nendobj\n`, 'latin1');
  const container = Buffer.concat([
    Buffer.from(
      `6 0 obj<</Type/ObjStm/N ${loose.length}/First ${first}/Filter/FlateDecode/Length ${data.length}>>stream\n`,
    ),
    data,
    Buffer.from('\nendstream endobj\n'),
  ]);
  const at = start.length + container.length;
  const rows = [
    [0, 0, 255],
    [2, 6, 0],
    [2, 6, 1],
    [2, 6, 2],
    [1, 9, 0],
    [2, 6, 3],
    [1, start.length, 0],
    [1, at, 0],
  ];
  const table = deflateSync(
    Buffer.from(rows.flatMap(([kind = 0, second = 0, third = 0]) => [kind, second >> 8, second & 255, third])),
  );
  const xref = Buffer.concat([
    Buffer.from(`7 0 obj<</Type/XRef/Size 8/W[1 2 1]/Root 1 0 R/Filter/FlateDecode/Length ${table.length}>>stream\n`),
    table,
    Buffer.from(`\nendstream endobj\nstartxref\n${at}\n%%EOF\n`),
  ]);
  return Buffer.concat([start, container, xref]);
}

describe('openPdf', () => {
  it('gives pages with what they inherit', () => {
    const file = open(small.text);
    const [page] = file.pages();
    expect(file.pages()).to.have.length(1);
    expect(page?.ref).to.deep.equal(new Ref(3));
    expect(page?.mediaBox).to.deep.equal([0, 0, 200, 100]);
    expect(page?.rotate).to.equal(0);
    expect([...(page?.resources.keys() ?? [])]).to.deep.equal(['Font']);
    expect(contentOf(file)).to.equal(says);
    expect([file.version, file.repaired, file.size, file.numbers()]).to.deep.equal(['1.7', null, 6, [1, 2, 3, 4, 5]]);
  });

  it('tells where objects are, and the sections of the file', () => {
    const file = open(small.text);
    expect(file.where(4)).to.deep.equal({ kind: 'offset', offset: small.offsets[3], gen: 0 });
    expect(file.sections.map(({ offset, kind }) => [offset, kind])).to.deep.equal([[small.xref, 'table']]);
  });

  it('reads object streams and cross-reference streams', () => {
    const file = openPdf(packed());
    expect(contentOf(file)).to.equal(says);
    expect(file.repaired).to.equal(null);
    expect(file.where(1)).to.deep.equal({ kind: 'object-stream', container: 6, index: 0 });
  });

  it('finds what is in object streams when the table is lost', () => {
    const bytes = packed();
    const file = openPdf(bytes.subarray(0, bytes.lastIndexOf('startxref')));
    expect(file.repaired).to.equal('startxref is missing');
    expect(contentOf(file)).to.equal(says);
  });

  it('takes the newest revision, and keeps the older ones in view', () => {
    const changed = `${small.text}4 0 obj\n<</Length 3>>stream\nNEW\nendstream\nendobj\n`;
    const xref = changed.length;
    const file = open(
      `${changed}xref\n4 1\n${String(small.text.length).padStart(10, '0')} 00000 n \ntrailer\n<</Size 6/Root 1 ` +
        `0 R/Prev ${small.xref}>>\nstartxref\n${xref}\n%%EOF`,
    );
    expect(contentOf(file)).to.equal('NEW');
    expect(file.sections.map(({ offset }) => offset)).to.deep.equal([xref, small.xref]);
    expect(file.sections[1]?.entries.get(4)).to.deep.equal({ kind: 'offset', offset: small.offsets[3], gen: 0 });
  });

  it('sees what a hybrid file hides from old readers', () => {
    const hidden = small.text.replace(/(0000000000 65535 f \n(?:.*\n){3})\d{10} 00000 n/, '$10000000000 65535 f');
    const rows = Buffer.from([1, (small.offsets[3] ?? 0) >> 8, (small.offsets[3] ?? 0) & 255]).toString('latin1');
    const stream = `7 0 obj<</Type/XRef/Size 5/Index[4 1]/W[1 2 0]/Length 3>>stream\n${rows}\nendstream endobj\n`;
    const body = hidden.slice(0, small.xref);
    const file = open(
      `${body}${stream}${hidden
        .slice(small.xref)
        .replace('/Root', `/XRefStm ${small.xref}/Root`)
        .replace(/startxref\n\d+/, `startxref\n${small.xref + stream.length}`)}`,
    );
    expect([file.repaired, contentOf(file)]).to.deep.equal([null, says]);
  });

  it('forgives the mistakes that other readers forgive', () => {
    const forgiven: Record<string, string> = {
      'junk before the header': `junk\n${small.text}`,
      'junk after the end': `${small.text}${'\0'.repeat(3000)}junk`,
      'offsets that are too large': moved(3),
      'offsets that are too small': moved(-2),
      'a startxref that is a little off': small.text.replace(/startxref\n\d+/, `startxref\n${small.xref + 5}`),
      'a startxref that is nowhere near': small.text.replace(/startxref\n\d+/, 'startxref\n7'),
      'no table': small.text.slice(0, small.xref),
      'entries of 19 bytes': small.text.replaceAll(' n \n', ' n\n'),
      'a table without a head': small.text.replace('xref\n0 6\n', 'xref\n'),
      'a table that starts at 1': small.text.replace('xref\n0 6\n', 'xref\n1 6\n'),
      'no endobj': small.text.replaceAll('endobj\n', ''),
      'no spaces': small.text.replaceAll(' obj\n', ' obj'),
      'a Length that is too small': small.text.replace('/Length 34', '/Length 3'),
      'a Length that is too large': small.text.replace('/Length 34', '/Length 9999'),
      'no Length': small.text.replace('/Length 34', '          '),
      'a Length that is its own stream': small.text.replace('/Length 34', '/Length 4 0 R'),
      'no endstream': small.text.replace('endstream\n', ''),
      'a trailer without Root': small.text.replace('/Root 1 0 R', ''),
      'a Root that is no catalog': small.text.replace('/Root 1 0 R', '/Root 5 0 R'),
      'a Count that lies': small.text.replace('/Count 1', '/Count 99'),
      'line ends of old Macs': small.text.replaceAll('\n', '\r'),
    };
    for (const [mistake, text] of Object.entries(forgiven))
      expect(contentOf(open(text)).trim(), mistake).to.equal(says);
  });

  it('finds pages that no tree leads to', () => {
    const lost = small.text.replace('/Kids[3 0 R]', '/Kids[9 0 R]');
    expect(contentOf(open(lost))).to.equal(says);
  });

  it('says what is wrong with what is no PDF', () => {
    expect(problemOf(() => open(''))).to.include({ slug: 'invalid-pdf', message: 'The document is empty.' });
    expect(problemOf(() => open('GIF89a')).slug).to.equal('invalid-pdf');
    expect(problemOf(() => open('%PDF-1.7\n%%EOF')).slug).to.equal('invalid-pdf');
  });

  it('opens a file that is cut off anywhere, or says that it cannot', () => {
    for (let length = 0; length < small.text.length; length += 7)
      outcomeOf(Buffer.from(small.text.slice(0, length), 'latin1'));
    const bytes = packed();
    for (let length = 0; length < bytes.length; length += 7) outcomeOf(bytes.subarray(0, length));
  });

  it('never fails on changed bytes but with a problem', () => {
    const sources = [Buffer.from(small.text, 'latin1'), packed()];
    const changes = fc.array(
      fc.tuple(fc.nat(5000), fc.oneof(fc.nat(255), fc.constantFrom(...Buffer.from('<>[]()/ 0R'))), fc.boolean()),
      { minLength: 1, maxLength: 12 },
    );
    const survives = fc.property(fc.constantFrom(...sources), changes, (source, list) => {
      let bytes = Buffer.from(source);
      for (const [at, byte, cut] of list) {
        const place = at % bytes.length;
        if (cut)
          bytes = Buffer.concat([
            bytes.subarray(0, place),
            bytes.subarray(Math.min(bytes.length - 1, place + (byte % 9))),
          ]);
        else bytes[place] = byte;
      }
      outcomeOf(bytes);
    });
    fc.assert(survives, { numRuns: times(500, 1500) });
  });

  it('reads text strings and dictionaries of streams through references', () => {
    const file = open(smallPdf([...hello, '(Gr\\374\\337e)', '6 0 R', '7 0 R'], '/Info<</Title 8 0 R>>').text);
    const info = file.dict(file.trailer.get('Info'));
    expect(file.string(info?.get('Title') ?? null)?.text).to.equal('Grüße');
    expect(file.resolve(new Ref(8))).to.be.instanceOf(PdfString);
    expect(file.dict(new Ref(4))).to.be.instanceOf(Dict);
    expect([file.get(99), file.number(new Ref(4)), file.name(new Ref(1))]).to.deep.equal([null, null, null]);
  });
});

/** Opens, and reads every object and stream; only AppErrors are forgiven. */
function outcomeOf(bytes: Buffer): void {
  try {
    const file = openPdf(bytes);
    for (const num of file.numbers()) file.stream(file.get(num))?.decode();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
