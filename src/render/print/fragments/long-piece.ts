import { htmlTable, type TableLook } from './planning/html-table.ts';
import type { LongTable } from './planning/long-table.ts';
import { outlineOf, wrappers, type Outline } from './planning/markup.ts';

/** The start and the end tag of an element that is cut. */
export interface Wrapper {
  readonly open: string;
  readonly close: string;
}

/** HTML of one operation: pieces that follow each other as blocks, or a table, in the elements that hold them. */
export type PieceBlock = {
  readonly within: readonly Wrapper[];
  /** Start tags of elements that stand behind those that begin pieces. */ readonly others: readonly string[];
} & ({ readonly pieces: readonly string[] } | { readonly table: LongTable });

/** Shorter pieces are one unit. Characters. */
const leastCharacters = 1500;
/** The same of what stands in a piece. */
const leastWithin = 20_000;

const holder = /^<div(?: (?:id|lang|dir|style)="[^"]*")* class="(?:markdown|html)[" ]/;
/**
 * What assistive technology is told of an element is told once, and its direction may follow from the text that comes
 * first in it.
 */
const spokenOf = / (?:role|aria-[a-z]+|hidden|popover)\b| dir="auto"/i;
/** Buttons of which one form knows one group. */
const radio = / type="radio"/i;
/** Elements that begin on a line of their own, whatever stands before them. */
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
 * The blocks that a long piece of Markdown or HTML has in it, each with what stands between it and the next, also those
 * of long elements in it that hold nothing but blocks; `null` where it is short or can not be told.
 */
export function longPiece(html: string, look: TableLook): PieceBlock[] | null {
  if (html.length < leastCharacters || !holder.test(html)) return null;
  const root = outlineOf(html);
  if (root === null || spokenOf.test(html.slice(0, root.inside))) return null;
  const found = new Reading(html, look).blocksIn(root, html.length, []);
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

  /** What an element has in it; whatever stands behind it up to `end` goes with it. */
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

  /** The blocks that an element is; `null` where it is one. */
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
