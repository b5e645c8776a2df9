import { elementKids } from '../../facts/structure/element-kids.ts';
import { numOf } from '../../content/operands.ts';
import { Dict, isName, PdfString, Ref, type Obj } from '../../objects/objects.ts';
import type { Changes } from '../../file/changes.ts';

/** What an element says in place of its content, or about it (ISO 32000-2, 14.9). */
const replacements = ['ActualText', 'Alt', 'E', 'T'];

/** Types that must have an alternative text. */
const figures: ReadonlySet<string> = new Set(['Figure', 'Formula']);

/**
 * Takes from structure elements what they say of content that went, and of all elements around them; the elements stay,
 * so that the document stays tagged. `touched` are `p<page>:<mcid>` and `s<stream>:<mcid>`; `alternative` is what a
 * figure says instead. Answers how many lost something.
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
  /** Object number of its page, its own or that of an element around it. */
  readonly page: number;
  readonly parent: Element | null;
}

function clear(element: Element, cleared: Set<Element>): void {
  for (let each: Element | null = element; each !== null && !cleared.has(each); each = each.parent) cleared.add(each);
}

function strip(changes: Changes, entry: Obj, alternative: string): boolean {
  const known = changes.dict(entry);
  if (known === null || !replacements.some((key) => known.has(key))) return false;
  // An element that is a direct object is ours alone: nobody else reads this copy of the file.
  const dict = entry instanceof Ref ? changes.dictAt(entry) : known;
  const described = dict.has('Alt') && figures.has(changes.name(dict.get('S')) ?? '');
  for (const key of replacements) dict.delete(key);
  if (described && alternative !== '') dict.set('Alt', PdfString.ofText(alternative));
  return true;
}
