import { bombFile, firstObject, hex, listed, packed, repeated, type Bomb } from './bomb-file.ts';

/** A composite font as F2, with entries for its dictionary and for its CIDFont. */
function composite(font: string, cidFont: string, more: readonly string[] = []): Buffer {
  return bombFile({
    fonts: `/F2 ${firstObject} 0 R`,
    content: 'BT /F2 12 Tf 9 80 Td <00410042> Tj ET',
    objects: [
      `<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[${firstObject + 1} 0 R]${font}>>`,
      '<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement ' +
        `0>>/FontDescriptor<</Type/FontDescriptor/FontName/A/Flags 4>>${cidFont}>>`,
      ...more,
    ],
  });
}

/** Fonts and their tables. */
export const fontBombs: Readonly<Record<string, Bomb>> = {
  'bfchar list': {
    count: 500_000,
    make: (count) =>
      composite(`/ToUnicode ${firstObject + 2} 0 R`, '', [
        packed(
          `begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ${count} beginbfchar ` +
            `${repeated(count, (index) => `<${hex(index % 65536)}> <${hex(index % 50_000)}>\n`)}endbfchar endcmap`,
        ),
      ]),
  },
  'bfrange list': {
    count: 300_000,
    make: (count) =>
      composite(`/ToUnicode ${firstObject + 2} 0 R`, '', [
        packed(
          `begincmap 1 begincodespacerange <00000000> <ffffffff> endcodespacerange ${count} beginbfrange ` +
            `${repeated(count, (index) => `<${hex(index * 16, 8)}> <${hex(index * 16 + 15, 8)}> <0041>\n`)}endbfrange ` +
            'endcmap',
        ),
      ]),
  },
  Differences: {
    count: 1_000_000,
    make: (count) =>
      bombFile({
        fonts: `/F2 ${firstObject} 0 R`,
        content: 'BT /F2 12 Tf 9 80 Td (abc) Tj ET',
        objects: [
          '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Type/Encoding/Differences[0 ' +
            `${repeated(count, (index) => `/g${index} `)}]>>>>`,
        ],
      }),
  },
  'W array': { count: 1_000_000, make: (count) => composite('', `/W[0[${'500 '.repeat(count)}]]`) },
  'W ranges': {
    count: 300_000,
    make: (count) => composite('', `/W[${repeated(count, (index) => `${index % 65536} 65535 500 `)}]`),
  },
  CIDToGIDMap: {
    count: 20_000_000,
    make: (count) => composite('', `/CIDToGIDMap ${firstObject + 2} 0 R`, [packed(Buffer.alloc(count, 7))]),
  },
  fonts: {
    count: 20_000,
    make: (count) =>
      bombFile({
        fonts: repeated(count, (index) => `/G${index} ${firstObject + index} 0 R`),
        content: repeated(count, (index) => `BT /G${index} 9 Tf (a) Tj ET `),
        objects: listed(count, () => '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'),
      }),
  },
};
