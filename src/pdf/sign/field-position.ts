import { AppError } from '../../problems.ts';
import type { Ref } from '../objects/objects.ts';
import type { PdfFile, PdfPage } from '../file/pdf-file.ts';
import type { FormField } from '../facts/signatures/fields.ts';
import { rectangleOf, shownBox, shownSize, type ShownBox } from '../geometry/shown-page.ts';
import { signatureIn } from '../facts/signatures/signatures.ts';

/** The requested place of a visible signature. */
export interface WantedPlace {
  /** 1-based. */
  readonly page: number;
  /** Box of a new field; an existing field has its own. */
  readonly box?: ShownBox | undefined;
}

/** Where a new field goes. */
export interface FieldPosition {
  readonly page: PdfPage & { readonly ref: Ref };
  /** Null for an invisible field. */
  readonly box: ShownBox | null;
  /** Rectangle in default user space. */
  readonly rectangle: readonly number[];
}

/** A widget with room for an appearance. */
export interface VisibleWidget {
  readonly ref: Ref;
  /** Rotation of its page. */
  readonly rotate: PdfPage['rotate'];
  /** Size as shown, in points. */
  readonly size: readonly [width: number, height: number];
  /** Where it is shown; null for one that no page shows. `page` is 1-based. */
  readonly place: { readonly page: number; readonly box: ShownBox } | null;
  /** The part of a request that decides its place. */
  readonly pointer: '/appearance/box' | '/field';
}

/** Flags Hidden and NoView of an annotation (ISO 32000-2, 12.5.3). */
const unseen = 2 | 32;

/** `Signature1`, or the next free name. */
export function freeName(fields: readonly FormField[]): string {
  const taken = new Set(fields.map(({ name }) => name));
  let number = 1;
  while (taken.has(`Signature${number}`)) number += 1;
  return `Signature${number}`;
}

/**
 * The existing field to sign, or null.
 * @throws AppError `field-value-invalid` for a field that can not be signed
 */
export function emptyField(
  file: PdfFile,
  fields: readonly FormField[],
  name: string,
): (FormField & { readonly ref: Ref }) | null {
  const named = fields.filter((field) => field.name === name);
  const [first] = named;
  if (first === undefined) return null;
  for (const field of named)
    if (field.kind === 'Sig' && !field.group && field.ref !== null && signatureIn(file, field) === null)
      return { ...field, ref: field.ref };
  const why = first.group
    ? 'is a group of fields'
    : first.kind !== 'Sig'
      ? 'is not a signature field'
      : first.ref === null
        ? 'is not an object of its own'
        : 'is signed already';
  throw new AppError(
    'field-value-invalid',
    `The field '${name}' ${why}. Name an empty signature field, or a new one.`,
    { errors: [{ pointer: '/field', message: why }] },
  );
}

/**
 * @throws AppError `field-not-found` without a box, `page-out-of-range`, `field-value-invalid` for a box beside the
 * page
 */
export function placeOf(file: PdfFile, name: string, wanted: WantedPlace | undefined): FieldPosition {
  const page = pageAt(file, wanted?.page ?? 1);
  if (wanted === undefined) return { page, box: null, rectangle: [0, 0, 0, 0] };
  const { box } = wanted;
  if (box === undefined) {
    throw new AppError(
      'field-not-found',
      `The form has no field '${name}', and a new field that can be seen needs a place: send ` +
        `\`appearance.box\`, or the name of an existing field.`,
      { errors: [{ pointer: '/appearance/box', message: '`box` is needed for a new field' }] },
    );
  }
  const [width, height] = shownSize(page);
  if (box.x >= width || box.y >= height || box.x + box.width <= 0 || box.y + box.height <= 0) {
    throw new AppError(
      'field-value-invalid',
      `The box of the signature is not on page ${wanted.page}, which is ${Math.round(width)} by ` +
        `${Math.round(height)} points.`,
      { errors: [{ pointer: '/appearance/box', message: '`box` is not on the page' }] },
    );
  }
  return { page, box, rectangle: rectangleOf(box, page) };
}

function pageAt(file: PdfFile, number: number): FieldPosition['page'] {
  const pages = file.pages();
  const page = pages[number - 1];
  if (page === undefined)
    throw new AppError(
      'page-out-of-range',
      `The document has ${pages.length} ${pages.length === 1 ? 'page' : 'pages'}; the signature can not be on ` +
        `page ${number}.`,
      { errors: [{ pointer: '/appearance/page', message: `\`page\` is ${number}; the document has ${pages.length}` }] },
    );
  if (page.ref === null)
    throw new AppError('invalid-pdf', `Page ${number} is not an object of its own, so that no field can be on it.`);
  return { ...page, ref: page.ref };
}

/**
 * The visible widgets of an existing field.
 * @throws AppError `field-value-invalid` where the request gives it another place
 */
export function widgetsOf(file: PdfFile, field: FormField, wanted: WantedPlace | undefined): VisibleWidget[] {
  if (wanted?.box !== undefined) {
    throw new AppError(
      'field-value-invalid',
      `The field '${field.name}' has its place already. Leave out \`appearance.box\`, or choose another name ` +
        'for a new field.',
      { errors: [{ pointer: '/appearance/box', message: '`box` is for new fields' }] },
    );
  }
  const pages = new Map(
    file
      .pages()
      .flatMap((page, index) =>
        (file.array(page.dict.get('Annots')) ?? []).map((obj) => [file.dict(obj), { ...page, number: index + 1 }]),
      ),
  );
  return field.widgets.flatMap(({ ref, dict }): VisibleWidget[] => {
    const [a = 0, b = 0, c = 0, d = 0] = (file.array(dict.get('Rect')) ?? []).map((entry) => file.number(entry) ?? 0);
    const [width, height] = [Math.abs(c - a), Math.abs(d - b)];
    if (width === 0 || height === 0 || ref === null) return [];
    const page = pages.get(dict);
    const rotate = page?.rotate ?? 0;
    const seen = page !== undefined && ((file.number(dict.get('F')) ?? 0) & unseen) === 0;
    return [
      {
        ref,
        rotate,
        size: rotate % 180 === 0 ? [width, height] : [height, width],
        place: seen ? { page: page.number, box: shownBox(page, [a, b, c, d]) } : null,
        pointer: '/field',
      },
    ];
  });
}
