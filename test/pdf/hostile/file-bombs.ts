import { bodyOf, bombFile, fileOf, listed, onePage, references, repeated, tableRow, type Bomb } from './bomb-file.ts';

/** Entries of the table that lead far beyond the file, each for an object of its own. */
function farEntries(count: number): Buffer {
  const { text, offsets } = bodyOf(onePage({}));
  const far = repeated(count, (index) => tableRow(5_000_000_000 + index));
  const size = offsets.length + 1 + count;
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${offsets.map(tableRow).join('')}${far}trailer\n<</Size ` +
      `${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}

/** Subsections of one entry each, with numbers a thousand apart. */
function sparseEntries(count: number): Buffer {
  const { text, offsets } = bodyOf(onePage({}));
  const far = repeated(count, (index) => `${1000 * (index + 1)} 1\n${tableRow(5_000_000_000 + index)}`);
  return Buffer.from(
    `${text}xref\n0 ${offsets.length + 1}\n0000000000 65535 f ` +
      `\n${offsets.map(tableRow).join('')}${far}trailer\n<</Size ${1000 * count + 1001}/Root 1 0 ` +
      `R>>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}

function manyPages(count: number): Buffer {
  return fileOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${references(count, 3)}]/Count ${count}/MediaBox[0 0 99 99]>>`,
    ...listed(count, () => '<</Type/Page/Parent 2 0 R>>'),
  ]);
}

/** Objects, cross-references and page trees. */
export const fileBombs: Readonly<Record<string, Bomb>> = {
  'objects without a table': {
    count: 300_000,
    make: (count) =>
      Buffer.from(bodyOf(onePage({ objects: listed(count, (index) => `<</A ${index}>>`) })).text, 'latin1'),
  },
  'same object without a table': {
    count: 300_000,
    make: (count) => Buffer.from(bodyOf(onePage({})).text + '10 0 obj\n<</A 1>>\nendobj\n'.repeat(count), 'latin1'),
  },
  'catalogs without pages': {
    count: 100_000,
    make: (count) =>
      Buffer.from(bodyOf(onePage({ objects: listed(count, () => '<</Type/Catalog/Pages 9 0 R>>') })).text, 'latin1'),
  },
  'pages without a tree': {
    count: 15_000,
    make: (count) => Buffer.from(bodyOf(listed(count, () => '<</Type/Page/MediaBox[0 0 9 9]>>')).text, 'latin1'),
  },
  'entries beyond the file': { count: 300_000, make: farEntries },
  'sparse entries': { count: 100_000, make: sparseEntries },
  'page tree': { count: 19_999, make: manyPages },
  revisions: {
    count: 5_000,
    make: (count) =>
      Buffer.concat([bombFile({}), ...listed(count, () => 'startxref\n9\n%%EOF\n').map((text) => Buffer.from(text))]),
  },
  'long array': { count: 2_000_000, make: (count) => bombFile({ catalog: `/PieceInfo[${'0 '.repeat(count)}]` }) },
  'long name': { count: 5_000_000, make: (count) => bombFile({ catalog: `/PieceInfo/${'n'.repeat(count)}` }) },
};
