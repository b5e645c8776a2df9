import { bombFile, firstObject, listed, packed, repeated, type Bomb } from './bomb-file.ts';

/** Every pattern paints with the next one, and the last with the first. */
function patternLoop(count: number): Buffer {
  const pattern = (index: number) =>
    packed(
      `/Pattern cs /P scn 0 0 9 9 re f ${'/P scn 0 0 5 5 re f '.repeat(20)}`,
      '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<</Pattern<</P ' +
        `${firstObject + ((index + 1) % count)} 0 R>>>>`,
    );
  return bombFile({
    resources: `/Pattern<</P ${firstObject} 0 R>>`,
    content: '/Pattern cs /P scn 0 0 99 99 re f',
    objects: listed(count, pattern),
  });
}

/** What pages draw. */
export const contentBombs: Readonly<Record<string, Bomb>> = {
  'marked content': { count: 3_000_000, make: (count) => bombFile({ content: '/P BMC EMC '.repeat(count) }) },
  'marked content in marked content': {
    count: 500_000,
    make: (count) => bombFile({ content: `${'/P BMC '.repeat(count)} BT /F1 9 Tf (a) Tj ET` }),
  },
  'marked content with text': {
    count: 100_000,
    make: (count) =>
      bombFile({
        content: repeated(
          count,
          (index) => `/P<</MCID ${index}>>BDC BT /F1 9 Tf ${index % 190} ${index % 180} Td (a) Tj ET EMC `,
        ),
      }),
  },
  'saved states': { count: 1_000_000, make: (count) => bombFile({ content: 'q '.repeat(count) }) },
  'text on one line': {
    count: 100_000,
    make: (count) => bombFile({ content: 'BT /F1 1 Tf 9 9 Td (abc def) Tj ET '.repeat(count) }),
  },
  letters: {
    count: 50_000,
    make: (count) =>
      bombFile({
        content: repeated(count, (index) => `BT /F1 2 Tf ${index % 190} ${index % 193} Td (x) Tj ET `),
      }),
  },
  rectangles: {
    count: 500_000,
    make: (count) => bombFile({ content: repeated(count, (index) => `${index % 190} ${index % 193} 3 3 re f `) }),
  },
  'one path': {
    count: 1_000_000,
    make: (count) => bombFile({ content: `0 0 m ${repeated(count, (index) => `${index % 190} ${index % 193} l `)} S` }),
  },
  clips: {
    count: 100_000,
    make: (count) => bombFile({ content: '0 0 99 99 re W n '.repeat(count) + 'BT /F1 9 Tf (a) Tj ET' }),
  },
  'inline images': {
    count: 100_000,
    make: (count) => bombFile({ content: 'BI /W 1 /H 1 /BPC 8 /CS /G ID a EI '.repeat(count) }),
  },
  'inline images without end': {
    count: 100_000,
    make: (count) => bombFile({ content: 'BI /W 1 /H 1 ID '.repeat(count) }),
  },
  'pattern loops': { count: 200, make: patternLoop },
  'forms in forms': {
    count: 20,
    make: (count) =>
      bombFile({
        resources: `/XObject<</X ${firstObject} 0 R>>`,
        content: '/X Do',
        objects: listed(count, (index) =>
          packed(
            '/X Do /X Do',
            `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X ${firstObject + index + 1} 0 R>>>>`,
          ),
        ),
      }),
  },
  'drawn forms': {
    count: 100_000,
    make: (count) =>
      bombFile({
        resources: `/XObject<</X ${firstObject} 0 R>>`,
        content: '/X Do '.repeat(count),
        objects: [packed('0 0 1 1 re f', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]')],
      }),
  },
  'named resources': {
    count: 200_000,
    make: (count) =>
      bombFile({
        resources: `/XObject<<${repeated(count, (index) => `/X${index} ${firstObject} 0 R`)}>>`,
        objects: [packed('0 0 1 1 re f', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]')],
      }),
  },
  'colour spaces': {
    count: 50_000,
    make: (count) =>
      bombFile({
        resources: `/ColorSpace<<${repeated(count, (index) => `/C${index}[/Indexed/DeviceRGB 0(abc)]`)}>>`,
        content: repeated(count, (index) => `/C${index} cs 0 sc 0 0 1 1 re f `),
      }),
  },
  'graphics states': {
    count: 50_000,
    make: (count) =>
      bombFile({
        resources: `/ExtGState<<${repeated(count, (index) => `/G${index}<</ca .5>>`)}>>`,
        content: repeated(count, (index) => `/G${index} gs 0 0 1 1 re f `),
      }),
  },
};
