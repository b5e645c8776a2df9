import { operation, type MistakeRow } from './mistake.ts';

const at = (field: string) => [`/operations/0/${field}`];
const wrong = (name: string, body: unknown, pointers: readonly string[], words: readonly string[]): MistakeRow => ({
  name,
  json: body,
  status: 400,
  slug: 'invalid-request',
  pointers,
  words,
});
const table = { op: 'add_table', columns: ['Item', { header: 'Price', align: 'rihgt' }], rows: [['Bolt', 4]] };
const inDocument = (document: object) => operation({ op: 'add_text', text: 'x' }, document);

/** Mistakes in documents and operations. */
export const operationMistakes: readonly MistakeRow[] = [
  wrong('empty operations', { operations: [] }, ['/operations'], ['at least 1 item']),
  wrong('no operations', {}, ['/operations'], ['`operations` is required']),
  wrong('an operation without op', operation({ text: 'x' }), ['/operations/0'], ['`op` is required']),
  ...(
    [
      ['add_txt', 'add_text'],
      ['heading', 'add_heading'],
      ['addTable', 'add_table'],
    ] as const
  ).map(([op, meant]) => ({
    name: `the operation ${op}`,
    json: operation({ op }),
    status: 400,
    slug: 'unknown-operation',
    pointers: at('op'),
    words: [`\`${op}\``, `Did you mean \`${meant}\`?`],
  })),
  wrong('a misspelled field', operation({ op: 'add_text', text: 'x', lnag: 'en' }), at('lnag'), [
    '`lnag` is not allowed',
    'Did you mean `lang`?',
  ]),
  wrong('a missing field', operation({ op: 'add_text' }), at('text'), ['`text`', 'required']),
  wrong('a number as text', operation({ op: 'add_heading', text: 'x', level: '2' }), at('level'), [
    '`level` must be a number',
    '2 without quotes',
  ]),
  wrong('a text as boolean', { ...inDocument({}), dryRun: 'true' }, ['/dryRun'], ['true without quotes']),
  wrong('a misspelled size', inDocument({ size: 'Leter' }), ['/document/size'], ['Did you mean `Letter`?']),
  wrong(
    'a misspelled orientation',
    inDocument({ orientation: 'landscpae' }),
    ['/document/orientation'],
    ['portrait, landscape', 'Did you mean `landscape`?'],
  ),
  wrong('a length without a known unit', inDocument({ margin: '2 parsecs' }), ['/document/margin'], ['mm']),
  wrong('a misspelled document field', inDocument({ tilte: 'x' }), ['/document/tilte'], ['Did you mean `title`?']),
  wrong('a bad colour', operation({ op: 'add_divider', color: '#12345' }), at('color'), ['CSS colour', '#1a73e8']),
  wrong('a misspelled alignment', operation(table), ['/operations/0/columns/1/align'], ['Did you mean `right`?']),
  wrong(
    'a misspelled kind of chart',
    operation({ op: 'add_chart', kind: 'lien', series: [{ data: [1] }], categories: ['a'] }),
    at('kind'),
    ['Did you mean `line`?'],
  ),
  wrong('a misspelled symbology', operation({ op: 'add_barcode', symbology: 'qrcod', value: 'x' }), at('symbology'), [
    'Did you mean `qrcode`?',
  ]),
  wrong('a bad page range', { ...inDocument({}), output: { pages: '5-2' } }, ['/output/pages'], ["'2-5'"]),
  wrong(
    'a misspelled output field',
    { ...inDocument({}), output: { filname: 'x.pdf' } },
    ['/output/filname'],
    ['Did you mean `filename`?'],
  ),
  wrong(
    'a field, an asset and a template that are all wrong',
    {
      operations: [
        { op: 'add_text', txt: 'x' },
        { op: 'add_image', asset: 'logo.png', alt: '' },
        { op: 'add_columns', columns: [[{ op: 'add_template', name: 'invioce', data: {} }]] },
        { op: 'add_image', asset: 'seal.png', width: 'wide' },
      ],
    },
    [
      '/operations/0/text',
      '/operations/0/txt',
      '/operations/3/width',
      '/operations/1/asset',
      '/operations/3/asset',
      '/operations/2/columns/0/0/name',
    ],
    ['The request has 6 mistakes, listed in `errors`. The first: `text`', '(at `/operations/0/text`)'],
  ),
  {
    name: 'an unknown operation among other mistakes',
    json: { operations: [{ op: 'add_text' }, { op: 'add_txt' }, { op: 'add_template', name: 'invioce' }] },
    status: 400,
    slug: 'unknown-operation',
    pointers: ['/operations/0/text', '/operations/1/op', '/operations/2/name'],
    words: ['The request has 3 mistakes', 'There is no operation `add_txt`', 'Did you mean `add_text`?'],
  },
  ...(
    [
      [{ pageSize: 'A5' }, '/pageSize', 'the size of pages is `document.size`'],
      [{ format: 'A5' }, '/format', '`document.size`'],
      [{ landscape: true }, '/landscape', '`document.orientation`'],
      [{ headerTemplate: '<p>x</p>' }, '/headerTemplate', '`document.header`'],
      [{ footer: { text: 'x' } }, '/footer', '`document.footer`, or the operation `set_footer`'],
      [{ fileName: 'x.pdf' }, '/fileName', '`output.filename`'],
      [{ styles: 'p {}' }, '/styles', '`document.css`, or the operation `set_style`'],
      [{ document: { 'paper-size': 'A5' } }, '/document/paper-size', '`document.size`'],
      [{ document: { displayHeaderFooter: true } }, '/document/displayHeaderFooter', '`document.header`'],
      [{ output: { 'page-ranges': '1' } }, '/output/page-ranges', '`output.pages`'],
    ] as const
  ).map(([change, pointer, meaning]) =>
    wrong(`the field ${pointer} of other services`, { ...inDocument({}), ...change }, [pointer], [meaning]),
  ),
  wrong(
    'options of another service in an operation',
    operation({ op: 'add_html', html: 'x', printBackground: true }),
    at('printBackground'),
    ['backgrounds are always printed'],
  ),
  wrong(
    'a wait that is longer than the request',
    operation({ op: 'add_html', html: 'x', waitFor: { timeout: '3m' } }),
    at('waitFor/timeout'),
    ['60 s at most'],
  ),
  wrong('a width for two columns', operation({ op: 'add_columns', columns: [[], []], widths: [1] }), at('widths'), [
    '1 width for 2 columns',
  ]),
  {
    name: 'a PDF to add that is none',
    json: {
      ...operation({ op: 'add_pdf', asset: 'annex.pdf' }),
      document: { assets: { 'annex.pdf': 'aGVsbG8=' } },
    },
    status: 422,
    slug: 'invalid-pdf',
    pointers: at('asset'),
    words: ['%PDF-'],
  },
  {
    name: 'a key that stands twice',
    headers: { 'content-type': 'application/json' },
    text: '{"operations": [],\n "operations": [{"op": "add_text", "text": "x", "text": "y"}]}',
    status: 400,
    slug: 'invalid-request',
    pointers: ['/operations', '/operations/0/text'],
    words: ['2 mistakes', '`operations` is in its object twice, again at line 2, column 2'],
  },
  wrong(
    'a wait that is too long beside another mistake',
    operation({ op: 'add_html', html: 'x', waitFor: { expression: 'window.x ===', timeout: '90s' } }),
    ['/operations/0/waitFor/expression', '/operations/0/waitFor/timeout'],
    ['2 mistakes', 'it ends too early'],
  ),
  wrong('CSV with a field too many', operation({ op: 'add_table', csv: 'a,b\n1,2\n1,2,3' }), at('csv'), [
    '3 fields in line 3 and 2 fields in its first line',
    'double quotes',
  ]),
  wrong('CSV with an open quote', operation({ op: 'add_table', csv: 'a,b\n1,"2\n3,4' }), at('csv'), ['never closed']),
  wrong('CSV with a quote in a field', operation({ op: 'add_table', csv: 'a,b\n1,2" pipe' }), at('csv'), ['line 2']),
  {
    name: 'two unknown templates',
    json: { operations: ['invioce', 'recipe'].map((name) => ({ op: 'add_template', name })) },
    status: 404,
    slug: 'template-not-found',
    pointers: ['/operations/0/name', '/operations/1/name'],
    words: ['2 mistakes', "There is no template 'invioce'", 'Did you mean `invoice`?'],
  },
  {
    name: 'an unknown asset',
    json: { ...operation({ op: 'add_image', asset: 'logo.png' }), document: { assets: {} } },
    status: 400,
    slug: 'invalid-request',
    pointers: at('asset'),
    words: ["'logo.png'", 'document.assets'],
  },
  {
    name: 'bad base64',
    json: operation({ op: 'add_image', data: '***' }),
    status: 422,
    slug: 'invalid-image',
    pointers: at('data'),
    words: ['base64', 'PNG'],
  },
  {
    name: 'an unknown placeholder, as a failure',
    json: {
      operations: [
        { op: 'set_footer', center: 'Page {pgae}' },
        { op: 'add_text', text: 'x' },
      ],
      output: { failOn: ['placeholder-unknown'] },
    },
    status: 422,
    slug: 'placeholder-unknown',
    words: ['{pgae}', '{page}'],
  },
  {
    name: 'a misspelled font, as a failure',
    json: {
      operations: [
        { op: 'set_font', family: 'Ariall' },
        { op: 'add_text', text: 'x' },
      ],
      output: { failOn: ['font-missing'] },
    },
    status: 422,
    slug: 'font-missing',
    words: ["'Ariall'", "Did you mean 'Arial'?"],
  },
];
