import { pageContent } from '../../content/run-page.ts';
import { Copier } from '../../copying/copier.ts';
import type { Source } from '../../facts/source.ts';
import type { Target } from '../../copying/target.ts';
import { newFlateStream } from '../../objects/new-stream.ts';
import type { Matrix } from '../../geometry/matrix.ts';
import { Dict, Name, type Obj, Ref, Stream } from '../../objects/objects.ts';
import { layersOff } from '../../text/page/layers.ts';

/** A form XObject, and its place in the user space of its page. */
export interface PlacedForm {
  readonly ref: Ref;
  readonly placing: Matrix;
}

/** Bits of F (ISO 32000-2, table 167) of invisible annotations: Hidden, NoView. */
const unseen = 0x2 | 0x20;

/** Makes form XObjects (ISO 32000-2, 8.10) of the pages of a document, so that text and vectors stay as they are. */
export class PageForms {
  readonly #source: Source;
  readonly #copier: Copier;
  /** Appearances that are drawn as forms and may lack Subtype Form. */
  readonly #appearances = new Set<number>();

  constructor(source: Source, target: Target) {
    this.#source = source;
    this.#copier = new Copier(source.file, target, {
      isPlaced: (num) => source.pageOf.has(num),
      placeOf: () => null,
      rewrite: () => undefined,
      finish: (num, copy) => {
        if (this.#appearances.has(num)) copy.set('Type', new Name('XObject')).set('Subtype', new Name('Form'));
      },
    });
  }

  /** The forms of a 1-based page in painting order: its content, then its annotations and fields. */
  formsOf(page: number): PlacedForm[] {
    const { file, pages } = this.#source;
    const own = pages[page - 1];
    if (own === undefined) return [];
    const dict = new Dict([
      ['Type', new Name('XObject')],
      ['Subtype', new Name('Form')],
      ['BBox', [...own.cropBox]],
      ['Resources', this.#copier.copy(own.inherited.get('Resources')) ?? new Dict()],
    ]);
    const group = file.dict(own.dict.get('Group'));
    if (group !== null) dict.set('Group', this.#copier.copy(group));
    const content = this.#copier.target.add(newFlateStream(dict, pageContent(file, own)));
    return [
      { ref: content, placing: [1, 0, 0, 1, 0, 0] },
      ...(this.#source.annotations.ofPage[page - 1] ?? []).flatMap(
        (annotation) => this.#appearanceOf(annotation.dict) ?? [],
      ),
    ];
  }

  /** Copies the objects of the forms. Answers the layers (ISO 32000-2, 8.11.4), and those that are off, copied. */
  finish(): { readonly all: readonly Obj[]; readonly off: readonly Obj[] } {
    const { file } = this.#source;
    const isOff = layersOff(file);
    const groups = (file.array(file.dict(file.catalog.get('OCProperties'))?.get('OCGs') ?? null) ?? []).filter(
      (group) => group instanceof Ref,
    );
    const all = groups.map((group) => this.#copier.copy(group));
    this.#copier.drain();
    return {
      all,
      off: isOff === null ? [] : groups.flatMap((group, index) => (isOff(group) ? [all[index] ?? null] : [])),
    };
  }

  /** The normal appearance, mapped into its rectangle (ISO 32000-2, 12.5.5); null for an invisible one. */
  #appearanceOf(annotation: Dict): PlacedForm | null {
    const { file } = this.#source;
    if (((file.number(annotation.get('F')) ?? 0) & unseen) !== 0 || file.name(annotation.get('Subtype')) === 'Popup')
      return null;
    const normal = file.dict(annotation.get('AP'))?.get('N') ?? null;
    const value = file.resolve(normal);
    const shown =
      value instanceof Stream
        ? normal
        : value instanceof Dict
          ? value.get(file.name(annotation.get('AS')) ?? '')
          : null;
    const stream = file.resolve(shown);
    if (!(shown instanceof Ref) || !(stream instanceof Stream)) return null;
    const [rect, box] = [this.#numbers(annotation.get('Rect'), 4), this.#numbers(stream.dict.get('BBox'), 4)];
    const placing =
      rect && box && placingOf(rect, box, this.#numbers(stream.dict.get('Matrix'), 6) ?? [1, 0, 0, 1, 0, 0]);
    if (!placing) return null;
    this.#appearances.add(shown.num);
    const ref = this.#copier.copy(shown);
    return ref instanceof Ref ? { ref, placing } : null;
  }

  #numbers(obj: Obj, count: number): number[] | null {
    const { file } = this.#source;
    const found = (file.array(obj) ?? []).slice(0, count).map((entry) => file.number(entry) ?? NaN);
    return found.length === count && found.every(Number.isFinite) ? found : null;
  }
}

/** The matrix of "Algorithm: appearance streams" (ISO 32000-2, 12.5.5). */
function placingOf(
  [x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[],
  [left = 0, bottom = 0, right = 0, top = 0]: readonly number[],
  [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[],
): Matrix | null {
  const corners = (
    [
      [left, bottom],
      [right, bottom],
      [left, top],
      [right, top],
    ] as const
  ).map(([x, y]) => [a * x + c * y + e, b * x + d * y + f] as const);
  const [leftmost, rightmost] = [Math.min(...corners.map(([x]) => x)), Math.max(...corners.map(([x]) => x))];
  const [lowest, highest] = [Math.min(...corners.map(([, y]) => y)), Math.max(...corners.map(([, y]) => y))];
  if (rightmost - leftmost <= 0 || highest - lowest <= 0) return null;
  const [across, upright] = [Math.abs(x1 - x0) / (rightmost - leftmost), Math.abs(y1 - y0) / (highest - lowest)];
  return [across, 0, 0, upright, Math.min(x0, x1) - leftmost * across, Math.min(y0, y1) - lowest * upright];
}
