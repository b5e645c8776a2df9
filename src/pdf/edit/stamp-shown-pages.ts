import { PDFArray, PDFDict, PDFName, PDFStream, type PDFDocument, type PDFObject, type PDFPageLeaf } from 'pdf-lib';
import { multiply, type Matrix } from '../geometry/matrix.ts';
import { artifactOf, type Stamp } from './stamp.ts';

/**
 * For each page of a document the map of points from the top-left corner of the page as it is shown, y downwards, to its
 * user space. `null` for a page that was printed here, in whose space stamps are printed as well.
 */
export type StampPlaces = readonly (Matrix | null)[];

/** A sheet of a stamp as a form, and where it lies on a page. */
interface PlacedForm extends Pick<Stamp, 'layer' | 'subtype'> {
  readonly form: PDFObject;
  readonly matrix: Matrix;
}

/**
 * Stamps on pages that were not printed here: upright on each page as it is shown, whatever its boxes and its rotation
 * (ISO 32000-2, 7.7.3.3). Their content has to leave the graphics state as it was.
 */
export class ShownPageStamps {
  readonly #document: PDFDocument;
  /** By the number of the page, from the lowest. */
  readonly #forms = new Map<number, PlacedForm[]>();

  constructor(document: PDFDocument) {
    this.#document = document;
  }

  /** Takes the sheets that a stamp has for these pages, as forms. `source` is its file. */
  async take(source: PDFDocument, { layer, subtype, pages }: Omit<Stamp, 'pdf'>, places: StampPlaces): Promise<void> {
    const wanted = pages.flatMap((sheet, page) => {
      const place = places[page] ?? null;
      return sheet === null || place === null ? [] : [{ sheet, page, place }];
    });
    const used = [...new Set(wanted.map(({ sheet }) => sheet))];
    const sheets = used.map((index) => source.getPage(index));
    const boxes = sheets.map((sheet) => {
      const { x, y, width, height } = sheet.getMediaBox();
      return { left: x, bottom: y, right: x + width, top: y + height };
    });
    const embedded = await this.#document.embedPages(sheets, boxes);
    const forms = new Map(used.map((sheet, index) => [sheet, embedded[index]]));
    for (const { sheet, page, place } of wanted) {
      const form = forms.get(sheet);
      if (form === undefined) continue;
      const matrix = multiply([1, 0, 0, -1, 0, form.height], place);
      const own = this.#forms.get(page) ?? [];
      this.#forms.set(page, [...own, { form: form.ref, matrix, layer, subtype }]);
    }
  }

  /** Draws all that was taken. */
  draw(pages: readonly PDFPageLeaf[]): void {
    for (const [number, forms] of this.#forms) {
      const page = pages[number];
      if (page !== undefined) this.#drawOn(page, forms);
    }
  }

  #drawOn(page: PDFPageLeaf, forms: readonly PlacedForm[]): void {
    const { context } = this.#document;
    const dict = (value: PDFObject | undefined) => (value instanceof PDFDict ? value.clone(context) : context.obj({}));
    const resources = dict(page.lookup(PDFName.of('Resources')));
    const objects = dict(resources.lookup(xObject));
    const around = { under: '', over: '' };
    for (const { form, matrix, layer, subtype } of forms) {
      const name = objects.uniqueKey('Colophon');
      objects.set(name, form);
      const shown = `q ${written(matrix)} cm ${name.toString()} Do Q`;
      const mark = `/Artifact ${artifactOf(subtype)} BDC\n${shown}\nEMC\n`;
      // As with printed pages, the highest of those under the content comes first.
      around[layer] = layer === 'under' ? mark + around.under : around.over + mark;
    }
    const stream = (content: string) => context.register(context.stream(content));
    resources.set(xObject, objects);
    page.set(PDFName.of('Resources'), resources);
    page.set(
      PDFName.of('Contents'),
      context.obj([stream(`${around.under}q\n`), ...this.#streamsOf(page), stream(`\nQ\n${around.over}`)]),
    );
  }

  /** The streams of its content. Entries of the list that are no streams stay, because readers skip them. */
  #streamsOf(page: PDFPageLeaf): PDFObject[] {
    const own = page.get(PDFName.of('Contents'));
    const value = this.#document.context.lookup(own);
    if (value instanceof PDFArray) return value.asArray();
    return own !== undefined && value instanceof PDFStream ? [own] : [];
  }
}

const xObject = PDFName.of('XObject');

/** To millionths, because scales are small. */
const written = (values: readonly number[]) => values.map((value) => String(Math.round(value * 1e6) / 1e6)).join(' ');
