import { pointer } from '../../../input/input.ts';
import { nearName } from '../../../near-names.ts';
import { idOfName } from '../../../pdf/objects/id-of-name.ts';
import type { Document } from '../../model/document.ts';
import type { CompleteSegment, FlowSegment } from '../../model/segments.ts';
import type { Warning } from '../../model/types/warning.ts';
import type { Made } from '../../model/types/made.ts';
import { placeOf } from '../../plan/made.ts';
import { placeholders } from '../../running/running-html.ts';
import { attributesIn, idsIn, linksIn, stylesIn } from '../../compose/tags.ts';
import { unknownStrings } from './unknown-strings.ts';
import { cssMistakes } from './css-mistakes.ts';

/** Maximum number of reported findings of one kind. */
const maxFindings = 20;

/** Finds certain mistakes of a whole document that nothing else reports: broken links, and CSS without effect. */
export function findMistakes(document: Document): Warning[] {
  return [
    ...unknownPlaceholders(document),
    ...unknownStrings(document),
    ...brokenLinks(document),
    ...cssWarnings(document),
  ];
}

/** A word in braces; braces of CSS and JSON contain more. */
const wordInBraces = /\{([A-Za-z][\w-]{0,30})\}/g;

/** Words of placeholders that have a form of their own, see unknown-strings.ts. */
const ofStrings: ReadonlySet<string> = new Set(['heading', 'string']);

/** Placeholders of headers, footers and stamps that do not exist. */
function unknownPlaceholders({ made, bates }: Document): Warning[] {
  const known: readonly string[] = placeholders.filter((name) => name !== 'bates' || bates !== null);
  const found = new Map<string, Made>();
  for (const piece of made)
    if (piece.kind !== 'html' && piece.kind !== 'css')
      for (const [, word = ''] of piece.text.matchAll(wordInBraces))
        if (!known.includes(word) && !found.has(word) && !ofStrings.has(word)) found.set(word, piece);
  return Array.from(found, ([word, piece]) => {
    const near = nearName(word, known, 3);
    return {
      code: 'placeholder-unknown',
      message:
        `A ${piece.kind} has \`{${word}}\`, which is no placeholder and is printed ` +
        ('unchanged.' + hintFor(word, near, known)),
      pointer: placeOf(piece, `{${word}}`),
    };
  }).slice(0, maxFindings);
}

function hintFor(word: string, near: string | null, known: readonly string[]): string {
  if (word === 'bates') return ' `set_bates` makes it one.';
  return near === null ? ` There are ${known.map((name) => `{${name}}`).join(' ')}.` : ` Is \`{${near}}\` meant?`;
}

type Content = FlowSegment | CompleteSegment;
const contentOf = ({ segments }: Document): Content[] =>
  segments.filter((segment): segment is Content => segment.kind === 'flow' || segment.kind === 'complete');

/** Links to ids that the document does not have. Not with scripts, which may add ids. */
function brokenLinks(document: Document): Warning[] {
  const content = contentOf(document);
  if (content.some(({ scripts }) => scripts)) return [];
  const links = new Map<string, string>();
  for (const piece of document.made)
    if (piece.kind === 'html')
      for (const id of linksIn(piece.text)) if (!links.has(id)) links.set(id, placeOf(piece, `#${id}`));
  for (const segment of content)
    if (segment.kind === 'complete')
      for (const { id } of segment.html.links) if (!links.has(id)) links.set(id, segment.pointer);
  if (links.size === 0) return [];
  const ids = new Set(
    content.flatMap((segment) =>
      segment.kind === 'complete' ? [...segment.html.ids] : segment.sheets.flatMap(({ html }) => html.flatMap(idsIn)),
    ),
  );
  const broken = [...links].filter(([link]) => link !== 'top' && !ids.has(link) && !ids.has(idOfName(link)));
  return broken.slice(0, maxFindings).map(([link, place]) => ({
    code: 'link-broken',
    message:
      `A link leads to \`#${link.slice(0, 100)}\`, and nothing in the document has this id: it is printed as ` +
      'text.',
    pointer: place,
  }));
}

/** CSS, and its place in the request. */
interface Sheet {
  readonly css: string;
  readonly pointer: string;
}

function cssWarnings(document: Document): Warning[] {
  const content = contentOf(document).filter(({ scripts }) => !scripts);
  const fragments = fragmentSheets(document);
  const all = [
    ...document.made.filter(({ kind }) => kind === 'css').map(sheetOf),
    ...(content.length > 0 ? assetSheets(document) : []),
    ...fragments,
    ...styleAttributes(document),
    ...content.flatMap((segment) =>
      segment.kind === 'complete'
        ? [...segment.html.sheets.flatMap((sheet) => ('text' in sheet ? sheet.text : [])), ...segment.styles].map(
            (css) => ({ css, pointer: segment.pointer }),
          )
        : [],
    ),
  ];
  const found = new Map<string, string>();
  for (const { css, pointer: place } of all)
    for (const message of cssMistakes(css)) if (!found.has(message)) found.set(message, place);
  const pages = fragments.find(({ css }) => css.includes('@page'));
  if (pages)
    found.set(
      '`@page` in a fragment is no rule for the pages of the fragment. State `document.size` and ' +
        '`document.margin`, or send a complete document.',
      pages.pointer,
    );
  return Array.from(found, ([message, place]) => ({ code: 'css-ignored', message, pointer: place })).slice(
    0,
    maxFindings,
  );
}

const sheetOf = (piece: Made): Sheet => ({ css: piece.text, pointer: placeOf(piece, piece.text) });

function assetSheets({ assets }: Document): Sheet[] {
  return assets
    .filter(({ contentType }) => contentType === 'text/css')
    .map(({ name, data }) => ({
      css: Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('utf8'),
      pointer: pointer(['document', 'assets', name]),
    }));
}

/** Maximum number of style attributes that are read, each different from the others, and of their characters. */
const maxAttributes = 500;
const maxAttributeCharacters = 5000;

/** Style attributes of HTML of the request, as rules; other operations write their own. */
function styleAttributes({ made, segments }: Document): Sheet[] {
  if (segments.some((segment) => segment.kind === 'flow' && segment.scripts)) return [];
  const found = new Map<string, string>();
  for (const piece of made) {
    if (piece.kind !== 'html' || piece.step?.name !== 'add_html') continue;
    for (const { value } of attributesIn(piece.text, ['style'])) {
      if (found.size >= maxAttributes || found.has(value)) continue;
      if (value !== '' && value.length <= maxAttributeCharacters) found.set(value, placeOf(piece, value));
    }
  }
  return Array.from(found, ([text, place]) => ({
    css: `x{${text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')}}`,
    pointer: place,
  }));
}

/** The style elements of content in the flow, unless its scripts may change them. */
function fragmentSheets({ made, segments }: Document): Sheet[] {
  if (segments.some((segment) => segment.kind === 'flow' && segment.scripts)) return [];
  return made
    .filter(({ kind }) => kind === 'html')
    .flatMap((piece) => stylesIn(piece.text).map(({ css }) => ({ css, pointer: placeOf(piece, css) })));
}
