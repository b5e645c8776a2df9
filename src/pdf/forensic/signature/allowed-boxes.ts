import type { PdfFile } from '../../file/pdf-file.ts';
import type { Box } from '../../text/extracted.ts';
import { fieldType } from '../field-of.ts';
import { annotationBox, pagesOfAnnotations } from '../shown-rect.ts';
import type { JudgedChange } from './judge-changes.ts';

/** An area of a page that an allowed change touches. */
export interface AllowedBox {
  readonly page: number;
  readonly box: Box;
  readonly kind: JudgedChange['permit'];
  /** It may cover earlier content. Notes, buttons, and signatures with new fields may not. */
  readonly mayCover: boolean;
}

/** Areas of allowed changes: filled-in fields, signatures and annotations. */
export function allowedBoxes(file: PdfFile, judged: readonly JudgedChange[]): AllowedBox[] {
  const pages = pagesOfAnnotations(file);
  const all = file.pages();
  return judged.flatMap(({ allowed, annotation, permit, turned }) => {
    const widgets =
      annotation === null
        ? []
        : [annotation, ...(file.array(annotation.get('Kids')) ?? []).flatMap((kid) => file.dict(kid) ?? [])];
    return widgets.flatMap((widget) => {
      const number = pages.get(widget);
      const page = number === undefined ? undefined : all[number - 1];
      const box = !allowed || page === undefined ? null : annotationBox(file, page, widget);
      return box === null || number === undefined
        ? []
        : [
            {
              page: number,
              box,
              kind: permit,
              mayCover: permit !== 'annotate' && !turned && fieldType(file, widget) !== 'Btn',
            },
          ];
    });
  });
}
