import type { Box } from '../../file/pdf-file.ts';
import type { Matrix } from '../../geometry/matrix.ts';
import type { Dict, Obj } from '../../objects/objects.ts';
import type { ContentFont } from '../fonts/content-font.ts';
import type { Operation } from '../operation.ts';
import type { Frame } from './frame.ts';

/** A colour as set by the content (ISO 32000-2, 8.6). */
export interface Color {
  /** The operand of `cs`/`CS`, looked up in the resources if it is a resource name; the device space for `g rg k`. */
  readonly space: Obj;
  readonly components: readonly number[];
  /** For a pattern: its unresolved dictionary or stream, and the operation and frame that set it. */
  readonly pattern: {
    readonly name: string;
    readonly object: Obj;
    readonly operation: Operation;
    readonly frame: Frame;
  } | null;
}

/** Text state (ISO 32000-2, 9.3). */
export interface TextState {
  readonly font: ContentFont | null;
  /** Resource name of the font; null for a font of an ExtGState. */
  readonly fontName: string | null;
  readonly fontSize: number;
  readonly charSpace: number;
  readonly wordSpace: number;
  /** Horizontal scaling; 1 is normal (`Tz 100`). */
  readonly scale: number;
  readonly leading: number;
  readonly rise: number;
  /** Text rendering mode `Tr`, 0 to 7; 3 is invisible. */
  readonly render: number;
}

/** The graphics state (ISO 32000-2, 8.4). Immutable. */
export interface GraphicsState {
  /** Maps to the default user space of the page. */
  readonly ctm: Matrix;
  readonly text: TextState;
  readonly fill: Color;
  readonly stroke: Color;
  readonly lineWidth: number;
  /** Box around the clipping path in the default user space of the page; null without clipping. */
  readonly clip: Box | null;
  /** Active dictionaries of `gs`, the newest last, for parameters that have no property here. */
  readonly external: readonly Dict[];
}

const black: Color = { space: null, components: [0], pattern: null };

/** The text state at the start of a page (ISO 32000-2, table 102). */
export const firstText: TextState = {
  font: null,
  fontName: null,
  fontSize: 0,
  charSpace: 0,
  wordSpace: 0,
  scale: 1,
  leading: 0,
  rise: 0,
  render: 0,
};

/** The graphics state at the start of a page (ISO 32000-2, table 51), except for the CTM. */
export function firstState(ctm: Matrix): GraphicsState {
  return { ctm, text: firstText, fill: black, stroke: black, lineWidth: 1, clip: null, external: [] };
}
