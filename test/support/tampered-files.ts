import { readFileSync } from 'node:fs';
import type { FindingId } from '../../src/pdf/forensic/findings/finding-kinds.ts';
import { Dict, Name, type Obj } from '../../src/pdf/objects/objects.ts';
import { readSignatures } from '../../src/pdf/facts/signatures/signatures.ts';
import type { Changes } from '../../src/pdf/file/changes.ts';
import { content, contractPdf, patched, ref, signed, updated, value } from './signed-files.ts';

/** A way to tamper with a signed file, and the finding that reports it. */
export interface Attack {
  readonly name: string;
  readonly expects: FindingId;
  readonly make: () => Promise<Buffer>;
}

/** An attack by an update after an approval signature. */
function edit(
  name: string,
  change: (changes: Changes) => void,
  expects: FindingId = 'signed-content-changed',
  base: () => Promise<Buffer> = () => signed(contractPdf()),
): Attack {
  return { name, expects, make: async () => updated(await base(), change) };
}

/** An attack on the bytes of a signed file. */
function bytes(
  name: string,
  expects: FindingId,
  change: (pdf: Buffer) => Buffer | Promise<Buffer>,
  base: () => Promise<Buffer> = () => signed(contractPdf()),
): Attack {
  return { name, expects, make: async () => change(await base()) };
}

const certified = (level: 1 | 2 | 3) => () => signed(contractPdf(), { certify: level });
const covered = () => signed(contractPdf({ covered: true }));
const page = (changes: Changes) => changes.dictAt(ref(3));
const put = (num: number, to: Obj) => (changes: Changes) => {
  changes.set(ref(num), to);
};
const annotation = (text: string) => (changes: Changes) => {
  changes.arrayIn(page(changes), 'Annots').push(changes.add(value(text)));
};
const fill = (num: number, text: string, look: string) => (changes: Changes) => {
  const own = changes.dictAt(ref(num));
  own
    .set('V', value(`(${text})`))
    .set(
      'AP',
      new Dict([
        [
          'N',
          changes.add(
            content(
              `/Tx BMC BT /F1 10 Tf 2 4 Td (${look}) Tj ET EMC`,
              value('<</Type/XObject/Subtype/Form/BBox[0 0 120 16]/Resources<</Font<</F1 8 0 R>>>>>>') as Dict,
            ),
          ),
        ],
      ]),
    );
};
const overlay = (changes: Changes, paint: string) =>
  changes.add(content(paint, value('<</Type/XObject/Subtype/Form/BBox[0 0 300 200]>>') as Dict));

const hiddenPages = () =>
  signed(
    contractPdf({
      more: [
        '<</Type/Page/Parent 18 0 R/MediaBox[0 0 300 200]/Contents 19 0 R/Resources 7 0 R>>',
        '<</Type/Pages/Kids[17 0 R]/Count 1>>',
        '<</Length 58>>stream\nBT /F1 14 Tf 40 150 Td (Ada gives her house away) Tj ET  \nendstream',
      ],
    }),
  );

/** The places of the byte range and of the value in the signature dictionary. */
function places(pdf: Buffer): { readonly range: string; readonly at: number; readonly numbers: readonly number[] } {
  const at = pdf.indexOf('/ByteRange[') + '/ByteRange'.length;
  const range = pdf.toString('latin1', at, pdf.indexOf(']', at) + 1);
  return { range, at, numbers: (range.match(/\d+/g) ?? []).map(Number) };
}

/** Writes another byte range, in the space of the existing one. */
function ranged(pdf: Buffer, numbers: (own: readonly number[]) => readonly number[]): Buffer {
  const { range, numbers: own, at } = places(pdf);
  const text = `[${numbers(own).join(' ')}`;
  const copy = Buffer.from(pdf);
  copy.write(`${text.padEnd(range.length - 1)}]`, at, 'latin1');
  return copy;
}

const contentsOf = (pdf: Buffer) => ({ start: places(pdf).numbers[1] ?? 0, end: places(pdf).numbers[2] ?? 0 });

export const attacks: readonly Attack[] = [
  // Updates that change what is shown.
  edit('content of a page exchanged', put(4, content('BT /F1 14 Tf 40 170 Td (Ada gives her house away) Tj ET'))),
  edit('content added to a page', (changes) => {
    page(changes).set('Contents', [ref(4), changes.add(content('BT /F1 14 Tf 40 80 Td (and her car) Tj ET'))]);
  }),
  edit('content taken from a page', (changes) => {
    page(changes).delete('Contents');
  }),
  edit('page exchanged', (changes) => {
    changes
      .dictAt(ref(2))
      .set('Kids', [
        changes.add(value('<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 6 0 R/Resources 7 0 R>>')),
        ref(5),
      ]);
  }),
  edit('page added', (changes) => {
    changes
      .dictAt(ref(2))
      .set('Count', 3)
      .set('Kids', [
        ref(3),
        ref(5),
        changes.add(value('<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 6 0 R/Resources 7 0 R>>')),
      ]);
  }),
  edit('page removed', (changes) => {
    changes
      .dictAt(ref(2))
      .set('Count', 1)
      .set('Kids', [ref(3)]);
  }),
  edit('pages swapped', (changes) => {
    changes.dictAt(ref(2)).set('Kids', [ref(5), ref(3)]);
  }),
  edit('page cut smaller', (changes) => {
    page(changes).set('CropBox', [0, 110, 300, 200]);
  }),
  edit('page turned', (changes) => {
    page(changes).set('Rotate', 180);
  }),
  edit(
    'font exchanged',
    put(8, value('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[49/nine]>>>>')),
  ),
  edit(
    'picture exchanged',
    put(
      13,
      content(
        '\xff\x00\x00\xff',
        value('<</Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray>>') as Dict,
      ),
    ),
  ),
  edit('layer switched off', (changes) => {
    changes
      .dictIn(changes.dictIn(changes.catalog(), 'OCProperties'), 'D')
      .set('OFF', [ref(14)])
      .delete('ON');
  }),
  edit('resources exchanged', (changes) => {
    changes.dictIn(changes.dictAt(ref(7)), 'XObject').set('Pic', ref(9));
  }),
  // Shadow attacks.
  edit(
    'hide: cover emptied',
    put(9, content(' ', value('<</Type/XObject/Subtype/Form/BBox[0 0 300 200]>>') as Dict)),
    'signed-text-covered',
    covered,
  ),
  edit(
    'hide: cover taken out of the resources',
    (changes) => {
      changes.dictIn(changes.dictAt(ref(7)), 'XObject').delete('Cover');
    },
    'signed-text-covered',
    covered,
  ),
  edit(
    'hide: text covered by a stamp',
    (changes) => {
      annotationWith(changes, overlay(changes, '1 g 36 160 200 26 re f'), '/Subtype/Stamp/Rect[0 0 300 200]');
    },
    'signed-text-covered',
  ),
  edit(
    'hide: text covered by a free text',
    (changes) => {
      annotationWith(
        changes,
        overlay(changes, '1 g 36 160 200 26 re f'),
        '/Subtype/FreeText/DA(/F1 9 Tf)/Contents( )/Rect[0 0 300 200]',
      );
    },
    'signed-text-covered',
  ),
  edit('replace: field shows another amount', fill(12, '100', '9 million'), 'field-look-differs'),
  edit('replace: field of the form moved', (changes) => {
    changes.dictAt(ref(12)).set('Rect', [40, 160, 200, 190]);
  }),
  edit(
    'hide and replace: other pages',
    (changes) => {
      changes.catalog().set('Pages', ref(18));
    },
    'signed-content-changed',
    hiddenPages,
  ),
  edit(
    'hide and replace: other kids',
    (changes) => {
      changes
        .dictAt(ref(2))
        .set('Kids', [ref(17)])
        .set('Count', 1);
    },
    'signed-content-changed',
    hiddenPages,
  ),
  { name: 'hide and replace: prepared', expects: 'signed-objects-unused', make: hiddenPages },
  // What certification and locks forbid.
  edit('field filled in at level 1', fill(11, 'Eve', 'Eve'), 'certification-violated', certified(1)),
  edit(
    'annotated at level 2',
    annotation('<</Type/Annot/Subtype/Text/Rect[10 10 30 30]/Contents(I agree to more)>>'),
    'certification-violated',
    certified(2),
  ),
  edit(
    'free text at level 2',
    annotation('<</Type/Annot/Subtype/FreeText/DA(/F1 9 Tf)/Rect[40 80 200 96]/Contents(for nothing)>>'),
    'certification-violated',
    certified(2),
  ),
  edit(
    'content changed at level 3',
    put(6, content('BT /F1 14 Tf 40 150 Td (Second page: much else is agreed) Tj ET')),
    'signed-content-changed',
    certified(3),
  ),
  edit(
    'certification dropped',
    (changes) => {
      changes.catalog().delete('Perms');
    },
    'signed-content-changed',
    certified(2),
  ),
  edit('locked field filled in', fill(12, '999', '999'), 'locked-field-changed', () =>
    signed(lockSource(), { field: 'Seal' }),
  ),
  edit('field added', (changes) => {
    const own = changes.add(
      value('<</Type/Annot/Subtype/Widget/FT/Tx/T(extra)/V(and the garden)/P 3 0 R/F 4/Rect[40 80 200 96]>>'),
    );
    changes.arrayIn(page(changes), 'Annots').push(own);
    changes.arrayIn(changes.dictAt(ref(10)), 'Fields').push(own);
  }),
  edit('look of the signature exchanged', (changes) => {
    const own = signatureField(changes);
    changes
      .dictAt(ref(own))
      .set('AP', new Dict([['N', overlay(changes, '0 g 0 0 300 200 re f')]]))
      .set('Rect', [0, 0, 300, 200]);
  }),
  edit(
    'signature taken out',
    (changes) => {
      changes.dictAt(ref(signatureField(changes))).delete('V');
    },
    'signature-removed',
  ),
  edit('script that runs on opening', (changes) => {
    changes.catalog().set('OpenAction', value('<</S/JavaScript/JS(app.alert\\(1\\))>>'));
  }),
  edit('file attached', (changes) => {
    changes.catalog().set(
      'Names',
      new Dict([
        [
          'EmbeddedFiles',
          new Dict([
            [
              'Names',
              [
                value('(a.txt)'),
                new Dict([
                  ['Type', new Name('Filespec')],
                  ['F', value('(a.txt)')],
                  ['EF', new Dict([['F', changes.add(content('hello'))]])],
                ]),
              ],
            ],
          ]),
        ],
      ]),
    );
  }),
  // Bytes.
  bytes('byte of the text changed', 'digest-mismatch', (pdf) => patched(pdf, 'for 100 EUR', 'for 900 EUR')),
  bytes('time of the signature changed', 'digest-mismatch', (pdf) =>
    patched(pdf, 'D:20260102030405Z', 'D:20250102030405Z'),
  ),
  bytes('signature of another document', 'digest-mismatch', async (pdf) => {
    const other = await signed(contractPdf({ more: ['(other)'] }));
    const [from, to] = [contentsOf(other), contentsOf(pdf)];
    const copy = Buffer.from(pdf);
    other.copy(copy, to.start, from.start, from.end);
    return copy;
  }),
  bytes('value of the signature changed', 'signature-invalid', (pdf) => {
    const copy = Buffer.from(pdf);
    const { start, end } = contentsOf(pdf);
    const last = copy.toString('latin1', start, end).replace(/0+>$/, '').length;
    copy.write(copy[start + last - 8] === 0x30 ? '1' : '0', start + last - 8, 'latin1');
    return copy;
  }),
  bytes('signature emptied', 'signature-hollow', (pdf) => {
    const copy = Buffer.from(pdf);
    const { start, end } = contentsOf(pdf);
    copy.fill('0', start + 1, end - 1, 'latin1');
    return copy;
  }),
  bytes('signature without Contents', 'signature-hollow', (pdf) =>
    patched(pdf, '/Contents<', '/Kontents<', pdf.indexOf('/ByteRange[')),
  ),
  bytes('signature without ByteRange', 'signature-hollow', (pdf) => patched(pdf, '/ByteRange[', '/BiteRange[')),
  bytes('ByteRange of two numbers', 'byte-range-malformed', (pdf) => ranged(pdf, ([a = 0, b = 0]) => [a, b])),
  bytes('ByteRange with a negative number', 'byte-range-malformed', (pdf) =>
    ranged(pdf, ([a = 0, b = 0, c = 0]) => [a, b, c, -1]),
  ),
  bytes('ByteRange past the end', 'byte-range-malformed', (pdf) =>
    ranged(pdf, ([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, d + 500]),
  ),
  bytes('ByteRange that overlaps', 'byte-range-malformed', (pdf) =>
    ranged(pdf, ([a = 0, b = 0, , d = 0]) => [a, b, b - 20, d]),
  ),
  bytes('ByteRange not from the start', 'byte-range-malformed', (pdf) =>
    ranged(pdf, ([, b = 0, c = 0, d = 0]) => [9, b - 9, c, d]),
  ),
  bytes('ByteRange that ends early', 'byte-range-partial', (pdf) =>
    ranged(pdf, ([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, d - 60]),
  ),
  bytes('wrapping: second part moved', 'byte-range-wrapped', (pdf) => {
    const { end } = contentsOf(pdf);
    const extra = Buffer.from('/Note(room for what was never signed)');
    return ranged(Buffer.concat([pdf.subarray(0, end), extra, pdf.subarray(end)]), ([a = 0, b = 0, c = 0, d = 0]) => [
      a,
      b,
      c + extra.length,
      d,
    ]);
  }),
  // Incremental saving.
  bytes('objects appended without a cross-reference', 'unlisted-after-signature', (pdf) =>
    Buffer.concat([
      pdf,
      Buffer.from('4 0 obj\n<</Length 46>>stream\nBT /F1 14 Tf 40 170 Td (for nothing) Tj ET    \nendstream\nendobj\n'),
    ]),
  ),
  bytes('objects and a trailer appended', 'unlisted-after-signature', (pdf) =>
    Buffer.concat([
      pdf,
      Buffer.from(
        '4 0 obj\n<</Length 46>>stream\nBT /F1 14 Tf 40 170 Td (for nothing) Tj ET    ' +
          '\nendstream\nendobj\ntrailer\n<</Root 1 0 R/Size 30>>\n%%EOF\n',
      ),
    ]),
  ),
  bytes('objects appended, cross-reference of before', 'unlisted-after-signature', (pdf) =>
    Buffer.concat([
      pdf,
      Buffer.from('6 0 obj\n<</Length 46>>stream\nBT /F1 14 Tf 40 170 Td (for nothing) Tj ET    \nendstream\nendobj\n'),
      pdf.subarray(pdf.lastIndexOf('startxref')),
    ]),
  ),
];

function signatureField(changes: Changes): number {
  const [own] = readSignatures(changes.file);
  return (
    changes.file
      .numbers()
      .find(
        (num) =>
          changes.file.dict(changes.file.get(num))?.get('V') !== null &&
          changes.file.dict(changes.file.dict(changes.file.get(num))?.get('V') ?? null) === own?.dict,
      ) ?? 0
  );
}

function annotationWith(changes: Changes, look: Obj, entries: string): void {
  const own = value(`<</Type/Annot/F 4${entries}>>`) as Dict;
  changes.arrayIn(page(changes), 'Annots').push(changes.add(own.set('AP', new Dict([['N', look]]))));
}

/** The contract with a signature field that locks `amount`. */
function lockSource(): Buffer {
  const field = value(
    '<</Type/Annot/Subtype/Widget/FT/Sig/T(Seal)/F 4/Rect[0 0 0 ' +
      '0]/Lock<</Type/SigFieldLock/Action/Include/Fields[(amount)]>>>>',
  );
  return updated(contractPdf(), (changes) => {
    const own = changes.add(field);
    changes.arrayIn(page(changes), 'Annots').push(own);
    changes.arrayIn(changes.dictAt(ref(10)), 'Fields').push(own);
  });
}

/** Ways in which signed files are changed every day. */
export const everyday: readonly { readonly name: string; readonly make: () => Promise<Buffer> }[] = [
  { name: 'signed', make: () => signed(contractPdf()) },
  { name: 'certified at level 1', make: certified(1) },
  { name: 'certified at level 3', make: certified(3) },
  { name: 'signed twice', make: async () => signed(await signed(contractPdf())) },
  { name: 'signed three times', make: async () => signed(await signed(await signed(contractPdf()))) },
  { name: 'certified, then filled in', make: async () => updated(await certified(2)(), fill(11, 'Eve', 'Eve')) },
  {
    name: 'certified, filled in, then signed',
    make: async () => signed(updated(await certified(2)(), fill(11, 'Eve', 'Eve'))),
  },
  { name: 'signed, then filled in', make: async () => updated(await signed(contractPdf()), fill(12, '100', '100')) },
  {
    name: 'filled in twice',
    make: async () => updated(updated(await signed(contractPdf()), fill(12, '150', '150')), fill(12, '160', '160.00')),
  },
  {
    name: 'certified at level 3, then annotated',
    make: async () =>
      updated(await certified(3)(), annotation('<</Type/Annot/Subtype/Text/Rect[270 10 290 30]/Contents(Seen)>>')),
  },
  {
    name: 'signed, then annotated',
    make: async () =>
      updated(
        await signed(contractPdf()),
        annotation(
          '<</Type/Annot/Subtype/Highlight/Rect[40 166 180 186]/QuadPoints[40 186 180 186 40 166 180 ' +
            '166]/Contents(Good)>>',
        ),
      ),
  },
  {
    name: 'signed, then validation data',
    make: async () =>
      updated(await signed(contractPdf()), (changes) => {
        changes
          .catalog()
          .set('DSS', new Dict([['Certs', [changes.add(content('certificate'))]]]))
          .set('Extensions', value('<</ESIC<</BaseVersion/1.7/ExtensionLevel 5>>>>'));
      }),
  },
  {
    name: 'signed, then metadata',
    make: async () =>
      updated(await signed(contractPdf()), (changes) => {
        changes.trailer.set('Info', changes.add(value('<</ModDate(D:20260103000000Z)/Producer(Another)>>')));
      }),
  },
  {
    name: 'locked, another field filled in',
    make: async () => updated(await signed(lockSource(), { field: 'Seal' }), fill(11, 'Eve', 'Eve')),
  },
  {
    name: 'annotated and filled in before signing',
    make: async () =>
      signed(
        updated(
          updated(contractPdf(), fill(11, 'Eve', 'Eve')),
          annotation('<</Type/Annot/Subtype/Text/Rect[270 10 290 30]/Contents(Seen)>>'),
        ),
      ),
  },
  {
    name: 'content changed before signing',
    make: async () =>
      signed(updated(contractPdf(), put(6, content('BT /F1 14 Tf 40 150 Td (Second page, second draft) Tj ET')))),
  },
  {
    name: 'signed visibly',
    make: () => signed(contractPdf(), { appearance: { page: 2, box: { x: 40, y: 120, width: 160, height: 40 } } }),
  },
  {
    name: 'signed, then signed visibly',
    make: async () =>
      signed(await signed(contractPdf()), { appearance: { page: 2, box: { x: 40, y: 120, width: 160, height: 40 } } }),
  },
  ...['invoice', 'form', 'contract'].map((name) => ({
    name: `tagged ${name}, signed twice`,
    make: async () =>
      signed(await signed(readFileSync(new URL(`../../docs/gallery/templates/${name}.pdf`, import.meta.url)))),
  })),
  { name: 'saved again without a change', make: async () => updated(await signed(contractPdf()), () => undefined) },
  {
    name: 'resources of the form grown',
    make: async () =>
      updated(await signed(contractPdf()), (changes) => {
        changes
          .dictIn(changes.dictIn(changes.dictAt(ref(10)), 'DR'), 'Font')
          .set('F2', changes.add(value('<</Type/Font/Subtype/Type1/BaseFont/Courier>>')));
      }),
  },
];
