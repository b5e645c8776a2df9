import { newFlateStream } from '../objects/new-stream.ts';
import { Dict, Ref, type Obj } from '../objects/objects.ts';
import type { Changes } from '../file/changes.ts';

/**
 * Adds CIDSet to new composite fonts (ISO 32000-1, 9.8.3.2), which PDF/A-1 requires of subsets (ISO 19005-1, 6.3.5);
 * later parts do not.
 */
export function addCidSets(changes: Changes, fonts: Dict): void {
  for (const [, font] of fonts) {
    const descendant = changes.dict(changes.array(changes.dict(font)?.get('DescendantFonts') ?? null)?.[0] ?? null);
    const descriptor = descendant?.get('FontDescriptor') ?? null;
    if (!(descriptor instanceof Ref)) continue;
    changes
      .dictAt(descriptor)
      .set('CIDSet', changes.add(newFlateStream(new Dict(), bitsOf([0, ...cidsIn(descendant?.get('W') ?? null)]))));
  }
}

/** CIDs of W in the form that is written for runs: a first CID, and the widths from there on (ISO 32000-2, 9.7.4.3). */
function cidsIn(widths: Obj): number[] {
  const entries = Array.isArray(widths) ? widths : [];
  return entries.flatMap((first, at) => {
    const run = entries[at + 1];
    return typeof first === 'number' && Array.isArray(run) ? run.map((_, index) => first + index) : [];
  });
}

function bitsOf(cids: readonly number[]): Buffer {
  const bits = Buffer.alloc((Math.max(...cids) >> 3) + 1);
  for (const cid of cids) bits[cid >> 3] = (bits[cid >> 3] ?? 0) | (0x80 >> (cid & 7));
  return bits;
}
