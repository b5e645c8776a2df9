import { anySegment, listedCaption, maxLevels, type ContentsKind, type Listed } from '../compose/contents.ts';
import { identifyHeadings } from '../compose/headings.ts';
import type { Document } from '../model/document.ts';
import type { FlowSegment } from '../model/segments.ts';
import { identifyMarks } from '../typeset/index/settle-index.ts';
import { findCaptions } from '../typeset/captions/find-captions.ts';
import { listedCaptions } from '../typeset/captions/settle-captions.ts';

/** Something in a stretch that tables of contents or indexes may list. */
export interface ListedInStretch extends Listed {
  readonly of: ContentsKind | 'terms';
  /** Index of its unit in the flow. */
  readonly unit: number;
  /** True where the request gives it its id. */
  readonly hasOwnId: boolean;
}

const generated = /^colophon-(?:heading|caption|index)-\d+$/;
/** True for an id that the service gives. */
export const isGenerated = (id: string): boolean => generated.test(id);

const anyId = / id="([^"]*)"/g;

/**
 * What tables of contents and indexes may list of a segment, in order. Adds ids where there are none; all of them
 * become anchors, so that the print shows their pages.
 */
export function listedInStretch(document: Document, segment: FlowSegment): ListedInStretch[] {
  const nextId = (): string => `colophon-heading-${(document.counter += 1)}`;
  const own = document.segments.indexOf(segment);
  const captions = document.captioned.filter((caption) => caption.segment === own);
  const listed = new Set((['figure', 'table'] as const).flatMap((kind) => listedCaptions(document, kind)));
  const found: ListedInStretch[] = [];
  let unit = 0;
  const note = (of: ListedInStretch['of'], one: Omit<Listed, 'segment'>): void => {
    found.push({ ...one, of, segment: anySegment, unit, hasOwnId: !isGenerated(one.id) });
    segment.anchors.push(one.id);
  };
  for (const sheet of segment.sheets) {
    const { html } = sheet;
    for (const [at, piece] of html.entries()) {
      const identified = identifyHeadings(piece, maxLevels, nextId);
      html[at] = identified.html;
      for (const heading of identified.headings) note('headings', heading);
      for (const caption of captions.splice(0, findCaptions(piece).length))
        if (listed.has(caption)) note(caption.kind === 'figure' ? 'figures' : 'tables', listedCaption(caption));
      for (const { term, id } of identifyMarks(sheet, at, document))
        note('terms', { id, level: 0, number: '', text: term });
      unit += 1;
    }
    if (html.length === 0) unit += 1;
  }
  return found;
}

/** For each unit of a segment, the ids in it that the request gives. */
export const ownIdsIn = (units: readonly string[]): string[][] =>
  units.map((unit) => Array.from(unit.matchAll(anyId), ([, id = '']) => id).filter((id) => !isGenerated(id)));
