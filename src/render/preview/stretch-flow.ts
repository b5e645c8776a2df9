import type { Listing } from '../compose/contents.ts';
import { contentOf, flowParts, type PageOptions } from '../compose/page.ts';
import { unescaped } from '../compose/style-rules.ts';
import type { Document } from '../model/document.ts';
import type { FlowSegment } from '../model/segments.ts';
import { longFlow } from '../print/fragments/planning/long-flow.ts';
import { undividedBlocks } from '../print/fragments/planning/plain-pieces.ts';
import type { LongFlow } from '../print/fragments/planning/flow.ts';
import { topOf } from '../numbering/count-headings.ts';
import { noNumbers } from '../numbering/stretch-numbers.ts';
import type { NumbersBefore, NumberState, StretchNumbers } from '../numbering/stretch-numbers.ts';
import { mayHaveOwn } from '../typeset/styles/own-declarations.ts';
import { noSharedStyles, type SharedStyles, type StretchStyles } from '../typeset/styles/stretch-styles.ts';
import { isLocal } from './is-local.ts';
import { listedInStretch, ownIdsIn, type ListedInStretch } from './listed-in-stretch.ts';

/** How far a document is after one of its steps. */
export interface StepEnd {
  readonly segments: number;
  /** Sheets of the last segment. */
  readonly sheets: number;
  /** Pieces of the last sheet. */
  readonly pieces: number;
  /** Used part of the budget for highlighting code. */
  readonly highlighted: number;
  readonly headings: number;
}

/** What a stretch of a document has beside its flow. */
export interface StretchFacts {
  /** For each unit of the flow, the index of the step that made it. */
  readonly owners: readonly number[];
  /** For each unit, its number of characters. */
  readonly characters: readonly number[];
  /** For each step, what it took of the budget for highlighting code. */
  readonly highlighted: readonly number[];
  /** What tables of contents may list of it; empty where the document has none. */
  readonly listed: readonly ListedInStretch[];
  /** For each unit, the ids in it that the request gives; empty where the document has no tables of contents. */
  readonly ids: readonly (readonly string[])[];
  /** For each step, how far the numbers are after it; empty where the document has none. */
  readonly numbers: readonly NumbersAfter[];
  /** For each step, the texts of its headings. */
  readonly headings: readonly (readonly string[])[];
}

/** How far the numbers of a document are after a step. */
export interface NumbersAfter {
  readonly state: NumberState;
  /** The highest level of the numbered headings of the step. */
  readonly top: number;
}

/** What the print of a stretch takes from its whole document. */
export interface StretchOptions extends SharedByAll {
  /** The numbers before it; `null` where the document has none. */
  readonly numbers: NumbersBefore | null;
  /** True where that is printed in parts, and its headers and footers afterwards. */
  readonly inParts: boolean;
}

/** The longest headings of a whole document, by which headers and footers that show headings are measured. */
export interface LongestHeadings {
  readonly heading: string;
  /** The longest value of each string, by its key, see `longestStrings`. */
  readonly strings: readonly (readonly [key: string, value: string])[];
}

/** What operations of a document have in common, wherever they are. */
export interface SharedByAll {
  /** Assets that are the family of a `set_font`, so that style sheets can name them. */
  readonly families: readonly string[];
  /** What its tables of contents list; `null` where it has none. */
  readonly listing: Listing | null;
  /** The longest headings of the whole document; `null` where no header or footer shows headings. */
  readonly headed: LongestHeadings | null;
  /** The styles that content adds to the whole document. */
  readonly styles: SharedStyles;
}

/** What a document takes that is composed by itself. */
export const nothingShared: SharedByAll = { families: [], listing: null, headed: null, styles: noSharedStyles };

/** How far a document is now. */
export function stepEnd({ segments, highlighting, headings }: Document): StepEnd {
  const last = segments.at(-1);
  const sheets = last?.kind === 'flow' ? last.sheets : [];
  return {
    segments: segments.length,
    sheets: sheets.length,
    pieces: sheets.at(-1)?.html.length ?? 0,
    highlighted: highlighting.squaredCharacters,
    headings: headings.length,
  };
}

/** The ends of the steps of a stretch, and the options of its page. */
export interface StretchJob extends StretchOptions {
  /** What was noted of its numbers. */
  readonly numbered: StretchNumbers | null;
  /** What was noted of its styles. */
  readonly styled: StretchStyles;
  readonly ends: readonly StepEnd[];
  readonly options: PageOptions;
}

/** The segment of a stretch: added pages may be before or after it, as in the whole document. */
export const stretchSegment = ({ segments }: Document): FlowSegment | undefined =>
  segments.findLast((segment) => segment.kind === 'flow');

/**
 * The flow of a stretch: each operation is a unit, or several, and none is divided. `null` where its pages depend on
 * operations elsewhere.
 */
export function stretchFlow(
  document: Document,
  { ends, options, inParts, listing, headed, numbered, styled }: StretchJob,
): { readonly flow: LongFlow; readonly facts: StretchFacts } | null {
  const segment = stretchSegment(document);
  const isListed = listing !== null;
  if (
    segment === undefined ||
    !isLocal(document, { isListed, isNumbered: numbered !== null, isHeaded: headed !== null }) ||
    styled.shared.elements.some(reachesPages)
  )
    return null;
  // Links of tables of contents have other addresses here.
  if (isListed && document.styles.some((css) => /href/i.test(unescaped(css)))) return null;
  const listed = isListed ? listedInStretch(document, segment) : [];
  const { elements } = styled.shared;
  const blocks = undividedBlocks(document, segment, elements);
  if (blocks === null) return null;
  document.inParts = inParts;
  const units = segment.sheets.flatMap(({ html }) => contentOf(html));
  const owners = ownersOf(segment, ends, document.segments.indexOf(segment) + 1);
  return {
    flow: longFlow(flowParts(document, segment, options), blocks, segment.anchors, {
      partSize: Infinity,
      styles: elements,
    }),
    facts: {
      owners,
      numbers: numbered === null ? [] : numbersAfter(document, numbered, { owners, ends }),
      characters: units.map(({ length }) => length),
      highlighted: ends.map(({ highlighted }, index) => highlighted - (ends[index - 1]?.highlighted ?? 0)),
      headings: ends.map(({ headings }, index) =>
        document.headings.slice(ends[index - 1]?.headings ?? 0, headings).map(({ text }) => text),
      ),
      listed,
      ids: isListed ? ownIdsIn(units) : [],
    },
  };
}

function numbersAfter(
  { headings }: Document,
  { before, ...noted }: StretchNumbers,
  { owners, ends }: { readonly owners: readonly number[]; readonly ends: readonly StepEnd[] },
): NumbersAfter[] {
  const state = before.state ?? noNumbers;
  return ends.map((end, step) => {
    const own = headings.slice(ends[step - 1]?.headings ?? 0, end.headings);
    return {
      state: {
        headings: noted.headings[end.headings - 1] ?? state.headings,
        captions: noted.captions[owners.findLastIndex((owner) => owner <= step)] ?? state.captions,
      },
      top: topOf(own.flatMap(({ counted }) => counted ?? [])),
    };
  });
}

/** True for a style element that may set pages, or has declarations that the service implements. */
const reachesPages = (element: string): boolean => /@page/i.test(unescaped(element)) || mayHaveOwn(element);

const noStep: StepEnd = { segments: 0, sheets: 0, pieces: 0, highlighted: 0, headings: 0 };

/** `segments` are all up to this one. */
function ownersOf({ sheets }: FlowSegment, ends: readonly StepEnd[], segments: number): number[] {
  const owners: number[] = [];
  let step = 0;
  for (const [index, { html }] of sheets.entries())
    for (const [piece] of contentOf(html).entries()) {
      const isThere = ({ segments: all, sheets: count, pieces }: StepEnd): boolean =>
        all > segments ||
        (all === segments && (count > index + 1 || (count === index + 1 && (pieces > piece || html.length === 0))));
      while (step < ends.length - 1 && !isThere(ends[step] ?? noStep)) step += 1;
      owners.push(step);
    }
  return owners;
}
