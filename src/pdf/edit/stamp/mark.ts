import type { Box } from '../../file/pdf-file.ts';
import type { Ref } from '../../objects/objects.ts';

/** Places of a mark on the page as it is shown. */
export const anchors = [
  'top-left',
  'top-center',
  'top-right',
  'center-left',
  'center',
  'center-right',
  'bottom-left',
  'bottom-center',
  'bottom-right',
] as const;

/** A place of a mark on the page as it is shown. */
export type Anchor = (typeof anchors)[number];

/** An anchor, or the top-left corner of the mark from the top-left corner of the page as it is shown, in points. */
export type MarkPlace = Anchor | { readonly x: number; readonly y: number };

/** Red, green and blue, each 0 to 1. */
export type MarkColour = readonly [red: number, green: number, blue: number];

/** Lines of text, in any script. */
export interface MarkText {
  readonly text: string;
  /** Points. */
  readonly size: number;
  readonly colour: MarkColour;
  readonly bold?: boolean | undefined;
}

/** A picture: PNG, JPEG, WebP, AVIF, GIF or SVG. Marks of one picture share its bytes. */
export interface MarkImage {
  readonly image: Uint8Array;
  /** Leads to it in the request. */
  readonly pointer: string;
}

/** A part of a page of a PDF, without its annotations. Marks of one document share its bytes. */
export interface MarkForm {
  readonly form: Uint8Array;
  /** From 0. */
  readonly formPage: number;
  /** What counts as the mark, in the space of its page; what hangs over its edges is drawn as well. */
  readonly box: Box;
}

/** What a mark shows. Equal contents of several marks are one object. */
export type MarkContent = MarkText | MarkImage | MarkForm;

/** How a mark is drawn, and where. */
export interface MarkLook {
  readonly content: MarkContent;
  readonly at: MarkPlace;
  /** Distance of an anchored mark from the edges of the page, in points. */
  readonly margin: number;
  /** Degrees, counter-clockwise. */
  readonly rotation: number;
  /** 0 to 1. */
  readonly opacity: number;
  readonly layer: 'under' | 'over';
  /** Points, before it is rotated; its natural width unless given. */
  readonly width?: number | undefined;
  /** The subtype of the pagination artifact (ISO 32000-2, table 363). */
  readonly subtype: 'Watermark' | 'PageNum' | 'Bates' | 'Header' | 'Footer';
}

/** A mark on a page (1-based). */
export interface Mark extends MarkLook {
  readonly page: number;
}

/** The content of a mark as an object, and its natural size in points. */
export interface MarkObject {
  readonly ref: Ref;
  readonly width: number;
  readonly height: number;
}
