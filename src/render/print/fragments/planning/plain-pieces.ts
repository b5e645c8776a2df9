import { bareCss, unescaped } from '../../../compose/style-rules.ts';
import { contentOf } from '../../../compose/page.ts';
import { stylesIn, withoutComments } from '../../../compose/tags.ts';
import type { Document } from '../../../model/document.ts';
import type { FlowSegment, Sheet } from '../../../model/segments.ts';
import { cutElements } from './cut-elements.ts';
import type { LongBlock } from './flow.ts';
import { liveRules, vocabularyOf, type Vocabulary } from './live-rules.ts';
import { keepsItsLook, standsAlone } from './splittable-styles.ts';
import { hasBleedBorder } from '../../../typeset/paper/bleed.ts';

/**
 * The blocks of a segment, none of which is divided: a part may begin with each of its pieces. `null` where it would
 * look different in parts. `elements` are the style elements of all of its document.
 */
export function undividedBlocks(
  document: Document,
  segment: FlowSegment,
  elements: readonly string[],
): LongBlock[] | null {
  const pieces = plainPieces(document, segment);
  if (pieces === null) return null;
  const blocks = segment.sheets.map(({ html }, sheet) => ({ sheet, within: [], others: [], pieces: contentOf(html) }));
  const given = [...document.styles, ...elements.flatMap(stylesIn).map(({ css }) => css)];
  if (given.length === 0) return blocks;
  const vocabulary = vocabularyOf(pieces);
  if (vocabulary === null) return null;
  const styles = given.map((css) => liveRules(bareCss(css), vocabulary));
  return keepLooks(styles, blocks, { segment, vocabulary }) ? blocks : null;
}

/** The pieces of a segment; `null` where one of them changes the look of others, or its page is only known later. */
export function plainPieces(document: Document, segment: FlowSegment): string[] | null {
  if (document.marginStrings.length > 0) return null;
  if (hasBleedBorder(document)) return null;
  if (document.footnotes !== null) return null;
  if (document.singlePage || segment.scripts || segment.waitFor.length > 0 || segment.probes.length > 0) return null;
  const pieces = segment.sheets.flatMap(({ html }) => html);
  if (pieces.some((piece) => piece.startsWith('<div class="colophon-placed"') || !standsAlone(piece))) return null;
  return pieces.some(hasUnsureStyles) ? null : pieces;
}

/** The style sheets that apply to a segment, those of its pieces included. */
export const stylesFor = (document: Document, segment: FlowSegment) => [
  ...document.styles,
  ...stylesOfSheets(segment.sheets),
];

/** True where these styles select no divided element by neighbours that parts do not have. */
export function keepLooks(
  styles: readonly string[],
  blocks: readonly LongBlock[],
  { segment, vocabulary }: { readonly segment: FlowSegment; readonly vocabulary: Vocabulary },
): boolean {
  const cut = cutElements(blocks, segment.sheets.length);
  return styles.every((css) => !ofIds.test(unescaped(css)) && keepsItsLook(css, cut, vocabulary));
}

/** Marks are ids, so selectors for parts of ids could match them. */
const ofIds = /\[[\s*|]*id\b/i;

/** Style sheets in pieces of HTML, which apply to the whole document. */
const stylesOfSheets = (sheets: readonly Sheet[]) =>
  sheets.flatMap(({ html }) =>
    html.flatMap((piece) => (piece.includes('<style') ? stylesIn(piece).map(({ css }) => css) : [])),
  );
/** True where comments or templates may contain style elements, which have no effect. */
const hasUnsureStyles = (html: string) =>
  html.includes('<style') &&
  (html.includes('<template') ||
    (html.includes('<!--') &&
      (html.match(styleStart) ?? []).length !== (withoutComments(html).match(styleStart) ?? []).length));
const styleStart = /<style\b/g;
