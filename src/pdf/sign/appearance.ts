import type { Picture } from '../images/picture.ts';
import { addPicture, calibratedRgb as rgb, whitePoint } from '../images/picture-objects.ts';
import { newFlateStream } from '../objects/new-stream.ts';
import { Dict, Name, type Obj, type Ref } from '../objects/objects.ts';
import { writtenOperands, writtenShort } from '../objects/serialize.ts';
import { fitSize } from '../typeset/fit-size.ts';
import { wishOf } from '../typeset/font-wish.ts';
import type { Line } from '../typeset/line.ts';
import type { Paragraph } from '../typeset/paragraph.ts';
import { Typesetter } from '../typeset/typesetter.ts';
import type { Changes } from '../file/changes.ts';
import { areasOf, type Area } from './look-areas.ts';
import type { Colour, LookStyle, PreparedLook } from './look.ts';

/** Points. */
const minFontSize = 4;
const maxFontSize = 12;
const leading = 1.2;

const wish = wishOf('Helvetica');
const heavy = wishOf('Helvetica-Bold');

/** A drawn look. */
export interface Drawn {
  /** The appearance stream (ISO 32000-2, 12.5.5). */
  readonly ref: Ref;
  /** Characters that no font has. */
  readonly missing: readonly string[];
  /** The text exceeds the box even at the smallest size. */
  readonly overflows: boolean;
}

/** The box of a look, as it is shown. */
interface LookBox {
  readonly width: number;
  readonly height: number;
  readonly matrix: readonly number[];
}

/** True where the box of a design has room for a line of the smallest size, beside its frame and its picture. */
export function hasRoom({ style, picture, lines }: PreparedLook, box: Pick<LookBox, 'width' | 'height'>): boolean {
  if (style === null) return true;
  const { text } = areasOf({ style, picture, hasText: lines.length > 0 }, box);
  return Math.min(text.width, text.height) >= minFontSize * leading;
}

/**
 * Draws a look into a box of this size as PDF/A allows: fonts are embedded, and colours are device-independent (ISO
 * 32000-2, 8.6.5), so that no output intent is needed.
 */
export function drawLook(changes: Changes, look: PreparedLook, { width, height, matrix }: LookBox): Drawn {
  const { lines, style, shelf, archive, picture } = look;
  const typesetter = new Typesetter({ shelf, sink: changes, prefix: 'SF', listed: archive === '1' || archive === '?' });
  const spaces = new Dict([['Gray', gray]]);
  const resources = new Dict([['ColorSpace', spaces]]);
  const areas = areasOf({ style, picture, hasText: lines.length > 0 }, { width, height });
  const paragraphs = lines.map(({ text, bold }) => typesetter.paragraph(text, bold ? heavy : wish));
  const content = [`q 0 0 ${writtenShort(width)} ${writtenShort(height)} re W n`, ...drawnStyle(style, width, height)];
  if (content.length > 1) spaces.set('RGB', rgb);
  if (picture !== null) {
    const toSide = style !== null && areas.stacked && paragraphs.length > 0;
    content.push(placed(picture, areas.picture, toSide ? sideOf(paragraphs) : 0.5));
    resources.set('XObject', new Dict([['Image', addPicture(changes, picture)]]));
  }
  const set =
    paragraphs.length === 0 ? null : setText(typesetter, paragraphs, { ...areas.text, whole: style !== null });
  content.push(...(set === null ? [] : [`/Gray cs ${inkOn(style?.background ?? null)} sc`, set.content]), 'Q');
  typesetter.write();
  if (set !== null) resources.set('Font', typesetter.resources(set.lines));
  const form = new Dict([
    ['Type', new Name('XObject')],
    ['Subtype', new Name('Form')],
    ['BBox', [0, 0, width, height]],
    ['Matrix', [...matrix]],
    ['Resources', resources],
  ]);
  return {
    ref: changes.add(newFlateStream(form, Buffer.from(content.join('\n'), 'latin1'))),
    missing: [...typesetter.missing],
    overflows: set?.overflows ?? false,
  };
}

/** Background and frame, the frame inside the box. */
function drawnStyle(style: LookStyle | null, width: number, height: number): string[] {
  const { frame, background } = style ?? { frame: null, background: null };
  const content: string[] = [];
  if (background !== null)
    content.push(`/RGB cs ${writtenOperands(...background)} sc 0 0 ${writtenOperands(width, height)} re f`);
  if (frame !== null) {
    const half = frame.width / 2;
    content.push(
      `/RGB CS ${writtenOperands(...frame.color)} SC ${writtenShort(frame.width)} w ` +
        `${writtenOperands(half, half, width - frame.width, height - frame.width)} re S`,
    );
  }
  return content;
}

/** The luminance (WCAG 2.2) at which black and white have the same contrast. */
const middleLuminance = 0.179;

/** The grey of text: white on a dark background, else black. */
function inkOn(background: Colour | null): 0 | 1 {
  if (background === null) return 0;
  const [red, green, blue] = background.map((value) => value ** 2.2) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < middleLuminance ? 1 : 0;
}

/** The side where text begins: 0 is left, 1 is right. */
const sideOf = (paragraphs: readonly Paragraph[]): 0 | 1 => (paragraphs[0]?.rightToLeft === true ? 1 : 0);

/** An empty appearance, which PDF/A-1 requires of invisible fields, too (ISO 19005-1, 6.9). */
export function drawNothing(changes: Changes): Ref {
  return changes.add(
    newFlateStream(
      new Dict([
        ['Type', new Name('XObject')],
        ['Subtype', new Name('Form')],
        ['BBox', [0, 0, 0, 0]],
        ['Resources', new Dict()],
      ]),
      Buffer.alloc(0),
    ),
  );
}

const gray: Obj = [
  new Name('CalGray'),
  new Dict([
    ['WhitePoint', [...whitePoint]],
    ['Gamma', 2.2],
  ]),
];
/** Scales the picture to fit its area; `side` is its place there from the left (0) to the right (1). */
function placed(picture: Picture, { x, y, width, height }: Area, side: number): string {
  const scale = Math.min(width / picture.width, height / picture.height);
  const [wide, tall] = [picture.width * scale, picture.height * scale];
  return `q ${writtenOperands(wide, 0, 0, tall, x + (width - wide) * side, y + (height - tall) / 2)} cm /Image Do Q`;
}

/** The least part of its size that a text gives up so that its lines are not broken. */
const wholeShare = 0.75;

/** The size at which no line is broken, where it is not much smaller than the largest one that fits. */
function wholeSize(paragraphs: readonly Paragraph[], width: number, fitting: number): number {
  const longest = paragraphs.reduce((most, paragraph) => Math.max(most, paragraph.line().width), 0);
  const size = Math.floor((4 * width) / longest) / 4;
  return size >= wholeShare * fitting && size >= minFontSize ? Math.min(size, fitting) : fitting;
}

/**
 * Sets lines in the middle of their area, aligned to the side where their script begins. `whole` prefers lines that are
 * not broken to larger ones.
 */
function setText(
  typesetter: Typesetter,
  paragraphs: readonly Paragraph[],
  { x, y, width, height, whole }: Area & { readonly whole: boolean },
): { content: string; lines: Line[]; overflows: boolean } {
  const fitting = fitSize(paragraphs, { width, height, leading, smallest: minFontSize, largest: maxFontSize });
  const size = whole ? wholeSize(paragraphs, width, fitting) : fitting;
  const lines = paragraphs.flatMap((paragraph) => paragraph.lines(width / size).map((line) => ({ line, paragraph })));
  const { ascent, descent } = typesetter.metrics(wish);
  const step = leading * size;
  const block = lines.length * step;
  const top = y + (height + block) / 2 - (step - (ascent - descent) * size) / 2 - ascent * size;
  const left = ({ rightToLeft }: Paragraph, line: Line) => (rightToLeft ? x + width - line.width * size : x);
  const content = lines.map(({ line, paragraph }, index) =>
    typesetter.show(line, { x: left(paragraph, line), y: top - index * step, size }),
  );
  return { content: content.join('\n'), lines: lines.map(({ line }) => line), overflows: block > height + 0.01 };
}
