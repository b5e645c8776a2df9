import { NumberTree } from '../widgets/fields/number-tree.ts';
import { Dict, Name, PdfString, type Ref } from '../objects/objects.ts';
import { onlyElement, structureRoot } from '../sign/tag-widget.ts';
import type { Changes } from '../file/changes.ts';

/**
 * Makes new content of a page a paragraph of a tagged document. It becomes the first element, so that it is read aloud
 * before the rest (ISO 32000-2, 14.7). Answers its MCID; null for a document without structure.
 */
export function tagLabel(changes: Changes, { page, lang }: { page: Ref; lang: string | null }): number | null {
  const rootRef = structureRoot(changes);
  if (rootRef === null) return null;
  const root = changes.dictAt(rootRef);
  const above = onlyElement(changes, root) ?? rootRef;
  const element = changes.reserve();
  const mcid = addToParentTree(changes, { root, page, element });
  const paragraph = new Dict([
    ['Type', new Name('StructElem')],
    ['S', new Name('P')],
    ['P', above],
    ['Pg', page],
    ['K', mcid],
  ]);
  if (lang !== null) paragraph.set('Lang', PdfString.ofText(lang));
  changes.set(element, paragraph);
  const owner = changes.dictAt(above);
  const kids = owner.get('K');
  owner.set('K', [element, ...(changes.array(kids) ?? (kids === null ? [] : [kids]))]);
  return mcid;
}

/** Appends an element to the parent tree entry of the page (ISO 32000-2, 14.7.5.4). Its index is the MCID. */
function addToParentTree(changes: Changes, { root, page, element }: { root: Dict; page: Ref; element: Ref }): number {
  const tree = new NumberTree(changes, changes.dictIn(root, 'ParentTree'));
  const next = Math.max(tree.next, changes.number(root.get('ParentTreeNextKey')) ?? 0);
  const own = changes.number(changes.dict(page)?.get('StructParents') ?? null);
  const key = own ?? next;
  const elements = changes.array(tree.get(key)) ?? [];
  tree.set(key, changes.add([...elements, element]));
  if (own === null) {
    changes.dictAt(page).set('StructParents', key);
    root.set('ParentTreeNextKey', key + 1);
  }
  return elements.length;
}
