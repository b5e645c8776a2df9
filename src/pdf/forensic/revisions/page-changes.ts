import { append } from '../../objects/large-arrays.ts';
import { Dict, Ref, Stream, type Obj } from '../../objects/objects.ts';
import type { PdfFile, PdfPage } from '../../file/pdf-file.ts';
import type { ObjectChange } from './object-changes.ts';

/** The change of a page from one version to the next. */
export interface PageChange {
  /** 1-based in the newer version; for a removed page, in the older one. */
  readonly page: number;
  readonly change: 'added' | 'changed' | 'removed';
  /** 1-based, in the older version; null for an added page. */
  readonly before: number | null;
}

/** Pages, and objects of a page, that are visited. */
const maxPages = 5000;
const maxObjects = 5000;

/** Entries of a page that refer to other pages, or to ancestors. */
const outward: ReadonlySet<string> = new Set([
  'Parent',
  'P',
  'Dest',
  'D',
  'Popup',
  'IRT',
  'StructParent',
  'B',
  'SD',
  'Next',
  'Prev',
]);

/** Added and removed pages, and pages that refer to a changed object. */
export function changedPages(older: PdfFile, newer: PdfFile, objects: readonly ObjectChange[]): PageChange[] {
  if (objects.length === 0) return [];
  const changed = new Set(objects.map(({ object }) => object));
  const [before, after] = [older.pages(), newer.pages()];
  const places = new Map(before.flatMap(({ ref }, index) => (ref === null ? [] : [[ref.num, index + 1] as const])));
  const remaining = new Set(after.flatMap(({ ref }) => (ref === null ? [] : [ref.num])));
  const removed = before.flatMap(({ ref }, index): PageChange[] =>
    ref === null || remaining.has(ref.num) ? [] : [{ page: index + 1, change: 'removed', before: index + 1 }],
  );
  const others = after.slice(0, maxPages).flatMap((page, index): PageChange[] => {
    const place = page.ref === null ? index + 1 : (places.get(page.ref.num) ?? null);
    if (place === null || place > before.length) return [{ page: index + 1, change: 'added', before: null }];
    return leadsTo(newer, page, changed) ? [{ page: index + 1, change: 'changed', before: place }] : [];
  });
  return [...others, ...removed];
}

function leadsTo(file: PdfFile, page: PdfPage, changed: ReadonlySet<number>): boolean {
  if (page.ref !== null && changed.has(page.ref.num)) return true;
  const seen = new Set<number>();
  const stack: Obj[] = [
    ...page.dict
      .entries()
      .filter(([key]) => !outward.has(key))
      .map(([, value]) => value),
    ...page.inherited.entries().map(([, value]) => value),
  ];
  while (stack.length > 0 && seen.size < maxObjects) {
    const value = stack.pop() ?? null;
    if (value instanceof Ref) {
      if (changed.has(value.num)) return true;
      if (seen.has(value.num)) continue;
      seen.add(value.num);
      const obj = file.get(value);
      const type = obj instanceof Dict ? file.name(obj.get('Type')) : null;
      if (type !== 'Page' && type !== 'Pages') stack.push(obj);
    } else if (Array.isArray(value)) append(stack, value.slice(0, maxObjects));
    else if (value instanceof Dict || value instanceof Stream)
      for (const [key, entry] of value instanceof Dict ? value : value.dict) if (!outward.has(key)) stack.push(entry);
  }
  return false;
}
