import type { LongBlock } from './flow.ts';
import type { LongTable } from './long-table.ts';

/** Attributes by which form controls refer to labels and forms by id. */
const refers = [' for="', ' aria-labelledby="', ' form="'];
const tagOf = /<(?:label|input|select|textarea)(?: [^\s"'<>/=]+(?:="[^"]*")?)*/g;
const reference = /\s(?:for|aria-labelledby|form)="([^"]*)"/g;
const idOf = /\sid="([^"]*)"/g;

/** The ids that controls and labels of HTML refer to. */
function referredTo(html: string): ReadonlySet<string> {
  if (!mayRefer(html)) return none;
  const ids = new Set<string>();
  for (const [tag] of html.matchAll(tagOf))
    for (const [, value = ''] of tag.matchAll(reference))
      for (const id of [value, ...value.split(/\s+/)]) if (id !== '') ids.add(id);
  return ids;
}

const none: ReadonlySet<string> = new Set();

/** True for HTML in which a control or a label may refer to an id. */
export const mayRefer = (html: string) => refers.some((attribute) => html.includes(attribute));

/** The first occurrences of ids that are referred to. */
class Holders {
  readonly #wanted = new Set<string>();
  readonly #first = new Map<string, number>();

  constructor(wanted: readonly ReadonlySet<string>[]) {
    for (const ids of wanted) for (const id of ids) this.#wanted.add(id);
  }

  take(html: string, place: number): void {
    if (html.includes(' id="'))
      for (const [, id = ''] of html.matchAll(idOf))
        if (this.#wanted.has(id) && !this.#first.has(id)) this.#first.set(id, place);
  }

  of(id: string): number | undefined {
    return this.#first.get(id);
  }
}

/**
 * The units of a piece; controls and labels that refer to each other, with everything between them, become one unit.
 */
export function joinReferring(units: readonly string[]): string[] {
  const referred = units.map(referredTo);
  const holders = new Holders(referred);
  units.forEach((unit, index) => holders.take(unit, index));
  const reach = units.map((_, index) => index); // the last unit that has to be with one
  referred.forEach((ids, index) => {
    for (const id of ids) {
      const holder = holders.of(id) ?? index;
      const first = Math.min(index, holder);
      reach[first] = Math.max(reach[first] ?? first, index, holder);
    }
  });
  const joined: string[] = [];
  let end = -1;
  units.forEach((unit, index) => {
    if (index > end) joined.push(unit);
    else joined.push((joined.pop() ?? '') + unit);
    end = Math.max(end, reach[index] ?? index);
  });
  return joined;
}

/** HTML that may be in a part of its own. */
interface Apart {
  readonly html: string;
  /** The position of the table head that each part with this position repeats; else `null`. */
  readonly head: number | null;
}

/**
 * True where all references of controls and labels stay inside a unit, or lead to a repeated table head: such units may
 * be in different parts.
 */
export function refersWithinUnits(blocks: readonly LongBlock[]): boolean {
  const apart: Apart[] = [];
  for (const block of blocks) {
    apart.push(...block.within.map(({ open }) => ({ html: open, head: null })));
    if ('table' in block) apart.push(...tableApart(block.table, apart.length));
    else apart.push(...block.pieces.map((html) => ({ html, head: null })));
  }
  const referred = apart.map(({ html }) => referredTo(html));
  const holders = new Holders(referred);
  apart.forEach(({ html }, place) => holders.take(html, place));
  return referred.every((ids, place) =>
    [...ids].every((id) => [undefined, place, apart[place]?.head].includes(holders.of(id))),
  );
}

/** The pieces of a table, with positions from a number on. */
function tableApart(table: LongTable, before: number): Apart[] {
  const head = table.repeats ? before + 1 : null;
  return [
    { html: table.tag + table.caption, head: null },
    { html: table.head, head: null },
    ...[...table.rows, table.close].map((html) => ({ html, head })),
  ];
}
