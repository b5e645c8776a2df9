import { PDFArray, PDFDict, type PDFDocument, PDFHexString, PDFName, PDFNumber, PDFPageLeaf, PDFRef, PDFString } from 'pdf-lib';
import type { FormWidget } from './form-field.ts';

export interface Page {
  readonly node: PDFPageLeaf;
  readonly ref: PDFRef;
}

/** Where a widget goes: the link annotation that stands there. */
export interface Place {
  readonly widget: FormWidget;
  readonly page: Page;
  readonly ref: PDFRef;
  readonly dict: PDFDict;
  readonly width: number;
  readonly height: number;
}

export interface Places {
  readonly places: readonly Place[];
  /** Links that went: what is left of a field that a page break cut is its first piece. */
  readonly removed: ReadonlySet<PDFRef>;
}

/** The pages as their tree has them now: pdf-lib's own list may be older. */
function pagesOf({ catalog }: PDFDocument): Page[] {
  const pages: Page[] = [];
  catalog.Pages().traverse((node, ref) => {
    if (node instanceof PDFPageLeaf) pages.push({ node, ref });
  });
  return pages;
}

/** The link of a page to `address#key`, by its key. */
function keyOf(annotation: PDFDict, address: string): string | undefined {
  const uri = annotation.lookupMaybe(PDFName.of('A'), PDFDict)?.lookup(PDFName.of('URI'));
  const text = uri instanceof PDFString || uri instanceof PDFHexString ? uri.decodeText() : '';
  return text.startsWith(`${address}#`) ? text.slice(address.length + 1) : undefined;
}

/** Finds the links that stand where widgets go, page by page. A page that is there twice gets widgets of its own. */
export function findPlaces(document: PDFDocument, widgets: readonly FormWidget[], address: string): Places {
  const byKey = new Map(widgets.map((widget) => [widget.key, widget]));
  const found = new Map<string, PDFDict>();
  const places: Place[] = [];
  const removed = new Set<PDFRef>();
  for (const page of pagesOf(document)) {
    const annotations = page.node.lookupMaybe(PDFName.of('Annots'), PDFArray);
    const kept: PDFRef[] = [];
    let changed = false;
    for (let index = 0; index < (annotations?.size() ?? 0); index += 1) {
      const dict = annotations?.lookup(index);
      const own = annotations?.get(index);
      if (!(dict instanceof PDFDict)) continue;
      const ref = own instanceof PDFRef ? own : document.context.register(dict);
      const key = keyOf(dict, address);
      const widget = key === undefined ? undefined : byKey.get(key);
      const known = key === undefined ? undefined : found.get(key);
      changed ||= key !== undefined;
      if (key === undefined) kept.push(ref);
      else if (widget === undefined || (known !== undefined && known !== dict)) removed.add(ref);
      else {
        const place = placeOf(document, { widget, page, ref, dict }, known === dict);
        found.set(key, dict);
        places.push(place);
        kept.push(place.ref);
      }
    }
    if (changed) page.node.set(PDFName.of('Annots'), document.context.obj(kept));
  }
  return { places, removed };
}

function placeOf({ context }: PDFDocument, link: Pick<Place, 'widget' | 'page' | 'ref' | 'dict'>, repeated: boolean): Place {
  const corners = link.dict.lookup(PDFName.of('Rect'), PDFArray).asArray().map((corner) => (corner instanceof PDFNumber ? corner.asNumber() : 0));
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = corners;
  const size = { width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
  if (!repeated) return { ...link, ...size };
  const dict = link.dict.clone(context);
  dict.delete(PDFName.of('StructParent')); // one structure element has it already
  return { ...link, dict, ref: context.register(dict), ...size };
}
