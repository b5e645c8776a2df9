import { exampleFile } from '../../../editions/example-pdf.ts';

/** A PDF as it comes from elsewhere, in base64, with the number of its pages. */
export interface Exhibit {
  readonly name: string;
  readonly title: string;
  readonly pdf: string;
  readonly pages: number;
}

interface Sheet {
  /** Entries of the page. */
  readonly page: string;
  readonly content: string;
}

const escaped = (words: string) => words.replace(/[\\()]/g, (character) => `\\${character}`);
const text = ([x, y]: readonly [x: number, y: number], size: number, words: string, font = 'H') =>
  `BT /${font} ${size} Tf ${x} ${y} Td (${escaped(words)}) Tj ET`;
const line = (x: number, y: number, toX: number, toY: number) => `${x} ${y} m ${toX} ${toY} l S`;
const box = (x: number, y: number, width: number, height: number) => `${x} ${y} ${width} ${height} re S`;
const filled = (x: number, y: number, width: number, height: number) => `${x} ${y} ${width} ${height} re f`;

/** A file of these pages with one item in its outline. Entries of `above` are inherited by the pages. */
function exhibit(name: string, title: string, sheets: readonly Sheet[], above = ''): Exhibit {
  const kids = sheets.map((_, index) => `${8 + 2 * index} 0 R`);
  const fonts = ['Helvetica', 'Helvetica-Bold', 'Courier', 'Times-Roman'];
  const pdf = exampleFile([
    '<< /Type /Catalog /Pages 2 0 R /Outlines 7 0 R /PageLabels << /Nums [0 << /S /A >>] >> >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${sheets.length} /Resources << /Font << ` +
      `/H 3 0 R /B 4 0 R /C 5 0 R /T 6 0 R >> >> ${above} >>`,
    ...fonts.map((font) => `<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`),
    `<< /Type /Outlines /First ${8 + 2 * sheets.length} 0 R /Last ${8 + 2 * sheets.length} 0 R /Count 1 >>`,
    ...sheets.flatMap(({ page, content }, index) => [
      `<< /Type /Page /Parent 2 0 R /Contents ${9 + 2 * index} 0 R ${page} >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
    `<< /Title (${escaped(title)}) /Parent 7 0 R /Dest [8 0 R /Fit] >>`,
  ]);
  return { name, title, pdf, pages: sheets.length };
}

/** Drawings of a CAD program: Tabloid upright in the file, shown turned, with a border and a title block. */
function survey(): Exhibit {
  const sheet = (number: number, place: string, layers: readonly string[]): Sheet => {
    const bays = Array.from({ length: 9 }, (_, index) => 150 + index * 105);
    return {
      page: '/MediaBox [0 0 792 1224] /Rotate 90',
      content: [
        '0 1 -1 0 792 0 cm 0.8 w',
        box(70, 70, 1084, 652),
        box(834, 70, 320, 92),
        line(834, 116, 1154, 116),
        text([846, 136], 15, 'KELLER + VOSS SURVEYORS', 'B'),
        text([846, 92], 11, `Hall 3, roof: ${place}`),
        text([1060, 92], 11, `Sheet ${number} of 2`),
        '1.6 w',
        box(150, 330, 840, 250),
        '0.4 w [6 4] 0 d',
        ...bays.map((x) => line(x, 310, x, 610)),
        '[] 0 d',
        ...bays.flatMap((x, index) => [box(x - 9, 612, 18, 18), text([x - 4, 617], 10, String(index + 2))]),
        '0.85 0.9 0.95 rg',
        ...layers.map((_, index) => filled(158 + index * 210, 352, 194, 206)),
        '0 g',
        ...layers.map((words, index) => text([170 + index * 210, 534], 11, words, 'B')),
        ...layers.flatMap((_, at) =>
          ['Sheet 0.7 mm', 'Wool 200 mm', 'Film, lap 100 mm', 'Purlin C 250'].map((words, row) =>
            text([170 + at * 210, 500 - row * 32], 10, words),
          ),
        ),
        text([150, 262], 11, `All dimensions in millimetres. ${place}, seen from the south.`),
        text([150, 240], 11, 'Axes 2 to 10, 6,000 each. Slope 3 degrees to both sides.'),
      ].join('\n'),
    };
  };
  return exhibit('survey', 'Site survey', [
    sheet(1, 'openings 1 to 4', ['Opening 1', 'Opening 2', 'Opening 3', 'Opening 4']),
    sheet(2, 'openings 5 to 8', ['Opening 5', 'Opening 6', 'Opening 7', 'Opening 8']),
  ]);
}

/** A report of a laboratory system: half of Letter, on a larger sheet with marks, cropped off the origin. */
function laboratory(): Exhibit {
  const samples = (from: number): Sheet => ({
    page: '/MediaBox [-60 -40 560 760] /CropBox [52 60 448 672] /TrimBox [52 60 448 672]',
    content: [
      '0.3 w',
      line(-30, 60, 30, 60),
      line(-30, 672, 30, 672),
      '0.2 0.35 0.3 rg',
      filled(96, 540, 308, 26),
      '1 g',
      text([104, 548], 13, 'INSTITUTE FOR BUILDING MATERIALS', 'B'),
      '0 g',
      text([96, 514], 11, `Order 26-0417. Mineral wool, samples ${from} to ${from + 11}`, 'B'),
      text([96, 488], 10, 'Sample   wet g   dry g   % vol', 'C'),
      line(96, 482, 404, 482),
      ...Array.from({ length: 12 }, (_, index) => {
        const number = from + index;
        const dry = 60 + ((number * 7) % 11) / 10;
        const share = [0.4, 11.2, 4.1, 19.6, 3.8, 22.3, 0.6, 10.4][Math.floor((number - 1) / 3)] ?? 0;
        const cells = [String(number).padStart(6), (dry + share * 9.6).toFixed(1).padStart(8)];
        const row = [...cells, dry.toFixed(1).padStart(8), share.toFixed(1).padStart(8)].join('');
        return text([96, 464 - index * 19], 10, row, 'C');
      }),
      line(96, 238, 404, 238),
      text([96, 216], 9, 'Dried at 105 degrees to constant mass. Linz, 14 April 2026'),
      text([96, 200], 9, 'The results are of the samples as they were delivered.'),
    ].join('\n'),
  });
  return exhibit('laboratory', 'Laboratory report', [samples(1), samples(13)]);
}

/** A scanned letter: Legal, fed upside down and turned, with boxes that the page inherits. */
function letter(): Exhibit {
  const lines = [
    'Penrose Roofing to Whitfield Works, 3 February 2022',
    '',
    'Dear Ms Whitfield,',
    '',
    'We have looked at the roof of Hall 3 on Monday, together with your foreman.',
    'The drops below axis 9 are, in our opinion, condensation, which is a matter',
    'of the heating and not of the roof. We tightened two rivets of the gutter.',
    '',
    'The laps of the barrier were not opened, as the weather did not permit it.',
    'We suggest to look at them in the summer, when we have a team nearby.',
    '',
    'Yours sincerely,',
    'T. Penrose',
  ];
  const content = [
    '-1 0 0 -1 612 1008 cm',
    '0.96 0.95 0.92 rg',
    filled(0, 0, 612, 1008),
    '0.25 g',
    text([90, 880], 20, 'Penrose Roofing', 'T'),
    line(90, 868, 522, 868),
    ...lines.map((words, index) => text([90, 810 - index * 24], 13, words, 'T')),
  ].join('\n');
  return exhibit('letter', 'Correspondence', [{ page: '', content }], '/MediaBox [0 0 612 1008] /Rotate 180');
}

/** PDFs of others, of other sizes, turned and cropped. */
export const exhibits: readonly Exhibit[] = [survey(), laboratory(), letter()];
