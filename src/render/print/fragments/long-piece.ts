import { htmlTable, type TableLook } from './planning/html-table.ts';
import type { LongTable } from './planning/long-table.ts';
import { outlineOf, wrappers, type Outline } from './planning/markup.ts';

/** The start and the end tag of a divided element. */
export interface Wrapper {
  readonly open: string;
  readonly close: string;
}

/** HTML of one operation: consecutive pieces, or a table, inside divided elements. */
export type PieceBlock = {
  readonly within: readonly Wrapper[];
  /** Start tags of elements in a piece after its first. */ readonly others: readonly string[];
} & ({ readonly pieces: readonly string[] } | { readonly table: LongTable });

/** Minimum number of characters of a piece. */
const leastCharacters = 1500;
/** Minimum number of characters of the content of a divided element. */
const leastWithin = 20_000;

const holder = /^<div(?: (?:id|lang|dir|style)="[^"]*")* class="(?:markdown|colophon-html)[" ]/;
/**
 * Attributes for assistive technology apply once to an element, and automatic direction depends on its first text: such
 * elements are not divided.
 */
const spokenOf = / (?:role|aria-[a-z]+|hidden|popover)\b| dir="auto"/i;
/** Radio buttons in a form are one group, which is not divided. */
const radio = / type="radio"/i;
/** Elements that always begin on a new line. */
const blocks = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'dl',
  'pre',
  'table',
  'blockquote',
  'div',
  'section',
  'article',
  'main',
  'header',
  'footer',
  'nav',
  'figure',
  'hr',
  'address',
  'form',
  'fieldset',
  'details',
]);

/**
 * The blocks of a long piece of Markdown or HTML, each with the markup up to the next; elements that only contain
 * blocks are divided too. `null` where it is short, or its structure is unclear.
 */
export function longPiece(html: string, look: TableLook): PieceBlock[] | null {
  if (html.length < leastCharacters || !holder.test(html)) return null;
  const root = outlineOf(html);
  if (root === null || spokenOf.test(html.slice(0, root.inside))) return null;
  const isOnce = html.slice(0, root.inside).includes(' no-repeat-footer');
  const found = new Reading(html, isOnce ? { ...look, foot: 'table-row-group' } : look).blocksIn(root, html.length, []);
  return isCut(found) ? found : null;
}

const isCut = (found: readonly PieceBlock[]) => found.some((block) => 'table' in block || block.pieces.length > 1);

class Reading {
  readonly #html: string;
  readonly #look: TableLook;

  constructor(html: string, look: TableLook) {
    this.#html = html;
    this.#look = look;
  }

  /** The blocks in an element; markup after the last one, up to `end`, belongs to it. */
  blocksIn({ start, inside, until, kids }: Outline, end: number, outer: readonly Wrapper[]): PieceBlock[] {
    const own = kids.filter(({ name }) => blocks.has(name));
    const before = this.#html.slice(inside, own[0]?.start ?? until);
    const isBlank = before.trim() === '';
    const within = [
      ...outer,
      { open: this.#html.slice(start, inside) + (isBlank ? before : ''), close: this.#html.slice(until, end) },
    ];
    const others = kids.filter(({ name }) => !blocks.has(name)).map((kid) => this.#html.slice(kid.start, kid.inside));
    const found: PieceBlock[] = [];
    let pieces = isBlank ? [] : [before];
    const flush = (...more: readonly PieceBlock[]): void => {
      if (pieces.length > 0) found.push({ within, others, pieces });
      found.push(...more);
      pieces = [];
    };
    own.forEach((kid, index) => {
      const next = own[index + 1]?.start ?? until;
      const rest = this.#html.slice(kid.end, next);
      const inner = this.#cut(kid, rest.trim() === '' ? next : kid.end, within);
      if (inner !== null) {
        flush(...inner);
        pieces = rest.trim() === '' ? [] : [rest];
      } else if (index === 0 && !isBlank) pieces = [before + this.#html.slice(kid.start, next)];
      else pieces.push(this.#html.slice(kid.start, next));
    });
    flush();
    return found;
  }

  /** The blocks of an element; `null` where it is not divided. */
  #cut(kid: Outline, next: number, within: readonly Wrapper[]): PieceBlock[] | null {
    if (kid.name === 'table') {
      const ofOperation = within.at(-1)?.open.startsWith('<div class="colophon-operation"') ?? false;
      const table = htmlTable(this.#html, kid, { next, ofOperation }, this.#look);
      return table && [{ within, others: [], table }];
    }
    if (
      !wrappers.has(kid.name) ||
      kid.end - kid.start < leastWithin ||
      (kid.name === 'form' && radio.test(this.#html.slice(kid.start, kid.end))) ||
      spokenOf.test(this.#html.slice(kid.start, kid.inside))
    )
      return null;
    const inner = this.blocksIn(kid, next, within);
    return isCut(inner) ? inner : null;
  }
}
