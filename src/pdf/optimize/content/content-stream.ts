import { pageContent } from '../../content/run-page.ts';
import { newStream } from '../../objects/new-stream.ts';
import { Dict, Ref, Stream } from '../../objects/objects.ts';
import type { Changes } from '../../file/changes.ts';
import type { RunContent } from '../survey.ts';

/** The current bytes of content; null for direct, image-filtered or broken streams. */
export function contentOf(changes: Changes, { kind, page, num }: RunContent): Buffer | null {
  if (kind === 'page') {
    const own = changes.file.pages()[page];
    const dict = changes.dict(own?.ref ?? null);
    return own === undefined || dict?.has('Contents') !== true ? null : pageContent(changes, { ...own, dict });
  }
  const stream = changes.get(new Ref(num));
  if (!(stream instanceof Stream) || stream.dict.has('F')) return null;
  const { bytes, filters, intact } = stream.decoded();
  return filters.length === 0 && intact ? bytes : null;
}

/** Replaces content that `contentOf` can read. Content of a page becomes one stream. */
export function placeContent(changes: Changes, { kind, page, num }: RunContent, made: Buffer): void {
  const own = changes.file.pages()[page]?.ref ?? null;
  if (kind === 'page' && own === null) return;
  const known = kind === 'page' && own !== null ? (changes.dict(own)?.get('Contents') ?? null) : new Ref(num);
  const stream = known instanceof Ref ? changes.get(known) : null;
  if (
    kind === 'page' &&
    own !== null &&
    (!(known instanceof Ref) || !(stream instanceof Stream) || pagesWith(changes, known) > 1)
  ) {
    changes.dictAt(own).set('Contents', changes.add(newStream(new Dict(), made)));
    return;
  }
  if (!(stream instanceof Stream) || !(known instanceof Ref)) return;
  const dict = stream.dict.copy();
  for (const key of ['Filter', 'DecodeParms', 'Length', 'DL']) dict.delete(key);
  changes.set(known, newStream(dict, made));
}

const counted = new WeakMap<Changes['file'], Map<number, number>>();

/** Number of pages whose Contents is or includes a stream. */
function pagesWith({ file }: Changes, { num }: Ref): number {
  const known = counted.get(file) ?? new Map<number, number>();
  if (!counted.has(file)) {
    counted.set(file, known);
    for (const { dict } of file.pages()) {
      const contents = dict.get('Contents');
      for (const entry of new Set(
        [contents, ...(file.array(contents) ?? [])].flatMap((one) => (one instanceof Ref ? [one.num] : [])),
      ))
        known.set(entry, (known.get(entry) ?? 0) + 1);
    }
  }
  return known.get(num) ?? 0;
}
