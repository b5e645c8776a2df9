import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { newFlateStream, newStream } from '../../../../src/pdf/objects/new-stream.ts';
import { openPdf } from '../../../../src/pdf/file/open.ts';
import { Dict, Name, PdfString, Ref, type Obj } from '../../../../src/pdf/objects/objects.ts';
import type { PdfFile } from '../../../../src/pdf/file/pdf-file.ts';
import { rewritePdf } from '../../../../src/pdf/file/writing/rewrite.ts';
import { Changes } from '../../../../src/pdf/file/changes.ts';
import { updateObstacle, updatePdf } from '../../../../src/pdf/file/writing/update.ts';
import { contentOf, smallPdf } from '../../raw/small-pdf.ts';
import { algorithms, encryptedPdf, styledPdf, styles } from '../../update/updated-files.ts';

/** Appends what `change` does, and opens the result; the original must be a prefix of it. */
function updated(original: Buffer, change: (changes: Changes) => void, password?: string): PdfFile {
  const changes = new Changes(openPdf(original, { password }));
  change(changes);
  const { bytes } = updatePdf(changes);
  expect(bytes.subarray(0, original.length).equals(original)).to.equal(true);
  const again = openPdf(bytes, { password });
  for (const { ref } of changes.objects) again.get(ref);
  expect(again.repaired).to.equal(null);
  return again;
}

/** What qpdf has to say of a file: nothing, if it is right. */
function qpdf(bytes: Buffer, password = ''): string {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-update-'));
  try {
    const path = join(folder, 'it.pdf');
    writeFileSync(path, bytes);
    return execFileSync('qpdf', [`--password=${password}`, '--check', path], { stdio: 'pipe' }).toString();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const noteOf = (file: PdfFile, key = 'Note') => file.string(file.catalog.get(key))?.text;
const identifier = (file: PdfFile) =>
  (file.array(file.trailer.get('ID')) ?? []).map((half) => file.string(half)?.bytes.toString('hex'));

/** Values without references or streams, as files have them. */
const value: fc.Arbitrary<Obj> = fc.letrec<{ any: Obj; leaf: Obj }>((tie) => ({
  leaf: fc.oneof(
    fc.boolean(),
    fc.integer({ min: -1e9, max: 1e9 }),
    fc.stringMatching(/^[!-~\x80-\xff]{1,12}$/).map((text) => new Name(text)),
    fc
      .record({ bytes: fc.uint8Array({ maxLength: 40 }), hex: fc.boolean() })
      .map(({ bytes, hex }) => new PdfString(Buffer.from(bytes), hex)),
  ),
  any: fc.oneof(
    { maxDepth: 3 },
    tie('leaf'),
    fc.array(tie('any'), { maxLength: 4 }).map((entries): Obj => entries),
    fc
      .dictionary(fc.stringMatching(/^[A-Z][a-z]{0,6}$/), tie('any'), { maxKeys: 4 })
      .map((entries): Obj => new Dict(Object.entries(entries))),
  ),
})).any;

/** Compared as it is written: strings in files have no prototype to compare. */
const shape = (obj: Obj): unknown => {
  if (obj instanceof Dict) return obj.entries().map(([key, entry]) => [key, shape(entry)]);
  if (Array.isArray(obj)) return obj.map(shape);
  if (obj instanceof PdfString) return ['string', obj.bytes.toString('hex'), obj.hex];
  return obj instanceof Name ? ['name', obj.value] : obj;
};

describe('updatePdf', () => {
  for (const style of styles) {
    describe(`on a file with a ${style} cross-reference`, () => {
      const original = styledPdf(style);

      it('appends what changed and what is new, and leaves the rest as it was', () => {
        let added = new Ref(0);
        const again = updated(original, (changes) => {
          changes.dictAt(new Ref(6)).set('Note', PdfString.ofText('second'));
          added = changes.add(newFlateStream(new Dict(), Buffer.from('data')));
          changes.catalog().set('Added', added);
        });
        expect(again.sections).to.have.length(2);
        expect(again.sections[0]?.kind).to.equal(style === 'stream' ? 'stream' : 'table');
        expect(again.string(again.dict(new Ref(6))?.get('Note') ?? null)?.text).to.equal('second');
        expect(again.stream(again.catalog.get('Added'))?.decode().toString()).to.equal('data');
        expect(contentOf(again)).to.contain('(Hello) Tj');
        expect(again.trailer.get('Size')).to.equal(again.size);
        expect(added.num).to.equal(style === 'table' ? 7 : 9);
        expect(qpdf(again.bytes)).to.contain('No syntax or stream encoding errors');
      });

      it('goes on as often as wanted, with Prev from each section to the one before', () => {
        let bytes = original;
        for (let round = 1; round <= 4; round += 1) {
          const again = updated(bytes, (changes) => changes.catalog().set(`Round${round}`, round));
          expect(again.sections).to.have.length(round + 1);
          for (let before = 1; before <= round; before += 1)
            expect(again.catalog.get(`Round${before}`)).to.equal(before);
          expect(again.sections[0]?.trailer.get('Prev')).to.equal(again.sections[1]?.offset);
          bytes = again.bytes;
        }
        expect(qpdf(bytes)).to.contain('No syntax or stream encoding errors');
      });

      it('counts offsets as the file does where something stands before its header', () => {
        const again = updated(styledPdf(style, 'junk before it, a long line of it\r\n'), (changes) =>
          changes.catalog().set('New', 1),
        );
        expect(again.headerOffset).to.equal(35);
        expect(again.sections).to.have.length(2);
        expect(again.catalog.get('New')).to.equal(1);
      });

      it('keeps every value of every object, whatever it is', () => {
        fc.assert(
          fc.property(
            fc.array(fc.record({ at: fc.integer({ min: 0, max: 9 }), obj: value }), { minLength: 1, maxLength: 8 }),
            (edits) => {
              const expected = new Map<number, unknown>();
              const again = updated(original, (changes) => {
                for (const { at, obj } of edits) {
                  const ref = at === 6 ? new Ref(6) : changes.reserve();
                  changes.set(ref, obj);
                  expected.set(ref.num, shape(obj));
                }
              });
              for (const [num, wanted] of expected) expect(shape(again.get(num))).to.deep.equal(wanted);
              expect(contentOf(again)).to.contain('(Hello) Tj');
            },
          ),
          { numRuns: 150 },
        );
      });
    });
  }

  for (const algorithm of algorithms) {
    it(`encrypts strings and streams as the file does: ${algorithm}`, async () => {
      for (const packed of [false, true]) {
        const original = await encryptedPdf(algorithm, packed);
        let at = new Ref(0);
        const again = updated(
          original,
          (changes) => {
            at = changes.add(
              newStream(new Dict([['Secret', PdfString.ofText('also geheim')]]), Buffer.from('ganz geheim')),
            );
            changes.catalog().set('Note', PdfString.ofText('geheim')).set('Stream', at);
          },
          'user',
        );
        expect(again.bytes.includes('geheim')).to.equal(false);
        expect(noteOf(again)).to.equal('geheim');
        expect(again.stream(at)?.decode().toString()).to.equal('ganz geheim');
        expect(again.string(again.stream(at)?.dict.get('Secret') ?? null)?.text).to.equal('also geheim');
        expect(qpdf(again.bytes, 'user')).to.contain('No syntax or stream encoding errors');
      }
    });
  }

  it('keeps every value in encrypted files', async () => {
    const files = await Promise.all(algorithms.map((algorithm) => encryptedPdf(algorithm, false)));
    fc.assert(
      fc.property(fc.constantFrom(...files), value, (original, obj) => {
        let ref = new Ref(0);
        const again = updated(original, (changes) => (ref = changes.add(obj)), 'user');
        expect(shape(again.get(ref))).to.deep.equal(shape(obj));
      }),
      { numRuns: 60 },
    );
  });

  it('keeps generations, of objects and of references', () => {
    const { text } = smallPdf(['<</Type/Catalog/Pages 2 0 R/Other 6 3 R>>', ...styledObjects]);
    const original = Buffer.from(
      text.replace('6 0 obj', '6 3 obj').replace(/ 00000 n \ntrailer/, ' 00003 n \ntrailer'),
      'latin1',
    );
    const again = updated(original, (changes) => {
      changes.catalog().set('New', 1);
      changes.dictAt(new Ref(6)).set('Note', PdfString.ofText('second'));
    });
    expect(again.catalog.get('Other')).to.deep.equal(new Ref(6, 3));
    expect(again.where(6)).to.include({ kind: 'offset', gen: 3 });
    expect(qpdf(again.bytes)).to.contain('No syntax or stream encoding errors');
  });

  it('keeps the first half of the identifier and changes the second; a file without one gets one', () => {
    const text = smallPdf(undefined, '/ID[<00FF><00FF>]').text;
    const [first, second] = identifier(
      updated(Buffer.from(text, 'latin1'), (changes) => changes.catalog().set('New', 1)),
    );
    expect(first).to.equal('00ff');
    expect(second).to.match(/^[0-9a-f]{32}$/);
    const [made, same] = identifier(updated(styledPdf('table'), (changes) => changes.catalog().set('New', 1)));
    expect(made)
      .to.match(/^[0-9a-f]{32}$/)
      .and.equal(same);
  });

  it('keeps what else the trailer has, and writes equal bytes for equal input', () => {
    const original = Buffer.from(smallPdf(undefined, '/Info<</Title(T)>>/Own 7').text, 'latin1');
    const change = (changes: Changes) => changes.catalog().set('New', 1);
    const again = updated(original, change);
    expect(again.trailer.get('Own')).to.equal(7);
    expect(again.string(again.dict(again.trailer.get('Info'))?.get('Title') ?? null)?.text).to.equal('T');
    expect(again.bytes.equals(updated(original, change).bytes)).to.equal(true);
  });

  it('begins on a line of its own where the file ends without one', () => {
    const original = styledPdf('table').subarray(0, -1);
    const again = updated(original, (changes) => changes.catalog().set('New', 1));
    expect(again.bytes.toString('latin1', original.length, original.length + 8)).to.equal('\n1 0 obj');
  });

  it('may have nothing in it', () => {
    for (const style of styles) {
      const again = updated(styledPdf(style), () => undefined);
      expect(again.sections).to.have.length(2);
      expect(qpdf(again.bytes)).to.contain('No syntax or stream encoding errors');
    }
  });

  it('says where each object is', () => {
    for (const junk of ['', 'before\n']) {
      const changes = new Changes(openPdf(styledPdf('table', junk)));
      const ref = changes.add(1);
      const { bytes, offsets } = updatePdf(changes);
      expect(bytes.toString('latin1', offsets.get(ref.num))).to.match(/^7 0 obj\n1\nendobj/);
    }
  });

  it('has an obstacle where the cross-reference is broken, at once or when it shows', () => {
    const whole = styledPdf('table');
    expect(updateObstacle(openPdf(whole))).to.equal(null);
    const cut = openPdf(Buffer.from(whole.toString('latin1').replace(/startxref[^]*/, ''), 'latin1'));
    expect(updateObstacle(cut)).to.equal('startxref is missing');
    expect(() => updatePdf(new Changes(cut))).to.throw('see updateObstacle');
    const wrong = openPdf(
      Buffer.from(whole.toString('latin1').replace(/\d{10}( 00000 n \ntrailer)/, '0000000020$1'), 'latin1'),
    );
    expect(updateObstacle(wrong)).to.equal(null);
    expect(wrong.string(wrong.dict(new Ref(6))?.get('Note') ?? null)?.text).to.equal('first');
    expect(updateObstacle(wrong)).to.equal('object 6 is not at its place in the cross-reference table');
  });
});

const styledObjects = [
  '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 200 100]>>',
  '<</Type/Page/Parent 2 0 R/Contents 4 0 R>>',
  '<</Length 5>>stream\n0 0 m\nendstream',
  '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  '<</Note(first)>>',
];

describe('Changes', () => {
  it('edits copies: what was read of the file stays as it was', () => {
    const file = openPdf(
      Buffer.from(smallPdf(['<</Type/Catalog/Pages 2 0 R/Form<</Fields[1 2]>>>>', ...styledObjects]).text, 'latin1'),
    );
    const changes = new Changes(file);
    const form = changes.dictIn(changes.catalog(), 'Form');
    changes.arrayIn(form, 'Fields').push(3);
    expect(changes.arrayIn(changes.dictIn(changes.catalog(), 'Form'), 'Fields')).to.deep.equal([1, 2, 3]);
    expect(file.array(file.dict(file.catalog.get('Form'))?.get('Fields') ?? null)).to.deep.equal([1, 2]);
  });

  it('edits what is behind a reference in its own object, and makes what is not there', () => {
    const file = openPdf(
      Buffer.from(
        smallPdf(['<</Type/Catalog/Pages 2 0 R/Form 6 0 R/List 7 0 R>>', ...styledObjects, '[1]']).text,
        'latin1',
      ),
    );
    const changes = new Changes(file);
    changes.dictIn(changes.catalog(), 'Form').set('X', 1);
    changes.arrayIn(changes.catalog(), 'List').push(2);
    changes.arrayIn(changes.dictIn(changes.catalog(), 'Fresh'), 'Kids').push(new Ref(6));
    expect(changes.objects.map(({ ref }) => ref.num)).to.deep.equal([1, 6, 7]);
    const again = openPdf(updatePdf(changes).bytes);
    expect(again.dict(again.catalog.get('Form'))?.get('X')).to.equal(1);
    expect(again.array(again.catalog.get('List'))).to.deep.equal([1, 2]);
    expect(again.array(again.dict(again.catalog.get('Fresh'))?.get('Kids') ?? null)).to.deep.equal([new Ref(6)]);
  });

  it('takes no new object for one that the file refers to and does not have', () => {
    const file = openPdf(
      Buffer.from(smallPdf(['<</Type/Catalog/Pages 2 0 R/Form 7 0 R/List 8 0 R>>', ...styledObjects]).text, 'latin1'),
    );
    const changes = new Changes(file);
    const added = [changes.add(new Dict([['New', 1]])), changes.add([1])];
    expect(added.map(({ num }) => num)).to.deep.equal([7, 8]);
    changes.dictIn(changes.catalog(), 'Form').set('X', 1);
    changes.arrayIn(changes.catalog(), 'List').push(2);
    const again = openPdf(updatePdf(changes).bytes);
    expect([shape(again.get(7)), shape(again.get(8))]).to.deep.equal([[['New', 1]], [1]]);
    expect([shape(again.catalog.get('Form')), again.catalog.get('List')]).to.deep.equal([[['X', 1]], [2]]);
    expect(new Changes(file, 50).reserve().num).to.equal(50);
  });

  it('edits the dictionary of a stream and keeps its data', () => {
    const changes = new Changes(openPdf(styledPdf('table')));
    changes.dictAt(new Ref(4)).set('Own', 1);
    const again = openPdf(updatePdf(changes).bytes);
    expect(again.stream(new Ref(4))?.dict.get('Own')).to.equal(1);
    expect(contentOf(again)).to.contain('(Hello) Tj');
  });
});

describe('rewritePdf', () => {
  it('writes a damaged file anew, whole, with what changed', () => {
    for (const style of styles) {
      const cut = styledPdf(style)
        .toString('latin1')
        .replace(/startxref[^]*/, '');
      const changes = new Changes(openPdf(Buffer.from(cut, 'latin1')));
      changes.catalog().set('New', 1);
      const again = openPdf(rewritePdf(changes));
      expect([again.repaired, again.catalog.get('New'), again.pages().length]).to.deep.equal([null, 1, 1]);
      expect(again.string(again.dict(new Ref(6))?.get('Note') ?? null)?.text).to.equal('first');
      expect(qpdf(again.bytes)).to.contain('No syntax or stream encoding errors');
    }
  });

  it('gives pages whose tree is lost a new one', () => {
    const lost = smallPdf(['null', 'null', ...styledObjects.slice(1)]).text;
    const changes = new Changes(openPdf(Buffer.from(lost, 'latin1')));
    const again = openPdf(rewritePdf(changes));
    expect([again.repaired, again.pages().length]).to.deep.equal([null, 1]);
  });

  it('encrypts as the file was', async () => {
    for (const algorithm of algorithms) {
      const cut = (await encryptedPdf(algorithm, false)).toString('latin1').replace(/startxref[^]*/, '');
      const changes = new Changes(openPdf(Buffer.from(cut, 'latin1'), { password: 'user' }));
      changes.catalog().set('New', PdfString.ofText('geheim'));
      const bytes = rewritePdf(changes);
      expect(bytes.includes('geheim')).to.equal(false);
      expect(noteOf(openPdf(bytes, { password: 'user' }), 'New')).to.equal('geheim');
    }
  });
});
