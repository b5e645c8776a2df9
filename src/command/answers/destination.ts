import { statSync } from 'node:fs';
import { extname } from 'node:path';
import type { Representation } from '../../calls/result/body-facts.ts';
import { offers } from '../../calls/result/result-body.ts';
import type { Produces } from '../../editions/edition.ts';
import { UsageError } from '../exit-codes.ts';
import { standard } from '../arguments/read-files.ts';
import { checkTarget } from './replace-file.ts';

/** Where an answer goes, and in which form it is requested. */
export interface Destination {
  /** `parts` = documents and report by themselves. */
  readonly form: Representation | 'parts';
  /** A file, a folder, or `null` for standard output. */
  readonly path: string | null;
  readonly isFolder: boolean;
  /** True where the report goes to standard output beside the documents. */
  readonly reports: boolean;
}

/** The options that decide it. */
export interface Wanted {
  /** `-o`; `null` = it is not there. */
  readonly output: string | null;
  readonly json: boolean;
  /** True where the request is for a report alone (`dryRun`). */
  readonly wantsReport: boolean;
  readonly terminal: boolean;
}

/** The form of an answer on a command line where nothing else is requested. */
const usual: Readonly<Record<Produces, Representation>> = {
  document: 'application/pdf',
  'document-or-images': 'application/pdf',
  images: 'image/png',
  documents: 'application/zip',
  report: 'application/json',
  'text-report': 'text/plain',
  'report-document': 'application/json',
};

const byExtension: Readonly<Record<string, Representation>> = {
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
  '.json': 'application/json',
  '.txt': 'text/plain',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
};

const isBinary = (form: Representation) => form !== 'application/json' && form !== 'text/plain';
/** Results of several files, which a folder may hold. */
const several: ReadonlySet<Produces> = new Set(['documents', 'images']);

/** Decides where the answer of a tool goes. Throws UsageError where it cannot go there. */
export async function destinationOf(produces: Produces, wanted: Wanted): Promise<Destination> {
  const { output, json, wantsReport, terminal } = wanted;
  if (output === null || output === standard) {
    const form = json || wantsReport ? 'application/json' : usual[produces];
    if (output === null && terminal && isBinary(form))
      throw new UsageError(
        'Standard output is a terminal, and the answer is a document: name a file with `-o`, or send it to a program.',
      );
    return { form, path: null, isFolder: false, reports: false };
  }
  if (output === '') throw new UsageError('`-o` names no file.');
  if (several.has(produces) && isFolder(output)) return { form: 'parts', path: output, isFolder: true, reports: json };
  const form = formOf(produces, output, json);
  await checkTarget(output);
  const both = json && isBinary(form);
  return { form: both ? 'parts' : form, path: output, isFolder: false, reports: both };
}

function formOf(produces: Produces, output: string, json: boolean): Representation {
  const named = byExtension[extname(output).toLowerCase()];
  if (named !== undefined && offers[produces].includes(named) && !(json && named === 'text/plain')) return named;
  if (produces === 'documents')
    throw new UsageError(
      `The answer has several documents: \`-o NAME.zip\` for an archive, \`-o FOLDER/\` for files; not '${output}'.`,
    );
  return json && !isBinary(usual[produces]) ? 'application/json' : usual[produces];
}

function isFolder(path: string): boolean {
  return path.endsWith('/') || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
