import { goesOn, isEmptyBefore, reopened } from '../continuation.ts';
import type { LongBlock, LongFlow } from './flow.ts';
import type { Wrapper } from '../long-piece.ts';
import { withStyle } from './markup.ts';
import { unseenAfter, unseenBefore } from './sibling-placeholders.ts';
import type { Stretch } from './unit-range.ts';

/** Styles of an element that continues: no margin, border or padding above. */
const goesOnFlat = ['margin-top', 'padding-top', 'border-top', 'border-top-left-radius', 'border-top-right-radius']
  .map((side) => `${side}:0!important`)
  .join(';');
/**
 * An element that fills the throw-away page before a part. The content after it begins at the top of a page after an
 * unforced break, which drops margins (CSS Fragmentation 3, 5.2), as in one print. It is half a pixel shorter than the
 * page; a taller box would spill over.
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

/** Opens and closes the elements around the blocks of a part. */
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

  /** The HTML so far, with all open elements closed. */
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
   * Opens the elements around the first unit of a part: elements that continue have nothing above, others get
   * placeholders before them.
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

  /** Closes elements down to a depth. */
  #close(depth: number): void {
    for (const { close } of this.#open.slice(depth).reverse()) this.#out.push(close);
    this.#open = this.#open.slice(0, depth);
  }
}
