import { idOfName } from '../objects/id-of-name.ts';
import { outlineItems } from '../facts/trees/outline-items.ts';
import type { Inspection } from '../edit/inspect.ts';
import { printOrigin } from './link-actions.ts';
import { ParsedPrint } from './parsed-print.ts';
import { PdfString, Ref, type Obj } from '../objects/objects.ts';

/** A place that a destination leads to: the index of its page, and how far up on it, in points from its bottom. */
export interface PrintedPlace {
  readonly page: number;
  readonly top: number;
}

/**
 * The pages of a printed file: `Inspection`, with destinations by the ids that they lead to, and the height of each
 * named destination on its page.
 */
export interface PrintedPlaces extends Inspection {
  readonly places: ReadonlyMap<string, PrintedPlace>;
  /** The title of the page when it was printed; '' where it has none. */
  readonly title: string;
}

/** Reads a file as Chromium printed it, without its content and its structure: some milliseconds, whatever its size. */
export function printedPlaces(pdf: Uint8Array): PrintedPlaces {
  const objects = new ParsedPrint(pdf);
  const numbers = objects.pages();
  const indexes = new Map(numbers.map((number, index) => [number, index]));
  const placeOf = (destination: Obj): PrintedPlace | null => {
    const [page = null, , , top = null] = objects.array(destination) ?? [];
    const index = page instanceof Ref ? indexes.get(page.num) : undefined;
    return index === undefined ? null : { page: index, top: typeof top === 'number' ? top : Infinity };
  };
  const places = new Map<string, PrintedPlace>();
  for (const [name, destination] of objects.dict(objects.catalog.get('Dests'))) {
    const place = placeOf(destination);
    if (place !== null) places.set(Buffer.from(name, 'latin1').toString('utf8'), place);
  }
  return {
    pages: numbers.map((number) => sizeOf(objects, number)),
    destinations: Object.fromEntries(Array.from(places, ([name, { page }]) => [idOfName(name), page])),
    outline: outlineOf(objects, placeOf),
    places,
    title: titleOf(objects),
  };
}

/** A page without a title has its address for one. */
function titleOf({ info }: ParsedPrint): string {
  const title = info.get('Title');
  return title instanceof PdfString && !title.text.startsWith(printOrigin) ? title.text.trim() : '';
}

function sizeOf(objects: ParsedPrint, page: number): { width: number; height: number } {
  const [left = 0, bottom = 0, right = 0, top = 0] = (objects.array(objects.dict(objects.get(page)).get('MediaBox')) ??
    []) as number[];
  return { width: right - left, height: top - bottom };
}

/**
 * True for the destination of an outline item whose heading is on none of the pages. A heading at the start of the page
 * after the last printed one, whose letters reach up into that page, has an item too, which Chromium lets lead to (0,
 * 0) of the first page.
 */
export const leadsNowhere = ([, , left = null, top = null]: readonly Obj[]): boolean => left === 0 && top === 0;

/** The items of the outline (ISO 32000-2, 12.3.3), each before those below it. */
function outlineOf(objects: ParsedPrint, placeOf: (destination: Obj) => PrintedPlace | null): Inspection['outline'] {
  const entries: Inspection['outline'][number][] = [];
  for (const { dict: item, level } of outlineItems(objects, objects.catalog.get('Outlines'))) {
    const title = item.get('Title');
    const place = leadsNowhere(objects.array(item.get('Dest')) ?? []) ? null : placeOf(item.get('Dest'));
    if (place !== null && title instanceof PdfString) entries.push({ title: title.text, level, page: place.page });
  }
  return entries;
}
