import { assetsOf, fontFaces } from '../compose/assets.ts';
import { fontType } from '../html/font-kind.ts';
import { numberingOf } from '../numbering/numbering-options.ts';
import { madeByOptions } from '../plan/made.ts';
import type { HtmlSource } from '../received/html-request.ts';
import { runningContentOf } from '../running/running-content.ts';
import { captionsOf } from '../typeset/captions/caption-options.ts';
import { footnoteOptions } from '../typeset/footnotes/footnote-options.ts';
import { plainNotes } from './types/note-styles.ts';
import { paperOf } from '../typeset/paper/paper-options.ts';
import { mainPage, type Document, type RunningContent } from './document.ts';
import { pageSetup, statedBy } from './page-setup.ts';
import type { DocumentOptions } from './request.ts';

/** Source of a document that was not sent as a file. */
const noSource: HtmlSource = { folder: '', pointer: '', warnings: [] };

/**
 * The document before its first operation. An asset that is a font can be the family of `set_font`. Throws AppError
 * `invalid-font`.
 */
export function startDocument(
  options: DocumentOptions,
  given: HtmlSource | undefined,
  families: ReadonlySet<string>,
): Document {
  const source = given ?? noSource;
  const assets = assetsOf(options.assets ?? {});
  const named = assets.filter(({ name, data }) => families.has(name) && fontType(data) !== undefined);
  const ofAssets = named.map(({ name, data }) => ({ family: name, data }));
  const fonts = fontFaces([...(options.fonts ?? []), ...ofAssets]);
  return {
    ...startingPages(options, assets),
    lang: options.lang ?? 'en',
    stated: statedBy(options),
    titledByHtml: false,
    pendingAnchors: [],
    metadata: { ...(options.title === undefined ? {} : { title: options.title }), ...options.metadata },
    scale: options.scale ?? 1,
    media: options.media ?? 'print',
    density: options.density ?? 'normal',
    singlePage: options.singlePage ?? false,
    inParts: false,
    fontFaces: fonts.css,
    styles: [...(fonts.css === '' ? [] : [fonts.css]), ...(options.css === undefined ? [] : [options.css])],
    contentStyles: new Set(),
    ...{ ownProperties: new Set(), stringNames: new Set(), marginStrings: [], declaredMarks: null },
    footnotes: footnoteOptions(options.footnotes),
    noteStyles: plainNotes,
    segments: [],
    runningContent: startingContent(options),
    overlays: [],
    stamps: [],
    assets: [...assets, ...fonts.assets],
    folder: source.folder,
    font: null,
    fontSize: null,
    numbering: numberingOf(options.numbering),
    captions: captionsOf(options.captions, options.lang ?? 'en'),
    captioned: [],
    ...(options.palette && { palette: options.palette }),
    headings: [],
    unbookmarked: [],
    bookmarks: [],
    attachments: [],
    fields: [],
    invoice: null,
    references: [],
    linked: [],
    contents: [],
    collects: false,
    hasIndex: false,
    warnings: [...source.warnings],
    made: madeByOptions(options),
    loads: new Map(),
    highlighting: { squaredCharacters: 0 },
    counter: 0,
  };
}

/** The headers and footers in the options of a document. */
const startingContent = (options: DocumentOptions): RunningContent[] =>
  (['header', 'footer'] as const).flatMap((edge) => {
    const content = options[edge];
    return content ? [runningContentOf(edge, content, { chapter: 0, pointer: `/document/${edge}` })] : [];
  });

/** The kinds of page of a document before its first operation, and their numbers. */
function startingPages(options: DocumentOptions, assets: readonly { readonly name: string }[]) {
  const paper = paperOf(options);
  const main = pageSetup(
    options,
    assets.map(({ name }) => name),
  );
  return {
    pages: { [mainPage]: { ...main, bleed: paper?.bleed ?? 0 } },
    ...{ paper, openPage: mainPage, chapter: 0, chapters: [], pageNumbers: [], numberedFrom: [], bates: null },
  };
}
