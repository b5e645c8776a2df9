import { answerForm } from '../editions/steps.ts';
import { basename } from 'node:path';
import type { Arguments } from './arguments/parse-arguments.ts';
import { parseArguments } from './arguments/parse-arguments.ts';
import type { Call, InputFile } from './engines/call.ts';
import { destinationOf, type Destination } from './answers/destination.ts';
import { UsageError } from './exit-codes.ts';
import { fieldAt, type Field } from './arguments/fields.ts';
import { openEngine } from './engines/open-engine.ts';
import { pageFiles } from './arguments/page-files.ts';
import { progressBar } from './answers/progress-bar.ts';
import { Files, standard } from './arguments/read-files.ts';
import { readRequest } from './arguments/read-request.ts';
import type { Surroundings } from './surroundings.ts';
import { knownOptions, namesDocuments, type Takes, type ToolCommand } from './tool-command.ts';
import { writeAnswer } from './answers/write-answer.ts';

/** Runs a command for a tool with its arguments. Rejects with the errors that `failureOf` knows. */
export async function runTool(command: ToolCommand, args: readonly string[], around: Surroundings): Promise<void> {
  const { tool, schema } = command;
  const { positionals, given } = parseArguments(args, knownOptions(command));
  const one = (name: string): string | null => given.get(name)?.[0] ?? null;
  const is = (name: string): boolean => one(name) === 'true';
  const files = new Files(around);
  const quiet = is('quiet');
  const note = (line: string): void => {
    if (!quiet) around.errors.write(`${line}\n`);
  };
  checkCount(command, positionals);
  for (const name of positionals) await files.check(name);
  const request = await readRequest(files, {
    file: requestFile(command, positionals, one('request')),
    fields: [...command.fields, ...dottedFields(command, given)],
    given,
    schema,
  });
  const input = await inputOf(command, { positionals, given, request, files });
  for (const line of input.notes) note(`note: ${line}`);
  const { produces, reports } = answerForm(request, tool);
  const destination = await destinationOf(produces, {
    output: one('output'),
    json: is('json'),
    wantsReport: reports,
    terminal: around.output.isTTY === true,
  });
  const engine = await openEngine({ given, files }, around);
  const bar = progressBar(around.errors, !quiet);
  try {
    const call: Call = { tool, request, files: input.files, form: formOf(destination), progress: bar.listener };
    const answer = await engine.call(call);
    await writeAnswer(answer, destination, around);
    bar.end();
    for (const line of answer.warnings) note(`warning: ${line}`);
  } finally {
    bar.end();
    await engine.close();
  }
}

const formOf = ({ form }: Destination) => form;

/** Throws UsageError where there are more arguments than the command takes, or none where it needs one. */
function checkCount({ name, takes }: ToolCommand, { length }: readonly string[]): void {
  if (takes !== 'documents' && takes !== 'steps' && length > 1)
    throw new UsageError(`\`${name}\` takes one file; there are ${length} arguments beside its options.`);
  if (takes === 'page' && length === 0)
    throw new UsageError(`\`${name}\` needs a page: \`colophon ${name} page.html\`.`);
}

function requestFile({ name, takes }: ToolCommand, [first]: readonly string[], option: string | null): string | null {
  if (takes === 'steps') return option ?? first ?? null;
  if (takes !== 'request') return option;
  if (first !== undefined && option !== null)
    throw new UsageError(`\`${name}\` takes one request: as an argument, or with \`--request\`.`);
  return first ?? option;
}

/** The fields that arguments name with dots. */
function dottedFields({ schema }: ToolCommand, given: Arguments['given']): Field[] {
  return [...given.keys()].filter((name) => name.includes('.')).flatMap((name) => fieldAt(schema, name) ?? []);
}

interface Given {
  readonly positionals: readonly string[];
  readonly given: Arguments['given'];
  readonly request: unknown;
  readonly files: Files;
}

/** The files that go with the request. Throws UsageError where the command needs a document and has none. */
async function inputOf(
  { name, takes }: ToolCommand,
  { positionals, given, request, files }: Given,
): Promise<{ readonly files: readonly InputFile[]; readonly notes: readonly string[] }> {
  const assets = given.get('asset') ?? [];
  if (takes === 'page') {
    const [file = ''] = positionals;
    return pageFiles(files, { file, root: given.get('root')?.[0] ?? null, assets });
  }
  if (takes === 'request' || takes === 'steps') {
    if (positionals.length === 0 && !given.has('request') && !hasFields(request))
      throw new UsageError(
        `\`${name}\` needs a request: \`colophon ${name} request.json\`, or \`-\` for standard input.`,
      );
    if (takes === 'steps') return documentsOf(files, given.has('request') ? positionals : positionals.slice(1), takes);
    const read = assets.map((path) => inputFile(files, { path, field: 'assets', type: 'application/octet-stream' }));
    return { files: await Promise.all(read), notes: [] };
  }
  if (positionals.length === 0 && !namesDocuments(request, takes))
    throw new UsageError(
      takes === 'document'
        ? `\`${name}\` needs a document: \`colophon ${name} a.pdf\`.`
        : `\`${name}\` needs documents: \`colophon ${name} a.pdf b.pdf\`.`,
    );
  return documentsOf(files, positionals, takes);
}

async function documentsOf(files: Files, paths: readonly string[], takes: Takes) {
  const field = takes === 'document' ? 'document' : 'documents';
  const named = paths.map((path) => inputFile(files, { path, field, type: 'application/pdf' }));
  return { files: await Promise.all(named), notes: [] };
}

const hasFields = (request: unknown) => typeof request === 'object' && Object.keys(request ?? {}).length > 0;

async function inputFile(
  files: Files,
  { path, field, type }: { readonly path: string; readonly field: string; readonly type: string },
): Promise<InputFile> {
  await files.check(path);
  return {
    field,
    filename: path === standard ? '' : basename(path),
    contentType: type,
    content: path === standard ? await files.read(path) : path,
  };
}
