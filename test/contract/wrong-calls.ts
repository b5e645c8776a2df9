import { exampleKey as otherKey } from '../../src/editions/enterprise/tools/ai-certify/example-credential.ts';
import type { WrongCall } from './call.ts';
import { credential, type Shelf } from './shelf.ts';

/** The calls that are refused or fail. */
export function wrongCalls(shelf: Shelf): readonly WrongCall[] {
  return [
    ...wrongRenders,
    ...wrongRequests(shelf),
    ...wrongDocuments(shelf),
    ...wrongContent,
    unknownJob(shelf),
    ...notAllowed(shelf),
  ];
}

/** A request that is wrong by its own schema. */
const wrong = { slug: 'invalid-request', status: 400 } as const;
const text = { op: 'add_text', text: 'Text' };

const wrongRenders: readonly WrongCall[] = [
  {
    name: 'render, an unknown field and a wrong type at once',
    tool: 'render',
    input: {
      operations: [
        { ...text, colour: 'red' },
        { op: 'add_heading', text: 7 },
      ],
      documnet: {},
    },
    ...wrong,
    pointers: ['/documnet', '/operations/0/colour', '/operations/1/text'],
  },
  {
    name: 'render, an unknown operation',
    tool: 'render',
    input: { operations: [text, { op: 'add_txt', text: 'Text' }] },
    slug: 'unknown-operation',
    status: 400,
    pointers: ['/operations/1/op'],
  },
  { name: 'render, no operations', tool: 'render', input: { operations: [] }, ...wrong, pointers: ['/operations'] },
  {
    name: 'render, options that exclude each other',
    tool: 'render',
    input: { operations: [text], output: { conformance: 'PDF/A-2b', encryption: { userPassword: 'a' } } },
    ...wrong,
    pointers: ['/output/conformance', '/output/encryption'],
  },
  {
    name: 'render, lists in lists in lists',
    tool: 'render',
    input: { operations: [{ op: 'add_list', items: nested(90) }] },
    ...wrong,
  },
  {
    name: 'render, more keys than an object may have',
    tool: 'render',
    input: {
      operations: [text, { ...text, ...Object.fromEntries(Array.from({ length: 1200 }, (_, n) => [`k${n}`, n])) }],
    },
    ...wrong,
  },
  {
    name: 'render, the name of a prototype',
    tool: 'render',
    input: JSON.parse('{"operations":[{"op":"add_text","text":"a","__proto__":{"x":1}}],"constructor":1}'),
    slug: 'malformed-json',
    status: 400,
  },
  {
    name: 'render, a mistake in a large request',
    tool: 'render',
    input: { operations: [{ op: 'add_html', html: 'x'.repeat(300_000), csss: '' }], output: { pages: 'x' } },
    ...wrong,
    pointers: ['/operations/0/csss', '/output/pages'],
  },
  { name: 'render, nothing at all', tool: 'render', input: {}, ...wrong, pointers: ['/operations'] },
];

const wrongRequests = ({ letter, annex }: Shelf): readonly WrongCall[] => [
  {
    name: 'extract-text, three mistakes',
    tool: 'extract-text',
    input: { document: { data: letter }, pages: '0', layout: 'best', nonsense: 1 },
    ...wrong,
    pointers: ['/pages', '/layout', '/nonsense'],
  },
  {
    name: 'merge, bytes that are no base64, and a document without bytes',
    tool: 'merge',
    input: { documents: [{ data: '%%%' }, {}] },
    ...wrong,
    pointers: ['/documents/0/data', '/documents/1'],
  },
  { name: 'merge, no documents', tool: 'merge', input: { outline: 'keep' }, ...wrong, pointers: ['/documents'] },
  {
    name: 'split, two ways at once',
    tool: 'split',
    input: { document: { data: annex }, every: 1, ranges: ['1'] },
    ...wrong,
  },
  {
    name: 'arrange, an unknown step',
    tool: 'arrange',
    input: { documents: [{ data: annex }], steps: [{ do: 'reverse' }, { do: 'turn' }] },
    ...wrong,
    pointers: ['/steps/1/do'],
  },
  {
    name: 'rasterize, no resolution',
    tool: 'rasterize',
    input: { document: { data: annex }, dpi: 0 },
    ...wrong,
    pointers: ['/dpi'],
  },
  {
    name: 'sign, without a key',
    tool: 'sign',
    input: { document: { data: annex }, certificate: credential.certificate },
    ...wrong,
  },
  {
    name: 'fill-form, a list in place of fields',
    tool: 'fill-form',
    input: { document: { data: annex }, fields: ['name'] },
    ...wrong,
    pointers: ['/fields'],
  },
  {
    name: 'redact, an expression that does not parse',
    tool: 'redact',
    input: { document: { data: annex }, text: [{ pattern: '(' }] },
    ...wrong,
    pointers: ['/text/0/pattern'],
  },
  { name: 'compare, one document', tool: 'compare', input: { documents: [{ data: annex }] }, ...wrong },
  {
    name: 'optimize, an unknown level',
    tool: 'optimize',
    input: { document: { data: annex }, level: 'max' },
    ...wrong,
    pointers: ['/level'],
  },
  {
    name: 'compliance-check, an unknown standard',
    tool: 'compliance-check',
    input: { document: { data: annex }, standards: ['PDF/A-9z'] },
    ...wrong,
    pointers: ['/standards/0'],
  },
  {
    name: 'ai-certify, without provenance and credential',
    tool: 'ai-certify',
    input: { document: { data: annex } },
    ...wrong,
    pointers: ['/provenance', '/credential'],
  },
];

const wrongDocuments = ({ letter, annex, form, locked, signed, broken, poster }: Shelf): readonly WrongCall[] => [
  failing('extract-text, a broken document', 'invalid-pdf', { document: { data: broken } }),
  failing('merge, a document that is no PDF', 'invalid-pdf', {
    documents: [{ data: letter }, { data: Buffer.from('GIF89a').toString('base64') }],
  }),
  failing('merge, a locked document', 'encrypted-pdf', { documents: [{ data: annex }, { data: locked }] }),
  failing('split, a wrong password', 'wrong-password', { document: { data: locked }, password: 'no', every: 1 }),
  failing('split, a page past the end', 'page-out-of-range', { document: { data: letter }, ranges: ['1', '2-9'] }),
  failing('arrange, a place past the end', 'page-out-of-range', {
    documents: [{ data: annex }],
    steps: [{ do: 'blank', at: 9 }],
  }),
  failing('rasterize, more pixels than the limit', 'limit-exceeded', { document: { data: poster }, dpi: 600 }),
  failing('sign, a key of another certificate', 'certificate-key-mismatch', {
    document: { data: letter },
    ...credential,
    privateKey: otherKey,
  }),
  failing('fill-form, a field that there is not', 'field-not-found', {
    document: { data: form },
    fields: { nam: 'A' },
  }),
  failing('fill-form, an option that there is not', 'field-value-invalid', {
    document: { data: form },
    fields: { country: 'Atlantis', name: 'x'.repeat(30) },
  }),
  failing('redact, a signed document', 'signature-would-break', {
    document: { data: signed },
    text: [{ literal: 'Ada' }],
  }),
  failing('optimize, a locked document', 'encrypted-pdf', { document: { data: locked } }),
  failing('compare, a broken document', 'invalid-pdf', { documents: [{ data: letter }, { data: broken }] }),
  failing('forensic-analyze, no PDF', 'invalid-pdf', { document: { data: Buffer.from('text').toString('base64') } }),
];

const unknownJob = ({ letter }: Shelf): WrongCall => ({
  name: 'merge, the result of a job that there is not',
  tool: 'merge',
  input: { documents: [{ data: letter }, { jobId: 'no-such-job' }] },
  slug: 'job-not-found',
  status: 404,
});

const wrongContent: readonly WrongCall[] = [
  failing('render, data that a template does not take', 'template-data-invalid', {
    operations: [text, { op: 'add_template', name: 'invoice', data: { number: 7 } }],
  }),
  failing('render, a template that does not compile', 'template-error', {
    operations: [{ op: 'add_template', source: '{{#if a}}' }],
  }),
  failing('render, an image that is none', 'invalid-image', {
    operations: [text, { op: 'add_image', data: Buffer.from('GIF').toString('base64'), alt: '' }],
  }),
  failing('render, a resource that is refused', 'resource-blocked', {
    operations: [{ op: 'add_html', html: '<img src="http://127.0.0.1:1/a.png" alt="">' }],
    output: { failOn: ['resource'] },
  }),
  failing('render, more pages than it allows', 'too-many-pages', {
    operations: [text, { op: 'add_page_break' }, text],
    output: { maxPages: 1 },
  }),
  failing('render, a page past the end', 'page-out-of-range', { operations: [text], output: { pages: '4' } }),
];

const notAllowed = ({ letter, annex }: Shelf): readonly WrongCall[] => [
  {
    name: 'sign, with a key of the core tier',
    tool: 'sign',
    key: 'core',
    input: { document: { data: letter }, ...credential },
    slug: 'tier-required',
    status: 403,
  },
  {
    name: 'compliance-check, with a key of the pro tier, and a mistake',
    tool: 'compliance-check',
    key: 'pro',
    input: { document: { data: annex }, standards: ['PDF/A-9z'] },
    slug: 'tier-required',
    status: 403,
  },
  {
    name: 'extract-text, a body above the limit of the core tier',
    tool: 'extract-text',
    key: 'core',
    input: { document: { data: 'A'.repeat(1_100_000) } },
    slug: 'payload-too-large',
    status: 413,
  },
];

/** Items in items, so many levels deep. */
function nested(depth: number): unknown[] {
  let items: unknown[] = ['end'];
  for (let level = 0; level < depth; level += 1) items = [{ text: 'item', items }];
  return items;
}

/** A call that is well-formed and fails; its name begins with its tool. */
function failing(name: string, slug: string, input: WrongCall['input']): WrongCall {
  return { name, tool: name.slice(0, name.indexOf(',')), input, slug, status: 422 };
}
