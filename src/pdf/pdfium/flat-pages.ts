import { Dict, Name, type Obj, Ref } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { type Changes, unusedNumbers } from './rewritten.ts';

/**
 * Puts the pages that our kernel finds, even in a broken tree, into a flat tree under a new catalog (ISO 32000-2,
 * 7.7.3).
 */
export function flatPages(file: PdfFile): Changes {
  const number = unusedNumbers(file);
  const [root, tree] = [new Ref(number()), new Ref(number())];
  const changed = new Map<number, Dict>();
  const added: (readonly [number, Obj])[] = [];
  const kids = file.pages().map(({ ref, dict, inherited }) => {
    const page = dict.copy().set('Type', new Name('Page')).set('Parent', tree);
    for (const [key, value] of inherited) page.set(key, value);
    if (ref !== null && !changed.has(ref.num)) {
      changed.set(ref.num, page);
      return ref;
    }
    const own = new Ref(number());
    added.push([own.num, page]);
    return own;
  });
  const pages = new Dict([
    ['Type', new Name('Pages')],
    ['Count', kids.length],
    ['Kids', kids],
  ]);
  const catalog = file.catalog.copy().set('Type', new Name('Catalog')).set('Pages', tree);
  return {
    root,
    changed: (num, obj) => changed.get(num) ?? obj,
    added: [[root.num, catalog], [tree.num, pages], ...added],
  };
}
