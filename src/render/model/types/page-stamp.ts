import type { MarkImage, MarkLook, MarkText } from '../../../pdf/edit/stamp/mark.ts';

/** A stamp on finished pages. Placeholders in its text or HTML: those of headers and footers. */
export interface PageStamp extends Omit<MarkLook, 'content' | 'subtype'> {
  readonly content: MarkText | MarkImage | { readonly html: string };
  /** Page range (docs/spec/README.md), `null` = every page. */
  readonly pages: string | null;
  /** JSON Pointer to the operation. */
  readonly pointer: string;
}
