import { fieldLinkStyle } from '../../../content/forms/form-field.ts';
import type { CutElements, Kind } from './cut-elements.ts';
import { withoutTruths, type Vocabulary } from './live-rules.ts';
import { isLocal } from './local-selectors.ts';
import { selectorsIn, stepsOf } from './selectors.ts';
import { isOddCss, rulesOf, unescaped, type StyleRule } from '../../../compose/style-rules.ts';

const counting = /counter|(?:open|close)-quote/i;
/** References to pages: each part shows them, because the print of all parts decides on pages. */
const toPages = /\btarget-counter\([^(),]*(?:\([^()]*\)[^(),]*)?,\s*page\b/gi;
/** With rules for pages, the top of their content is unknown, by which parts are divided. */
const paged = /@page\b/i;

/**
 * Markup of a piece of HTML that changes the look of other pieces, or appears on other pages too. It includes
 * equations, because the base style sheet numbers them.
 */
const shared = ['<link', '<use', 'url(#', 'class="tml-eqn', 'colophon-unit-'];
/** Declarations that take boxes out of the flow or lay them side by side, and imports, which are not available. */
const floating =
  /@import|(?<![-\w])(?:float|position\s*:\s*(?!relative\b|static\b)\w|columns\s*:|column-(?:count|width)\s*:)|shape-outside|counter-(?:reset|increment|set)/i;
const ownStyle = /<[a-z][\w:-]*(?: [^\s"'<>/=]+(?:="[^"]*")?)*? style="([^"]*)"/g;
/** Elements that an attribute floats (HTML, 15.4.3). */
const aligned = /<(?:img|table|object|iframe|embed)(?: [^\s"'<>/=]+(?:="[^"]*")?)*? align="(?:left|right)"/i;

/**
 * True where a piece of HTML does not change how others look, and neither attributes nor styles of its elements take
 * boxes out of the flow.
 */
export function standsAlone(piece: string): boolean {
  if (shared.some((part) => piece.includes(part)) || (piece.includes(' align="') && aligned.test(piece))) return false;
  if (!piece.includes(' style="') || !floating.test(piece)) return true;
  for (const [, style = ''] of piece.matchAll(ownStyle))
    if (!style.includes(fieldLinkStyle) && floating.test(style)) return false;
  return true;
}

/**
 * True where a document with this bare style sheet looks the same in parts: the style sheet has no counters, takes no
 * boxes out of the flow, and selects no divided element by neighbours that parts do not have (see
 * sibling-placeholders.ts). In doubt the answer is false, and the document is printed in one go.
 */
export function keepsItsLook(css: string, cut: CutElements, vocabulary: Vocabulary): boolean {
  if (isOddCss(css)) return false;
  const plain = unescaped(css);
  if (counting.test(plain.replace(toPages, '')) || paged.test(plain) || floating.test(plain)) return false;
  const selectors = selectorsOf(css);
  const tags = (Object.values(cut) as Kind[]).reduce((sum, kind) => sum + kind.tags.length, 0);
  return (
    selectors !== null &&
    selectors.length * tags <= maxWork &&
    selectors.every((selector) => isLocal(withoutTruths(stepsOf(selector), vocabulary), cut))
  );
}

/** Maximum of selectors that depend on neighbours, times elements that they may match. */
const maxWork = 2_000_000;
/** Maximum number of characters of a rule's selectors. */
const maxPrelude = 20_000;

/** The selectors of a style sheet that depend on neighbours; `null` where they are too long to be read. */
function selectorsOf(css: string): string[] | null {
  const found: string[] = [];
  for (const rule of rulesOf(css)) {
    const { prelude } = rule;
    if (prelude.length > maxPrelude || (/^@scope/i.test(prelude) && dependent.test(prelude))) return null;
    const dependence = mayMakeContent(rule) ? dependent : dependentElements;
    if (!prelude.startsWith('@') && dependence.test(prelude))
      found.push(...selectorsIn(prelude).filter((selector) => dependence.test(selector)));
  }
  return found;
}

/** A selector without any of these does not depend on neighbours. */
const dependent = /:(?:nth|first|last|only|has|target|before)|[+~\\]/i;
/** The same, for a rule that makes no pseudo-elements. */
const dependentElements = /:(?:nth|first|last|only|has|target)|[+~\\]/i;

/** Only a rule with `content` makes a pseudo-element (CSS Pseudo-Elements 4, 4.1). */
const mayMakeContent = ({ block, end }: StyleRule) => end === null || /content|\\/i.test(block);
