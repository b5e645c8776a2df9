import type { Changes } from '../changes.ts';
import { isName, Stream, type Obj } from '../../objects/objects.ts';
import { writePdfInParallel } from './write.ts';

/**
 * Rewrites a packed file with its changes as one revision, packed and not encrypted. Object streams without a changed
 * object stay as they are, and their objects are not read: of a long document nearly all.
 */
export function rewritePacked(changes: Changes): Promise<Uint8Array> {
  const { file, trailer } = changes;
  const changed = new Map(changes.objects.map(({ ref, value }) => [ref.num, value]));
  const places = file.numbers().map((number) => ({ number, at: file.where(number) }));
  const opened = new Set(
    places.flatMap(({ number, at }) => (at?.kind === 'object-stream' && changed.has(number) ? [at.container] : [])),
  );
  const objects: (readonly [number: number, value: Obj])[] = [];
  const packed: (readonly [number: number, container: number, index: number])[] = [];
  for (const { number, at } of places) {
    if (at === null || changed.has(number) || opened.has(number)) continue;
    if (at.kind === 'object-stream' && !opened.has(at.container)) packed.push([number, at.container, at.index]);
    else if (number > 0 && !isXref(file.get(number))) objects.push([number, file.get(number)]);
  }
  objects.push(...changed);
  return writePdfInParallel({
    objects: objects.filter(([, value]) => value !== null),
    packed,
    trailer,
    version: file.version,
    compress: true,
  });
}

const isXref = (value: Obj) => value instanceof Stream && isName(value.dict.get('Type'), 'XRef');
