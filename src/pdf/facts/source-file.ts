import type { PdfFile, PdfPage } from '../file/pdf-file.ts';
import type { ElementsAhead } from './structure/ahead/elements-ahead.ts';
import type { Dict, Obj } from '../objects/objects.ts';

/** Annotations of every page (12.5.2), in their order, and the page of each by its object number. */
export interface Annotations {
  readonly ofPage: readonly (readonly Annotation[])[];
  readonly pageOf: ReadonlyMap<number, number>;
}

/** An annotation with its object number, which is null for a direct object. */
export interface Annotation {
  readonly num: number | null;
  readonly dict: Dict;
}

/** An opened document, as its facts are read from it. */
export interface SourceFile {
  readonly file: PdfFile;
  readonly pages: readonly PdfPage[];
  /** Index of a page by its object number. */
  readonly pageOf: ReadonlyMap<number, number>;
  readonly annotations: Annotations;
  /** Elements that another thread scans, or null. */
  readonly ahead: ElementsAhead | null;
  /** The page that the first element of a destination names; `null` = none of this document. */
  pageIn(obj: Obj): number | null;
  /** The name tree `key` of the catalog's Names (ISO 32000-2, 7.7.4). */
  names(key: string): Obj;
}
