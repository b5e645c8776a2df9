import { AppError } from '../../../../problems.ts';
import { inMemory } from '../../../documents.ts';
import type { FilePart } from '../../../edition.ts';
import { InputDocument } from '../../../input-document.ts';

type Fields = Readonly<Record<string, unknown>>;

/** True for an object with fields. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of steps that may name a file part, and what a step has in place of the name. */
const placing: Readonly<Record<string, (file: FilePart, named: Fields) => unknown>> = {
  document: ({ data, filename }, named) => ({
    ...Object.fromEntries(Object.entries(named).filter(([field]) => field !== 'part')),
    data: new InputDocument(inMemory(data), filename === '' ? null : filename),
  }),
  image: ({ data }) => Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64'),
};

/** The file parts that a step, valid or not, names, with the fields that name them. */
export function partsOf(step: unknown): readonly { readonly field: string; readonly part: string }[] {
  if (!isFields(step)) return [];
  return Object.keys(placing).flatMap((field) => {
    const named = step[field];
    return isFields(named) && typeof named.part === 'string' ? [{ field, part: named.part }] : [];
  });
}

/**
 * A request, not yet valid, with file parts in the places of their names. Throws AppError `invalid-multipart` for a part
 * that no step names.
 */
export function withNamedParts(request: unknown, files: readonly FilePart[]): unknown {
  const steps: readonly unknown[] = isFields(request) && Array.isArray(request.steps) ? request.steps : [];
  const named = new Set(steps.flatMap((step) => partsOf(step).map(({ part }) => part)));
  const parts = new Map<string, FilePart>();
  for (const file of files) {
    const name = `'${file.field.slice(0, 100)}'`;
    if (!named.has(file.field))
      throw new AppError('invalid-multipart', `No step names the part ${name} as its document or its image.`);
    if (parts.has(file.field)) throw new AppError('invalid-multipart', `There are several parts of the name ${name}.`);
    parts.set(file.field, file);
  }
  return isFields(request) && steps.length > 0
    ? { ...request, steps: steps.map((step) => withParts(step, parts)) }
    : request;
}

function withParts(step: unknown, parts: ReadonlyMap<string, FilePart>): unknown {
  if (!isFields(step)) return step;
  const placed = partsOf(step).flatMap(({ field, part }) => {
    const file = parts.get(part);
    return file === undefined ? [] : [[field, placing[field]?.(file, step[field] as Fields)] as const];
  });
  return placed.length === 0 ? step : { ...step, ...Object.fromEntries(placed) };
}
