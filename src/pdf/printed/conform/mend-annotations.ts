import { decodeTextString } from '../../objects/text-string.ts';
import { Dict, Name, PdfString, Ref, type Obj } from '../../objects/objects.ts';
import { parseBody } from '../../objects/parse-body.ts';
import type { Body } from '../model/body.ts';
import type { LooseObjects } from '../model/loose-objects.ts';

/** Bits of F (ISO 32000-1, table 165): printed, and neither hidden nor without a view. */
const printed = 4;
/**
 * Points: the largest distance from a destination down to its heading, and the largest difference of that distance
 * between headings.
 */
const farthest = 150;
const tolerance = 8;

/**
 * Changes annotations as ISO 14289-1, 7.18 and ISO 19005-2, 6.3 and 6.4 require: links describe their target, all have
 * the flag for printing, a field has a description, and the tab order follows the structure.
 */
export function mendAnnotations(objects: LooseObjects, catalog: Dict): void {
  let headings: Headings | undefined;
  for (const [number, body] of objects.bodies) {
    if (/\/Subtype\s*\/Link\b/.test(body)) describeLink(objects, number, (headings ??= new Headings(objects, catalog)));
    else if (/\/Subtype\s*\/Widget\b/.test(body)) describeWidget(objects, number);
    else if (/\/Annots\b/.test(body) && /\/Type\s*\/Page\b/.test(body) && !/\/Tabs\s*\/S\b/.test(body))
      objects.dict(number)?.set('Tabs', new Name('S'));
  }
}

function describeLink(objects: LooseObjects, number: number, headings: Headings): void {
  const link = objects.dict(number);
  if (link === null) return;
  if (!link.has('F')) link.set('F', printed);
  if (textOf(link.get('Contents')) !== '') return;
  const action = link.get('A');
  const target = action instanceof Dict ? action : action instanceof Ref ? objects.dict(action.num) : null;
  const address = textOf(target?.get('URI') ?? null).replace(/^(?:mailto|tel):/i, '');
  const text = address === '' ? headings.of(link.get('Dest') ?? target?.get('D') ?? null) : address;
  if (text !== '') link.set('Contents', PdfString.ofText(text));
}

/**
 * A field without a description gets its name as the description, which screen readers would read for a form without
 * descriptions (ISO 32000-1, 12.7.3.1).
 */
function describeWidget(objects: LooseObjects, number: number): void {
  const widget = objects.dict(number);
  if (widget === null) return;
  if (!widget.has('F')) widget.set('F', printed);
  const parent = widget.get('Parent');
  const field = widget.has('T') ? widget : parent instanceof Ref ? objects.dict(parent.num) : null;
  if (field === null || textOf(field.get('TU')) !== '') return;
  const name = textOf(field.get('T'));
  if (name !== '') field.set('TU', PdfString.ofText(name));
}

const textOf = (value: Obj): string => (value instanceof PdfString ? decodeTextString(value.bytes) : '');

/** Where on a page something is. */
interface Spot {
  readonly page: number;
  readonly top: number;
}

/**
 * The targets of links within a document in words: the heading there, else the name or the number of the place. It adds
 * no words of any language.
 */
class Headings {
  readonly #objects: LooseObjects;
  readonly #named: Dict;
  readonly #byPage: Map<number, { readonly top: number; readonly title: string }[]>;
  /**
   * The distance from a destination down to its heading: Chromium computes its named destinations without the margin of
   * the page.
   */
  readonly #above: number;

  constructor(objects: LooseObjects, catalog: Dict) {
    this.#objects = objects;
    const destinations = catalog.get('Dests');
    this.#named =
      (destinations instanceof Ref
        ? objects.dict(destinations.num)
        : destinations instanceof Dict
          ? destinations
          : null) ?? new Dict();
    this.#byPage = Map.groupBy(
      objects.bodies.flatMap((body) => this.#item(body)),
      ({ page }) => page,
    );
    const counts = new Map<number, number>();
    for (const [, destination] of this.#named)
      for (const { apart } of this.#below(this.#spot(destination)))
        counts.set(Math.round(apart / 4), (counts.get(Math.round(apart / 4)) ?? 0) + 1);
    this.#above = 4 * ([...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0);
  }

  of(destination: Obj): string {
    const name = destination instanceof Name ? destination.text : textOf(destination);
    const spot = this.#spot(destination instanceof Name ? this.#named.get(destination.value) : destination);
    const [near] = this.#below(spot)
      .map(({ title, apart }) => ({ title, off: Math.abs(apart - this.#above) }))
      .sort((a, b) => a.off - b.off);
    if (near !== undefined && near.off <= tolerance) return near.title;
    return name === '' ? '#' : `#${name}`;
  }

  #below(spot: Spot | null): { readonly title: string; readonly apart: number }[] {
    if (spot === null) return [];
    return (this.#byPage.get(spot.page) ?? [])
      .map(({ top, title }) => ({ title, apart: spot.top - top }))
      .filter(({ apart }) => apart > -tolerance && apart < farthest);
  }

  /** An outline item (12.3.3), where it stands. */
  #item([, body]: Body): (Spot & { readonly title: string })[] {
    if (!/\/Title\b/.test(body) || !/\/Dest\b/.test(body)) return [];
    const item = parseBody(body);
    const spot = item instanceof Dict ? this.#spot(item.get('Dest')) : null;
    return item instanceof Dict && spot !== null ? [{ ...spot, title: textOf(item.get('Title')) }] : [];
  }

  /** An explicit destination (12.3.2.2), as `[page /XYZ left top zoom]`. */
  #spot(destination: Obj): Spot | null {
    const value = destination instanceof Ref ? parseBody(this.#objects.text(destination.num)) : destination;
    const array = value instanceof Dict ? value.get('D') : value;
    if (!Array.isArray(array)) return null;
    const [page, , , top] = array;
    return page instanceof Ref && typeof top === 'number' ? { page: page.num, top } : null;
  }
}
