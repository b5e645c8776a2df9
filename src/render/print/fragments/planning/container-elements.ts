import { goesOn, isEmptyBefore, reopened } from '../continuation.ts';
import type { LongBlock, LongFlow } from './flow.ts';
import type { Wrapper } from '../long-piece.ts';
import { withStyle } from './markup.ts';
import { unseenAfter, unseenBefore } from './sibling-placeholders.ts';
import type { Stretch } from './unit-range.ts';

/** What goes on from the page before has nothing of its own above. */
const goesOnFlat = ['margin-top', 'padding-top', 'border-top', 'border-top-left-radius', 'border-top-right-radius']
  .map((side) => `${side}:0!important`)
  .join(';');
/**
 * Fills the page before, which is so high: what comes next stands at the top of its page after a break that nobody
 * asked for, which drops margins (CSS Fragmentation 3, 5.2), as it does in one print. All but a trace of it: what is
 * higher than that goes on to the next page.
 */
const pageBefore = (height: string) =>
  '<div ' +
  ('style="' +
    ['all:initial', 'display:block', `height:calc(${height} - .5px)`, 'break-inside:avoid']
      .map((rule) => `${rule}!important`)
      .join(';') +
    '">' +
    '</div>');
const heightOfPage = /--content-height:([\d.]+px)/;

/** The elements that hold the blocks of a part, one below the other. */
export class Holders {
  readonly #flow: LongFlow;
  readonly #stretch: Stretch;
  readonly #out: string[];
  #open: readonly Wrapper[] = [];
  #sheet = -1;

  constructor(flow: LongFlow, stretch: Stretch) {
    this.#flow = flow;
    this.#stretch = stretch;
    this.#out = [stretch.from === 0 ? flow.heads[0] : flow.heads[1]];
  }

  add(block: LongBlock, html: string): void {
    if (this.#sheet < 0) this.#begin(block);
    if (block.sheet !== this.#sheet) {
      this.#close(0);
      this.#out.push('</section>', this.#flow.sheets[block.sheet] ?? '');
      this.#sheet = block.sheet;
    }
    const common = block.within.findIndex((wrapper, index) => wrapper !== this.#open[index]);
    this.#close(common < 0 ? block.within.length : common);
    for (const wrapper of block.within.slice(this.#open.length)) this.#out.push(wrapper.open);
    this.#open = block.within;
    this.#out.push(html);
  }

  /** All that there is, with the end of whatever is open. */
  closed(): string {
    const { to } = this.#stretch;
    for (let depth = this.#open.length; depth >= 0; depth -= 1) {
      this.#close(depth);
      this.#out.push(unseenAfter(this.#flow, to, depth));
    }
    this.#out.push('</section>');
    return this.#out.join('');
  }

  /**
   * What is open when the part begins: what goes on from the page before has nothing above, and others stand before
   * what comes.
   */
  #begin(block: LongBlock): void {
    const { from } = this.#stretch;
    const tag = this.#flow.sheets[block.sheet] ?? '';
    const isLater = goesOn(this.#flow, from);
    this.#sheet = block.sheet;
    this.#out.push(isLater ? tag.replace(/ id="[^"]*"/, '') : tag);
    if (!isLater) return;
    this.#open = reopened(this.#flow, from);
    const depth = this.#open.length;
    const before = (at: number): string =>
      (at === depth && isEmptyBefore(this.#flow, from) ? pageBefore(heightOfPage.exec(tag)?.[1] ?? '0px') : '') +
      unseenBefore(this.#flow, from, at);
    this.#out.push(before(0));
    this.#open.forEach(({ open }, index) => this.#out.push(withStyle(open, goesOnFlat), before(index + 1)));
  }

  /** Closes what is deeper. */
  #close(depth: number): void {
    for (const { close } of this.#open.slice(depth).reverse()) this.#out.push(close);
    this.#open = this.#open.slice(0, depth);
  }
}
