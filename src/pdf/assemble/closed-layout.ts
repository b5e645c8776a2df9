import { pageContent } from '../content/run-page.ts';
import type { Target } from '../copying/target.ts';
import { contentsAround } from '../edit/stamp/mark-content.ts';
import type { PdfFile, PdfPage } from '../file/pdf-file.ts';
import { Dict, Stream, type Ref } from '../objects/objects.ts';
import { bracketsFor } from '../widgets/content-balance.ts';
import type { Layout } from './layout.ts';
import type { Selection } from './selection.ts';

/**
 * The pages as they are, with content that leaves the graphics state as it was, so that something can be drawn over it
 * (ISO 32000-2, 8.4.2). Content that does so by itself is not changed.
 */
export function closedLayout(selections: readonly Selection[]): Layout {
  const pages = selections.flatMap(({ source, pages: chosen }) =>
    chosen.map((index) => ({ file: source.file, page: source.pages[index] })),
  );
  return {
    order: pages.map((_, index) => index),
    finish(target, refs) {
      for (const [index, { file, page }] of pages.entries()) {
        const ref = refs[index];
        if (ref !== undefined && page !== undefined) close(target, ref, { file, page });
      }
    },
  };
}

function close(target: Target, ref: Ref, { file, page }: { readonly file: PdfFile; readonly page: PdfPage }): void {
  const dict = target.get(ref);
  if (!(dict instanceof Dict)) return;
  const brackets = bracketsFor(pageContent(file, page));
  if (brackets.before === balanced.before && brackets.after === balanced.after) return;
  const contents = dict.get('Contents');
  const value = target.get(contents);
  const streams = Array.isArray(value) ? value : value instanceof Stream ? [contents] : [];
  dict.set(
    'Contents',
    contentsAround(streams, brackets, (stream) => target.add(stream)),
  );
}

const balanced = bracketsFor(Buffer.alloc(0));
