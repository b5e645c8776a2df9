import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFPageLeaf,
  PDFRef,
  PDFString,
} from 'pdf-lib';
import type { FormWidget } from './form-field.ts';

/** A page of the document. */
export interface Page {
  readonly node: PDFPageLeaf;
  readonly ref: PDFRef;
}

/** A widget, with the link annotation that was printed where it goes. */
export interface PlacedWidget {
  readonly widget: FormWidget;
  readonly page: Page;
  readonly ref: PDFRef;
  readonly dict: PDFDict;
  readonly width: number;
  readonly height: number;
}

/** The places of widgets. */
export interface Places {
  readonly places: readonly PlacedWidget[];
  /** Removed links: of a field that a page break divides only the first piece stays. */
  readonly removed: ReadonlySet<PDFRef>;
}

/** Pages in the order of the page tree; pdf-lib's cached list may be outdated. */
function pagesOf({ catalog }: PDFDocument): Page[] {
  const pages: Page[] = [];
  catalog.Pages().traverse((node, ref) => {
    if (node instanceof PDFPageLeaf) pages.push({ node, ref });
  });
  return pages;
}

/** The key of a link to `address#key`. */
function keyOf(annotation: PDFDict, address: string): string | undefined {
  const uri = annotation.lookupMaybe(PDFName.of('A'), PDFDict)?.lookup(PDFName.of('URI'));
  const text = uri instanceof PDFString || uri instanceof PDFHexString ? uri.decodeText() : '';
  return text.startsWith(`${address}#`) ? text.slice(address.length + 1) : undefined;
}

/** Widgets, and how to find their places. */
export interface PlacesWanted {
  readonly widgets: readonly FormWidget[];
  /** Target address of the links at the places of widgets; the fragment is the key of the widget. */
  readonly address: string;
  /** The page of the print for each page, if pages were reordered; pages may repeat. */
  readonly order: readonly number[] | null;
}

/** Finds the links at the places of widgets, page by page. A repeated page gets widgets of its own. */
export function findPlaces(document: PDFDocument, { widgets, address, order }: PlacesWanted): Places {
  const byKey = new Map(widgets.map((widget) => [widget.key, widget]));
  const found = new Map<string, { readonly number: number; readonly position: number }>();
  const places: PlacedWidget[] = [];
  const removed = new Set<PDFRef>();
  for (const [position, page] of pagesOf(document).entries()) {
    const number = order?.[position] ?? position;
    const annotations = page.node.lookupMaybe(PDFName.of('Annots'), PDFArray);
    const remaining: PDFRef[] = [];
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
      if (key === undefined) remaining.push(ref);
      else if (
        widget === undefined ||
        (known !== undefined && (known.number !== number || known.position === position))
      )
        removed.add(ref);
      else {
        found.set(key, { number, position });
        places.push({ widget, page, ref, dict, ...sizeOf(dict) });
        remaining.push(ref);
      }
    }
    if (changed) page.node.set(PDFName.of('Annots'), document.context.obj(remaining));
  }
  return { places, removed };
}

function sizeOf(link: PDFDict): Pick<PlacedWidget, 'width' | 'height'> {
  const corners = link
    .lookup(PDFName.of('Rect'), PDFArray)
    .asArray()
    .map((corner) => (corner instanceof PDFNumber ? corner.asNumber() : 0));
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = corners;
  return { width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
}
