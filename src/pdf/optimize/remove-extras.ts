import type { Report } from '../facts/report.ts';
import { reachable } from '../facts/reachable.ts';
import { Dict, Ref, Stream } from '../objects/objects.ts';
import type { Changes } from '../file/changes.ts';

/** The requested removals. */
export interface ExtrasOptions {
  readonly metadata: boolean;
  readonly thumbnails: boolean;
  /** The metadata state conformance claims, so they stay. */
  readonly claims: boolean;
}

/** Removes metadata (ISO 32000-2, 14.3), private data of programs (14.5) and thumbnails (12.3.4), as requested. */
export function removeExtras(changes: Changes, { metadata, thumbnails, claims }: ExtrasOptions, report: Report): void {
  const gone = new Map<string, number>();
  const remove = (num: number, dict: Dict, key: string, what: string) => {
    if (!dict.has(key)) return;
    changes.dictAt(new Ref(num)).delete(key);
    gone.set(what, (gone.get(what) ?? 0) + 1);
  };
  const root = changes.trailer.get('Root');
  for (const [num, obj] of [...reachable(changes, changes.trailer)]) {
    const dict = obj instanceof Stream ? obj.dict : obj;
    if (!(dict instanceof Dict)) continue;
    if (thumbnails) remove(num, dict, 'Thumb', 'thumbnails');
    if (!metadata) continue;
    remove(num, dict, 'PieceInfo', 'data of programs');
    if (!(claims && root instanceof Ref && root.num === num)) remove(num, dict, 'Metadata', 'metadata');
  }
  if (metadata && changes.trailer.has('Info')) {
    changes.trailer.delete('Info');
    gone.set('metadata', (gone.get('metadata') ?? 0) + 1);
  }
  for (const [what, count] of gone) report.drop(1, what, 'the request required it', count);
  if (metadata && claims)
    report.warn('The XMP of the document stays: it states which standard the document conforms to.');
}
