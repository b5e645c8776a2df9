import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { called, stdioClient } from '../support/mcp.ts';

/** One thing that a person wants, and the calls by which an assistant does it. */
interface Task {
  readonly person: string;
  readonly calls: readonly { readonly tool: string; readonly given: Record<string, unknown> }[];
}

const seller = { name: 'Brook & Finch', address: ['3 Mill Lane', 'Ely CB7 4AA'] };
const buyer = { name: 'Cathedral Press', address: ['8 Palace Green', 'Ely CB7 4EW'] };
const line = { description: 'Setting of a catalogue', quantity: 48, unit: 'pages', price: 18.5, vat: 0.2 };

const invoice = (data: Record<string, unknown>) => ({
  document: { lang: 'en', title: 'Invoice 2026-117' },
  output: { conformance: 'PDF/UA-1' },
  operations: [{ op: 'add_template', name: 'invoice', data }],
  saveTo: 'invoice.pdf',
});

const tasks: readonly Task[] = [
  {
    person: 'Write an invoice to Cathedral Press for setting 48 pages of their catalogue, at £18.50 and 20 % VAT.',
    calls: [
      { tool: 'render', given: invoice({ number: '2026-117', seller, buyer, lines: [{ ...line, price: '£18.50' }] }) },
      { tool: 'render', given: invoice({ number: '2026-117', currency: 'GBP', seller, buyer, lines: [line] }) },
    ],
  },
  {
    person: 'And fill in form.pdf: I am Ada Finch of Brook & Finch, in Japan, size M.',
    calls: [
      { tool: 'fill-form', given: { document: { path: 'form.pdf' }, export: 'fields' } },
      {
        tool: 'fill-form',
        given: {
          document: { path: 'form.pdf' },
          fields: { name: 'Ada Finch', organisation: 'Brook & Finch', country: 'Japan', size: 'M' },
          saveTo: 'form-filled.pdf',
        },
      },
    ],
  },
  {
    person: 'Take the name of the patient and the e-mail address out of letter.pdf.',
    calls: [
      {
        tool: 'redact',
        given: {
          document: { path: 'letter.pdf' },
          text: [{ literal: 'Jonas Weidling' }],
          presets: ['email'],
          dryRun: true,
        },
      },
      {
        tool: 'redact',
        given: {
          document: { path: 'letter.pdf' },
          text: [{ literal: 'Jonas Weidling' }],
          presets: ['email'],
          saveTo: 'letter-redacted.pdf',
        },
      },
    ],
  },
  {
    person: 'Is the invoice accessible?',
    calls: [{ tool: 'check-accessibility', given: { document: { path: 'invoice.pdf' } } }],
  },
];

const letter = {
  operations: [
    { op: 'add_text', text: 'Dear Jonas Weidling,' },
    { op: 'add_text', text: 'Your results are ready. Write to ward3@hospital.example if you have a question.' },
  ],
  saveTo: 'letter.pdf',
};

/** Does the tasks with a server of its own, and writes down what was called and answered, as Markdown. */
export async function transcript(): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'colophon-transcript-'));
  const client = await stdioClient(root);
  try {
    copyFileSync('docs/forms/form.pdf', join(root, 'form.pdf'));
    await called(client, 'render', letter);
    const parts: string[] = [];
    for (const { person, calls } of tasks) {
      parts.push(`> ${person}`);
      for (const { tool, given } of calls) {
        const { isError, json } = await called(client, tool, given);
        parts.push(`The assistant calls \`${tool}\`:`, block(given, root));
        parts.push(isError ? 'The call is refused:' : 'The answer:', block(shown(json), root));
      }
    }
    return parts.join('\n\n');
  } finally {
    await client.close();
    rmSync(root, { recursive: true, force: true });
  }
}

function block(value: unknown, root: string): string {
  return `\`\`\`json\n${pretty(value).replaceAll(root, '/home/ada/documents')}\n\`\`\``;
}

const lineWidth = 110;

/** JSON with a line for each value that fits into one. */
function pretty(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length <= lineWidth) return spaced(value);
  const inner = `${indent}  `;
  const entries = Array.isArray(value)
    ? value.map((one) => inner + pretty(one, inner))
    : Object.entries(value).map(([name, one]) => `${inner}${JSON.stringify(name)}: ${pretty(one, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${entries.join(',\n')}\n${indent}${close}`;
}

function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${spaced(one)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** Values that differ from run to run. */
const passing = new Set(['sha256', 'bytes', 'instance', 'milliseconds', 'timing']);
const maxItems = 3;

/** An answer without what differs from run to run, and with the first items of long lists alone. */
function shown(value: unknown): unknown {
  if (Array.isArray(value)) {
    const left = value.length - maxItems;
    return [...value.slice(0, maxItems).map(shown), ...(left > 0 ? [`... ${left} more`] : [])];
  }
  if (typeof value === 'string')
    return value.replace(/(colophon:\/\/results\/)[\w-]{24}/, '$1qT3vP6sYd0aWm8fKx2bLc5hJ');
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (passing.has(name) ? [] : [[name, shown(one)]])),
  );
}

const page = 'docs/mcp.md';
const between = /(?<=<!-- transcript -->\n\n).*(?=\n\n<!-- end -->)/s;

/** The transcript in the documentation. */
export function documented(): string | undefined {
  return between.exec(readFileSync(page, 'utf8'))?.[0];
}

/** Writes the transcript into the documentation. */
export function document(text: string): void {
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace(between, () => text),
  );
}
