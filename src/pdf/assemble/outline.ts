import { Dict, isName, Name, type Obj, PdfString, Ref } from '../objects/objects.ts';
import type { OutlineItem } from '../facts/outline-index.ts';
import type { Part } from '../copying/part.ts';
import { noElement } from '../facts/structure/element-table.ts';
import type { Target } from '../copying/target.ts';

/** The outlines of a merged document: concatenated, each under an item with its document's title, or dropped. */
export type OutlineMode = 'keep' | 'perDocument' | 'none';

/** An item that is being copied, with its kids. */
interface Node {
  readonly dict: Dict;
  readonly open: boolean;
  readonly kids: Node[];
}

interface Placed {
  readonly node: Node;
  readonly ref: Ref;
  readonly parent: Placed | null;
  /** Visible descendants when it is open. */
  shown: number;
}

const rebuilt: ReadonlySet<string> = new Set(['Parent', 'Prev', 'Next', 'First', 'Last', 'Count', 'Dest', 'A', 'SE']);

/**
 * The items of a part (ISO 32000-2, 12.3.3). Of a partial document only those that lead to its pages, with their
 * ancestors.
 */
export function copyOutline(part: Part): Node[] {
  const remaining = part.whole ? part.source.outline : itemsOf(part);
  const nodes = new Map<OutlineItem, Node>();
  const roots: Node[] = [];
  for (const item of remaining) {
    const { dict } = item;
    const copy = part.copier.entries(dict, rebuilt);
    if (!copy.has('Title')) copy.set('Title', PdfString.ofText(''));
    if (dict.has('Dest')) copy.set('Dest', part.destination(dict.get('Dest')));
    else copy.set('A', actionOf(part, dict.get('A')));
    if (dict.has('SE')) copy.set('SE', part.elements.placeOf(elementOf(part, dict.get('SE'))));
    const node: Node = { dict: copy, open: item.open, kids: [] };
    nodes.set(item, node);
    const siblings = item.parent === null ? roots : nodes.get(item.parent)?.kids;
    siblings?.push(node);
  }
  return roots;
}

/** The order of an element of the source, or `noElement`. */
function elementOf({ source: { file, structure } }: Part, obj: Obj): number {
  const known = obj instanceof Ref ? structure.elements.ofNum(obj.num) : noElement;
  const dict = known === noElement ? file.dict(obj) : null;
  return dict === null ? known : structure.elements.ofDict(dict);
}

/** Copies an action, and reports a missing target. */
function actionOf(part: Part, obj: Obj): Obj {
  const action = part.source.file.dict(obj);
  if (action === null) return null;
  if (!isName(part.source.file.resolve(action.get('S')), 'GoTo')) return part.copier.copy(obj);
  const destination = part.destination(action.get('D'));
  return destination === null ? null : part.copier.entries(action, new Set(['D'])).set('D', destination);
}

/** Items that lead to pages of the part, with their ancestors, in order. */
function itemsOf(part: Part): OutlineItem[] {
  const remaining = new Set<OutlineItem>();
  const byPage = part.source.outlineOnPage;
  for (const page of part.pages) {
    for (const item of byPage.get(page) ?? []) {
      for (let at: OutlineItem | null = item; at !== null && !remaining.has(at); at = at.parent) remaining.add(at);
    }
  }
  return [...remaining].sort((a, b) => a.order - b.order);
}

/** An item with a document's title that leads to its first page. */
export function titled(title: string, page: Ref, kids: Node[]): Node {
  const dict = new Dict().set('Title', PdfString.ofText(title)).set('Dest', [page, new Name('Fit')]);
  return { dict, open: true, kids };
}

/** An item of an outline that a request lists. */
export interface Bookmark {
  readonly title: string;
  /** Index of a page of the result. */
  readonly page: number;
  /** 1 is the outermost. */
  readonly level: number;
}

/** Items in their order, each below the nearest one before it of a lower level. */
export function bookmarkNodes(bookmarks: readonly Bookmark[], pages: readonly Ref[]): Node[] {
  const roots: Node[] = [];
  const open: { readonly level: number; readonly kids: Node[] }[] = [];
  for (const { title, page, level } of bookmarks) {
    const ref = pages[page];
    if (ref === undefined) continue;
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const node = titled(title, ref, []);
    (open.at(-1)?.kids ?? roots).push(node);
    open.push({ level, kids: node.kids });
  }
  return roots;
}

/** Links the items, and sets Count (ISO 32000-2, table 151: negative for closed items). Null without items. */
export function writeOutline(target: Target, roots: readonly Node[]): Ref | null {
  if (roots.length === 0) return null;
  const root: Node = { dict: new Dict([['Type', new Name('Outlines')]]), open: true, kids: [...roots] };
  const order: Placed[] = [{ node: root, ref: target.add(root.dict), parent: null, shown: 0 }];
  for (const item of order) {
    const { node, ref } = item;
    const kids = node.kids.map((kid) => ({ node: kid, ref: target.add(kid.dict), parent: item, shown: 0 }));
    kids.forEach((kid, index) => {
      kid.node.dict
        .set('Parent', ref)
        .set('Prev', kids[index - 1]?.ref ?? null)
        .set('Next', kids[index + 1]?.ref ?? null);
      order.push(kid);
    });
    node.dict.set('First', kids[0]?.ref ?? null).set('Last', kids.at(-1)?.ref ?? null);
  }
  for (const { node, parent, shown } of order.toReversed()) {
    if (node.kids.length > 0) node.dict.set('Count', node.open ? shown : -shown);
    if (parent !== null) parent.shown += 1 + (node.open ? shown : 0);
  }
  return order[0]?.ref ?? null;
}
