import { Dict, isName, Name, Ref, type Obj, type PdfString } from '../raw/objects.ts';
import { dropHeads, headerIds } from './drop-heads.ts';
import type { Part } from './part.ts';

/** A structure element that goes on over several parts. */
interface Open {
  readonly number: number;
  readonly dict: Dict;
  readonly kids: Obj[];
}

/** A table that does: of its first rows, for as long as these are of header cells with ids alone, the ids that they have in the joined file. */
interface OpenTable extends Open {
  readonly heads: readonly (readonly PdfString[])[];
}

/** Rows that a head may have. */
const mostHeadRows = 50;

/** Numbers of the joined structure. */
export interface StructureNumbers {
  readonly root: number;
  readonly document: number;
  readonly parentTree: number;
  readonly idTree: number;
}

const kidsOf = (element: Dict): Obj[] => {
  const kids = element.get('K');
  return Array.isArray(kids) ? kids : kids === null ? [] : [kids];
};

/**
 * One structure tree of those of all parts (ISO 32000-2, 14.7): one Document element, in which a sheet or a table that goes on over parts is one
 * element, one parent tree and one tree of ids. Parts are taken one after the other, and nothing of one is held once it has been.
 */
export class StructureJoin {
  readonly #numbers: StructureNumbers;
  readonly #parents: Obj[] = [];
  readonly #ids: (readonly [id: PdfString, element: Obj])[] = [];
  readonly #finished = new Map<number, Dict>();
  #nextKey = 0;
  #document: Open | null = null;
  #sheet: Open | null = null;
  #table: OpenTable | null = null;

  constructor(numbers: StructureNumbers) {
    this.#numbers = numbers;
  }

  take(part: Part): void {
    const root = part.takeFromCatalog('StructTreeRoot');
    if (root === null) return;
    this.#takeParents(part, root.get('ParentTree'));
    this.#nextKey = Math.max(this.#nextKey, Number(root.get('ParentTreeNextKey') ?? 0) + part.shift.parents);
    const [ref = null] = kidsOf(root);
    const document = part.take(ref);
    if (document === null) return;
    this.#document ??= this.#open(part, this.#numbers.document, document, this.#numbers.root);
    this.#takeSheets(part, kidsOf(document));
    this.#takeIds(part, root.get('IDTree'));
  }

  /** The objects of the tree, by number; none where the parts are not tagged. */
  written(): Map<number, Dict> {
    if (this.#document === null) return new Map();
    this.#closeSheet();
    this.#close(this.#document);
    const { root, document, parentTree, idTree } = this.#numbers;
    const tree = new Dict([['Type', new Name('StructTreeRoot')], ['K', new Ref(document)], ['ParentTreeNextKey', this.#nextKey], ['ParentTree', new Ref(parentTree)]]);
    this.#finished.set(root, this.#ids.length > 0 ? tree.set('IDTree', new Ref(idTree)) : tree);
    this.#finished.set(parentTree, new Dict([['Nums', this.#parents]]));
    const ids = this.#ids.toSorted(([a], [b]) => Buffer.compare(a.bytes, b.bytes));
    if (ids.length > 0) this.#finished.set(idTree, new Dict([['Names', ids.flat()]]));
    return this.#finished;
  }

  /** A number tree (7.9.7) with keys in rising order, as they come. */
  #takeParents(part: Part, node: Obj): void {
    const tree = part.take(node);
    if (tree === null) return;
    part.objects.array(tree.get('Nums')).forEach((value, index) => {
      this.#parents.push(index % 2 === 0 ? Number(value) + part.shift.parents : part.renumbered(value));
    });
    for (const kid of part.objects.array(tree.get('Kids'))) this.#takeParents(part, kid);
  }

  #takeIds(part: Part, node: Obj): void {
    const tree = part.take(node);
    if (tree === null) return;
    const names = part.objects.array(tree.get('Names'));
    for (let at = 0; at + 1 < names.length; at += 2) {
      const [id, element] = [names[at] as PdfString, names[at + 1] ?? null];
      if (!part.headers.has(id.bytes.toString('latin1'))) this.#ids.push([part.renumbered(id) as PdfString, part.renumbered(element)]);
    }
    for (const kid of part.objects.array(tree.get('Kids'))) this.#takeIds(part, kid);
  }

  /** The elements right below Document: sheets, and what else stands in the body. */
  #takeSheets(part: Part, kids: readonly Obj[]): void {
    const { continues } = part.given;
    kids.forEach((kid, index) => {
      if (index === 0 && continues !== 'nothing' && this.#sheet !== null && this.#canGoOn(part, kid, this.#sheet)) {
        this.#takeContent(part, this.#contentOf(part, kid, this.#sheet), typeof continues === 'object' ? continues : null);
        return;
      }
      this.#closeSheet();
      if (index === kids.length - 1 && kid instanceof Ref && isName(part.objects.dict(kid).get('S'), 'NonStruct')) {
        const element = part.take(kid) ?? new Dict();
        this.#sheet = this.#open(part, part.number(kid.num), element, this.#numbers.document);
        this.#document?.kids.push(new Ref(this.#sheet.number));
        this.#takeContent(part, kidsOf(element), null);
      } else this.#adopt(part, kid, this.#document);
    });
  }

  /** What stands in a sheet. */
  #takeContent(part: Part, kids: readonly Obj[], table: { readonly headRows: number } | null): void {
    kids.forEach((kid, index) => {
      if (index === 0 && table !== null && this.#table !== null && this.#canGoOn(part, kid, this.#table)) {
        this.#goOn(part, this.#contentOf(part, kid, this.#table), this.#table, table.headRows);
        return;
      }
      this.#closeTable();
      if (index === kids.length - 1 && kid instanceof Ref && isName(part.objects.dict(kid).get('S'), 'Table')) {
        const element = part.take(kid) ?? new Dict();
        this.#table = { ...this.#open(part, part.number(kid.num), element, this.#sheet?.number ?? this.#numbers.document), heads: headsOf(part, kidsOf(element)) };
        this.#sheet?.kids.push(new Ref(this.#table.number));
        for (const row of kidsOf(element)) this.#adopt(part, row, this.#table);
      } else this.#adopt(part, kid, this.#sheet);
    });
  }

  /** Rows of a table that began in an earlier part, without its head. */
  #goOn(part: Part, rows: readonly Obj[], table: OpenTable, headRows: number): void {
    const repeated: readonly Obj[] = rows.filter((row) => row instanceof Ref).slice(0, headRows);
    const dropped = headRows > 0 && dropHeads(part, repeated, table.heads.slice(0, headRows).flat());
    for (const row of rows) if (!dropped || !repeated.includes(row)) this.#adopt(part, row, table);
  }

  /** True where an element of the part is of the kind of the open one. */
  #canGoOn(part: Part, kid: Obj, open: Open): boolean {
    return kid instanceof Ref && isName(part.objects.dict(kid).get('S'), (open.dict.get('S') as Name).value);
  }

  /** What an element of the part has, which goes on with the open one: marks of its own become references to them, because they are on other pages. */
  #contentOf(part: Part, kid: Obj, open: Open): Obj[] {
    const element = part.take(kid) ?? new Dict();
    if (kid instanceof Ref) part.standFor(kid.num, open.number);
    return kidsOf(element).map((one) => (typeof one === 'number' ? new Dict([['Type', new Name('MCR')], ['Pg', element.get('Pg')], ['MCID', one]]) : one));
  }

  /** Content of an element's own (a number of a marked-content sequence) stays with it; elements get their new parent. */
  #adopt(part: Part, kid: Obj, parent: Open | null): void {
    if (kid instanceof Ref && parent !== null) part.parents.set(kid.num, parent.number);
    parent?.kids.push(part.renumbered(kid));
  }

  #open(part: Part, number: number, element: Dict, parent: number): Open {
    const dict = part.renumbered(element) as Dict;
    return { number, dict: dict.set('P', new Ref(parent)), kids: [] };
  }

  #close(open: Open): void {
    this.#finished.set(open.number, open.dict.set('K', open.kids));
  }

  #closeSheet(): void {
    this.#closeTable();
    if (this.#sheet !== null) this.#close(this.#sheet);
    this.#sheet = null;
  }

  #closeTable(): void {
    if (this.#table !== null) this.#close(this.#table);
    this.#table = null;
  }
}

function headsOf(part: Part, kids: readonly Obj[]): PdfString[][] {
  const heads: PdfString[][] = [];
  for (const row of kids.filter((kid) => isName(part.objects.dict(kid).get('S'), 'TR')).slice(0, mostHeadRows)) {
    const ids = headerIds(part, [row]);
    if (ids === null) break;
    heads.push(ids.map((id) => part.renumbered(id) as PdfString));
  }
  return heads;
}
