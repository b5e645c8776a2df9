import { pageContent } from '../../content/run-page.ts';
import { Changes } from '../../file/changes.ts';
import { openPdf } from '../../file/open.ts';
import type { Box, PdfPage } from '../../file/pdf-file.ts';
import { rewritePacked } from '../../file/writing/rewrite-packed.ts';
import { rewritePdf } from '../../file/writing/rewrite.ts';
import { newFlateStream } from '../../objects/new-stream.ts';
import { Dict, Name, type Ref } from '../../objects/objects.ts';
import { bracketsFor } from '../../widgets/content-balance.ts';
import { contentsAround } from '../stamp/mark-content.ts';
import { aroundTrim, grown, marksContent, type PrintersMarks } from './marks-content.ts';

/** Paper around the pages of a document. */
export interface AddedPaper extends PrintersMarks {
  /** For each page, whether it gets any: pages from elsewhere stay as they are. */
  readonly pages: readonly boolean[];
  /** Object streams stay. */
  readonly compress: boolean;
}

/**
 * Puts pages of which each is cut to its trimmed size onto larger sheets: `TrimBox` is the page, `BleedBox` the page
 * with its bleed, and `MediaBox` the sheet with the marks (ISO 32000-2, 14.11.2). Marks are artifacts, and the content of
 * the page ends where its bleed ends. For worker threads.
 */
export async function addPaper(pdf: Uint8Array, { pages, compress, ...marks }: AddedPaper): Promise<Uint8Array> {
  const changes = new Changes(openPdf(pdf, { limits: { pages: Infinity } }));
  const forms = new Map<string, Ref>();
  for (const [index, page] of changes.file.pages().entries()) {
    if (pages[index] !== true || page.ref === null || !isTrimmed(page.mediaBox, marks)) continue;
    layOut(changes, { ...page, ref: page.ref }, marks, forms);
  }
  return compress ? rewritePacked(changes) : rewritePdf(changes);
}

/** A page that was printed with a bleed begins beyond it; others have nothing that could extend. */
const isTrimmed = ([left]: Box, { bleed }: PrintersMarks): boolean => Math.abs(left - bleed) < 0.01;

function layOut(
  changes: Changes,
  page: PdfPage & { readonly ref: Ref },
  marks: PrintersMarks,
  forms: Map<string, Ref>,
): void {
  const dict = changes.dictAt(page.ref);
  const trim = page.mediaBox;
  const bleed = grown(trim, marks.bleed);
  dict
    .set('TrimBox', [...trim])
    .set('BleedBox', [...bleed])
    .set('MediaBox', [...grown(trim, aroundTrim(marks))]);
  if (!marks.crop && !marks.registration) return;
  const contents = dict.get('Contents');
  const streams = changes.array(contents) ?? (changes.stream(contents) === null ? [] : [contents]);
  const { before, after } = bracketsFor(pageContent(changes, page));
  const [left, bottom, right, top] = bleed;
  const clip = `q ${[left, bottom, right - left, top - bottom].map(written).join(' ')} re W n\n`;
  const drawn = `/Artifact <</Type /Page>> BDC\nq /${formName} Do Q\nEMC\n`;
  const around = { before: clip + before, after: `${after}Q\n${drawn}` };
  dict.set(
    'Contents',
    contentsAround(streams, around, (stream) => changes.add(stream)),
  );
  const objects = changes.dict(page.resources.get('XObject'))?.copy() ?? new Dict();
  const key = trim.join(' ');
  const form = forms.get(key) ?? changes.add(formOf(trim, marks));
  forms.set(key, form);
  dict.set('Resources', page.resources.copy().set('XObject', objects.set(formName, form)));
}

const formName = 'ColophonPaper';
const written = (value: number): string => String(Math.round(value * 1000) / 1000);

function formOf(trim: Box, marks: PrintersMarks) {
  const tint = new Dict([
    ['FunctionType', 2],
    ['Domain', [0, 1]],
    ['C0', [1]],
    ['C1', [0]],
    ['N', 1],
  ]);
  const all = [new Name('Separation'), new Name('All'), new Name('DeviceGray'), tint];
  const dict = new Dict([
    ['Type', new Name('XObject')],
    ['Subtype', new Name('Form')],
    ['BBox', [...grown(trim, aroundTrim(marks))]],
    ['Resources', new Dict([['ColorSpace', new Dict([['All', all]])]])],
  ]);
  const stream = newFlateStream(dict, Buffer.from(marksContent(trim, marks), 'latin1'));
  stream.dict.set('Length', stream.stored.length);
  return stream;
}
