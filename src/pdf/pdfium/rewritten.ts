import { isContainer } from '../file/container.ts';
import type { Obj, Ref } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { writePdf } from '../file/writing/write.ts';

/** A document as any reader takes it: one revision, with a cross-reference table that is right, not encrypted. */
export interface Rewritten {
  readonly bytes: Uint8Array;
  /** What it was before. */
  readonly encrypted: boolean;
}

/** PDFium refuses a table with higher numbers (kMaxObjectNumber of cpdf_parser.h). */
const highestNumber = 4_194_304;

/**
 * Changes to objects while a file is rewritten. `added` gives objects with unused numbers; it is called after all
 * others have gone through `changed`.
 */
export interface Changes {
  changed(num: number, obj: Obj): Obj;
  /** The catalog, where it is another. */
  readonly root?: Ref;
  readonly added: readonly (readonly [num: number, obj: Obj])[];
}

/**
 * Rewrites an opened document.
 * @throws AppError `limit-exceeded`
 */
export function rewritten(file: PdfFile, changes: Changes): Rewritten {
  const objects: (readonly [number, Obj])[] = [];
  for (const num of file.numbers()) {
    const obj = num > 0 && num <= highestNumber ? file.get(num) : null;
    if (obj !== null && !isContainer(obj)) objects.push([num, changes.changed(num, obj)]);
  }
  const trailer = changes.root ? file.trailer.copy().set('Root', changes.root) : file.trailer;
  return {
    bytes: writePdf({ objects: [...objects, ...changes.added], trailer, version: file.version, compress: false }),
    encrypted: file.encryption !== null,
  };
}

/** Numbers that no object of a file has, from 1 on. */
export function unusedNumbers(file: PdfFile): () => number {
  const used = new Set(file.numbers());
  let next = 0;
  return () => {
    do next += 1;
    while (used.has(next));
    return next;
  };
}
