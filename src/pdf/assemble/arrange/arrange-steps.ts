import type { Attachment } from '../../xmp/attachment.ts';
import type { RequestedEncryption } from '../../crypt/new-encryption.ts';
import type { ShownBox } from '../../geometry/shown-page.ts';
import type { MarkLook, MarkText } from '../../edit/stamp/mark.ts';
import type { Bookmark } from '../outline.ts';
import type { Metadata } from '../metadata.ts';
import type { SheetStep } from './sheets/sheet-layout.ts';
import type { Fit, PageSize } from './planned-page.ts';

/** Answers the selected 1-based pages of a document of `count` pages, in order, with repeats. */
type Pages = (count: number) => readonly number[];

/** What is cut from the sides of a page as it is shown, in points. */
export interface Sides {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** What becomes content of its page. */
export interface Flatten {
  readonly annotations: boolean;
  readonly forms: boolean;
}

/** A mark whose text differs from page to page. */
export type TextLook = Omit<MarkLook, 'content'> & { readonly content: Omit<MarkText, 'text'> };

/** Bates numbers: a running number between texts, with zeros in front up to `digits`. */
export interface BatesSeries {
  readonly prefix: string;
  readonly digits: number;
  readonly start: number;
  readonly suffix: string;
}

/** What each step of an arrangement needs, by its name. */
export interface StepFields {
  readonly select: { readonly pages: Pages };
  readonly rotate: { readonly pages: Pages; readonly by: number };
  readonly reverse: object;
  readonly crop: { readonly pages: Pages; readonly box?: ShownBox | undefined; readonly margins?: Sides | undefined };
  readonly resize: { readonly pages: Pages; readonly size: PageSize; readonly fit: Fit };
  /** `at` is the 1-based place of the first new page; after the last page unless given. */
  readonly blank: { readonly at?: number | undefined; readonly size?: PageSize | undefined };
  readonly insert: {
    readonly document: {
      readonly bytes: Uint8Array;
      readonly password?: string | undefined;
      readonly name?: string | undefined;
    };
    readonly at?: number | undefined;
    readonly pages: Pages;
  };
  /** Pages are 1-based. */
  readonly bookmarks: { readonly list: readonly Bookmark[] };
  readonly metadata: { readonly metadata: Metadata };
  readonly attach: { readonly file: Attachment };
  readonly detach: { readonly names: readonly string[] };
  readonly stamp: { readonly pages: Pages; readonly look: MarkLook };
  readonly number: {
    readonly pages: Pages;
    readonly look: TextLook;
    readonly format: string;
    readonly start?: number | undefined;
  };
  readonly bates: { readonly pages: Pages; readonly look: TextLook; readonly series: BatesSeries };
  readonly nUp: SheetStep;
  readonly booklet: SheetStep;
  readonly encrypt: { readonly encryption: RequestedEncryption };
  readonly decrypt: object;
  readonly flatten: Flatten;
}

/** The name of a step. */
export type StepName = keyof StepFields;

/** A step that the plan contains; the others need the document that the steps before them make. */
export type PlannedStep = Exclude<ArrangeStep, { readonly do: 'flatten' | 'nUp' | 'booklet' }>;

/** A step of an arrangement. `pointer` leads to it in the request. */
export type ArrangeStep = {
  [Name in StepName]: StepFields[Name] & { readonly do: Name; readonly pointer: string };
}[StepName];
