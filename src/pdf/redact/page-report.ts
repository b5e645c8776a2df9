import type { PdfPage } from '../file/pdf-file.ts';
import type { remainingAnnotations } from './rewriting/annotations.ts';
import type { PageDecision } from './survey/decide.ts';
import type { EditedPage } from './rewriting/edit-page.ts';
import { shownBox, type ShownBox } from '../geometry/shown-page.ts';

/** One box on a page, and where in the request it comes from. */
export interface Redaction {
  readonly source: string;
  readonly box: ShownBox;
  /** Only in a dry run: reports of redactions travel further than the documents. */
  readonly text?: string;
}

export interface RedactedPage {
  readonly number: number;
  readonly redactions: readonly Redaction[];
  readonly glyphs: number;
  readonly images: readonly {
    readonly source: string;
    readonly box: ShownBox;
    /** All of it went, because its pixels could not be read. */ readonly whole: boolean;
  }[];
  readonly annotations: readonly { readonly subtype: string; readonly source: string | null; readonly box: ShownBox }[];
}

interface PageFindings {
  readonly page: PdfPage;
  readonly decision: PageDecision;
  readonly edited: EditedPage;
  readonly annotations: ReturnType<typeof remainingAnnotations>['removed'];
}

/** What is told of a page; null for one that nothing went from. */
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
  const told = annotations.map(({ subtype, bounds, pointer }) => ({
    subtype,
    source: pointer,
    box: shownBox(page, bounds),
  }));
  return redactions.length + images.length + told.length === 0 && decision.glyphs.size === 0
    ? null
    : { number, redactions, glyphs: decision.glyphs.size, images, annotations: told };
}
