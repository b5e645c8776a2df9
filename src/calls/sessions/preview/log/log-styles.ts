import { hash } from 'node:crypto';
import type { ContentSheet, SharedStyles, StepStyles } from '../../../../render/typeset/styles/stretch-styles.ts';
import type { Kind } from './operation-kinds.ts';

/** The styles that the content of a session adds, each with the index of its operation, in order. */
export interface AddedStyles {
  readonly sheets: readonly (ContentSheet & { readonly index: number })[];
  /** Style elements. */
  readonly elements: readonly { readonly element: string; readonly index: number }[];
}

/** The styles that operations add, by the digests of these. */
export type StylesByOperation = ReadonlyMap<string, StepStyles>;

/** Where content adds no styles, or it is not known yet that it does. */
export const noStyles: AddedStyles = { sheets: [], elements: [] };

/** Operations from one to before another. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** The styles that content adds, as its stretches see them. What repeats the one before it is left out. */
export class LogStyles {
  readonly #sheets: AddedStyles['sheets'];
  readonly #elements: AddedStyles['elements'];
  /** The sheets, each with its place among the operations that add others. */
  readonly order: readonly (readonly [css: string, once: boolean, before: number])[];
  /** Digests of the style elements of segments, by the first operation of each. */
  readonly #digests = new Map<number, string>();

  constructor({ sheets, elements }: AddedStyles, kinds: readonly Kind[]) {
    const before = new Uint32Array(kinds.length + 1); // operations with other styles
    kinds.forEach(
      (kind, index) => (before[index + 1] = (before[index] ?? 0) + Number(kind === 'frame' || kind === 'font')),
    );
    const [there, last] = [new Set<string>(), { css: '', before: -1 }];
    this.#sheets = sheets.filter(({ css, once, index }) => {
      const own = before[index] ?? 0;
      const repeats = once ? there.has(css) : last.css === css && last.before === own;
      there.add(css);
      Object.assign(last, { css, before: own });
      return !repeats;
    });
    this.#elements = elements;
    this.order = this.#sheets.map(({ css, once, index }) => [css, once, before[index] ?? 0]);
  }

  get isEmpty(): boolean {
    return this.#sheets.length + this.#elements.length === 0;
  }

  /** The styles for a stretch with these operations; `segment` is its segment, `null` = it has none of its content. */
  of(indexes: readonly number[], segment: Range | null): SharedStyles {
    const sheets = this.#sheets.map(({ css, once, index }) => ({
      ...{ css, once },
      after: indexes.findLastIndex((own) => own <= index) + 1,
    }));
    return { sheets, elements: segment === null ? [] : this.#elementsIn(segment) };
  }

  /** The digest of the style elements of a segment. */
  digestOf(segment: Range): string {
    const known = this.#digests.get(segment.from);
    if (known !== undefined) return known;
    const elements = this.#elementsIn(segment);
    const digest = elements.length === 0 ? '' : hash('sha256', JSON.stringify(elements), 'base64');
    this.#digests.set(segment.from, digest);
    return digest;
  }

  #elementsIn({ from, to }: Range): string[] {
    const own = this.#elements.filter(({ index }) => index >= from && index < to).map(({ element }) => element);
    return own.filter((element, index) => element !== own[index - 1]);
  }
}
