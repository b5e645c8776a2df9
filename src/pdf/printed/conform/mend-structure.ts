import { elementKids } from '../../facts/structure/element-kids.ts';
import { Dict, Name, PdfString, Ref, type Obj } from '../../objects/objects.ts';
import { standardTypes } from '../../conformance/model/structure/structure-types.ts';
import type { Claim } from '../../xmp/claim.ts';
import { Elements } from './elements.ts';
import type { LooseObjects } from '../model/loose-objects.ts';

/** What structure types of PDF 2.0 are in PDF 1.7 (ISO 32000-2, 14.8.6; ISO 32005). */
const roles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Em: 'Span',
    Strong: 'Span',
    Sub: 'Span',
    Aside: 'Div',
    DocumentFragment: 'Div',
    Title: 'P',
    FENote: 'Note',
    Artifact: 'NonStruct',
  }),
);

/** What types of PDF 1.7 are in PDF 1.4. */
const earlyRoles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Ruby: 'Span',
    RB: 'Span',
    RT: 'Span',
    RP: 'Span',
    Warichu: 'Span',
    WT: 'Span',
    WP: 'Span',
    Annot: 'Span',
    THead: 'NonStruct',
    TBody: 'NonStruct',
    TFoot: 'NonStruct',
  }),
);

/** Types that stand in others only (ISO 32000-1, 14.8.4.3), and what content is that does not. */
const within: ReadonlyMap<string, { readonly parents: readonly string[]; readonly else: string }> = new Map(
  Object.entries({
    LI: { parents: ['L'], else: 'Div' },
    TR: { parents: ['Table', 'THead', 'TBody', 'TFoot'], else: 'Div' },
    TH: { parents: ['TR'], else: 'Div' },
    TD: { parents: ['TR'], else: 'Div' },
    RB: { parents: ['Ruby'], else: 'Span' },
    RT: { parents: ['Ruby'], else: 'Span' },
    RP: { parents: ['Ruby'], else: 'Span' },
  }),
);

/**
 * Changes the structure tree that Chromium prints so that PDF 1.7 and ISO 14289-1 (7.1 to 7.9) accept it. Types that
 * PDF 1.7 does not have get a role, list items a body, and notes an ID. Figures around figures become groups, and so do
 * elements outside of their list, table or ruby. Faults that only the author can correct (the text of a picture, a
 * missing level of headings) stay.
 */
export function mendStructure(objects: LooseObjects, root: number, claim: Claim): void {
  const elements = new Elements(objects);
  for (const list of elements.ofType('L')) mendList(elements, list);
  moveOut(elements);
  for (const item of elements.ofType('LI')) giveBody(objects, elements, item);
  elements.place();
  for (const ruby of elements.ofType('Ruby'))
    for (const base of elements.kids(ruby).filter((kid) => elements.typeOf(kid) === 'NonStruct'))
      elements.retype(base, 'RB');
  for (const figure of elements.ofType('Figure'))
    if (isGroup(objects, elements, figure)) elements.retype(figure, 'Div');
  identifyNotes(objects, elements, root);
  mapRoles(objects, elements.types(), root, claim);
}

/** An element that is not where its type may be is none of that type; nor are then those within it. */
function moveOut(elements: Elements): void {
  for (let moved = true; moved;) {
    moved = false;
    for (const [type, { parents, else: group }] of within) {
      for (const element of elements.ofType(type)) {
        const parent = elements.typeOf(elements.meantParent(element));
        if (parents.includes(parent ?? '')) continue;
        elements.retype(element, group);
        moved = true;
      }
    }
  }
}

/** What is directly in a list and no item of it becomes one. */
function mendList(elements: Elements, list: number): void {
  for (const kid of elements.kids(list)) {
    if (elements.meant(kid).some((own) => !['L', 'LI', 'Caption'].includes(elements.typeOf(own) ?? '')))
      elements.wrap(kid, 'LI');
  }
}

/**
 * A list item has its label and its body (14.8.4.3.3). The element stays and becomes the body, because marked content
 * refers to it; the item is a new one around it.
 */
function giveBody(objects: LooseObjects, elements: Elements, item: number): void {
  const kids = elements.kids(item);
  if (kids.some((kid) => elements.meant(kid).some((own) => elements.typeOf(own) === 'LBody'))) return;
  const labels = kids.filter((kid) => elements.typeOf(kid) === 'Lbl');
  const dict = objects.dict(item);
  const own = dict === null ? [] : elementKids(dict);
  if (dict === null || own.length === labels.length) return;
  const outer = elements.wrap(item, 'LI');
  const lang = dict.get('Lang');
  if (lang !== null) objects.dict(outer)?.set('Lang', lang);
  elements.retype(item, 'LBody');
  dict.set(
    'K',
    own.filter((kid) => !(kid instanceof Ref && labels.includes(kid.num))),
  );
  for (const label of labels) objects.dict(label)?.set('P', new Ref(outer));
  objects.dict(outer)?.set('K', [...labels.map((label) => new Ref(label)), new Ref(item)]);
}

/**
 * A figure without a text that has other elements in it: its caption, or the picture itself, which has a text of its
 * own.
 */
function isGroup(objects: LooseObjects, elements: Elements, figure: number): boolean {
  const text = objects.text(figure);
  return !/\/(?:Alt|ActualText)\b/.test(text) && elements.kids(figure).length > 0;
}

/** ISO 14289-1, 7.9: a note has an ID, which the tree of IDs knows (ISO 32000-1, 14.7.2). */
function identifyNotes(objects: LooseObjects, elements: Elements, root: number): void {
  const notes = [...elements.ofType('Note'), ...elements.ofType('FENote')].filter(
    (note) => objects.dict(note)?.has('ID') === false,
  );
  if (notes.length === 0) return;
  const names = notes.flatMap((note, index): Obj[] => {
    const id = new PdfString(Buffer.from(`note${String(index + 1).padStart(8, '0')}`));
    objects.dict(note)?.set('ID', id);
    return [id, new Ref(note)];
  });
  const leaf = new Dict([
    ['Limits', [names[0] ?? null, names.at(-2) ?? null]],
    ['Names', names],
  ]);
  const before = objects.dict(root)?.get('IDTree') ?? null;
  const known = before instanceof Ref ? objects.dict(before.num) : null;
  const [kids, own] = [known?.get('Kids') ?? null, known?.get('Names') ?? (before === null ? [] : null)];
  // Chromium's own IDs begin with `node`, which comes before `note`.
  const tree = Array.isArray(own)
    ? new Dict([['Names', [...own, ...names]]])
    : Array.isArray(kids)
      ? new Dict([['Kids', [...kids, new Ref(objects.add(leaf))]]])
      : null;
  if (tree !== null) objects.dict(root)?.set('IDTree', new Ref(objects.add(tree)));
}

/** Gives every type that is no standard one a role (14.7.3). */
function mapRoles(objects: LooseObjects, types: Iterable<string>, root: number, { archive, accessible }: Claim): void {
  const early = archive?.part === '1' && !accessible;
  const known = standardTypes[early ? '1.4' : '1.7'];
  const foreign = [...types].filter((type) => !known.has(type));
  const tree = objects.dict(root);
  if (foreign.length === 0 || tree === null) return;
  const before = tree.get('RoleMap');
  const map = before instanceof Ref ? objects.dict(before.num) : before instanceof Dict ? before : new Dict();
  if (map === null) return;
  for (const type of foreign) {
    if (map.has(type)) continue;
    const role = roles.get(type) ?? earlyRoles.get(type);
    if (role !== undefined) map.set(type, new Name(early ? (earlyRoles.get(role) ?? role) : role));
  }
  if (before === null) tree.set('RoleMap', map);
}
