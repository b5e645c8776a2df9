import { elementKids } from '../../facts/structure/element-kids.ts';
import { numOf } from '../../content/operands.ts';
import { Dict, isName, PdfString, Ref, type Obj } from '../../objects/objects.ts';
import type { Changes } from '../../file/changes.ts';

/** Texts of an element that replace or describe its content (ISO 32000-2, 14.9). */
const replacements = ['ActualText', 'Alt', 'E', 'T'];

/** Structure types that require an alternative text. */
const figures: ReadonlySet<string> = new Set(['Figure', 'Formula']);

/**
 * Removes the replacement texts of elements whose content was removed, and of all elements around them. The elements
 * stay, so that the document stays tagged. `touched` holds `p<page>:<mcid>` and `s<stream>:<mcid>`; `alternative`
 * becomes the text of figures. Answers the number of changed elements.
 */
export function clearElements(changes: Changes, touched: ReadonlySet<string>, alternative: string): number {
  const root = changes.dict(changes.dict(changes.trailer.get('Root'))?.get('StructTreeRoot') ?? null);
  if (root === null || touched.size === 0) return 0;
  const cleared = new Set<Element>();
  const seen = new Set<Dict>([root]);
  const stack: Element[] = elementKids(root, changes).map((entry) => ({ entry, page: 0, parent: null }));
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    const dict = changes.dict(element.entry);
    if (dict === null || seen.has(dict)) continue;
    seen.add(dict);
    const page = dict.has('Pg') ? numOf(dict.get('Pg')) : element.page;
    for (const kid of elementKids(dict, changes)) {
      const value = changes.resolve(kid);
      if (typeof value === 'number') {
        if (touched.has(`p${page}:${value}`)) clear(element, cleared);
      } else if (value instanceof Dict) {
        if (isName(changes.resolve(value.get('Type')), 'MCR')) {
          const on = value.has('Stm')
            ? `s${numOf(value.get('Stm'))}`
            : `p${value.has('Pg') ? numOf(value.get('Pg')) : page}`;
          if (touched.has(`${on}:${changes.number(value.get('MCID')) ?? -1}`)) clear(element, cleared);
        } else if (!isName(changes.resolve(value.get('Type')), 'OBJR'))
          stack.push({ entry: kid, page, parent: element });
      }
    }
  }
  let count = 0;
  for (const { entry } of cleared) if (strip(changes, entry, alternative)) count += 1;
  return count;
}

interface Element {
  readonly entry: Obj;
  /** Object number of its page, or of the page of the nearest element around it. */
  readonly page: number;
  readonly parent: Element | null;
}

function clear(element: Element, cleared: Set<Element>): void {
  for (let each: Element | null = element; each !== null && !cleared.has(each); each = each.parent) cleared.add(each);
}

function strip(changes: Changes, entry: Obj, alternative: string): boolean {
  const known = changes.dict(entry);
  if (known === null || !replacements.some((key) => known.has(key))) return false;
  // Direct objects can be changed in place: only this copy of the file is read.
  const dict = entry instanceof Ref ? changes.dictAt(entry) : known;
  const described = dict.has('Alt') && figures.has(changes.name(dict.get('S')) ?? '');
  for (const key of replacements) dict.delete(key);
  if (described && alternative !== '') dict.set('Alt', PdfString.ofText(alternative));
  return true;
}
