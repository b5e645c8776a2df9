import { headingsOf, listedCaption, type Listed } from '../compose/contents.ts';
import type { Document } from '../model/document.ts';
import type { CompleteSegment } from '../model/segments.ts';
import { listedCaptions } from '../typeset/captions/settle-captions.ts';
import { marksOfComplete } from '../typeset/index/settle-index.ts';
import { isLocal } from './is-local.ts';
import { isGenerated, type ListedInStretch } from './listed-in-stretch.ts';
import type { StretchFacts, StretchOptions } from './stretch-flow.ts';

const anyId = /\sid\s*=\s*["']?([^\s"'>]+)/gi;

/**
 * What a complete HTML document has beside its pages, which are printed by themselves; `null` where they depend on the
 * rest of the session.
 */
export function documentFacts(
  document: Document,
  segment: CompleteSegment,
  { listing, headed }: Pick<StretchOptions, 'listing' | 'headed'>,
): StretchFacts | null {
  const others = { ...document, segments: document.segments.filter(({ kind }) => kind !== 'complete') };
  if (!isLocal(others, { isListed: listing !== null, isNumbered: true, isHeaded: headed !== null })) return null;
  const listed = listing === null ? [] : listedIn(document, segment);
  segment.anchors.push(...listed.map(({ id }) => id));
  const ids = listing === null ? [] : Array.from(segment.html.source.matchAll(anyId), ([, id = '']) => id);
  return {
    ...{ owners: [0], characters: [0], highlighted: [0], numbers: [], listed, ids: [ids] },
    headings: [document.headings.map(({ text }) => text)],
  };
}

function listedIn(document: Document, segment: CompleteSegment): ListedInStretch[] {
  const index = document.segments.indexOf(segment);
  const captionsOf = (kind: 'figure' | 'table'): Listed[] =>
    listedCaptions(document, kind)
      .filter((caption) => caption.segment === index)
      .map(listedCaption);
  const headings = headingsOf(document, { segment, index }); // their ids are those of terms too
  const terms = marksOfComplete(document, segment, index).map(({ term, id }): Listed => ({
    ...{ id, segment: index, level: 0, number: '', text: term },
  }));
  const lists = {
    headings,
    figures: captionsOf('figure'),
    tables: captionsOf('table'),
    terms,
  } satisfies Record<ListedInStretch['of'], Listed[]>;
  return Object.entries(lists).flatMap(([of, list]) =>
    list.map((one) => ({ ...one, of: of as ListedInStretch['of'], unit: 0, hasOwnId: !isGenerated(one.id) })),
  );
}
