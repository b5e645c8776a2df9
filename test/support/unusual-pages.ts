import { smallPdf } from '../pdf/raw/small-pdf.ts';

/** A PDF of one page, and how the page is shown. */
export interface UnusualPage {
  readonly name: string;
  readonly pdf: Buffer;
  /** Points, as it is shown. */
  readonly width: number;
  readonly height: number;
}

/** The content of each of these pages: a word where every crop box has it. */
const unusualContent = 'BT /F1 9 Tf 45 60 Td (Inside) Tj ET';

interface Page {
  /** Entries of the page. */
  readonly page: string;
  /** Entries of the node above it. */
  readonly pages?: string;
  readonly content?: string;
  readonly shown: readonly [width: number, height: number];
}

const resources = '/Resources<</Font<</F1 5 0 R>>>>';

const pages: Readonly<Record<string, Page>> = {
  'A4, upright': { page: '/MediaBox[0 0 595.276 841.89]', shown: [595.276, 841.89] },
  'rotated by 90 degrees': { page: '/MediaBox[0 0 595.276 841.89]/Rotate 90', shown: [841.89, 595.276] },
  'rotated by 180 degrees': { page: '/MediaBox[0 0 595.276 841.89]/Rotate 180', shown: [595.276, 841.89] },
  'rotated by 270 degrees': { page: '/MediaBox[0 0 595.276 841.89]/Rotate 270', shown: [841.89, 595.276] },
  'rotated by -90 degrees': { page: '/MediaBox[0 0 400 500]/Rotate -90', shown: [500, 400] },
  'cropped off the origin': { page: '/MediaBox[-50 -100 700 900]/CropBox[20 30 420 630]', shown: [400, 600] },
  'cropped off the origin, and rotated': {
    page: '/MediaBox[-50 -100 700 900]/CropBox[20 30 420 630]/Rotate 270',
    shown: [600, 400],
  },
  'with a media box off the origin': { page: '/MediaBox[-300 -400 300 400]', shown: [600, 800] },
  'with the corners of its box in another order': { page: '/MediaBox[500 700 0 0]', shown: [500, 700] },
  'with a crop box beyond its media box': {
    page: '/MediaBox[0 0 500 700]/CropBox[-100 -100 900 600]',
    shown: [500, 600],
  },
  landscape: { page: '/MediaBox[0 0 841.89 595.276]', shown: [841.89, 595.276] },
  'as small as a label': { page: '/MediaBox[0 0 120 80]', shown: [120, 80] },
  'as small as a stamp': { page: '/MediaBox[30 50 90 90]/Rotate 90', shown: [40, 60] },
  'larger than Chromium prints': { page: '/MediaBox[0 0 14400 10000]/UserUnit 2', shown: [28_800, 20_000] },
  'with a unit of two points': { page: '/MediaBox[0 0 300 400]/UserUnit 2', shown: [600, 800] },
  'with a unit of two points, cropped and rotated': {
    page: '/MediaBox[0 0 400 500]/CropBox[20 40 320 440]/Rotate 90/UserUnit 2',
    shown: [800, 600],
  },
  'whose boxes, rotation and resources are inherited': {
    page: '',
    pages: `/MediaBox[0 0 500 800]/CropBox[20 30 420 630]/Rotate 90${resources}`,
    shown: [600, 400],
  },
  'whose content leaves a scale behind': {
    page: '/MediaBox[0 0 400 600]',
    content: `q q 0.3 0 0 0.3 90 120 cm ${unusualContent} /Span BMC`,
    shown: [400, 600],
  },
  'whose content restores what it never saved': {
    page: '/MediaBox[0 0 400 600]',
    content: `Q Q ${unusualContent} 2 0 0 2 30 30 cm BT`,
    shown: [400, 600],
  },
  'without content': { page: '/MediaBox[0 0 400 600]', content: '', shown: [400, 600] },
};

/** Pages that are not as most are. */
export const unusualPages: readonly UnusualPage[] = Object.entries(pages).map(
  ([
    name,
    {
      page,
      pages: above = '',
      content = unusualContent,
      shown: [width, height],
    },
  ]) => {
    const own = above.includes('/Resources') ? '' : resources;
    const contents = content === '' ? '' : '/Contents 4 0 R';
    const objects = [
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Kids[3 0 R]/Count 1${above}>>`,
      `<</Type/Page/Parent 2 0 R${contents}${own}${page}>>`,
      `<</Length ${content.length}>>stream\n${content}\nendstream`,
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ];
    return { name, pdf: Buffer.from(smallPdf(objects).text, 'latin1'), width, height };
  },
);

/** A PDF of pages of A5, each with its number; some of them with an item in the outline. */
export function numberedPdf(count: number, titles: Readonly<Record<number, string>> = {}): Buffer {
  const content = (page: number) => `BT /F1 20 Tf 100 300 Td (Own ${page}) Tj ET`;
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const listed = Object.entries(titles);
  const first = 5 + 2 * count;
  const item = ([page, title]: [string, string], index: number) =>
    `<</Title(${title})/Parent 4 0 R/Dest[${3 + 2 * Number(page)} 0 R/Fit]` +
    (index > 0 ? `/Prev ${first + index - 1} 0 R` : '') +
    (index < listed.length - 1 ? `/Next ${first + index + 1} 0 R>>` : '>>');
  const outline = listed.length === 0 ? '<<>>' : `<</First ${first} 0 R/Last ${first + listed.length - 1} 0 R>>`;
  return Buffer.from(
    smallPdf([
      '<</Type/Catalog/Pages 2 0 R/Outlines 4 0 R>>',
      `<</Type/Pages/Kids[${numbers.map((page) => `${3 + 2 * page} 0 R`).join(' ')}]/Count ${count}>>`,
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      outline,
      ...numbers.flatMap((page) => [
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 595]/Resources<</Font<</F1 3 0 R>>>>' +
          `/Contents ${4 + 2 * page} 0 R>>`,
        `<</Length ${content(page).length}>>stream\n${content(page)}\nendstream`,
      ]),
      ...listed.map(item),
    ]).text,
    'latin1',
  );
}
