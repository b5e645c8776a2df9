import { FieldTree, inheritedEntry } from '../../facts/trees/field-tree.ts';
import { type Dict, Ref, Stream, Dict as PdfDict } from '../../objects/objects.ts';
import type { PdfFile, PdfPage } from '../../file/pdf-file.ts';
import type { ObjectLocation } from '../object-location.ts';

/** An annotation of a page (ISO 32000-2, 12.5). */
export interface Annotation {
  readonly place: ObjectLocation;
  readonly dict: Dict;
  readonly page: PdfPage;
  readonly type: string | null;
  /** F; null without it. */
  readonly flags: number | null;
  /** Type of a widget's field, own or inherited (ISO 32000-2, 12.7.4.1). */
  readonly fieldType: string | null;
  /** [left, bottom, right, top], or null. */
  readonly rectangle: readonly [number, number, number, number] | null;
  /** The rectangle is a point. */
  readonly empty: boolean;
}

/** Annotations that are visited. */
const maxCount = 200_000;

/** The annotations of all pages. */
export function readAnnotations(file: PdfFile): Annotation[] {
  const annotations: Annotation[] = [];
  for (const [index, page] of file.pages().entries()) {
    for (const entry of file.array(page.dict.get('Annots')) ?? []) {
      const dict = file.dict(entry);
      if (dict === null || annotations.length >= maxCount) continue;
      const rectangle = rectangleOf(file, dict);
      annotations.push({
        place: {
          page: index + 1,
          object: entry instanceof Ref ? entry.num : page.ref?.num,
          rectangle: rectangle ?? undefined,
        },
        dict,
        page,
        rectangle,
        type: file.name(dict.get('Subtype')),
        flags: file.number(dict.get('F')),
        fieldType: file.name(inheritedEntry(file, dict, 'FT')),
        empty: rectangle !== null && rectangle[0] === rectangle[2] && rectangle[1] === rectangle[3],
      });
    }
  }
  return annotations;
}

function rectangleOf(file: PdfFile, dict: Dict): Annotation['rectangle'] {
  const numbers = (file.array(dict.get('Rect')) ?? []).slice(0, 4).map((entry) => file.number(entry));
  const [a, b, c, d] = numbers;
  if (a == null || b == null || c == null || d == null) return null;
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

/** A field of the form (ISO 32000-2, 12.7.4), or a widget that is merged with its field. */
export interface Field {
  readonly place: ObjectLocation;
  readonly dict: Dict;
}

/** The fields of the form. */
export function readFields(file: PdfFile): Field[] {
  return new FieldTree(file).nodes
    .slice(0, maxCount)
    .map(({ num, dict }) => ({ place: { object: num ?? undefined }, dict }));
}

/** Classifies N of an appearance dictionary (ISO 32000-2, 12.5.5). */
export function normalAppearance(file: PdfFile, { dict }: Annotation): 'none' | 'stream' | 'dictionary' | 'other' {
  const appearance = file.dict(dict.get('AP'));
  if (appearance === null) return 'none';
  const normal = file.resolve(appearance.get('N'));
  return normal instanceof Stream ? 'stream' : normal instanceof PdfDict ? 'dictionary' : 'other';
}
