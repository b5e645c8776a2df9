import { writtenShort } from '../objects/serialize.ts';
import { fitSize } from '../typeset/fit-size.ts';
import type { FontWish } from '../typeset/font-wish.ts';
import type { Line } from '../typeset/line.ts';
import type { Paragraph } from '../typeset/paragraph.ts';
import type { Typesetter } from '../typeset/typesetter.ts';
import type { Alignment, Size } from './widget-look.ts';

/** The style of a field's text. Lengths in points. */
export interface TextLook {
  readonly wish: FontWish;
  /** 0 fits the size to the box. */
  readonly size: number;
  /** The operator that sets the colour. */
  readonly color: string;
  readonly align: Alignment;
  /** Size of the widget before its rotation. */
  readonly box: Size;
  /** Distances from its edges to the text. */
  readonly padding: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  /** Distance from its edges to the clipping rectangle. */
  readonly clip: number;
  /** Distance of baselines; null for that of the fonts. */
  readonly lineHeight: number | null;
}

/** Content of an appearance stream. */
export interface Drawn {
  readonly content: string;
  /** The set lines, for the font resources of the stream. */
  readonly lines: readonly Line[];
  /** Some of the text is cut off. */
  readonly cut: boolean;
}

/** The content of an empty field. */
export const nothing: Drawn = { content: '', lines: [], cut: false };

/** Limits of automatic font sizes, in points. */
const minFontSize = 4;
const maxFontSizeOfLines = 12;
const maxFontSizeOfLine = 200;

/** Encloses content in a clipping rectangle, and sets the text colour. */
export function clipped({ box, clip, color }: Pick<TextLook, 'box' | 'clip' | 'color'>, content: string): string {
  return (
    `${writtenShort(clip)} ${writtenShort(clip)} ${writtenShort(Math.max(0, box.width - 2 * clip))} ` +
    `${writtenShort(Math.max(0, box.height - 2 * clip))} re W n\n${color}\n${content}`
  );
}

/** Draws one line in the middle of its box. */
export function drawLine(typesetter: Typesetter, look: TextLook, text: string): Drawn {
  if (text.trim() === '') return nothing;
  const paragraph = typesetter.paragraph(text.slice(0, maxLineCharacters), look.wish);
  const line = paragraph.line();
  const room = roomOf(look);
  const size = look.size > 0 ? look.size : sizeOfLine(line, typesetter.metrics(look.wish), room);
  const x = leftOf(look, line.width * size, paragraph.rightToLeft);
  const content = typesetter.show(line, { x, y: baselineOf(typesetter, look, line, size), size });
  return { content: clipped(look, content), lines: [line], cut: line.width * size > room.width + 0.5 };
}

/** Characters of a line that are set; no box shows more. */
const maxLineCharacters = 5_000;

const roomOf = ({ box, padding }: TextLook): Size => ({
  width: Math.max(1, box.width - padding.left - padding.right),
  height: Math.max(1, box.height - padding.top - padding.bottom),
});

function sizeOfLine(
  line: Line,
  { ascent, descent }: { ascent: number; descent: number },
  { width, height }: Size,
): number {
  const tall = Math.max(ascent - descent, line.top - line.bottom, 0.1);
  const size = Math.min(height / tall, line.width > 0 ? width / line.width : Infinity);
  return Math.max(minFontSize, Math.min(maxFontSizeOfLine, Math.floor(size * 4) / 4));
}

/** The baseline that centres the font in the box, moved where ink would leave a box that can hold it. */
function baselineOf(typesetter: Typesetter, look: TextLook, line: Line, size: number): number {
  const { ascent, descent } = typesetter.metrics(look.wish);
  const {
    box: { height },
    padding,
    clip,
  } = look;
  const middle = height / 2 + (padding.bottom - padding.top) / 2;
  const wanted = middle - ((ascent + descent) * size) / 2;
  const [lowest, highest] = [clip - line.bottom * size, height - clip - line.top * size];
  return lowest > highest ? (lowest + highest) / 2 : Math.min(Math.max(wanted, lowest), highest);
}

/** The left edge of a line. A line that is too wide shows its beginning. */
function leftOf({ align, box, padding }: TextLook, width: number, rightToLeft: boolean): number {
  const free = box.width - padding.left - padding.right - width;
  if (free < 0) return rightToLeft ? padding.left + free : padding.left;
  return padding.left + { left: 0, center: free / 2, right: free }[align];
}

/** Draws wrapped lines from the top. Lines below the box are not drawn. */
export function drawLines(typesetter: Typesetter, look: TextLook, text: string): Drawn {
  const paragraphs = text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .slice(0, maxParagraphs)
    .map((part) => typesetter.paragraph(part, look.wish));
  const { ascent, descent } = typesetter.metrics(look.wish);
  const pitches = paragraphs.map((paragraph) => pitchOf(paragraph, ascent - descent));
  const room = roomOf(look);
  const size =
    look.size > 0
      ? look.size
      : fitSize(paragraphs, {
          ...room,
          leading: Math.max(...pitches),
          smallest: minFontSize,
          largest: maxFontSizeOfLines,
        });
  const lines: Line[] = [];
  let content = '';
  let top = look.box.height - look.padding.top;
  let cut = false;
  for (const [index, paragraph] of paragraphs.entries()) {
    if (top < look.clip) {
      cut ||= paragraphs.slice(index).some((unseen) => unseen.text.trim() !== '');
      break;
    }
    const pitch = look.lineHeight ?? (pitches[index] ?? 1) * size;
    const maxLines = Math.max(1, Math.ceil((top - look.clip) / pitch) + 1);
    const seen = paragraph.lines(room.width / size, maxLines);
    for (const [row, line] of seen.entries()) {
      cut ||=
        line.text.trim() !== '' && (top - pitch < look.clip - 0.25 * size || line.width * size > room.width + 0.5);
      if (top < look.clip) break;
      const baseline = top - pitch / 2 - ((ascent + descent) * size) / 2;
      const x = leftOf(look, line.width * size, paragraph.rightToLeft);
      if (line.runs.length > 0)
        content += typesetter.show(line, {
          x,
          y: Math.min(baseline, look.box.height - look.clip - line.top * size),
          size,
          continues: row < seen.length - 1 || index < paragraphs.length - 1,
        });
      lines.push(line);
      top -= pitch;
    }
  }
  return { content: content === '' ? '' : clipped(look, content), lines, cut };
}

const maxParagraphs = 2_000;

/** Distance of baselines at size 1. Some scripts need more space, but not all that their fonts state. */
function pitchOf(paragraph: Paragraph, least: number): number {
  const { ascent, descent, top, bottom } = paragraph.sample();
  return Math.max(least, Math.min(ascent - descent, (top - bottom) * airy));
}

/** Distance of baselines in relation to the height of the ink. */
const airy = 1.2;
