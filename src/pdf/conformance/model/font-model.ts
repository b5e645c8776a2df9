import type { ObjectLocation } from '../object-location.ts';
import type { Dict } from '../../objects/objects.ts';
import type { ContentFont } from '../../content/fonts/content-font.ts';
import type { FontProgram } from '../../fonts/programs/font-program.ts';
import type { CMap } from '../../fonts/cmap.ts';
import type { UsedCode } from './usage/usage.ts';

/** A font that content shows text in (ISO 32000-2, 9.6, 9.7). */
export interface FontModel {
  readonly place: ObjectLocation;
  readonly dict: Dict;
  readonly font: ContentFont;
  /** Type1, MMType1, TrueType, Type3 or Type0. */
  readonly type: string;
  /** For Type0: the CIDFont, and its type. */
  readonly descendant: Dict | null;
  readonly descendantType: string | null;
  readonly descriptor: Dict | null;
  readonly embedded: boolean;
  readonly program: FontProgram | null;
  readonly programBytes: Buffer | null;
  readonly symbolic: boolean;
  /** BaseFont has the prefix of a subset. */
  readonly subset: boolean;
  readonly toUnicode: CMap | null;
  /** Content shows some of it in a rendering mode other than 3. */
  readonly visible: boolean;
  readonly codes: readonly ShownCode[];
}

/** A code that content shows, and its glyph. */
export interface ShownCode extends UsedCode {
  readonly code: number;
  /** Index of the glyph in the program; null for none, and for an unreadable program. */
  readonly glyph: number | null;
  /** The program lacks its glyph. */
  readonly missing: boolean;
  /** It is shown by the .notdef glyph, or by an equivalent box (docs/fonts.md). */
  readonly undefined: boolean;
  /** Widths of the font dictionary and of the program, in thousandths of an em; null where unknown. */
  readonly width: number | null;
  readonly programWidth: number | null;
  /** By ToUnicode; null without an entry. */
  readonly text: string | null;
}
