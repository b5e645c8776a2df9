import { bombFile, firstObject, hex, listed, references, repeated, type Bomb } from './bomb-file.ts';

const field = (entries: string): Buffer =>
  bombFile({
    catalog: `/AcroForm<</Fields[${firstObject} 0 R]/DA(/F1 12 Tf 0 g)/DR<</Font<</F1 5 0 R>>>>>>`,
    page: `/Annots[${firstObject} 0 R]`,
    objects: [`<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/Rect[0 0 100 100]/P 3 0 R${entries}>>`],
  });

function attachments(count: number): Buffer {
  const names = repeated(count, (index) => `(f${hex(index, 6)}) ${firstObject + 2 * index} 0 R `);
  const files = Array.from({ length: count }, (_, index) => [
    `<</Type/Filespec/F(f${index}.txt)/EF<</F ${firstObject + 2 * index + 1} 0 R>>>>`,
    `<</Type/EmbeddedFile/Length 5>>stream\nfile${index % 10}\nendstream`,
  ]);
  return bombFile({ catalog: `/Names<</EmbeddedFiles<</Names[${names}]>>>>`, objects: files.flat() });
}

const structure = (kids: string, objects: readonly string[], root = ''): Buffer =>
  bombFile({
    catalog: `/MarkInfo<</Marked true>>/StructTreeRoot ${firstObject} 0 R`,
    content: '/P<</MCID 0>>BDC EMC',
    page: '/StructParents 0',
    objects: [`<</Type/StructTreeRoot/K ${kids}${root}>>`, ...objects],
  });

/** What a document has beside its pages. */
export const documentBombs: Readonly<Record<string, Bomb>> = {
  annotations: {
    count: 500_000,
    make: (count) =>
      bombFile({
        page: `/Annots[${references(count)}]`,
        objects: listed(count, (index) => `<</Subtype/Text/Rect[0 0 ${index % 200} 9]>>`),
      }),
  },
  'direct annotations': {
    count: 200_000,
    make: (count) =>
      bombFile({
        page: `/Annots[${repeated(count, () => '<</Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(http://a.b)>>>>')}]`,
      }),
  },
  'wide structure tree': {
    count: 200_000,
    make: (count) =>
      structure(
        `[${references(count, firstObject + 1)}]`,
        listed(count, () => `<</S/P/P ${firstObject} 0 R>>`),
      ),
  },
  'deep structure tree': {
    count: 50_000,
    make: (count) =>
      structure(
        `${firstObject + 1} 0 R`,
        listed(count, (index) => `<</S/Div/P ${firstObject + index} 0 R/K ${firstObject + index + 2} 0 R>>`),
      ),
  },
  'elements of one mark': {
    count: 50_000,
    make: (count) =>
      structure(
        `[${references(count, firstObject + 1)}]`,
        listed(count, () => `<</S/Span/P ${firstObject} 0 R/Pg 3 0 R/K 0>>`),
        '/ParentTree<</Nums[0[11 0 R]]>>',
      ),
  },
  attachments: { count: 5_000, make: attachments },
  'long multiline value': { count: 1_000_000, make: (count) => field(`/Ff 4096/V(${'word '.repeat(count / 5)})`) },
  'long value without spaces': { count: 1_000_000, make: (count) => field(`/Ff 4096/V(${'w'.repeat(count)})`) },
  fields: {
    count: 50_000,
    make: (count) =>
      bombFile({
        catalog: `/AcroForm<</Fields[${references(count)}]/DA(/F1 12 Tf 0 g)/DR<</Font<</F1 5 0 R>>>>>>`,
        page: `/Annots[${references(count)}]`,
        objects: listed(
          count,
          (index) => `<</Type/Annot/Subtype/Widget/FT/Tx/T(f${index})/V(a)/Rect[0 0 99 9]/P 3 0 R>>`,
        ),
      }),
  },
  'fields of one name': {
    count: 50_000,
    make: (count) =>
      bombFile({
        catalog: `/AcroForm<</Fields[${references(count)}]/DA(/F1 12 Tf 0 g)/DR<</Font<</F1 5 0 R>>>>>>`,
        page: `/Annots[${references(count)}]`,
        objects: listed(count, () => '<</Type/Annot/Subtype/Widget/FT/Tx/T(f)/V(a)/Rect[0 0 99 9]/P 3 0 R>>'),
      }),
  },
  options: {
    count: 100_000,
    make: (count) =>
      bombFile({
        catalog: `/AcroForm<</Fields[${firstObject} 0 R]/DA(/F1 12 Tf 0 g)/DR<</Font<</F1 5 0 R>>>>>>`,
        page: `/Annots[${firstObject} 0 R]`,
        objects: [
          '<</Type/Annot/Subtype/Widget/FT/Ch/T(name)/Rect[0 0 100 100]/P 3 0 ' +
            `R/Opt[${repeated(count, (index) => `(o${index})`)}]>>`,
        ],
      }),
  },
  outline: {
    count: 50_000,
    make: (count) =>
      bombFile({
        catalog: `/Outlines<</First ${firstObject} 0 R/Last ${firstObject + count - 1} 0 R/Count ${count}>>`,
        objects: listed(count, (index) => `<</Title(a${index})/Dest[3 0 R/Fit]/Next ${firstObject + index + 1} 0 R>>`),
      }),
  },
  destinations: {
    count: 200_000,
    make: (count) =>
      bombFile({
        catalog: `/Names<</Dests<</Names[${repeated(count, (index) => `(d${hex(index, 6)})[3 0 R/Fit]`)}]>>>>`,
      }),
  },
  layers: {
    count: 50_000,
    make: (count) =>
      bombFile({
        catalog:
          `/OCProperties<</OCGs[${references(count)}]/D<</Order[${references(count)}]/OFF[${references(count)}]>>` +
          '>>',
        objects: listed(count, (index) => `<</Type/OCG/Name(l${index})>>`),
      }),
  },
  'page labels': {
    count: 200_000,
    make: (count) => bombFile({ catalog: `/PageLabels<</Nums[${repeated(count, (index) => `${index}<</S/D>>`)}]>>` }),
  },
  actions: {
    count: 100_000,
    make: (count) =>
      bombFile({
        catalog: `/OpenAction ${firstObject} 0 R`,
        objects: listed(count, (index) => `<</S/JavaScript/JS(a)/Next ${firstObject + index + 1} 0 R>>`),
      }),
  },
  'chained roles': {
    count: 100_000,
    make: (count) =>
      structure(
        `<</S/R0/P ${firstObject} 0 R/K 0/Pg 3 0 R>>`,
        [],
        `/RoleMap<<${repeated(count, (index) => `/R${index}/R${index + 1}`)}>>`,
      ),
  },
  'parent tree': {
    count: 300_000,
    make: (count) =>
      structure(
        `${firstObject + 1} 0 R`,
        [`<</S/P/P ${firstObject} 0 R/Pg 3 0 R/K 0>>`],
        `/ParentTree<</Nums[0[${`${firstObject + 1} 0 R `.repeat(count)}]]>>`,
      ),
  },
  'table cells': {
    count: 30_000,
    make: (count) =>
      structure(
        `<</S/Table/P ${firstObject} 0 R/K[${repeated(count, (index) => `${firstObject + 1 + index} 0 R `)}]>>`,
        listed(count, () => '<</S/TR/K[<</S/TD/A<</O/Table/RowSpan 1000/ColSpan 1000>>>>]>>'),
      ),
  },
};
