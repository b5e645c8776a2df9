import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { startService, type Service } from './service.ts';

/**
 * Sends every PDF of the folders given on the command line through fill-form over HTTP: lists its fields, fills all of
 * them, fills and flattens them. What came of it is read by `pdftk`, `pdftotext` and `qpdf`, where they are installed.
 *
 *     node bench/forms.ts CORPORA/pdfcpu-forms CORPORA/pdfjs
 */
const run = promisify(execFile);

interface Field {
  readonly name: string;
  readonly kind: string;
  readonly value: unknown;
  readonly options: readonly { readonly label: string; readonly value: string }[];
  readonly maxLength: number | null;
  readonly widgets: readonly unknown[];
}

const texts = ['Žofie Müller', 'Наталія Шевченко', 'Σοφία', 'فاطمة', 'נועה כהן', 'क्षितिज', '王小明', '山田花子'];

/** A value for every field that takes one, in eight scripts by turns; the last option of a choice, by its label. */
function valuesOf(fields: readonly Field[]): Record<string, string> {
  const values: Record<string, string> = {};
  fields.forEach(({ name, kind, options, maxLength }, index) => {
    const last = options.at(-1);
    if (kind === 'text')
      values[name] = Array.from(texts[index % texts.length] ?? '')
        .slice(0, maxLength ?? Infinity)
        .join('');
    else if ((kind === 'combo' || kind === 'list') && last !== undefined) values[name] = last.label;
    else if ((kind === 'checkbox' || kind === 'radio') && last !== undefined) values[name] = last.value;
  });
  return values;
}

async function send(
  { port, key }: Service,
  file: Uint8Array,
  request: object,
): Promise<{ status: number; body: Buffer; slug: string }> {
  const body = new FormData();
  body.append('request', new Blob([JSON.stringify(request)], { type: 'application/json' }));
  body.append('document', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), 'document.pdf');
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/fill-form`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body,
    signal: AbortSignal.timeout(90_000),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return {
    status: answer.status,
    body: bytes,
    slug: answer.ok ? '' : (JSON.parse(bytes.toString('utf8')) as { type: string }).type.replace(/.*\//, ''),
  };
}

const fieldsIn = (body: Buffer) => (JSON.parse(body.toString('utf8')) as { fields: Field[] }).fields;

/** What another program prints about a file, or null where it can not. */
async function told(folder: string, pdf: Uint8Array, command: string, args: readonly string[]): Promise<string | null> {
  const file = join(folder, 'judged.pdf');
  await writeFile(file, pdf);
  return run(
    command,
    args.map((arg) => (arg === 'FILE' ? file : arg)),
    { maxBuffer: 1e9 },
  ).then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: unknown) => outputOf(error as { stdout?: string; stderr?: string; code?: unknown }),
  );
}

/** Of a program that found something wrong; null of one that is not there. */
const outputOf = ({ stdout = '', stderr = '', code }: { stdout?: string; stderr?: string; code?: unknown }) =>
  code === 'ENOENT' ? null : stdout + stderr;

const unescaped = (text: string) =>
  text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** Values of fields by their names, as pdftk tells them. */
function valuesOfPdftk(out: string): Map<string, string> {
  return new Map(
    out.split(/^---$/m).flatMap((block): [string, string][] => {
      const name = /^FieldName: (.*)$/m.exec(block)?.[1];
      return name === undefined ? [] : [[unescaped(name), unescaped(/^FieldValue: (.*)$/m.exec(block)?.[1] ?? '')]];
    }),
  );
}

const bare = (text: string) => text.normalize('NFC').replace(/[\s\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
const complaints = (out: string | null) => (out?.match(/^(?:WARNING|ERROR)/gm) ?? []).length;

class Row {
  files = 0;
  forms = 0;
  fields = 0;
  filled = 0;
  flattened = 0;
  values = [0, 0];
  pdftk = [0, 0];
  text = [0, 0];
  worse = 0;
  readonly refused: Record<string, number> = {};
  readonly failed: string[] = [];

  count(pair: number[], right: boolean): void {
    pair[0] = (pair[0] ?? 0) + Number(right);
    pair[1] = (pair[1] ?? 0) + 1;
  }

  note(path: string, { status, slug }: { status: number; slug: string }): void {
    if (status >= 500) this.failed.push(`${basename(path)} (${status})`);
    else if (status !== 200) this.refused[slug] = (this.refused[slug] ?? 0) + 1;
  }
}

async function measure(service: Service, folder: string, path: string, row: Row): Promise<void> {
  const file = await readFile(path);
  row.files += 1;
  const listed = await send(service, file, { export: 'fields' });
  row.note(path, listed);
  const fields = listed.status === 200 ? fieldsIn(listed.body) : [];
  if (fields.length === 0) return;
  row.forms += 1;
  row.fields += fields.length;
  const values = valuesOf(fields);
  const filled = await send(service, file, { fields: values });
  row.note(path, filled);
  if (filled.status === 200) {
    row.filled += 1;
    const after = fieldsIn((await send(service, filled.body, { export: 'fields' })).body);
    for (const field of after)
      if (values[field.name] !== undefined)
        row.count(
          row.values,
          [field.value]
            .flat()
            .every(
              (value) =>
                value === values[field.name] ||
                field.options.some((option) => option.value === value && option.label === values[field.name]),
            ),
        );
    const pdftk = await told(folder, filled.body, 'pdftk', ['FILE', 'dump_data_fields_utf8']);
    const theirs = pdftk === null ? null : valuesOfPdftk(pdftk);
    for (const { name, kind } of fields)
      if (kind === 'text' && theirs?.has(name) === true) row.count(row.pdftk, theirs.get(name) === values[name]);
    const [before, now] = [
      await told(folder, file, 'qpdf', ['--check', 'FILE']),
      await told(folder, filled.body, 'qpdf', ['--check', 'FILE']),
    ];
    row.worse += Number(complaints(now) > complaints(before));
  }
  const flat = await send(service, file, { fields: values, flatten: true, breakSignatures: true });
  row.note(path, flat);
  if (flat.status !== 200) return;
  row.flattened += Number(fieldsIn((await send(service, flat.body, { export: 'fields' })).body).length === 0);
  const text = bare((await told(folder, flat.body, 'pdftotext', ['-layout', 'FILE', '-'])) ?? '');
  for (const { name, kind, widgets } of fields)
    if (kind === 'text' && widgets.length > 0) row.count(row.text, text.includes(bare(values[name] ?? '')));
}

const share = ([right = 0, all = 0]: readonly number[]) => (all === 0 ? '–' : `${right} of ${all}`);
const service = await startService();
const folder = await mkdtemp(join(tmpdir(), 'colophon-forms-'));
try {
  console.log(
    '| corpus | files | with a form | fields | filled | values right | by `pdftk` | flattened | text by ' +
      '`pdftotext` | worse by `qpdf --check` | refused with a problem | failed ' +
      '|\n|---|---|---|---|---|---|---|---|---|---|---|---|',
  );
  for (const corpus of process.argv.slice(2)) {
    const row = new Row();
    for (const name of globSync('**/*.pdf', { cwd: corpus }).sort())
      await measure(service, folder, join(corpus, name), row);
    const refused =
      Object.entries(row.refused)
        .map(([slug, number]) => `${number} \`${slug}\``)
        .join(', ') || '0';
    console.log(
      `| ${basename(corpus)} | ${row.files} | ${row.forms} | ${row.fields} | ${row.filled} | ` +
        `${share(row.values)} | ${share(row.pdftk)} | ${row.flattened} | ${share(row.text)} | ${row.worse} | ` +
        `${refused} | ${row.failed.length === 0 ? '0' : row.failed.join(', ')} |`,
    );
  }
} finally {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
