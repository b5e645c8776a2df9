import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerForm } from '../../src/editions/steps.ts';
import type { Produces, Tool } from '../../src/editions/edition.ts';
import { problems, type Slug } from '../../src/problems.ts';
import type { Ran } from '../support/command.ts';
import type { Call, Outcome } from './call.ts';
import { usage } from './differences.ts';
import { jsonOutcome } from './outcome.ts';
import type { Way } from './ways.ts';

/** The exit codes of problems, as docs/command-line.md has them. */
const exitCodes: Readonly<Record<number, number>> = { 400: 2, 401: 3, 403: 3, 404: 2, 413: 2, 422: 1 };

/** Where the answer of each kind goes; a report goes to standard output. */
const targets: Partial<Record<Produces, string>> = {
  document: 'out.pdf',
  'document-or-images': 'out.pdf',
  documents: 'out/',
  images: 'out/',
};

/** A command with the request in a file, and the report as JSON: `run` runs it, with `options` at its end. */
export function asCommand(
  tools: readonly Tool[],
  {
    folder,
    run,
    options,
  }: { folder: string; run: (args: string[]) => Promise<Ran>; options: (call: Call) => string[] },
): Way {
  return async (call) => {
    const own = mkdtempSync(join(folder, 'call-'));
    writeFileSync(join(own, 'request.json'), JSON.stringify(call.input));
    mkdirSync(join(own, 'out'));
    const target = targetOf(call, tools);
    const out = target === null ? [] : ['-o', join(own, target)];
    const args = [call.tool, '--request', join(own, 'request.json'), '--json', '--quiet', ...out, ...options(call)];
    const ran = await run(args);
    if (ran.code !== 0) return { problem: problemOf(ran, join(own, 'request.json')) };
    if (ran.stderr !== '') throw new Error(`A command that succeeds says: ${ran.stderr}`);
    const outcome = jsonOutcome(JSON.parse(ran.stdout.toString()), ({ path }) => Promise.resolve(readFileSync(path)));
    if (
      target === 'out/' &&
      'documents' in outcome &&
      readdirSync(join(own, 'out')).length !== outcome.documents.length
    )
      throw new Error('The folder has other files than the report.');
    return outcome;
  };
}

function targetOf({ tool: name, input }: Call, tools: readonly Tool[]): string | null {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`There is no tool ${name}.`);
  const { produces, reports } = answerForm(input, tool);
  return reports ? null : (targets[produces] ?? null);
}

/**
 * The problem on standard error: slug and title, the detail, a line for each mistake. A file that is no JSON is named,
 * because there is no body.
 */
function problemOf({ code, stderr }: Ran, file: string): Extract<Outcome, { problem: unknown }>['problem'] {
  const [head = '', detail = '', ...lines] = stderr.trimEnd().split('\n');
  const [slug = '', title = ''] = head.split(': ');
  const own = /^colophon \S+: (.*)$/.exec(head)?.[1];
  if (own !== undefined && code === 2) return { ...usage, status: 400, detail: own };
  if (!Object.hasOwn(problems, slug)) throw new Error(`Exit ${code}: ${stderr}`);
  const [status] = problems[slug as Slug];
  if (exitCodes[status] !== code) throw new Error(`The problem ${slug} ends the command with ${code}.`);
  const errors = lines.map((line) => {
    const [, place = '', message = ''] = /^ {2}(\(the whole request\)|.*?): (.*)$/.exec(line) ?? [];
    return { pointer: place === '(the whole request)' ? '' : place, message };
  });
  const shown = detail.replace(`The file '${file}'`, 'The body');
  return { type: `https://colophon.dev/problems/${slug}`, title, status, detail: shown, errors, extra: {} };
}
