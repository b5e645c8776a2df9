import { operation, type MistakeRow } from './mistake.ts';

const invoice = {
  currency: 'EUR',
  seller: { name: 'A' },
  buyer: { name: 'B' },
  lines: [{ description: 'Bolt', quantity: 1, price: 2 }],
};
const filled = (data: object, name = 'invoice') => operation({ op: 'add_template', name, data });
const source = (text: string) => operation({ op: 'add_template', source: text, data: { items: [] } });
const data = '/operations/0/data';

const broken = (name: string, text: string, words: readonly string[]): MistakeRow => ({
  name,
  json: source(text),
  status: 422,
  slug: 'template-error',
  words,
});
const unsuited = (name: string, change: object, pointers: readonly string[], words: readonly string[]): MistakeRow => ({
  name,
  json: filled({ ...invoice, ...change }),
  status: 422,
  slug: 'template-data-invalid',
  pointers: pointers.map((pointer) => data + pointer),
  words: ["'invoice'", ...words],
});

/** Mistakes in templates and in PDFs. */
export const documentMistakes: readonly MistakeRow[] = [
  {
    name: 'a misspelled template',
    json: filled(invoice, 'invioce'),
    status: 404,
    slug: 'template-not-found',
    pointers: ['/operations/0/name'],
    words: ['Did you mean `invoice`?'],
  },
  {
    name: 'a job that is not there, in add_pdf',
    json: {
      operations: [
        { op: 'add_text', text: 'x' },
        { op: 'add_pdf', jobId: 'none' },
      ],
    },
    status: 404,
    slug: 'job-not-found',
    pointers: ['/operations/1/jobId'],
    words: ['no job of this id'],
  },
  {
    name: 'two jobs that are not there',
    json: { operations: ['none', 'nothing', 'none'].map((jobId) => ({ op: 'add_pdf', jobId })) },
    status: 404,
    slug: 'job-not-found',
    pointers: ['/operations/0/jobId', '/operations/1/jobId'],
    words: ['2 mistakes', 'no job of this id'],
  },
  {
    name: 'two jobs that are not there, in steps of a job',
    path: '/api/v1/jobs',
    json: {
      tool: 'arrange',
      input: {
        documents: [{ jobId: 'none' }, { data: '$pdf' }],
        steps: [{ do: 'insert', document: { jobId: 'nothing' } }],
      },
    },
    status: 404,
    slug: 'job-not-found',
    pointers: ['/input/documents/0/jobId', '/input/steps/0/document/jobId'],
    words: ['2 mistakes', 'no job of this id'],
  },
  {
    name: 'a job that is not there, in add_pdf of a job',
    path: '/api/v1/jobs',
    json: { tool: 'render', input: operation({ op: 'add_pdf', jobId: 'none' }) },
    status: 404,
    slug: 'job-not-found',
    pointers: ['/input/operations/0/jobId'],
    words: ['no job of this id'],
  },
  {
    name: 'a job that is not there, in a step of arrange',
    path: '/api/v1/arrange',
    json: { documents: [{ data: '$pdf' }], steps: [{ do: 'insert', document: { jobId: 'none' } }] },
    status: 404,
    slug: 'job-not-found',
    pointers: ['/steps/0/document/jobId'],
    words: ['no job of this id'],
  },
  {
    name: 'a page of add_pdf that the document does not have',
    json: operation({ op: 'add_pdf', data: '$pdf', pages: '1,9' }),
    status: 422,
    slug: 'page-out-of-range',
    pointers: ['/operations/0/pages'],
    words: ['page 9', 'has 1'],
  },
  {
    name: 'an asset, the name of a template, and the data of another',
    json: {
      operations: [
        { op: 'add_image', asset: 'a.png' },
        { op: 'add_template', name: 'invioce' },
        { op: 'add_template', name: 'invoice', data: { ...invoice, lines: [{ description: 'Bolt', price: 'ten' }] } },
        {
          op: 'add_columns',
          columns: [[{ op: 'add_template', name: 'invoice', data: { ...invoice, buyer: 'B' } }], []],
        },
      ],
    },
    status: 400,
    slug: 'invalid-request',
    pointers: [
      '/operations/0/asset',
      '/operations/1/name',
      '/operations/2/data/lines/0/price',
      '/operations/3/columns/0/0/data/buyer',
    ],
    words: ['4 mistakes'],
  },
  {
    name: 'the name of a template, and the data of another',
    json: {
      operations: [
        { op: 'add_template', name: 'invioce' },
        { op: 'add_template', name: 'invoice', data: { ...invoice, seller: undefined } },
      ],
    },
    status: 404,
    slug: 'template-not-found',
    pointers: ['/operations/0/name', '/operations/1/data/seller'],
    words: ['2 mistakes', '`invoice`'],
  },
  unsuited(
    'no data of a template',
    { currency: undefined, seller: undefined, buyer: undefined, lines: undefined },
    ['/currency', '/seller', '/buyer', '/lines'],
    ['4 mistakes', 'The first: `currency` is required'],
  ),
  unsuited('a text in place of lines', { lines: 'Bolt' }, ['/lines'], ['must be a list', "'Bolt'"]),
  unsuited(
    'several mistakes in data',
    { currency: 'Euro', paid: 'ten', lines: [{ description: 'Bolt', price: '4,50' }] },
    ['/currency', '/lines/0/price', '/paid'],
    ['ISO 4217', '3 mistakes'],
  ),
  unsuited('a bad date', { issued: '2026-02-31' }, ['/issued'], ['a date such as', "'2026-02-31'"]),
  unsuited(
    'dates of other forms',
    { issued: 'soon', due: '6.10.2026', delivered: 1e20 },
    ['/issued', '/due', '/delivered'],
    ['3 mistakes', 'a date such as', "'soon'"],
  ),
  unsuited('a misspelled field of data', { buyer: undefined, byer: { name: 'B' } }, ['/buyer'], ['`byer`']),
  broken('a block that is never closed', '<p>\n{{#if items}}\n</p>', ['line 2', '`{{#if}}` is never closed']),
  broken('a block with another end', '{{#if items}}x{{/each}}', ['line 1', 'expected `{{/if}}`']),
  broken('a brace too few', '\n\n{{name}', ['line 3', 'expected `}}`']),
  broken('an operator in a template', '{{#if items == 1}}x{{/if}}', ['line 1', '(eq a b)']),
  broken('a misspelled helper', '{{mony 5}}', ['line 1', 'did you mean `money`?']),
  broken('each with as of another language', '{{#each items as item}}x{{/each}}', ['line 1', 'as |item|']),
  {
    name: 'no PDF',
    path: '/api/v1/extract-text',
    json: { document: { data: 'SGVsbG8=' } },
    status: 422,
    slug: 'invalid-pdf',
    words: ['PDF'],
  },
  {
    name: 'an encrypted PDF',
    path: '/api/v1/extract-text',
    json: { document: { data: '$encrypted' } },
    status: 422,
    slug: 'encrypted-pdf',
    words: ['`password`'],
  },
  {
    name: 'a wrong password',
    path: '/api/v1/extract-text',
    json: { document: { data: '$encrypted' }, password: 'guess' },
    status: 422,
    slug: 'wrong-password',
    words: ['password'],
  },
  {
    name: 'a page that the PDF does not have',
    path: '/api/v1/extract-text',
    json: { document: { data: '$pdf' }, pages: '9' },
    status: 422,
    slug: 'page-out-of-range',
    words: ['page 9', 'has 1'],
  },
  {
    name: 'no document',
    path: '/api/v1/extract-text',
    json: {},
    status: 400,
    slug: 'invalid-request',
    pointers: ['/document'],
    words: ['`document` is required'],
  },
  {
    name: 'a misspelled preset',
    path: '/api/v1/redact',
    key: 'pro',
    json: { document: { data: '$pdf' }, presets: ['emial'] },
    status: 400,
    slug: 'invalid-request',
    pointers: ['/presets/0'],
    words: ['Did you mean `email`?'],
  },
  {
    name: 'a misspelled level of optimize',
    path: '/api/v1/optimize',
    key: 'pro',
    json: { document: { data: '$pdf' }, level: 'losless' },
    status: 400,
    slug: 'invalid-request',
    pointers: ['/level'],
    words: ['Did you mean `lossless`?'],
  },
];
