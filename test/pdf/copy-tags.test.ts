import { expect } from 'chai';
import fc from 'fast-check';
import { mergePdfs } from '../../src/pdf/assemble/merge.ts';
import { splitPdf } from '../../src/pdf/assemble/split.ts';
import { writePdf } from '../../src/pdf/file/writing/write.ts';
import { openPdf } from '../../src/pdf/file/open.ts';
import { checkSyntax } from '../support/pdf.ts';
import { handmade, packed, said, stream, tagsOf } from './copy-inputs.ts';

const elements = Array.from({ length: 8 }, (_, index) => 20 + index);
const element = fc.constantFrom(...elements);
/**
 * Beside elements: marked-content references, an array of kids, another name for an element, a number, attributes,
 * nothing.
 */
const other = fc.constantFrom(40, 41, 42, 43, 44, 99);
const text = fc.constantFrom('(plain)', '(a\\)b)', '(a(b)c)', '<4142>', '<FEFF00E9>');

const kid = fc.oneof(
  fc.integer({ min: -1, max: 12 }).map(String),
  element.map((num) => `${num} 0 R`),
  other.map((num) => `${num} 0 R`),
  fc.constantFrom(
    'null',
    '1.5',
    'junk',
    '<</Type/MCR/Pg 5 0 R/MCID 3>>',
    '<</Type/MCR/MCID 2/Stm 8 0 R>>',
    '<</Type/OBJR/Obj 7 0 R>>',
    '<</S/Span/K 4>>',
    '[6]',
    '20  0 R',
    '20 1 R',
    '2147483668 0 R',
    '4294967316 0 R',
    '% a comment\n5',
    '00000000007',
    '-3',
    '3000000000',
  ),
);
const attributes = fc.oneof(
  fc.constantFrom(
    '<</O/Table/RowSpan 2>>',
    '[<</O/Table/Headers[(h1) (h2)]>> <</O/Layout/BBox[0 0 1.50 2]>>]',
    '44 0 R',
    '<</O/Table/Headers[(h1) 45 0 R]>>',
    '<</S/GoTo/D[5 0 R/Fit]>>',
    '[<</O/List/ListNumbering/Decimal>> 0]',
    '/Name',
    '[ % a comment\n<</O/Table>>]',
  ),
  text.map((value) => `<</O/UserProperties/P[<</N(n)/V${value}>>]>>`),
);
const entry = fc.oneof(
  { weight: 4, arbitrary: fc.array(kid, { maxLength: 4 }).map((kids) => `/K[${kids.join(' ')}]`) },
  { weight: 3, arbitrary: kid.map((one) => `/K ${one}`) },
  { weight: 3, arbitrary: fc.constantFrom('/Pg 4 0 R', '/Pg 5 0 R', '/Pg 99 0 R', '/Pg 1') },
  { weight: 3, arbitrary: attributes.map((value) => `/A ${value}`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '/ID(h1)',
      '/ID(h2)',
      '/ID 45 0 R',
      '/C/Bold',
      '/C[/Bold/Thin]',
      '/NS 46 0 R',
      '/Lang(de)',
      '/R 0',
      '/P 10 0 R',
      '/P 20 0 R',
    ),
  },
  { weight: 2, arbitrary: text.map((value) => `/Alt${value}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '/T[(a) 1 /b true]',
      '/T<</x 1>>',
      'junk',
      '/E null',
      '% a comment\n',
      '/S/Own',
      '/Type/Other',
    ),
  },
);
/** An element, as plain as most or as odd as any. */
const body = fc
  .tuple(
    fc.constantFrom('/Type/StructElem', '/Type /StructElem\n', ''),
    fc.constantFrom('/S/P', '/S/TR', '/S/TD', '/S/Own', '/S 47 0 R', ''),
    fc.array(entry, { maxLength: 6 }),
    fc.boolean(),
  )
  .map(
    ([type, role, entries, swapped]) =>
      `<<${swapped ? `${entries.join('')}${type}${role}` : `${type}${role}${entries.join('')}`}>>`,
  );

function tagged(bodies: readonly string[], roots: readonly number[]): Record<number, string> {
  return {
    1:
      '<</Type/Catalog/Pages 3 0 R/StructTreeRoot 10 0 R/MarkInfo<</Marked true>>/Lang(en)/Outlines<</First 50 0 ' +
      'R/Last 50 0 R>>>>',
    3: '<</Type/Pages/Kids[4 0 R 5 0 R]/Count 2/MediaBox[0 0 99 99]>>',
    4: '<</Type/Page/Parent 3 0 R/Contents 6 0 R/StructParents 0/Annots[7 0 R]>>',
    5: '<</Type/Page/Parent 3 0 R/Contents 6 0 R/StructParents 1>>',
    6: stream('/P <</MCID 0>> BDC EMC'),
    7: '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/StructParent 2/A<</S/URI/URI(x)>>>>',
    8: stream('', '/Type/XObject/Subtype/Form/BBox[0 0 1 1]'),
    10:
      `<</Type/StructTreeRoot/K[${roots.map((num) => `${num} 0 R`).join(' ')}]/ParentTree<</Nums[0[20 0 R 21 0 ` +
      'R]1[22 0 R]]>>/RoleMap<</Own/P>>/ClassMap<</Bold<</O/Layout>>>>>>',
    ...Object.fromEntries(bodies.map((text, index) => [20 + index, text])),
    40: '<</Type/MCR/Pg 4 0 R/MCID 5>>',
    41: '[7 23 0 R 40 0 R 8]',
    42: '24 0 R',
    43: '9',
    44: '<</O/Layout/Placement/Block>>',
    45: '(h1)',
    46: '<</Type/Namespace/NS(urn:x)>>',
    47: '/Own',
    50: '<</Title(One)/Dest[4 0 R/Fit]/SE 21 0 R>>',
  };
}

/** Everything that is made of a document, as one. */
async function made(bytes: Buffer): Promise<Buffer> {
  const [all, some] = [
    mergePdfs({ documents: [{ bytes }, { bytes }], outline: 'keep', fields: 'merge' }),
    mergePdfs({ documents: [{ bytes, pages: () => [2, 1, 2] }], outline: 'none', fields: 'merge' }),
  ];
  const { parts, report } = await splitPdf({ bytes, by: { every: 1 } });
  return Buffer.concat([
    all.pdf,
    some.pdf,
    ...parts.map(({ pdf }) => pdf),
    Buffer.from(JSON.stringify([all.report, some.report, report])),
  ]);
}

describe('Copying tags', () => {
  it('makes the same of elements in object streams, most of which are not read as objects, and of all others', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(body, { minLength: elements.length, maxLength: elements.length }),
        fc.uniqueArray(element, { minLength: 1, maxLength: 3 }),
        async (bodies, roots) => {
          const objects = tagged(bodies, roots);
          const [inStreams, alone] = [await made(packed(objects)), await made(handmade(objects))];
          expect(inStreams.equals(alone), 'the same bytes').to.equal(true);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('keeps what a plain element has: type, page, attributes, names, kids in their order', async () => {
    const cell =
      '/Type/StructElem/S/TD/P 21 0 R/Pg 4 0 R/Lang(de)/A[<</O/Table/Headers[(h1)]>> <</O/Table/ColSpan ' +
      '2>>]/K[0 23 0 R 1]';
    const objects = tagged(
      [
        '<</Type/StructElem/S/Document/P 10 0 R/K 21 0 R>>',
        '<</Type/StructElem/S/TR/P 20 0 R/K[24 0 R 22 0 R]>>',
        `<<${cell}>>`,
        '<</Type/StructElem/S/Span/P 22 0 R/Pg 4 0 R/K 2/ActualText(\\(x\\))>>',
        '<</Type/StructElem/S/TH/P 21 0 R/Pg 4 0 R/ID(h1)/K 3>>',
      ],
      [20],
    );
    const { pdf } = mergePdfs({
      documents: [{ bytes: packed(objects) }, { bytes: packed(objects) }],
      outline: 'keep',
      fields: 'merge',
    });
    await checkSyntax(pdf);
    const file = openPdf(pdf);
    const written = file
      .numbers()
      .map((num) => file.dict(file.get(num)))
      .filter((dict) => file.name(dict?.get('S') ?? null) === 'TD');
    expect(written.map((dict) => [...(dict?.keys() ?? [])])).to.deep.equal(
      [0, 1].map(() => ['S', 'Lang', 'Type', 'A', 'P', 'Pg', 'K']),
    );
    const headers = written.map(
      (dict) =>
        file.string(
          file.array(file.dict(file.array(dict?.get('A') ?? null)?.[0] ?? null)?.get('Headers') ?? null)?.[0] ?? null,
        )?.text,
    );
    expect(headers).to.deep.equal(['h1', 'h1#2']);
    expect(await tagsOf(pdf)).to.equal((await tagsOf(handmade(objects))).repeat(2));
  });

  it('encrypts tags, in object streams and without', async () => {
    const objects = tagged(
      ['<</Type/StructElem/S/Document/K 21 0 R>>', '<</Type/StructElem/S/P/P 20 0 R/Pg 4 0 R/K 0/Alt(a \\(b\\))>>'],
      [20],
    );
    const file = openPdf(packed(objects));
    const old = writePdf({
      objects: file
        .numbers()
        .filter((num) => num < 90)
        .map((num) => [num, file.get(num)] as const),
      trailer: file.trailer,
      version: '1.4',
      compress: false,
    });
    for (const bytes of [old, packed(objects)]) {
      const { parts } = await splitPdf({ bytes, by: { every: 2 } });
      expect(await said(parts[0]?.pdf ?? bytes, 'pdfinfo', '-struct', '{}')).to.contain('P (block)');
    }
  });
});
