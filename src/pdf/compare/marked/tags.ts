import { writeNumberTree } from '../../facts/trees/write-trees.ts';
import type { Target } from '../../copying/target.ts';
import { Dict, Name, type Obj, PdfString, type Ref } from '../../objects/objects.ts';
import type { Pen } from './pen.ts';

/** A structure element (ISO 32000-2, 14.7.2) under construction. */
export interface Element {
  readonly role: string;
  readonly alt?: string;
  readonly attributes?: Dict;
  readonly kids: (Element | { readonly page: Ref; readonly mcid: number })[];
}

/** The structure tree of a new document. Content is marked while it is written. */
export class Tags {
  readonly root: Element = { role: 'Document', kids: [] };
  readonly #pages = new Map<number, { readonly ref: Ref; readonly parents: Element[] }>();

  /** Appends a new element to another. */
  element(parent: Element, role: string, more: { readonly alt?: string; readonly attributes?: Dict } = {}): Element {
    const element: Element = { role, ...more, kids: [] };
    parent.kids.push(element);
    return element;
  }

  /** Marks the content that `draw` writes as content of an element. */
  content(element: Element, page: Ref, pen: Pen, draw: () => void): void {
    const own = this.#pages.get(page.num) ?? { ref: page, parents: [] };
    this.#pages.set(page.num, own);
    const mcid = own.parents.push(element) - 1;
    element.kids.push({ page, mcid });
    pen.raw(`/${element.role} <</MCID ${mcid}>> BDC`);
    draw();
    pen.raw('EMC');
  }

  /** Marks the content that `draw` writes as an artifact (ISO 32000-2, 14.8.2.2). */
  artifact(pen: Pen, draw: () => void): void {
    pen.raw('/Artifact BMC');
    draw();
    pen.raw('EMC');
  }

  /** Writes the tree, and the StructParents of each page. Answers the root. */
  write(target: Target): Ref {
    const root = target.reserve();
    const refs = new Map<Element, Ref>();
    const write = (element: Element, parent: Ref): Ref => {
      const ref = target.reserve();
      refs.set(element, ref);
      const kids = element.kids.map((kid): Obj =>
        'mcid' in kid
          ? new Dict([
              ['Type', new Name('MCR')],
              ['Pg', kid.page],
              ['MCID', kid.mcid],
            ])
          : write(kid, ref),
      );
      const dict = new Dict([
        ['Type', new Name('StructElem')],
        ['S', new Name(element.role)],
        ['P', parent],
        ['K', kids],
      ]);
      if (element.alt !== undefined) dict.set('Alt', PdfString.ofText(element.alt));
      if (element.attributes !== undefined) dict.set('A', element.attributes);
      target.set(ref, dict);
      return ref;
    };
    const document = write(this.root, root);
    const entries = [...this.#pages.values()].map(({ ref, parents }): [number, Obj] => {
      const key = target.structureKey();
      const page = target.get(ref);
      if (page instanceof Dict) page.set('StructParents', key).set('Tabs', new Name('S'));
      return [key, target.add(parents.map((element) => refs.get(element) ?? null))];
    });
    target.set(
      root,
      new Dict([
        ['Type', new Name('StructTreeRoot')],
        ['K', [document]],
        ['ParentTree', writeNumberTree(target, entries)],
        ['ParentTreeNextKey', target.structureKeys],
      ]),
    );
    return root;
  }
}
