import { AppError } from '../../problems.ts';
import { bracketsFor } from '../widgets/content-balance.ts';
import { pageContent } from '../content/run-page.ts';
import { newFlateStream } from '../objects/new-stream.ts';
import { Dict, Name, type Ref } from '../objects/objects.ts';
import type { PdfPage } from '../file/pdf-file.ts';
import { writtenShort } from '../objects/serialize.ts';
import { rectangleOf, shownSize, uprightMatrix, type ShownBox } from '../geometry/shown-page.ts';
import type { FontShelf } from '../typeset/font-shelf.ts';
import { wishOf } from '../typeset/font-wish.ts';
import type { Line } from '../typeset/line.ts';
import type { Paragraph } from '../typeset/paragraph.ts';
import { Typesetter } from '../typeset/typesetter.ts';
import type { Changes } from '../file/changes.ts';
import type { LabelPosition } from './label-positions.ts';
import { tagLabel } from './label-tags.ts';

/** A visible label on pages. */
export interface VisibleLabel {
  /** Lines, in any script. */
  readonly text: string;
  /** 1-based, without repeats. */
  readonly pages: readonly number[];
  readonly position: LabelPosition;
  /** Points. */
  readonly size: number;
  /** BCP 47; null for the language of the document. */
  readonly lang: string | null;
}

/** Distance from the edges of the page, and around the text, in points. */
const margin = 14;
const padding = 4;
const leading = 1.25;

const wish = wishOf('Helvetica');
/** A device-independent colour space, which needs no output intent (ISO 32000-2, 8.6.5). */
const gray = [
  new Name('CalGray'),
  new Dict([
    ['WhitePoint', [0.9505, 1, 1.089]],
    ['Gamma', 2.2],
  ]),
];

/**
 * Writes a label on pages, black on white, above their content. In a tagged document it is a paragraph on the first of
 * these pages, and an artifact on the others. Answers warnings.
 */
export function drawLabel(changes: Changes, label: VisibleLabel, shelf: FontShelf): string[] {
  const typesetter = new Typesetter({ shelf, sink: changes, prefix: 'CL' });
  const paragraphs = label.text.split(/\r\n|\r|\n/).map((line) => typesetter.paragraph(line, wish));
  const all = changes.file.pages();
  const drawn = label.pages.map((number, index) => {
    const page = all[number - 1];
    if (page?.ref == null)
      throw new AppError('invalid-pdf', `Page ${number} is not an object of its own, so that no label can be on it.`);
    return { page: { ...page, ref: page.ref }, first: index === 0, ...setOn(page, paragraphs, { label, typesetter }) };
  });
  typesetter.write();
  for (const { page, first, box, content, lines } of drawn) {
    const resources = new Dict([
      ['ColorSpace', new Dict([['Gray', gray]])],
      ['Font', typesetter.resources(lines)],
    ]);
    const form = new Dict([
      ['Type', new Name('XObject')],
      ['Subtype', new Name('Form')],
      ['BBox', [0, 0, box.width, box.height]],
      ['Resources', resources],
    ]);
    const mark = first ? tagLabel(changes, { page: page.ref, lang: label.lang }) : null;
    place(changes, page, { box, form: changes.add(newFlateStream(form, Buffer.from(content, 'latin1'))), mark });
  }
  const missing = [...typesetter.missing];
  return [
    ...(missing.length > 0 ? [`No font has these characters of the label: ${missing.slice(0, 20).join(' ')}.`] : []),
    ...(drawn.some(({ tooLarge }) => tooLarge)
      ? ['The label is larger than a page that it is on: what does not fit is not seen.']
      : []),
  ];
}

/** The label as set on one page, and its place. */
function setOn(
  page: PdfPage,
  paragraphs: readonly Paragraph[],
  { label: { size, position }, typesetter }: { label: VisibleLabel; typesetter: Typesetter },
): { box: ShownBox; content: string; lines: Line[]; tooLarge: boolean } {
  const [pageWidth, pageHeight] = shownSize(page);
  const maxWidth = Math.max(size, pageWidth - 2 * (margin + padding));
  const set = paragraphs.flatMap((paragraph) =>
    paragraph
      .lines(maxWidth / size)
      .map((line, index, all) => ({ line, paragraph, continues: index < all.length - 1 })),
  );
  const textWidth = Math.max(...set.map(({ line }) => line.width * size));
  const [width, height] = [textWidth + 2 * padding, set.length * leading * size + 2 * padding];
  const { ascent, descent } = typesetter.metrics(wish);
  const top = height - padding - (leading * size - (ascent - descent) * size) / 2 - ascent * size;
  const text = set.map(({ line, paragraph, continues }, index) => {
    const x = padding + (paragraph.rightToLeft ? textWidth - line.width * size : 0);
    return typesetter.show(line, { x, y: top - index * leading * size, size, continues });
  });
  const [vertical, horizontal] = position.split('-');
  const x =
    horizontal === 'left' ? margin : horizontal === 'right' ? pageWidth - margin - width : (pageWidth - width) / 2;
  const content =
    `/Gray cs 1 sc 0 0 ${writtenShort(width)} ${writtenShort(height)} re f\n/Gray CS 0.4 SC 0.5 w 0.25 0.25 ` +
    `${writtenShort(width - 0.5)} ${writtenShort(height - 0.5)} re S\n0 sc\n${text.join('\n')}`;
  return {
    box: { x, y: vertical === 'top' ? margin : pageHeight - margin - height, width, height },
    content,
    lines: set.map(({ line }) => line),
    tooLarge: height > pageHeight || width > pageWidth,
  };
}

/** Appends the label to the content of a page, whatever graphics state that leaves. */
function place(
  changes: Changes,
  page: PdfPage & { readonly ref: Ref },
  { box, form, mark }: { box: ShownBox; form: Ref; mark: number | null },
): void {
  const objects = (changes.dict(page.resources.get('XObject')) ?? new Dict()).copy();
  let [name, count] = ['ColophonLabel', 1];
  while (objects.has(name)) name = `ColophonLabel${(count += 1)}`;
  const tagged = changes.dict(changes.file.catalog.get('StructTreeRoot')) !== null;
  const [open, close] =
    mark !== null
      ? [`/P <</MCID ${mark}>> BDC\n`, 'EMC\n']
      : tagged
        ? ['/Artifact <</Type/Pagination>> BDC\n', 'EMC\n']
        : ['', ''];
  const content = `${open}q\n${matrixFor(box, page)} cm\n/${name} Do\nQ\n${close}`;
  const dict = changes.dictAt(page.ref);
  const before =
    changes.array(dict.get('Contents')) ??
    (changes.stream(dict.get('Contents')) === null ? [] : [dict.get('Contents')]);
  const add = (text: string) => changes.add(newFlateStream(new Dict(), Buffer.from(text, 'latin1')));
  const { before: opening, after: closing } = bracketsFor(pageContent(changes, page));
  dict.set('Contents', [add(opening), ...before, add(`${closing}${content}`)]);
  dict.set('Resources', page.resources.copy().set('XObject', objects.set(name, form)));
}

/** The matrix that places content of the size of `box` upright on the shown page. */
function matrixFor(box: ShownBox, page: PdfPage): string {
  const [a = 1, b = 0, c = 0, d = 1] = uprightMatrix[page.rotate];
  const [left, bottom] = rectangleOf(box, page);
  const { width, height } = box;
  const least = (x: number, y: number) => Math.min(0, x * width, y * height, x * width + y * height);
  return [a, b, c, d, left - least(a, c), bottom - least(b, d)].map(writtenShort).join(' ');
}
