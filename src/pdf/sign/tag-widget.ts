import { readNumberTree } from '../facts/trees/read-trees.ts';
import { Dict, Name, PdfString, Ref } from '../objects/objects.ts';
import type { Changes } from '../file/changes.ts';

/**
 * Adds a new widget to the structure of a tagged document, as PDF/UA requires (ISO 14289-1, 7.18.4): a Form element at
 * the end of the top element, or of the root. Answers its StructParent (ISO 32000-2, 14.7.5.4); null for a document
 * without structure.
 */
export function tagWidget(changes: Changes, { widget, page }: { widget: Ref; page: Ref }): number | null {
  const rootRef = structureRoot(changes);
  if (rootRef === null) return null;
  const root = changes.dictAt(rootRef);
  const above = onlyElement(changes, root) ?? rootRef;
  const object = new Dict([
    ['Type', new Name('OBJR')],
    ['Obj', widget],
    ['Pg', page],
  ]);
  const form = new Dict([
    ['Type', new Name('StructElem')],
    ['S', new Name('Form')],
    ['P', above],
    ['Pg', page],
    ['K', object],
  ]);
  // The description of the field is English (ISO 14289-1, 7.2).
  form.set('Lang', new PdfString(Buffer.from('en')));
  const element = changes.add(form);
  addKid(changes, changes.dictAt(above), element);
  const key = nextKey(changes, root);
  addParent(changes, changes.dictIn(root, 'ParentTree'), key, element);
  root.set('ParentTreeNextKey', key + 1);
  return key;
}

/** The structure tree root, as an indirect object; null for a document without structure. */
export function structureRoot(changes: Changes): Ref | null {
  const catalog = changes.catalog();
  const known = changes.dict(catalog.get('StructTreeRoot'));
  if (known === null) return null;
  if (!(catalog.get('StructTreeRoot') instanceof Ref)) catalog.set('StructTreeRoot', changes.add(known));
  return catalog.get('StructTreeRoot') as Ref;
}

/** The only child of the root, or null. */
export function onlyElement(changes: Changes, root: Dict): Ref | null {
  const kids = root.get('K');
  const list = changes.array(kids);
  const only = list === null ? kids : list.length === 1 ? (list[0] ?? null) : null;
  return only instanceof Ref && changes.dict(only)?.has('S') === true ? only : null;
}

function addKid(changes: Changes, owner: Dict, kid: Ref): void {
  const kids = owner.get('K');
  if (kids !== null && changes.array(kids) === null) owner.set('K', [kids, kid]);
  else changes.arrayIn(owner, 'K').push(kid);
}

/** Greater than all used keys, whatever ParentTreeNextKey states. */
function nextKey({ file }: Changes, root: Dict): number {
  const [highest] = readNumberTree(file, root.get('ParentTree')).at(-1) ?? [-1];
  return Math.max(file.number(root.get('ParentTreeNextKey')) ?? 0, highest + 1, 0);
}

/** Appends the last entry of a number tree (ISO 32000-2, 7.9.7), to the entries of its root or in a new leaf. */
function addParent(changes: Changes, tree: Dict, key: number, element: Ref): void {
  if (changes.array(tree.get('Kids')) === null) changes.arrayIn(tree, 'Nums').push(key, element);
  else
    changes.arrayIn(tree, 'Kids').push(
      changes.add(
        new Dict([
          ['Limits', [key, key]],
          ['Nums', [key, element]],
        ]),
      ),
    );
}
