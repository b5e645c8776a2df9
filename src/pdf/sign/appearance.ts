import type { FontFolder } from '../fonts/installed-fonts.ts';
import { readPicture, type Picture } from '../images/picture.ts';
import { newFlateStream } from '../objects/new-stream.ts';
import { Dict, Name, type Obj, type Ref } from '../objects/objects.ts';
import { writtenOperands, writtenShort } from '../objects/serialize.ts';
import { openShelf, type FontShelf } from '../typeset/font-shelf.ts';
import { fitSize } from '../typeset/fit-size.ts';
import { wishOf } from '../typeset/font-wish.ts';
import type { Line } from '../typeset/line.ts';
import type { Paragraph } from '../typeset/paragraph.ts';
import { Typesetter } from '../typeset/typesetter.ts';
import type { Changes } from '../file/changes.ts';
import { addCidSets } from './cid-sets.ts';

/** The content of a visible signature. */
export interface Look {
  /** Lines. */
  readonly text: string | null;
  readonly image: Uint8Array | null;
}

/** A look whose fonts and picture are loaded. */
export interface PreparedLook {
  readonly text: string | null;
  readonly shelf: FontShelf;
  /** The PDF/A part that the document claims, `?` for an unreadable claim; null without one. */
  readonly archive: string | null;
  readonly picture: Picture | null;
}

/**
 * Loads the fonts and the picture of a look.
 * @throws AppError `invalid-image`
 */
export async function prepareLook(
  { text, image }: Look,
  folders: readonly FontFolder[],
  archive: string | null,
): Promise<PreparedLook> {
  const shelf = await openShelf({ folders, texts: text === null ? [] : [text] });
  // PDF/A-1 forbids transparency, and later parts restrict it by conditions on whole pages.
  return {
    text,
    shelf,
    archive,
    picture: image === null ? null : await readPicture(image, { opaque: archive !== null, longest: maxPixels }),
  };
}

/** Pixels along the longer side: 300 per inch on half a page. */
const maxPixels = 1600;

/** Points. */
const padding = 3;
const minFontSize = 4;
const maxFontSize = 12;
const leading = 1.2;

const wish = wishOf('Helvetica');

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A drawn look. */
export interface Drawn {
  /** The appearance stream (ISO 32000-2, 12.5.5). */
  readonly ref: Ref;
  /** Characters that no font has. */
  readonly missing: readonly string[];
  /** The text exceeds the box even at the smallest size. */
  readonly overflows: boolean;
}

/**
 * Draws a look into a box of this size as PDF/A allows: fonts are embedded, and colours are device-independent (ISO
 * 32000-2, 8.6.5), so that no output intent is needed. The picture is to the left of the text, or above it in an
 * upright box.
 */
export function drawLook(
  changes: Changes,
  { text, shelf, archive, picture }: PreparedLook,
  { width, height, matrix }: { width: number; height: number; matrix: readonly number[] },
): Drawn {
  const typesetter = new Typesetter({ shelf, sink: changes, prefix: 'SF' });
  const resources = new Dict([['ColorSpace', new Dict([['Gray', gray]])]]);
  const inner: Area = {
    x: padding,
    y: padding,
    width: Math.max(1, width - 2 * padding),
    height: Math.max(1, height - 2 * padding),
  };
  const [pictureArea, textArea] = picture === null || text === null ? [inner, inner] : halves(inner, picture);
  const content = [`q 0 0 ${writtenShort(width)} ${writtenShort(height)} re W n`];
  if (picture !== null) {
    content.push(placed(picture, pictureArea));
    resources.set('XObject', new Dict([['Image', addPicture(changes, picture)]]));
  }
  const set = text === null ? null : setText(typesetter, text, textArea);
  content.push(...(set === null ? [] : ['/Gray cs 0 sc', set.content]), 'Q');
  typesetter.write();
  if (set !== null) {
    const fonts = typesetter.resources(set.lines);
    if (archive === '1' || archive === '?') addCidSets(changes, fonts);
    resources.set('Font', fonts);
  }
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

const white = [0.9505, 1, 1.089];
const gray: Obj = [
  new Name('CalGray'),
  new Dict([
    ['WhitePoint', white],
    ['Gamma', 2.2],
  ]),
];
/** The primaries of sRGB (IEC 61966-2-1), and approximately its curve. */
const rgb: Obj = [
  new Name('CalRGB'),
  new Dict([
    ['WhitePoint', white],
    ['Gamma', [2.2, 2.2, 2.2]],
    ['Matrix', [0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505]],
  ]),
];

/**
 * Divides the box for picture and text, side by side or one above the other. The picture gets its width at full height,
 * up to half.
 */
function halves({ x, y, width, height }: Area, picture: Picture): [Area, Area] {
  if (height > width) {
    const tall = Math.min(height / 2, (width * picture.height) / picture.width);
    return [
      { x, y: y + height - tall, width, height: tall },
      { x, y, width, height: Math.max(1, height - tall - padding) },
    ];
  }
  const wide = Math.min(width / 2, (height * picture.width) / picture.height);
  return [
    { x, y, width: wide, height },
    { x: x + wide + padding, y, width: Math.max(1, width - wide - padding), height },
  ];
}

/** Scales the picture to fit its area, and centres it. */
function placed(picture: Picture, { x, y, width, height }: Area): string {
  const scale = Math.min(width / picture.width, height / picture.height);
  const [wide, tall] = [picture.width * scale, picture.height * scale];
  return `q ${writtenOperands(wide, 0, 0, tall, x + (width - wide) / 2, y + (height - tall) / 2)} ` + 'cm /Image Do Q';
}

function addPicture(changes: Changes, { width, height, colours, alpha }: Picture): Ref {
  const image = (space: Obj) =>
    new Dict([
      ['Type', new Name('XObject')],
      ['Subtype', new Name('Image')],
      ['Width', width],
      ['Height', height],
      ['BitsPerComponent', 8],
      ['ColorSpace', space],
    ]);
  const dict = image(rgb);
  if (alpha !== null) dict.set('SMask', changes.add(newFlateStream(image(new Name('DeviceGray')), alpha)));
  return changes.add(newFlateStream(dict, colours));
}

/** Sets lines in the middle of their area, aligned to the side where their script begins. */
function setText(
  typesetter: Typesetter,
  text: string,
  { x, y, width, height }: Area,
): { content: string; lines: Line[]; overflows: boolean } {
  const paragraphs = text.split(/\r\n|\r|\n/).map((line) => typesetter.paragraph(line, wish));
  const size = fitSize(paragraphs, { width, height, leading, smallest: minFontSize, largest: maxFontSize });
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
