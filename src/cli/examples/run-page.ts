import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { promisify } from 'node:util';
import { examplesOf, type Example, type ExampleFile } from './read-page.ts';

/** A running service, as the examples address it. */
export interface Target {
  readonly address: string;
  readonly key: string;
}

const execute = promisify(execFile);
/** The address that pages show. */
const shown = 'http://127.0.0.1:8080';
/** A refusal ends the commands, which it does not for people who try them. */
const strict = 'curl() { command curl -sS --fail-with-body "$@"; }\n';

const types: Readonly<Record<string, string>> = { '.json': 'application/json', '.html': 'text/html; charset=utf-8' };

/** The type of a file that is the body of a render; undefined for a file that commands name. */
function bodyType({ name, text }: ExampleFile): string | undefined {
  const ending = parse(name).ext;
  return ending === '.json' && !text.includes('"operations"') ? undefined : types[ending];
}

/** The parts of the answer to a render that are of use here; a plan (`dryRun`) has no document. */
interface Rendered {
  readonly document?: { readonly data: string };
  readonly report?: { readonly warnings: readonly { readonly code: string; readonly message: string }[] };
}

/** Renders a file; undefined for a plan. An example causes no warning. */
async function render(file: ExampleFile, type: string, { address, key }: Target): Promise<Buffer | undefined> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': type, accept: 'application/json' };
  const answer = await fetch(`${address}/api/v1/render`, { method: 'POST', headers, body: file.text });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${file.name} could not be rendered: ${answer.status} ${text}`);
  const { document, report } = JSON.parse(text) as Rendered;
  const [warning] = report?.warnings ?? [];
  if (warning !== undefined) throw new Error(`${file.name} causes a warning: ${warning.code}, ${warning.message}`);
  return document && Buffer.from(document.data, 'base64');
}

async function runExample(example: Example, folder: string, target: Target): Promise<void> {
  if (example.kind === 'commands') {
    const commands = `export KEY=${target.key}\n${strict}${example.text.replaceAll(shown, target.address)}`;
    await execute('bash', ['-eu', '-c', commands], { cwd: folder });
    return;
  }
  await writeFile(join(folder, example.name), example.text);
  const type = bodyType(example);
  if (type === undefined) return;
  const pdf = await render(example, type, target);
  if (pdf !== undefined) await writeFile(join(folder, `${parse(example.name).name}.pdf`), pdf);
}

/**
 * Does in an empty folder what a reader of the page does: saves the files, renders requests and HTML documents to PDFs
 * of the same name, and runs the commands. Throws at the first that the service refuses.
 */
export async function runPage(page: string, folder: string, target: Target): Promise<void> {
  for (const example of examplesOf(page)) {
    try {
      await runExample(example, folder, target);
    } catch (error) {
      const { stdout = '' } = error as { stdout?: string };
      const place = example.kind === 'file' ? example.name : example.text;
      throw new Error(`This example failed: ${place}\n${(error as Error).message}\n${stdout}`, { cause: error });
    }
  }
}
