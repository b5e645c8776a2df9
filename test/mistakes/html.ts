import { operation, type MistakeRow } from './mistake.ts';

const html = { 'content-type': 'text/html' };
const pdf = { 'content-type': 'application/pdf' };

const inQuery = (
  name: string,
  query: string,
  pointers: readonly string[],
  words: readonly string[],
  messages: readonly string[] = [],
): MistakeRow => ({
  name,
  path: `/api/v1/render?${query}`,
  headers: html,
  text: '<p>x',
  status: 400,
  slug: 'invalid-request',
  pointers,
  words,
  messages,
});

/** Options in a query, beside a body that is the document: answers name the parameter. */
const queries: readonly MistakeRow[] = [
  inQuery(
    'a misspelled size in the query',
    'document.size=A9',
    ['/document/size'],
    ['`document.size` in the query must be one of A3', 'Did you mean `A3`?'],
  ),
  inQuery(
    'several mistakes in the query',
    'document.tilte=x&document.size=A5&output.filename=a/b.pdf&dryRun=yes',
    ['/document/tilte', '/output/filename', '/dryRun'],
    ['3 mistakes', '`document.tilte` in the query is not allowed', 'Did you mean `title`?'],
    ['`output.filename` in the query must be a file name', '`dryRun` in the query must be true or false'],
  ),
  inQuery(
    'a parameter of the query without its place',
    'size=A5',
    ['/size'],
    ['`size` in the query is not allowed', 'the size of pages is `document.size`'],
  ),
  inQuery(
    'a parameter that is in the query twice',
    'document.size=A5&document.size=A4',
    ['/document/size'],
    ['`document.size` is in the query more than once'],
  ),
  inQuery('operations in the query', 'operations=1', ['/operations'], ['`operations`', 'send it in JSON']),
  inQuery(
    'a mistake in the JSON of the query',
    'request={"document":{"size":"A9"}}',
    ['/document/size'],
    ['`size` must be one of A3'],
  ),
  {
    name: 'a range of pages in the query',
    path: '/api/v1/extract-text?pages=0&layuot=raw',
    headers: pdf,
    text: '%PDF-1.7',
    status: 400,
    slug: 'invalid-request',
    pointers: ['/pages', '/layuot'],
    words: ['2 mistakes', "`pages` in the query has the item '0'"],
    messages: ['`layuot` in the query is not allowed; did you mean `layout`?'],
  },
  {
    name: 'a range of pages in a list of the query',
    path: '/api/v1/split?ranges=1&ranges=x',
    headers: pdf,
    text: '%PDF-1.7',
    status: 400,
    slug: 'invalid-request',
    pointers: ['/ranges/1'],
    words: ["`ranges` in the query: `ranges[1]` has the item 'x'"],
  },
];

const waiting = (waitFor: object) => operation({ op: 'add_html', html: '<p>x<script>0</script>', waitFor });
const at = '/operations/0/waitFor';

/** Conditions of `waitFor`. */
const waits: readonly MistakeRow[] = [
  {
    name: 'an expression to wait for that does not parse',
    json: waiting({ expression: 'window.ready ===' }),
    status: 400,
    slug: 'invalid-request',
    pointers: [`${at}/expression`],
    words: ['`expression` is no JavaScript expression'],
  },
  {
    name: 'a condition that does not come true in time',
    json: waiting({ expression: 'new Promise(() => {})', timeout: '200ms' }),
    status: 422,
    slug: 'render-failed',
    pointers: [at],
    words: ['not ready within the 0.2 s of `waitFor.timeout`'],
  },
  {
    name: 'a misspelled condition',
    json: waiting({ selctor: 'p' }),
    status: 400,
    slug: 'invalid-request',
    pointers: [`${at}/selctor`],
    words: ['`selctor` is not allowed', 'Did you mean `selector`?'],
  },
];

/** Mistakes in requests with HTML. */
export const htmlMistakes: readonly MistakeRow[] = [
  ...queries,
  ...waits,
  {
    name: 'a misspelled part of a form',
    path: '/api/v1/extract-text',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    text: '--b\r\nContent-Disposition: form-data; name="documnet"; filename="a.pdf"\r\n\r\n%PDF-1.7\r\n--b--\r\n',
    status: 400,
    slug: 'invalid-multipart',
    words: ['documnet', '`document`'],
  },
];
