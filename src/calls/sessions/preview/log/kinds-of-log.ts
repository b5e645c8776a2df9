import type { Session } from '../../../../store/facets/sessions.ts';
import { isAlone } from './log-segments.ts';
import { hasAny, hasFarOptions, hasLateChapters, kindOf, nameOf, type Kind } from './operation-kinds.ts';

/** What the operations of a session do to pages; `null` where these depend on operations that may be anywhere. */
export function kindsOf(session: Session, log: readonly Uint8Array[]): Kind[] | null {
  const given = log.map(kindOf);
  const kinds = given.filter((kind) => kind !== null);
  if (kinds.length < given.length || hasFarOptions(session) || showsTitleOfHtml(session, log)) return null;
  const found = withAnchors(kinds);
  return found === null || hasLateChapters(log, found) || isOnlySegment(found) || numbersNoPage(found) ? null : found;
}

/**
 * An anchor before pages from elsewhere is on their first page, and one without content after it may have a page of its
 * own.
 */
function withAnchors(kinds: readonly Kind[]): Kind[] | null {
  const found = [...kinds];
  let next: Kind | null = null;
  for (let index = kinds.length - 1; index >= 0; index -= 1) {
    const kind = kinds[index] ?? 'beside';
    if (kind === 'content' || isAlone(kind)) next = kind;
    if (kind !== 'anchor' || next === 'content') continue;
    if (next === null && !isOnPage(kinds, index)) return null;
    if (next !== null) found[index] = 'beside';
  }
  return found;
}

/** True for an anchor on the page of the content before it. */
function isOnPage(kinds: readonly Kind[], anchor: number): boolean {
  const before = kinds.slice(0, anchor).findLast((kind) => kind !== 'anchor' && kind !== 'beside' && kind !== 'font');
  return before === 'content';
}

/** True for a page of another site, or a complete HTML document, without other pages: it decides on more than its own. */
function isOnlySegment(kinds: readonly Kind[]): boolean {
  if (kinds.includes('content')) return false;
  return kinds.includes('remote') || (kinds.includes('document') && kinds.filter(isAlone).length === 1);
}

/** True where page numbers begin anew after the last page. */
function numbersNoPage(kinds: readonly Kind[]): boolean {
  const after = kinds.slice(kinds.lastIndexOf('numbers') + 1);
  return kinds.includes('numbers') && !after.some((kind) => kind === 'content' || kind === 'page' || isAlone(kind));
}

/** A placeholder of the title in JSON. */
const titleMark = /\{(?:\s|\\[nrt]){0,9}title\b/;
const titled = ['<title', '<TITLE', '<Title', '"add_template"'];
const framing: ReadonlySet<string> = new Set(['set_header', 'set_footer', 'add_stamp', 'add_watermark']);

/** True where headers, footers or stamps may show a title that only HTML has. */
function showsTitleOfHtml({ document }: Session, log: readonly Uint8Array[]): boolean {
  const { title, metadata } = JSON.parse(document) as { title?: string; metadata?: { title?: string } };
  if ((title ?? metadata?.title) !== undefined) return false;
  const frames = log.filter((operation) => framing.has(nameOf(operation)));
  const texts = [document, ...frames.map((operation) => Buffer.from(operation).toString('utf8'))];
  return texts.some((text) => titleMark.test(text)) && log.some((operation) => hasAny(operation, titled));
}
