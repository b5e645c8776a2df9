import type { Box } from '../../file/pdf-file.ts';
import type { Matrix } from '../../geometry/matrix.ts';
import type { Dict, Obj } from '../../objects/objects.ts';
import type { ContentFont } from '../fonts/content-font.ts';
import type { Operation } from '../operation.ts';
import type { Frame } from './frame.ts';

/** A colour as the content set it (ISO 32000-2, 8.6). */
export interface Color {
  /** The operand of `cs`/`CS`, resolved in the resources where it names one; the device space for `g rg k`. */
  readonly space: Obj;
  readonly components: readonly number[];
  /** Of a pattern: its dictionary or stream, not resolved, and the operation that set it in which frame. */
  readonly pattern: {
    readonly name: string;
    readonly object: Obj;
    readonly operation: Operation;
    readonly frame: Frame;
  } | null;
}

/** ISO 32000-2, 9.3. */
export interface TextState {
  readonly font: ContentFont | null;
  /** The name under which the resources have the font; null for one that an ExtGState brought. */
  readonly fontName: string | null;
  readonly fontSize: number;
  readonly charSpace: number;
  readonly wordSpace: number;
  /** 1 is normal (`Tz 100`). */
  readonly scale: number;
  readonly leading: number;
  readonly rise: number;
  /** `Tr`, 0 to 7; 3 is invisible. */
  readonly render: number;
}

/** ISO 32000-2, 8.4. Never changed in place: a state that was handed out stays what it was. */
export interface GraphicsState {
  /** To the default user space of the page. */
  readonly ctm: Matrix;
  readonly text: TextState;
  readonly fill: Color;
  readonly stroke: Color;
  readonly lineWidth: number;
  /** What the clipping path leaves at most, in the default user space of the page; null: everything. */
  readonly clip: Box | null;
  /** Dictionaries of `gs` in effect, the newest last, for what is not named here. */
  readonly external: readonly Dict[];
}

const black: Color = { space: null, components: [0], pattern: null };

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

export function firstState(ctm: Matrix): GraphicsState {
  return { ctm, text: firstText, fill: black, stroke: black, lineWidth: 1, clip: null, external: [] };
}
