import { AppError } from '../../../../problems.ts';
import { inMemory } from '../../../documents.ts';
import type { FilePart } from '../../../edition.ts';
import { InputDocument } from '../../../input-document.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The file part that a step, valid or not, names as its document. */
export function partOf(step: unknown): string | undefined {
  const document = isFields(step) ? step.document : undefined;
  const part = isFields(document) ? document.part : undefined;
  return typeof part === 'string' ? part : undefined;
}

/**
 * A request, not yet valid, with file parts in the places of their names. Throws AppError `invalid-multipart` for a part
 * that no step names.
 */
export function withNamedParts(request: unknown, files: readonly FilePart[]): unknown {
  const steps: readonly unknown[] = isFields(request) && Array.isArray(request.steps) ? request.steps : [];
  const named = new Set(steps.map(partOf));
  const parts = new Map<string, InputDocument>();
  for (const { field, filename, data } of files) {
    const name = `'${field.slice(0, 100)}'`;
    if (!named.has(field)) throw new AppError('invalid-multipart', `No step names the part ${name} as its document.`);
    if (parts.has(field)) throw new AppError('invalid-multipart', `There are several parts of the name ${name}.`);
    parts.set(field, new InputDocument(inMemory(data), filename === '' ? null : filename));
  }
  return isFields(request) && steps.length > 0
    ? { ...request, steps: steps.map((step) => withPart(step, parts)) }
    : request;
}

function withPart(step: unknown, parts: ReadonlyMap<string, InputDocument>): unknown {
  const data = parts.get(partOf(step) ?? '');
  if (data === undefined || !isFields(step) || !isFields(step.document)) return step;
  const own = Object.entries(step.document).filter(([field]) => field !== 'part');
  return { ...step, document: { ...Object.fromEntries(own), data } };
}
