import { readdir, readFile } from 'node:fs/promises';
import type { Operation } from '../../render/model/operation.ts';
import { listTemplates } from '../../render/templates/templates.ts';
import { fileURLToPath } from 'node:url';

/** One document of the gallery. */
export interface Entry {
  /** The path below docs/gallery without its extension: `operations/add_chart`. */
  readonly path: string;
  readonly title: string;
  readonly about: string;
  /** The body of `POST /api/v1/render`. */
  readonly request: Readonly<Record<string, unknown>>;
  /** The same document is made in a session: its assets are stored, then its operations appended. */
  readonly inSession?: boolean;
}

type Step = Readonly<Record<string, unknown>>;

const heading: Step = { op: 'add_heading', text: 'Q3 report' };
const text: Step = {
  op: 'add_text',
  text: 'Revenue grew by 12 % against the second quarter, in all four regions and in both lines of business.',
};
const more: Step = { op: 'add_text', text: 'The order book stands at 14 weeks, which is two more than a year ago.' };

/** Operations around an example that shows nothing by itself. Other examples stand alone. */
const around: Readonly<Record<string, (step: Step) => readonly Step[]>> = {
  add_bookmark: (step) => [heading, text, step, more],
  add_divider: (step) => [text, step, more],
  add_stamp: (step) => [heading, text, more, step],
  add_spacer: (step) => [text, step, more],
  add_page: (step) => [heading, text, step, more],
  add_page_break: (step) => [text, step, more],
  add_toc: (step) => [
    step,
    { op: 'add_page_break' },
    heading,
    text,
    { op: 'add_heading', level: 2, text: 'Orders' },
    more,
    { op: 'add_page_break' },
    { op: 'add_heading', text: 'Outlook' },
    text,
  ],
  add_index: (step) => [
    heading,
    { ...text, text: `${String(text.text)}{index: revenue}{index: region}` },
    { op: 'add_page_break' },
    { ...more, text: `${String(more.text)}{index: order book!in weeks}{index: revenue}` },
    { op: 'add_page_break' },
    step,
  ],
  set_header: (step) => [step, heading, text, { op: 'add_page_break' }, more],
  set_footer: (step) => [step, heading, text, { op: 'add_page_break' }, more],
  set_bates: (step) => [
    step,
    { op: 'set_footer', left: '{title}', right: '{bates}' },
    heading,
    text,
    { op: 'add_page_break' },
    more,
  ],
  set_page_numbers: (step) => [
    { op: 'set_footer', left: 'Sheet {pageIndex} of {pages}', right: 'Page {page}' },
    step,
    { op: 'add_toc', title: 'Contents', levels: 1 },
    { op: 'add_heading', text: 'Preface' },
    text,
    { op: 'set_page_numbers', style: 'decimal' },
    heading,
    more,
    { op: 'set_page_numbers', style: 'decimal', prefix: 'A-' },
    { op: 'add_heading', text: 'Annex' },
    text,
  ],
};

const small = { size: 'A6', orientation: 'landscape', margin: '10mm', title: 'Q3 report' };

/** Operations that load from the network. Their picture would show somebody else's page, which changes. */
const remote = new Set(['add_url']);

/** The example of every operation, with the operations around it that make it visible. */
export function operationEntries(operations: readonly Operation[]): Entry[] {
  return operations
    .filter(({ name }) => !remote.has(name))
    .map(({ name, summary, example, flows }) => {
      const step = { op: name, ...example };
      const steps = around[name]?.(step) ?? (flows ? [step] : [step, heading, text, more]);
      return {
        path: `operations/${name}`,
        title: name,
        about: summary,
        request: { document: small, operations: steps, output: { deterministic: true } },
      };
    });
}

const byPath = (a: Entry, b: Entry) => (a.path < b.path ? -1 : 1);

/** `invoice`, or `invoice.de` for templates/invoice/sample.de.json. */
const nameOf = (template: string, file: string) => `${template}${file.slice('sample'.length, -'.json'.length)}`;

/** Every sample of every template. */
export async function templateEntries(folder: URL): Promise<Entry[]> {
  const templates = await listTemplates([fileURLToPath(folder).replace(/\/$/, '')]);
  const entries = await Promise.all(
    templates.map(async ({ name, about }) => {
      const files = (await readdir(new URL(`${name}/`, folder))).filter((file) =>
        /^sample(?:\.[a-z-]+)?\.json$/.test(file),
      );
      return Promise.all(
        files.map(async (file): Promise<Entry> => {
          const request = JSON.parse(await readFile(new URL(`${name}/${file}`, folder), 'utf8')) as { output?: object };
          return {
            path: `templates/${nameOf(name, file)}`,
            title: nameOf(name, file),
            about,
            request: { ...request, output: { ...request.output, deterministic: true } },
          };
        }),
      );
    }),
  );
  return entries.flat().sort(byPath);
}
