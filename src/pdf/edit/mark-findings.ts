import { openPdf } from '../file/open.ts';
import { newFlateStream } from '../objects/new-stream.ts';
import { Dict, Name, PdfString, Ref, type PdfArray } from '../objects/objects.ts';
import type { PdfPage } from '../file/pdf-file.ts';
import { rewritePdf } from '../file/writing/rewrite.ts';
import { rectangleOf, shownSize, uprightMatrix, type ShownBox } from '../geometry/shown-page.ts';
import { Changes } from '../file/changes.ts';

/** A place to be marked with a frame and its number. */
export interface Finding {
  /** From 1; a page that the document has not is passed over. */
  readonly page: number;
  /** Points from the top-left corner of the page as it is shown. */
  readonly box: ShownBox;
  /** On the frame: its number in the report. */
  readonly label: string;
  /** What a reader of the annotation is told. */
  readonly note: string;
}

/** Points. The smallest frame that is seen, how far it stands off what it frames, and the size of its label. */
const least = 6;
const off = 1.5;
const tag = { height: 9, size: 6.5, digit: 3.7, padding: 2.5 } as const;

/**
 * Frames places of a document with annotations (ISO 32000-2, 12.5.6.8) that print: the content of its pages is as it
 * was. Written anew as one revision, encrypted as it came.
 * @throws AppError as `openPdf` does
 */
export function markFindings(bytes: Uint8Array, findings: readonly Finding[], password?: string): Uint8Array {
  const file = openPdf(bytes, { password });
  const changes = new Changes(file);
  const font = changes.add(
    new Dict([
      ['Type', new Name('Font')],
      ['Subtype', new Name('Type1')],
      ['BaseFont', new Name('Helvetica-Bold')],
      ['Encoding', new Name('WinAnsiEncoding')],
    ]),
  );
  const pages = file.pages();
  for (const finding of findings) {
    const page = pages[finding.page - 1];
    if (page?.ref == null) continue;
    const annotation = changes.add(
      frame(finding, page, (dict, content) =>
        changes.add(newFlateStream(dict.set('Resources', new Dict([['Font', new Dict([['F', font]])]])), content)),
      ),
    );
    annotationsOf(changes, page.ref).push(annotation);
  }
  return rewritePdf(changes);
}

/** Annots of a page, to be added to: one of its own, because others may share the array. */
function annotationsOf(changes: Changes, page: Ref): PdfArray {
  const own = changes.dictAt(page);
  const known = own.get('Annots');
  if (known instanceof Ref) own.set('Annots', [...(changes.array(known) ?? [])]);
  return changes.arrayIn(own, 'Annots');
}

/** The square annotation around a box, its label above the corner, or below it where the page ends there. */
function frame({ box, label, note }: Finding, page: PdfPage, form: (dict: Dict, content: Buffer) => Ref): Dict {
  const [pageWidth, pageHeight] = shownSize(page);
  const wide = tag.padding * 2 + label.length * tag.digit;
  const x = clamp(box.x - off, 0, pageWidth - least);
  const y = clamp(box.y - off, 0, pageHeight - least);
  const width = Math.max(least, wide, Math.min(box.width + 2 * off, pageWidth - x));
  const height = Math.max(least, Math.min(box.height + 2 * off, pageHeight - y));
  const above = y >= tag.height;
  const shown: ShownBox = {
    x: Math.min(x, Math.max(0, pageWidth - width)),
    y: above ? y - tag.height : y,
    width,
    height: height + (above ? tag.height : 0),
  };
  const dict = new Dict([
    ['Type', new Name('XObject')],
    ['Subtype', new Name('Form')],
    ['BBox', [0, 0, shown.width, shown.height]],
    ['Matrix', [...uprightMatrix[page.rotate]]],
  ]);
  const look = form(
    dict,
    Buffer.from(
      content({ label, wide: Math.min(wide, shown.width), width: shown.width, height, top: shown.height }),
      'latin1',
    ),
  );
  return new Dict([
    ['Type', new Name('Annot')],
    ['Subtype', new Name('Square')],
    ['Rect', [...rectangleOf(shown, page)]],
    ['P', page.ref],
    ['F', 4],
    ['C', [0.7, 0.15, 0.12]],
    ['T', PdfString.ofText('Colophon')],
    ['Contents', PdfString.ofText(`${label}: ${note}`)],
    ['AP', new Dict([['N', look]])],
  ]);
}

interface Look {
  readonly label: string;
  /** Of the label. */
  readonly wide: number;
  readonly width: number;
  /** Of the frame. */
  readonly height: number;
  /** Of the label's upper edge. */
  readonly top: number;
}

function content({ label, wide, width, height, top }: Look): string {
  const colour = '0.7 0.15 0.12';
  const base = top - tag.height;
  return [
    `${colour} RG ${colour} rg 1 w`,
    `0.5 0.5 ${(width - 1).toFixed(2)} ${(height - 1).toFixed(2)} re S`,
    `0 ${base.toFixed(2)} ${wide.toFixed(2)} ${tag.height} re f`,
    `BT /F ${tag.size} Tf 1 g ${tag.padding} ${(base + 2.2).toFixed(2)} Td (${label.replaceAll(/[^\w .]/g, '')}) Tj ET`,
  ].join('\n');
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high));
}
