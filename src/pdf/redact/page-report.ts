import type { PdfPage } from '../file/pdf-file.ts';
import type { remainingAnnotations } from './rewriting/annotations.ts';
import type { PageDecision } from './survey/decide.ts';
import type { EditedPage } from './rewriting/edit-page.ts';
import { shownBox, type ShownBox } from '../geometry/shown-page.ts';

/** A redacted box on a page, and the part of the request that it comes from (a JSON Pointer). */
export interface Redaction {
  readonly source: string;
  readonly box: ShownBox;
  /** Only in a dry run, because reports of redactions travel further than the documents. */
  readonly text?: string;
}

/** The report of a page from which something was removed. `number` is 1-based, `glyphs` a count. */
export interface RedactedPage {
  readonly number: number;
  readonly redactions: readonly Redaction[];
  readonly glyphs: number;
  readonly images: readonly {
    readonly source: string;
    readonly box: ShownBox;
    /** The whole image was removed, because its pixels can not be read. */ readonly whole: boolean;
  }[];
  readonly annotations: readonly { readonly subtype: string; readonly source: string | null; readonly box: ShownBox }[];
}

interface PageFindings {
  readonly page: PdfPage;
  readonly decision: PageDecision;
  readonly edited: EditedPage;
  readonly annotations: ReturnType<typeof remainingAnnotations>['removed'];
}

/** The report of a page; null for a page from which nothing was removed. */
export function pageReport(number: number, { page, decision, edited, annotations }: PageFindings): RedactedPage | null {
  const texts = new Map(decision.matches.flatMap(({ places, text }) => places.map((place) => [place, text] as const)));
  const redactions = decision.targets.map(({ pointer, bounds, polygon }): Redaction => ({
    source: pointer,
    box: shownBox(page, bounds),
    ...(texts.has(polygon) && { text: texts.get(polygon) ?? '' }),
  }));
  const images = edited.images.map(({ bounds, pointer, whole }) => ({
    source: pointer,
    box: shownBox(page, bounds),
    whole,
  }));
  const removed = annotations.map(({ subtype, bounds, pointer }) => ({
    subtype,
    source: pointer,
    box: shownBox(page, bounds),
  }));
  return redactions.length + images.length + removed.length === 0 && decision.glyphs.size === 0
    ? null
    : { number, redactions, glyphs: decision.glyphs.size, images, annotations: removed };
}
