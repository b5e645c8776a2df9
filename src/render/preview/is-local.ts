import type { Document } from '../model/document.ts';
import { hasStrings } from '../running/strings/placeholder.ts';

/**
 * For each field of a document, when it makes pages depend on operations that are elsewhere in the document; `null` =
 * never, or in a way that a stretch takes into account (see docs/how-a-document-is-made.md, Previews).
 */
const reaches: Record<keyof Document, ((document: Document) => boolean) | null> = {
  pages: null,
  paper: ({ paper }) => paper !== null,
  openPage: null,
  chapter: null,
  chapters: ({ chapters }) => chapters.length > 0,
  pageNumbers: null,
  numberedFrom: null,
  bates: null,
  lang: null,
  metadata: null,
  stated: null,
  titledByHtml: ({ titledByHtml }) => titledByHtml,
  pendingAnchors: ({ pendingAnchors }) => pendingAnchors.length > 0,
  scale: null,
  media: null,
  density: null,
  singlePage: ({ singlePage }) => singlePage,
  inParts: null,
  fontFaces: null,
  styles: null,
  contentStyles: null,
  ownProperties: ({ ownProperties }) => ownProperties.size > 0,
  stringNames: null,
  marginStrings: ({ marginStrings }) => marginStrings.length > 0,
  footnotes: ({ footnotes }) => footnotes !== null,
  noteStyles: null,
  declaredMarks: null,
  stamps: null,
  segments: ({ segments }) => segments.some(({ kind }) => kind !== 'flow' && kind !== 'existing'),
  runningContent: ({ runningContent }) => runningContent.some(({ chapter }) => chapter > 0),
  overlays: ({ overlays }) => overlays.some(({ kind }) => kind !== 'watermark'),
  assets: null,
  folder: null,
  font: null,
  fontSize: null,
  numbering: null,
  captions: null,
  captioned: null,
  headings: null,
  palette: null,
  unbookmarked: null,
  bookmarks: null,
  attachments: null,
  fields: null,
  invoice: null,
  references: ({ references }) => references.length > 0,
  linked: ({ linked }) => linked.length > 0,
  contents: ({ contents }) => contents.length > 0,
  collects: null,
  hasIndex: ({ hasIndex }) => hasIndex,
  warnings: null,
  made: null,
  loads: null,
  highlighting: null,
  counter: null,
};

const showsHeadings = (text: string): boolean => text.includes('{section}') || hasStrings(text);

/**
 * True where each page of a composed document follows from the operations before it, and those of the whole; `isListed`
 * where what its tables of contents list is given, `isNumbered` where the numbers before it are, `isHeaded` where the
 * longest headings of the whole are.
 */
export function isLocal(
  document: Document,
  { isListed, isNumbered, isHeaded }: Readonly<Record<'isListed' | 'isNumbered' | 'isHeaded', boolean>>,
): boolean {
  if (document.collects && !isListed) return false;
  if (!isHeaded && document.runningContent.some(({ content }) => Object.values(content).some(showsHeadings)))
    return false;
  if ((document.numbering !== null || document.captions !== null) && !isNumbered) return false;
  return !Object.values(reaches).some((reachesFar) => reachesFar?.(document) === true);
}
