import * as enterprise from '../../src/editions/enterprise/tools/ai-certify/example-credential.ts';
import type { GoodCall } from './call.ts';
import { credential, letterInput, type Shelf } from './shelf.ts';

const output = { deterministic: true };
const document = { title: 'Contract', lang: 'en' };

/** The calls that succeed: every tool, and the kinds of answers that it has. */
export function goodCalls(shelf: Shelf): readonly GoodCall[] {
  return [...renders, ...core(shelf), ...pro(shelf), ...reports(shelf), ...enterpriseTools(shelf)];
}

const renders: readonly GoodCall[] = [
  { name: 'render, a letter of two pages', tool: 'render', input: letterInput, pages: [2], report: { warnings: [] } },
  {
    name: 'render, a table that conforms',
    tool: 'render',
    input: {
      operations: [{ op: 'add_table', columns: ['Item', 'Qty'], rows: [['Bolt', 4]], caption: 'Stock' }],
      document,
      output: { ...output, conformance: ['PDF/A-3a', 'PDF/UA-1'] },
    },
    pages: [1],
    report: { warnings: [] },
  },
  {
    name: 'render, HTML with a font that is missing',
    tool: 'render',
    input: { operations: [{ op: 'add_html', html: '<p style="font-family: Nowhere">Text</p>' }], document, output },
    pages: [1],
    report: { warnings: [{ code: 'font-missing' }] },
  },
  {
    name: 'render, Markdown below a header',
    tool: 'render',
    input: {
      operations: [
        { op: 'set_header', text: 'Page {page} of {pages}' },
        { op: 'add_markdown', markdown: '# Title\n\n- one\n- two' },
      ],
      document,
      output,
    },
    pages: [1],
  },
  {
    name: 'render, characters that no page shows',
    tool: 'render',
    input: { operations: [{ op: 'add_text', text: 'a\u0000b\ud800c\u202ed\u2028e' }], document, output },
    pages: [1],
  },
  {
    name: 'render, a large request',
    tool: 'render',
    input: { operations: [{ op: 'add_html', html: `<p>One</p><!-- ${'x'.repeat(300_000)} -->` }], document, output },
    pages: [1],
  },
  {
    name: 'render, a plan without a print',
    tool: 'render',
    input: { operations: [{ op: 'add_text', text: 'Planned' }], dryRun: true },
    report: { steps: [{ op: 'add_text' }] },
  },
];

const core = ({ letter, annex, locked }: Shelf): readonly GoodCall[] => [
  {
    name: 'extract-text, the words of a letter',
    tool: 'extract-text',
    input: { document: { data: letter }, granularity: 'word' },
    report: { pages: [{ number: 1 }, { number: 2 }] },
  },
  {
    name: 'extract-text, one page of a locked document',
    tool: 'extract-text',
    input: { document: { data: locked }, password: 'open', pages: '2' },
    report: { pages: [{ number: 2 }] },
  },
  {
    name: 'merge, a letter and its annex',
    tool: 'merge',
    input: { documents: [{ data: letter }, { data: annex, pages: '3,1' }] },
    pages: [4],
  },
  {
    name: 'merge, with an outline of titles and metadata',
    tool: 'merge',
    input: {
      documents: [
        { data: annex, title: 'A' },
        { data: letter, title: 'B' },
      ],
      outline: 'perDocument',
      metadata: { title: 'Both' },
    },
    pages: [5],
  },
  { name: 'split, every two pages', tool: 'split', input: { document: { data: annex }, every: 2 }, pages: [2, 1] },
  {
    name: 'split, a letter by ranges',
    tool: 'split',
    input: { document: { data: letter }, ranges: ['2', '1-2'], names: 'part-{n}.pdf' },
    pages: [1, 2],
  },
  {
    name: 'arrange, pages chosen, rotated and added',
    tool: 'arrange',
    input: {
      documents: [{ data: annex }],
      steps: [
        { do: 'select', pages: '3,1' },
        { do: 'rotate', pages: '1', by: 90 },
        { do: 'blank', at: 2, size: 'A5' },
      ],
    },
    pages: [3],
  },
  {
    name: 'arrange, a letter with a document inserted',
    tool: 'arrange',
    input: { documents: [{ data: letter }], steps: [{ do: 'insert', document: { data: annex }, at: 2, pages: '1' }] },
    pages: [3],
  },
  {
    name: 'rasterize, one page',
    tool: 'rasterize',
    input: { document: { data: letter }, pages: '1', width: 100 },
    report: {},
  },
  {
    name: 'rasterize, all pages as JPEG',
    tool: 'rasterize',
    input: { document: { data: annex }, dpi: 36, format: 'jpeg' },
    report: {},
  },
];

const pro = ({ letter, annex, form }: Shelf): readonly GoodCall[] => [
  {
    name: 'sign, without a trace on the page',
    tool: 'sign',
    input: { document: { data: letter }, ...credential, reason: 'Agreed' },
    pages: [2],
    varies: true,
  },
  {
    name: 'sign, with an appearance',
    tool: 'sign',
    input: {
      document: { data: letter },
      ...credential,
      appearance: { page: 2, box: { x: 60, y: 200, width: 200, height: 60 }, text: 'Signed by Ada' },
    },
    pages: [2],
    varies: true,
  },
  {
    name: 'fill-form, its values',
    tool: 'fill-form',
    input: { document: { data: form }, fields: { name: 'Ada', country: 'Japan', member: true } },
    pages: [1],
  },
  {
    name: 'fill-form, its list of fields',
    tool: 'fill-form',
    input: { document: { data: form }, export: 'fields' },
    report: { fields: [{ name: 'name', kind: 'text' }] },
  },
  {
    name: 'redact, a name in a letter',
    tool: 'redact',
    input: { document: { data: letter }, text: [{ literal: 'Ada Lovelace' }], label: 'Removed' },
    pages: [2],
  },
  {
    name: 'redact, what it would find',
    tool: 'redact',
    input: { document: { data: letter }, text: [{ pattern: 'te[r]ms' }], dryRun: true },
    report: {},
  },
  {
    name: 'optimize, for the web',
    tool: 'optimize',
    input: { document: { data: letter }, level: 'web', linearize: true },
    pages: [2],
  },
  {
    name: 'optimize, without loss',
    tool: 'optimize',
    input: { document: { data: annex } },
    pages: [3],
  },
];

const reports = ({ letter, annex, other }: Shelf): readonly GoodCall[] => [
  {
    name: 'compare, words',
    tool: 'compare',
    input: { documents: [{ data: annex, pages: '1' }, { data: other }], mode: 'text' },
    report: { equal: false },
  },
  {
    name: 'compare, the look of the same letter',
    tool: 'compare',
    input: { documents: [{ data: letter }, { data: letter }], mode: 'visual' },
    report: { equal: true },
  },
  {
    name: 'check-accessibility, PDF/UA',
    tool: 'check-accessibility',
    input: { document: { data: letter } },
    report: { standard: 'PDF/UA-1' },
  },
  {
    name: 'check-accessibility, WCAG, of a document without tags',
    tool: 'check-accessibility',
    input: { document: { data: annex }, standard: 'WCAG-2.2' },
    report: { standard: 'WCAG-2.2', machineChecksPassed: false },
  },
];

const enterpriseTools = ({ letter, annex, signed, broken }: Shelf): readonly GoodCall[] => [
  {
    name: 'compliance-check, a document that claims nothing',
    tool: 'compliance-check',
    input: { document: { data: annex } },
    report: { results: [] },
  },
  {
    name: 'compliance-check, a damaged document',
    tool: 'compliance-check',
    input: { document: { data: broken }, standards: ['PDF/A-2b'] },
    report: { results: [{ standard: 'PDF/A-2b', compliant: false }] },
  },
  {
    name: 'forensic-analyze, a signed letter',
    tool: 'forensic-analyze',
    input: { document: { data: signed } },
    report: { signatures: [{ integrity: 'intact' }] },
  },
  {
    name: 'ai-certify, a letter',
    tool: 'ai-certify',
    input: {
      document: { data: letter },
      provenance: {
        digitalSourceType: 'trainedAlgorithmicMedia',
        generator: { name: 'Writer', version: '1', vendor: 'Example' },
        created: '2026-01-05T10:00:00Z',
      },
      credential: {
        certificate: enterprise.exampleCertificate,
        privateKey: enterprise.exampleKey,
        chain: enterprise.exampleAuthority,
      },
    },
    pages: [2],
    varies: true,
  },
];
