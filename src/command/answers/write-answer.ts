import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { basename, join } from 'node:path';
import { jsonBytes } from '../../editions/json-bytes.ts';
import { zip } from '../../calls/result/zip.ts';
import type { Answer } from '../engines/call.ts';
import type { Destination } from './destination.ts';
import { replaceFile, replaceFiles, type Bytes } from './replace-file.ts';
import { UsageError } from '../exit-codes.ts';
import type { Output, Surroundings } from '../surroundings.ts';

type Parts = Extract<Answer, { readonly type: 'parts' }>;

/** Writes an answer to its destination. A report that came in place of a document goes to standard output. */
export async function writeAnswer(
  answer: Answer,
  destination: Destination,
  { output }: Pick<Surroundings, 'output'>,
): Promise<void> {
  const { path, form } = destination;
  if (answer.type === 'parts') {
    await writeParts(answer, destination, output);
    return;
  }
  const isReport = answer.type === 'application/json';
  if (path !== null && answer.type === 'application/zip' && form.startsWith('image/'))
    throw new UsageError('The answer has several images: `-o NAME.zip` for an archive, `-o FOLDER/` for files.');
  if (path !== null && answer.type === form) await replaceFile(path, answer.body);
  else await writeTo(output, answer.body, isReport || (answer.type === 'text/plain' && output.isTTY === true));
}

async function writeParts(parts: Parts, { path, isFolder, reports }: Destination, output: Output): Promise<void> {
  if (parts.documents.length === 0) {
    await writeTo(output, jsonBytes(parts.report), true);
    return;
  }
  const target = path ?? '';
  if (isFolder)
    await replaceFiles(
      target,
      parts.documents.map(({ filename: name, pdf }) => ({ name, bytes: pdf })),
    );
  else await replaceFile(target, await fileOf(parts, target));
  if (reports) await writeTo(output, jsonBytes(described(parts, target, isFolder)), true);
}

const isArchive = (path: string) => path.toLowerCase().endsWith('.zip');

/** The one file that holds the documents. */
function fileOf({ documents }: Parts, target: string): Promise<Uint8Array> | Uint8Array {
  const [first] = documents;
  return first === undefined || isArchive(target) ? zip(documents) : first.pdf;
}

/** The JSON of the service, with paths in place of data. */
function described({ documents, report }: Parts, target: string, isFolder: boolean): unknown {
  const isSeveral = isFolder || isArchive(target);
  const facts = documents.map(({ filename, about, pdf }) => ({
    ...about,
    filename: isSeveral ? filename : basename(target),
    bytes: pdf.byteLength,
    sha256: createHash('sha256').update(pdf).digest('hex'),
    path: isFolder ? join(target, filename) : target,
  }));
  if (documents.some(({ about }) => 'width' in about)) return { images: facts, report };
  return isSeveral ? { documents: facts, report } : { document: facts[0], report };
}

/** Writes to standard output, and resolves when all of it has been handed over. A text ends with a line end. */
async function writeTo(output: Output, bytes: Bytes, isText: boolean): Promise<void> {
  const pieces = bytes instanceof Uint8Array ? [bytes] : bytes;
  for await (const piece of pieces) if (!output.write(piece)) await once(output, 'drain');
  if (isText) output.write('\n');
  await new Promise<void>((resolve, reject) => output.write('', (error) => (error ? reject(error) : resolve())));
}
