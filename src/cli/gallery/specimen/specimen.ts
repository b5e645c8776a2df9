import { readFile } from 'node:fs/promises';

type Step = Readonly<Record<string, unknown>>;

const read = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8');

/** The chapters in the order of the book: the file and the id, the language, the heading. */
const chapters = [
  ['tower', 'en', 'The tower'],
  ['light', 'en', 'The light'],
  ['waerter', 'de', 'Der Wärter'],
  ['phare', 'fr', 'Le phare en pleine mer'],
  ['faro', 'es', 'El faro del cabo'],
  ['lanterna', 'it', 'La lanterna'],
  ['dijk', 'nl', 'Licht op de dijk'],
] as const;

const title = 'Lights of six coasts';

/** The page of the cover is coloured up to the edge of its bleed. */
const coverColour = '#123c5a';
const cover =
  "<div style='padding-top:32mm;text-align:center;color:#fff'><p style='text-align:center;font-size:26pt;line-height:1.2'>" +
  `${title}</p><p style='text-align:center;text-indent:0;margin-top:6mm'>A specimen book</p></div>`;

const imprint =
  'Everything in this book is invented, the accounts above all. It shows what the service sets: justified text with ' +
  'hyphens in six languages, footnotes, references, numbered captions with their lists, carried sums, an index, ' +
  'running heads, bleed and marks.';

/** A list of the chapters with leaders, whose pages a style sheet counts. */
const glance = `<ul class="glance">${chapters
  .map(([id, lang, heading]) => `<li lang="${lang}"><a href="#${id}">${heading}</a></li>`)
  .join('')}</ul>`;

const rangeFigure = (picture: string): Step => ({
  op: 'add_html',
  html:
    `<figure id="range">${picture.replace('<svg ', '<svg role="img" aria-label="A tower, a ship, and the horizon" ')}` +
    '<figcaption>The range of a light, by the height of the lamp and of the eye</figcaption></figure>',
});

const fuels: Step = {
  op: 'add_chart',
  id: 'fuels',
  kind: 'area',
  stacked: true,
  height: '60mm',
  caption: 'Fuel of a station of the first order, in barrels a year',
  categories: [1800, 1820, 1840, 1860, 1880, 1900, 1920],
  series: [
    { name: 'Whale oil', data: [40, 44, 38, 6, 0, 0, 0] },
    { name: 'Rape oil', data: [0, 2, 10, 41, 30, 4, 0] },
    { name: 'Mineral oil', data: [0, 0, 0, 3, 22, 51, 33] },
  ],
};

/** What stands after the text of some chapters. */
const after = (picture: string): Readonly<Record<string, readonly Step[]>> => ({
  tower: [rangeFigure(picture)],
  light: [fuels],
});

const ledger = (csv: string): Step => ({
  op: 'add_table',
  id: 'ledger',
  caption: 'Expenses of the station in one year',
  columns: ['entry', { key: 'paid', format: 'currency:GBP', footer: 'sum' }],
  groupBy: 'quarter',
  csv,
  carry: { columns: ['paid'] },
  footnotes: [
    { text: 'One flask holds thirty-four kilograms. The trough of the lens loses a cup of it in a year.' },
    { text: 'Carried away on the ninth of April, together with the platform and a bucket.' },
    { text: 'See the letter on economy in chapter {ref: waerter, number}.' },
  ],
});

const oil = (csv: string): Step => ({
  op: 'add_table',
  id: 'oil',
  caption: 'Nights and litres of oil',
  columns: [
    'year',
    { key: 'nights', format: 'integer', footer: 'sum' },
    { key: 'oil', header: 'litres', format: 'number:1', footer: 'sum' },
  ],
  csv,
  density: 'compact',
  carry: { columns: ['nights', 'oil'] },
});

const page = { size: { width: '125mm', height: '190mm' }, margin: '18mm' };

const frontMatter: readonly Step[] = [
  { op: 'add_page', ...page, background: coverColour },
  { op: 'add_html', html: cover },
  { op: 'add_page', ...page },
  { op: 'add_text', text: imprint },
  { op: 'add_page_break' },
  { op: 'add_toc', title: 'Contents', levels: 2 },
  { op: 'add_page_break' },
  { op: 'add_toc', of: 'figures', title: 'Figures' },
  { op: 'add_toc', of: 'tables', title: 'Tables' },
  { op: 'add_page_break' },
  { op: 'add_text', text: 'For those who climb the stairs.', italic: true, align: 'center' },
];

const heads = (left: string, right: string): readonly Step[] => [
  { op: 'set_header', left: '{page}', right: left, on: 'even' },
  { op: 'set_header', left: right, right: '{page}', on: 'odd' },
];

/** The body of a render that makes the specimen book. */
export async function specimenRequest(): Promise<Readonly<Record<string, unknown>>> {
  const [css, picture, ledgerCsv, oilCsv, words, ...texts] = await Promise.all(
    ['book.css', 'range.svg', 'ledger.csv', 'oil.csv', 'glossary.html', ...chapters.map(([id]) => `${id}.md`)].map(
      read,
    ),
  );
  const additions = after(picture ?? '');
  return {
    document: {
      ...page,
      title,
      lang: 'en',
      css,
      bleed: '3mm',
      marks: ['crop', 'registration'],
      numbering: { levels: 2 },
      captions: { by: 'chapter' },
      footnotes: { numbering: 'section' },
    },
    operations: [
      { op: 'add_watermark', text: 'SPECIMEN', size: '56pt', opacity: 0.05, layer: 'under' },
      { op: 'set_page_numbers', style: 'roman' },
      ...frontMatter,
      { op: 'add_page', ...page },
      { op: 'set_page_numbers', style: 'decimal' },
      ...heads('{heading:1}', '{heading:2, last}'),
      { op: 'add_heading', text: 'At a glance', numbered: false },
      { op: 'add_html', html: glance },
      ...chapters.flatMap(([id, lang, text], index): Step[] => [
        { op: 'add_heading', text, id, lang },
        { op: 'add_markdown', markdown: texts[index], lang },
        ...(additions[id] ?? []),
      ]),
      { op: 'add_heading', text: 'The accounts', id: 'accounts' },
      {
        op: 'add_text',
        text: 'The year in table {ref: ledger} is an ordinary one; table {ref: oil} has fifty-two of them.',
      },
      { op: 'add_heading', level: 2, text: 'One year' },
      ledger(ledgerCsv ?? ''),
      { op: 'add_heading', level: 2, text: 'Half a century' },
      oil(oilCsv ?? ''),
      { op: 'add_page', ...page },
      ...heads('{string:word} – {string:word, last}', '{string:word} – {string:word, last}'),
      { op: 'add_heading', text: 'Words', numbered: false },
      { op: 'add_html', html: words },
      { op: 'add_page', ...page },
      ...heads('Index', 'Index'),
      { op: 'add_heading', text: 'Index', numbered: false },
      { op: 'add_index', columns: 2 },
    ],
    output: { conformance: ['PDF/A-3a', 'PDF/UA-1'] },
  };
}
