import type { Obj } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';

/** Packets of an XFA form that filling in may change: data, and the state of fields. All others are the form itself. */
const filled: ReadonlySet<string> = new Set(['datasets', 'form']);

/** True for a packet that filling in may change. */
export const isFilledPacket = (name: string): boolean => filled.has(name);

/** The packets of an XFA form: an array of alternating names and streams (ISO 32000-1, 12.7.8). */
export function packetsOf(file: PdfFile, all: readonly Obj[]): Map<string, Obj> {
  return new Map(
    all.flatMap((entry, index) =>
      index % 2 === 0 ? [[file.string(entry)?.text ?? '', all[index + 1] ?? null] as const] : [],
    ),
  );
}
