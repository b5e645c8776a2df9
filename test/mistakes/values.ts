import { operation, type MistakeRow } from './mistake.ts';

const inDocument = (document: object) => operation({ op: 'add_text', text: 'x' }, document);
const first = (field: string) => [`/operations/0/${field}`];
const wrong = (name: string, body: unknown, pointers: readonly string[], words: readonly string[]): MistakeRow => ({
  name,
  json: body,
  status: 400,
  slug: 'invalid-request',
  pointers,
  words,
});

/** Lengths and margins. */
const lengths: readonly MistakeRow[] = [
  wrong('a length without a unit', operation({ op: 'add_spacer', height: '10' }), first('height'), [
    "'10' has no unit",
    'write 10 for points or "10mm" for millimetres',
  ]),
  wrong('a length with a space', operation({ op: 'add_spacer', height: '2 mm' }), first('height'), [
    'write "2mm" without a space',
  ]),
  wrong('a length in capitals', operation({ op: 'add_spacer', height: '5MM' }), first('height'), ['write "5mm"']),
  wrong('a length in ems', operation({ op: 'add_text', text: 'x', size: '12em' }), first('size'), [
    "'em' is none of these units",
  ]),
  ...[[10, 20, 10, 20], '20mm 10mm'].map((margin) =>
    wrong(
      `the margin ${JSON.stringify(margin)}`,
      inDocument({ margin }),
      ['/document/margin'],
      ['{top, right, bottom, left}'],
    ),
  ),
  wrong(
    'a label without a margin',
    inDocument({ size: { width: '60mm', height: '40mm' } }),
    ['/document/margin'],
    ['not stated', '20 mm by default', 'a page of 170 by 113 points'],
  ),
  wrong(
    'a small page with the margins of the document',
    {
      document: { margin: '30mm' },
      operations: [
        { op: 'add_text', text: 'x' },
        { op: 'add_page', size: { width: '60mm', height: '40mm' } },
      ],
    },
    ['/operations/1/margin'],
    ['30 mm as that of `document`'],
  ),
];

/** Values in place of objects, which name the fields of the object. */
const objects: readonly MistakeRow[] = [
  wrong(
    'a text as header',
    inDocument({ header: 'Hello' }),
    ['/document/header'],
    ['must be an object, not a text', '`text`, `left`, `center`, `right`'],
  ),
  {
    ...wrong(
      'a list as box, a text to redact',
      { document: { data: '$pdf' }, text: ['Ada'], areas: [{ page: 1, box: [1, 2, 3, 4] }] },
      ['/text/0', '/areas/0/box'],
      ['not a list', '`x`, `y`, `width`, `height`'],
    ),
    path: '/api/v1/redact',
    key: 'pro',
  },
  {
    ...wrong(
      'the name of a file as document',
      { document: 'report.pdf' },
      ['/document'],
      ['not a text', '`data`, `jobId`'],
    ),
    path: '/api/v1/extract-text',
  },
];

/** Names and values that are not there, with the ones that are meant. */
const names: readonly MistakeRow[] = [
  {
    ...wrong(
      'an abbreviated field',
      operation({ op: 'add_markdown', md: 'x' }),
      ['/operations/0/markdown', '/operations/0/md'],
      ['`markdown` is required'],
    ),
    messages: ['`md` is not allowed; did you mean `markdown`?'],
  },
  wrong(
    'a plural in failOn',
    { ...inDocument({}), output: { failOn: ['resources'] } },
    ['/output/failOn/0'],
    ["There is no 'resources'", 'Did you mean `resource`?'],
  ),
  wrong(
    'a name in failOn like no other',
    { ...inDocument({}), output: { failOn: ['xyzzy'] } },
    ['/output/failOn/0'],
    ['resource, console', 'field-not-placed'],
  ),
  wrong(
    'the kind of chart of another library',
    operation({ op: 'add_chart', kind: 'column', series: [{ data: [1] }] }),
    first('kind'),
    ['Did you mean `bar`?'],
  ),
  wrong('an abbreviated symbology', operation({ op: 'add_barcode', symbology: 'qr', value: 'x' }), first('symbology'), [
    'Did you mean `qrcode`?',
  ]),
  ...['img/logo.png', 'lgo.png'].map((asset) =>
    wrong(
      `the asset ${asset}`,
      operation({ op: 'add_image', asset, alt: '' }, { assets: { 'logo.png': 'iVBORw0KGgo=' } }),
      first('asset'),
      [`names '${asset}'`, 'Did you mean `logo.png`?'],
    ),
  ),
  ...(
    [
      ['english', 'en'],
      ['German', 'de'],
      ['de_DE', 'de-DE'],
    ] as const
  ).map(([lang, meant]) =>
    wrong(
      `the language ${lang}`,
      inDocument({ lang }),
      ['/document/lang'],
      ['language tag', `Did you mean \`${meant}\`?`],
    ),
  ),
  wrong('a language like no other', inDocument({ lang: 'klingonish' }), ['/document/lang'], ['for example "en"']),
  wrong(
    'the name of a language as locale',
    operation({ op: 'add_template', source: 'x', locale: 'german' }),
    first('locale'),
    ['Did you mean `de`?'],
  ),
];

/** CSV. */
const csv: readonly MistakeRow[] = [
  wrong(
    'a column that CSV with semicolons lacks',
    operation({ op: 'add_table', csv: 'a;b\n1,5;2\n', columns: ['a', { key: 'c' }] }),
    first('columns/1'),
    ["no column 'c'", "its first line names 'a', 'b'"],
  ),
  wrong(
    'a misspelled column of CSV',
    operation({ op: 'add_table', csv: 'Name,Price\nx,1', columns: ['Prise'] }),
    first('columns/0'),
    ["no column 'Prise'", 'Did you mean `Price`?'],
  ),
  wrong(
    'a quote of CSV that is never closed',
    operation({ op: 'add_table', csv: 'a,b\nx,1\n"y\nz","2\n\nq,3\n5,5' }),
    first('csv'),
    ['never closed', 'opened in line 4'],
  ),
];

/** Mistakes in single values, each with what is probably meant. */
export const valueMistakes: readonly MistakeRow[] = [...lengths, ...objects, ...names, ...csv];
