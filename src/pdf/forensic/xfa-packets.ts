import type { Obj } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';

/** What filling in changes of an XFA form: data, and the state of its fields. All else is the form itself. */
const filled: ReadonlySet<string> = new Set(['datasets', 'form']);

export const isFilledPacket = (name: string): boolean => filled.has(name);

/** The packets of an XFA form, whose names and streams stand in turn (ISO 32000-1, 12.7.8). */
export function packetsOf(file: PdfFile, all: readonly Obj[]): Map<string, Obj> {
  return new Map(
    all.flatMap((entry, index) =>
      index % 2 === 0 ? [[file.string(entry)?.text ?? '', all[index + 1] ?? null] as const] : [],
    ),
  );
}
