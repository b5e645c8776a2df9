import { withDocument } from '../../pdfium/document.ts';
import { hundredths } from '../../geometry/matrix.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import { withLayersMarked } from '../../text/page/mark-layers.ts';
import { fieldText, isHidden } from '../field-of.ts';
import { finding, type Finding } from '../findings/finding.ts';
import { annotationBox } from '../shown-rect.ts';
import { hiddenRuns, type HiddenRun } from './judge-letters.ts';
import { pageLetters } from './page-letters.ts';

const maxOnPage = 12;
/** Milliseconds after which no further page is begun: documents may be built to take long. */
const maxTimeMs = 45_000;

interface Examined {
  readonly file: PdfFile;
  readonly password: string | undefined;
  /** Number of pages to examine, from the first. */
  readonly pages: number;
}

/**
 * Finds text that readers of a page do not see, by the content of the page and by a picture of it.
 * @throws AppError those of `withDocument`
 */
export async function examineHidden({ file, password, pages }: Examined): Promise<Finding[]> {
  const start = performance.now();
  const marked = withLayersMarked(file.bytes, password);
  const runs = await withDocument(marked ?? { bytes: file.bytes, password }, (document) =>
    Array.from({ length: Math.min(pages, document.pages) }, (_, index) => {
      const page = performance.now() - start > maxTimeMs ? null : pageLetters(document, index + 1, marked?.key ?? null);
      return page === null ? [] : hiddenRuns(page);
    }),
  );
  const late =
    performance.now() - start > maxTimeMs
      ? [finding('not-read-whole', { excerpt: 'hidden text: the pages take too long to draw' })]
      : [];
  return [
    ...runs.flatMap((own, index) => findingsOn(index + 1, own)),
    ...pendingRedactions(file),
    ...hiddenNotes(file),
    ...late,
  ];
}

/** One finding for each redaction, and one for each page of the other kinds. */
function findingsOn(page: number, runs: readonly HiddenRun[]): Finding[] {
  return [...Map.groupBy(runs, ({ id }) => id)].flatMap(([id, own]) => {
    if (id === 'text-under-box')
      return own.slice(0, maxOnPage).map(({ text, rect }) => finding(id, { page, excerpt: text, box: boxOf(rect) }));
    return [
      finding(id, {
        page,
        excerpt: own.map(({ text }) => text).join(' | '),
        box: own[0] === undefined ? null : boxOf(own[0].rect),
      }),
    ];
  });
}

const boxOf = ({ x0, y0, x1, y1 }: HiddenRun['rect']) => ({
  x: hundredths(x0),
  y: hundredths(y0),
  width: hundredths(x1 - x0),
  height: hundredths(y1 - y0),
});

/** Redact annotations (ISO 32000-2, 12.5.6.23), which mark content until a program removes it. */
function pendingRedactions(file: PdfFile): Finding[] {
  return file
    .pages()
    .flatMap((page, index) =>
      (file.array(page.dict.get('Annots')) ?? []).flatMap((entry) => {
        const dict = file.dict(entry);
        return dict === null || file.name(dict.get('Subtype')) !== 'Redact'
          ? []
          : [
              finding('redaction-pending', {
                page: index + 1,
                box: annotationBox(file, page, dict),
                excerpt: file.string(dict.get('OverlayText'))?.text ?? null,
              }),
            ];
      }),
    )
    .slice(0, maxOnPage);
}

/** Annotations that viewers do not show (ISO 32000-2, 12.5.3) and that have text or a value. */
function hiddenNotes(file: PdfFile): Finding[] {
  return file
    .pages()
    .flatMap((page, index) =>
      (file.array(page.dict.get('Annots')) ?? []).flatMap((entry) => {
        const dict = file.dict(entry);
        if (dict === null || !isHidden(file, dict) || file.name(dict.get('Subtype')) === 'Popup') return [];
        const text = file.string(dict.get('Contents'))?.text ?? fieldText(file, dict) ?? '';
        return text.trim() === ''
          ? []
          : [finding('annotation-hidden', { page: index + 1, box: annotationBox(file, page, dict), excerpt: text })];
      }),
    )
    .slice(0, maxOnPage);
}
