import { openPdf } from '../file/open.ts';
import { newFlateStream } from '../objects/new-stream.ts';
import { Dict, Name, PdfString, Ref, type PdfArray } from '../objects/objects.ts';
import type { PdfPage } from '../file/pdf-file.ts';
import { rewritePdf } from '../file/writing/rewrite.ts';
import { rectangleOf, shownSize, uprightMatrix, type ShownBox } from '../geometry/shown-page.ts';
import { Changes } from '../file/changes.ts';

/** A place to mark with a frame and its number. */
export interface Finding {
  /** 1-based; nonexistent pages are skipped. */
  readonly page: number;
  /** Points from the top-left corner of the shown page. */
  readonly box: ShownBox;
  /** Label of the frame: its number in the report. */
  readonly label: string;
  /** Text of the annotation. */
  readonly note: string;
}

/** Points: least size of a frame, its distance from the place, and size of its label. */
const least = 6;
const off = 1.5;
const tag = { height: 9, size: 6.5, digit: 3.7, padding: 2.5 } as const;

/**
 * Frames places of a document by printable square annotations (ISO 32000-2, 12.5.6.8); the content of its pages stays.
 * Rewritten as one revision, with the encryption of the document.
 * @throws AppError those of `openPdf`
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

/** The Annots array of a page for appending, copied because pages may share it. */
function annotationsOf(changes: Changes, page: Ref): PdfArray {
  const own = changes.dictAt(page);
  const known = own.get('Annots');
  if (known instanceof Ref) own.set('Annots', [...(changes.array(known) ?? [])]);
  return changes.arrayIn(own, 'Annots');
}

/** The square annotation around a box, with its label above the corner, or below it at the top of the page. */
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
  /** Width of the label. */
  readonly wide: number;
  readonly width: number;
  /** Height of the frame. */
  readonly height: number;
  /** Upper edge of the label. */
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
