import { elementKids } from '../../facts/structure/element-kids.ts';
import { Dict, isName, Name, Ref, type Obj, type PdfString } from '../../objects/objects.ts';
import { readNameTree, treeEntries } from '../../facts/trees/read-trees.ts';
import { dropFeet, dropGroups, dropHeads, headerIds } from './drop-heads.ts';
import type { Continues, Part, RepeatedRows } from './part.ts';

/** A structure element that goes on over several parts. */
interface Open {
  readonly number: number;
  readonly dict: Dict;
  readonly kids: Obj[];
  /** Of the first rows of a table the ids that their header cells have in the joined file, `null` for other cells. */
  readonly heads: readonly (readonly (PdfString | null)[])[];
}

/** Elements within each other that may go on, at most. */
const maxDepth = 40;
/** What sheets and elements of HTML that do no more than hold others become, and tables. */
const goOn = new Set(['NonStruct', 'Art', 'Table']);

/** Rows that a head may have. */
const maxHeadRows = 50;

/** Numbers of the joined structure. */
export interface StructureNumbers {
  readonly root: number;
  readonly document: number;
  readonly parentTree: number;
  readonly idTree: number;
}

/**
 * Joins the structure trees of all parts (ISO 32000-2, 14.7): one Document element, one parent tree and one tree of
 * ids. A sheet, a table or an element around it that continues over parts becomes one element. Parts are added one
 * after the other, and none is held after that.
 */
export class StructureJoin {
  readonly #numbers: StructureNumbers;
  readonly #parents: Obj[] = [];
  readonly #ids: (readonly [id: PdfString, element: Obj])[] = [];
  readonly #finished = new Map<number, Dict>();
  #nextKey = 0;
  /** How many rows at the end of the part come again. */
  #footRows = 0;
  /** Document, the sheet and what is in it that may go on, each in the one before. */
  #open: Open[] = [];

  constructor(numbers: StructureNumbers) {
    this.#numbers = numbers;
  }

  /** `next` is how the part behind it goes on. */
  take(part: Part, next: Continues): void {
    const root = part.takeFromCatalog('StructTreeRoot');
    if (root === null) return;
    this.#takeParents(part, root.get('ParentTree'));
    this.#nextKey = Math.max(this.#nextKey, Number(root.get('ParentTreeNextKey') ?? 0) + part.shift.parents);
    const [ref = null] = elementKids(root);
    const document = part.take(ref);
    if (document === null) return;
    if (this.#open.length === 0) {
      const { document: number, root: parent } = this.#numbers;
      this.#begin(part, document, { number, parent, heads: [] });
    }
    const { continues } = part.given;
    this.#footRows = next === 'nothing' ? 0 : (next.table?.footRows ?? 0);
    const table = continues === 'nothing' ? null : continues.table;
    this.#takeContent(part, elementKids(document), {
      depth: 0,
      goesOn: continues === 'nothing' ? 0 : 1 + continues.within + (table === null ? 0 : 1),
      table,
    });
    this.#takeIds(part, root.get('IDTree'));
  }

  /** The objects of the tree, by number; none where the parts are not tagged. */
  written(): Map<number, Dict> {
    if (this.#open.length === 0) return new Map();
    this.#closeBelow(-1);
    const { root, document, parentTree, idTree } = this.#numbers;
    const tree = new Dict([
      ['Type', new Name('StructTreeRoot')],
      ['K', new Ref(document)],
      ['ParentTreeNextKey', this.#nextKey],
      ['ParentTree', new Ref(parentTree)],
    ]);
    this.#finished.set(root, this.#ids.length > 0 ? tree.set('IDTree', new Ref(idTree)) : tree);
    this.#finished.set(parentTree, new Dict([['Nums', this.#parents]]));
    const ids = this.#ids.toSorted(([a], [b]) => Buffer.compare(a.bytes, b.bytes));
    if (ids.length > 0) this.#finished.set(idTree, new Dict([['Names', ids.flat()]]));
    return this.#finished;
  }

  /** The keys come in rising order (7.9.7). */
  #takeParents(part: Part, tree: Obj): void {
    for (const [key, value] of treeEntries(taking(part), tree, 'Nums'))
      this.#parents.push(Number(key) + part.shift.parents, part.renumbered(value));
  }

  #takeIds(part: Part, tree: Obj): void {
    for (const [id, element] of readNameTree(taking(part), tree))
      if (!part.headers.has(id.bytes.toString('latin1')))
        this.#ids.push([part.renumbered(id) as PdfString, part.renumbered(element)]);
  }

  /**
   * The elements in the open element of that depth. The first continues the open one in that, and so on for this many
   * levels; the last of these may be a table.
   */
  #takeContent(
    part: Part,
    kids: readonly Obj[],
    { depth, goesOn, table }: { readonly depth: number; readonly goesOn: number; readonly table: RepeatedRows | null },
  ): void {
    kids.forEach((kid, index) => {
      const open = this.#open[depth + 1];
      if (index === 0 && goesOn > 0 && open !== undefined && this.#canGoOn(part, kid, open)) {
        const content = this.#contentOf(part, kid, open);
        if (goesOn === 1 && table !== null) this.#goOn(part, content, open, table);
        else this.#takeContent(part, content, { depth: depth + 1, goesOn: goesOn - 1, table });
        return;
      }
      this.#closeBelow(depth);
      const kind = kid instanceof Ref ? part.objects.dict(kid).get('S') : null;
      const mayGoOn =
        index === kids.length - 1 &&
        depth < maxDepth &&
        kind instanceof Name &&
        (depth === 0 ? kind.value === 'NonStruct' : goOn.has(kind.value));
      if (mayGoOn && kid instanceof Ref) this.#takeOpen(part, kid, depth, kind.value === 'Table');
      else this.#adopt(part, kid, this.#open[depth]);
    });
  }

  /** An element that may go on in the next part. */
  #takeOpen(part: Part, kid: Ref, depth: number, isTable: boolean): void {
    const element = part.take(kid) ?? new Dict();
    const parent = this.#open[depth];
    const open = this.#begin(part, element, {
      number: part.number(kid.num),
      parent: parent?.number ?? this.#numbers.document,
      heads: isTable ? headsOf(part, elementKids(element)) : [],
    });
    parent?.kids.push(new Ref(open.number));
    if (isTable) this.#adoptRows(part, elementKids(element), open);
    else this.#takeContent(part, elementKids(element), { depth: depth + 1, goesOn: 0, table: null });
  }

  /** Rows of a table that began in an earlier part, without its head and the header of the group that continues. */
  #goOn(part: Part, content: readonly Obj[], table: Open, { headRows, groupRows }: RepeatedRows): void {
    const rows: readonly Obj[] = content.filter((row) => row instanceof Ref);
    const heads = rows.slice(0, headRows);
    const dropped = headRows > 0 && dropHeads(part, heads, table.heads.slice(0, headRows).flat()) ? heads : [];
    const groups = rows.slice(headRows, headRows + groupRows);
    const repeated = [...dropped, ...(groups.length > 0 && dropGroups(part, groups) ? groups : [])];
    this.#adoptRows(
      part,
      content.filter((row) => !repeated.includes(row)),
      table,
    );
  }

  /** Rows without the foot that stands on every page, where the table goes on in the next part. */
  #adoptRows(part: Part, rows: readonly Obj[], table: Open): void {
    const feet: readonly Obj[] =
      this.#footRows > 0 ? rows.filter((row) => row instanceof Ref).slice(-this.#footRows) : [];
    const dropped = feet.length > 0 && dropFeet(part, feet);
    for (const row of rows) if (!dropped || !feet.includes(row)) this.#adopt(part, row, table);
  }

  /** True where an element of the part is of the kind of the open one. */
  #canGoOn(part: Part, kid: Obj, open: Open): boolean {
    return kid instanceof Ref && isName(part.objects.dict(kid).get('S'), (open.dict.get('S') as Name).value);
  }

  /**
   * The content of an element of the part that continues the open one. Its own marks become references to them, because
   * they are on other pages.
   */
  #contentOf(part: Part, kid: Obj, open: Open): Obj[] {
    const element = part.take(kid) ?? new Dict();
    if (kid instanceof Ref) part.standFor(kid.num, open.number);
    return elementKids(element).map((one) =>
      typeof one === 'number'
        ? new Dict([
            ['Type', new Name('MCR')],
            ['Pg', element.get('Pg')],
            ['MCID', one],
          ])
        : one,
    );
  }

  /** Own content of an element (a number of a marked-content sequence) stays with it; elements get their new parent. */
  #adopt(part: Part, kid: Obj, parent: Open | undefined): void {
    if (kid instanceof Ref && parent !== undefined) part.parents.set(kid.num, parent.number);
    parent?.kids.push(part.renumbered(kid));
  }

  /** Opens an element of a part under a number of the joined file. */
  #begin(
    part: Part,
    element: Dict,
    { number, parent, heads }: Pick<Open, 'number' | 'heads'> & { readonly parent: number },
  ): Open {
    const dict = part.renumbered(element) as Dict;
    const open = { number, dict: dict.set('P', new Ref(parent)), kids: [], heads };
    this.#open.push(open);
    return open;
  }

  /** Closes the elements that are open below that depth. */
  #closeBelow(depth: number): void {
    for (const { number, dict, kids } of this.#open.splice(depth + 1)) this.#finished.set(number, dict.set('K', kids));
  }
}

/** The part to a walker of a tree whose nodes are not taken over as they are. */
const taking = (part: Part) => ({
  dict: (obj: Obj) => part.take(obj),
  array: (obj: Obj) => part.objects.array(obj),
  resolve: (obj: Obj) => part.objects.resolve(obj),
});

function headsOf(part: Part, kids: readonly Obj[]): Open['heads'] {
  const rows = kids.filter((kid) => isName(part.objects.dict(kid).get('S'), 'TR')).slice(0, maxHeadRows);
  return rows.map((row) => headerIds(part, [row]).map((id) => id && (part.renumbered(id) as PdfString)));
}
