import type { Document } from '../model/document.ts';
import type { CompleteSegment } from '../model/segments.ts';
import { isLanguageTag } from '../../input/language-tag.ts';

/** The complete HTML documents of a document, in order. */
export const completeSegments = ({ segments }: Document): CompleteSegment[] =>
  segments.filter((segment) => segment.kind === 'complete');

/**
 * True where a document consists of one complete HTML document, which then decides on everything that the request does
 * not set.
 */
export const isAlone = ({ segments }: Document): boolean => segments.length === 1 && segments[0]?.kind === 'complete';

/**
 * Takes title, author, description, keywords and language from complete HTML documents (HTML, 4.2.5.1), where the
 * request sets none.
 */
export function takeMetadata(document: Document): void {
  const complete = completeSegments(document);
  const [first] = complete;
  if (first === undefined) return;
  const { metadata } = document;
  const title = complete.find(({ html }) => html.title !== undefined)?.html.title;
  if (metadata.title === undefined) {
    if (title !== undefined) metadata.title = title;
    document.titledByHtml = isAlone(document) && first.scripts;
  }
  if (!isAlone(document)) return;
  const { lang, metadata: stated } = first.html;
  if (!document.stated.lang && lang !== undefined && isLanguageTag(lang)) document.lang = lang;
  const [author, subject, keywords] = ['author', 'description', 'keywords'].map((name) => stated.get(name));
  if (author !== undefined) metadata.author ??= author;
  if (subject !== undefined) metadata.subject ??= subject;
  if (keywords !== undefined)
    metadata.keywords ??= keywords
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
}
