import type { FontFolder } from '../fonts/installed-fonts.ts';
import { readPicture, type Picture } from '../images/picture.ts';
import type { dateFormats, layouts, lookFields } from './look-choices.ts';
import { openShelf, type FontShelf } from '../typeset/font-shelf.ts';

/** Red, green and blue, each 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number];

/** A field of the signature that a look states. */
export type LookField = (typeof lookFields)[number];

/** How the time of signing is written. */
export type SigningDateFormat = (typeof dateFormats)[number];

/** A chosen design. A look without one is as all looks were before there were designs. */
export interface LookStyle {
  readonly layout: (typeof layouts)[number];
  /** `width` in points. */
  readonly frame: { readonly color: Colour; readonly width: number } | null;
  /** Null for a transparent look. */
  readonly background: Colour | null;
  /** In their order; the default depends on text and picture. */
  readonly fields: readonly LookField[] | undefined;
  /** BCP 47; the language of the document unless given. */
  readonly lang: string | undefined;
  readonly dateFormat: SigningDateFormat;
}

/** A line of text, before it is broken to the width of its box. */
export interface LookLine {
  readonly text: string;
  readonly bold: boolean;
}

/** A picture as a request has it: `field` is its name there. */
export interface LookPicture {
  readonly field: 'image' | 'logo';
  readonly bytes: Uint8Array;
}

/** The content of a visible signature. */
export interface Look {
  readonly lines: readonly LookLine[];
  readonly picture: LookPicture | null;
  readonly style: LookStyle | null;
  /** Of the text; '' where it does not matter. */
  readonly language: string;
}

/** A look whose fonts and picture are loaded. */
export interface PreparedLook {
  readonly lines: readonly LookLine[];
  readonly style: LookStyle | null;
  readonly shelf: FontShelf;
  /** The PDF/A part that the document claims, `?` for an unreadable claim; null without one. */
  readonly archive: string | null;
  readonly picture: Picture | null;
}

/** Pixels along the longer side: 300 per inch on half a page; a design has them on a few centimetres. */
const maxPixels = { plain: 1600, design: 800 };

/**
 * Loads the fonts and the picture of a look.
 * @throws AppError `invalid-image`
 */
export async function prepareLook(
  { lines, picture, style, language }: Look,
  folders: readonly FontFolder[],
  archive: string | null,
): Promise<PreparedLook> {
  const shelf = await openShelf({ folders, texts: lines.map(({ text }) => text), language });
  // PDF/A-1 forbids transparency, and later parts restrict it by conditions on whole pages.
  const read =
    picture === null
      ? null
      : await readPicture(picture.bytes, {
          paper: archive === null ? null : (style?.background ?? white),
          longest: style === null ? maxPixels.plain : maxPixels.design,
          enlarge: style !== null,
          name: `${picture.field} of the signature`,
          pointer: `/appearance/${picture.field}`,
        });
  return { lines, style, shelf, archive, picture: style?.layout === 'text' ? null : read };
}

const white: Colour = [1, 1, 1];
