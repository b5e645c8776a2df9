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
