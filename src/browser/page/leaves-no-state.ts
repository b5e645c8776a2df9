import type { PrintJob } from '../print-job.ts';
import { hasCarry } from './typeset/carry/carry.ts';
import { hasGroups } from './repeat-groups.ts';

/** Characters of HTML above which it is not read: for long documents a new document costs next to nothing. */
const maxCharacters = 100_000;

/** Elements without an effect beyond their own boxes. */
const elements =
  'a|abbr|address|article|aside|b|bdi|bdo|blockquote|body|br|caption|cite|code|col|colgroup|dd|del|dfn|div|dl|dt|em|' +
  'figcaption|figure|footer|h1|h2|h3|h4|h5|h6|head|header|hr|html|i|ins|kbd|li|main|mark|nav|ol|p|pre|q|s|samp|' +
  'section|small|span|strong|sub|sup|table|tbody|td|tfoot|th|thead|time|title|tr|u|ul|var|wbr';
/** Attributes without an effect beyond their element. Those of `body` for colours are not among them. */
const attributes =
  'abbr|align|aria-[a-z]+|border|cellpadding|cellspacing|cite|class|cols|colspan|data-[a-z-]+|datetime|dir|headers|' +
  'height|href|id|lang|nowrap|reversed|role|rowspan|scope|span|start|style|title|type|valign|value|width';

const attribute = String.raw`\s+(?:${attributes})(?:=(?:"[^"]*"|'[^']*'|[^\s"'=<>\x60]+))?`;
/** The next tag; a style element counts with its content. */
const tag = new RegExp(
  String.raw`<(?:!doctype html|meta charset="?utf-8"?|base href="https://colophon\.invalid/[\w~/]*"|` +
    String.raw`/(?:${elements})|(?:${elements})(?:${attribute})*\s*/?|style>[^<]*</style)>`,
  'iy',
);

/**
 * Parts of CSS that load something, move, or have an effect beyond the boxes of elements; and escapes, which may hide
 * such a part.
 */
const beyondBoxes = new RegExp(
  String.raw`@(?!page\b|media\b|layer\b|scope\b|supports\b)|url|image|\\|color-scheme|animation|transition|timeline|` +
    String.raw`anchor|view-|--\w+\s*:\s*\{`,
  'i',
);

/**
 * True where nothing of a printed document is left once its page is rewritten: the HTML consists of text, tables and
 * other boxes, in tags that are well formed, and scripts of ours have changed its elements at most (`measure`).
 * Rewriting (HTML, 8.4.1) replaces nodes and style sheets, but the document has the policies, the colour scheme, the
 * viewport, the link colours and the autofocus state of what was written before. All of these come from elements,
 * attributes and properties that are not listed here, and whatever is not listed counts as state. `print.ts` also
 * relies on it for documents of text and tables alone, some of which need no measurement.
 */
export function leavesNoState(job: PrintJob): boolean {
  if (job.scripts || !('html' in job.source) || job.source.html.length > maxCharacters) return false;
  if (job.destinations !== null || job.forms !== null || job.onePage !== null) return false;
  if (job.looks !== undefined) return false;
  if (job.references !== undefined || job.strings != null) return false;
  if (job.hyphens !== undefined) return false;
  if (job.footnotes !== undefined) return false;
  const { html } = job.source;
  if (job.groups !== undefined && hasGroups(html)) return false;
  if (job.carry !== undefined && hasCarry(html)) return false;
  return !beyondBoxes.test(html) && isWellFormed(html);
}

function isWellFormed(html: string): boolean {
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', tag.lastIndex)) {
    tag.lastIndex = at;
    if (!tag.test(html)) return false;
  }
  return true;
}
