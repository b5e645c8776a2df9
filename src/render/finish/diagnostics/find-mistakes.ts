import { nearName } from '../../../near-names.ts';
import { idOfName } from '../../../pdf/objects/id-of-name.ts';
import type { Document } from '../../model/document.ts';
import type { CompleteSegment, FlowSegment } from '../../model/segments.ts';
import type { Warning } from '../../model/types/warning.ts';
import { placeholders } from '../../running/running-html.ts';
import { idsIn, linksIn, stylesIn } from '../../compose/tags.ts';
import { cssMistakes } from './css-mistakes.ts';

/** Maximum number of reported findings of one kind. */
const maxFindings = 20;

/** Finds certain mistakes of a whole document that nothing else reports: broken links, and CSS without effect. */
export function findMistakes(document: Document): Warning[] {
  return [...unknownPlaceholders(document), ...brokenLinks(document), ...cssWarnings(document)];
}

/** A word in braces; braces of CSS and JSON contain more. */
const wordInBraces = /\{([A-Za-z][\w-]{0,30})\}/g;

/** Placeholders of headers and footers that do not exist. */
function unknownPlaceholders({ runningContent }: Document): Warning[] {
  const texts = runningContent.flatMap(({ edge, content }) =>
    ('html' in content ? [content.html] : [content.left, content.center, content.right]).map(
      (text) => [edge, text] as const,
    ),
  );
  const found = new Map<string, string>();
  for (const [edge, text] of texts)
    for (const [, word = ''] of text.matchAll(wordInBraces))
      if (!placeholders.includes(word as (typeof placeholders)[number])) found.set(word, edge);
  return Array.from(found, ([word, edge]) => {
    const near = nearName(word, placeholders, 3);
    return {
      code: 'placeholder-unknown',
      message:
        `A ${edge} has \`{${word}}\`, which is no placeholder and is printed ` +
        ('unchanged.' +
          (near === null
            ? ` There are ${placeholders.map((name) => `{${name}}`).join(' ')}.`
            : ` Is \`{${near}}\` meant?`)),
    };
  }).slice(0, maxFindings);
}

type Content = FlowSegment | CompleteSegment;
const contentOf = ({ segments }: Document): Content[] =>
  segments.filter((segment): segment is Content => segment.kind === 'flow' || segment.kind === 'complete');

/** Links to ids that the document does not have. Not with scripts, which may add ids. */
function brokenLinks(document: Document): Warning[] {
  const content = contentOf(document);
  if (content.some(({ scripts }) => scripts)) return [];
  const links = new Set(
    content.flatMap((segment) =>
      segment.kind === 'complete'
        ? segment.html.links.map(({ id }) => id)
        : segment.sheets.flatMap(({ html }) => html.flatMap(linksIn)),
    ),
  );
  if (links.size === 0) return [];
  const ids = new Set(
    content.flatMap((segment) =>
      segment.kind === 'complete' ? [...segment.html.ids] : segment.sheets.flatMap(({ html }) => html.flatMap(idsIn)),
    ),
  );
  const broken = [...links].filter((link) => link !== 'top' && !ids.has(link) && !ids.has(idOfName(link)));
  return broken.slice(0, maxFindings).map((link) => ({
    code: 'link-broken',
    message:
      `A link leads to \`#${link.slice(0, 100)}\`, and nothing in the document has this id: it is printed as ` +
      'text.',
  }));
}

function cssWarnings(document: Document): Warning[] {
  const given = document.styles.filter((css) => css !== document.fontFaces);
  const sheets = document.assets
    .filter(({ contentType }) => contentType === 'text/css')
    .map(({ data }) => Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('utf8'));
  const content = contentOf(document).filter(({ scripts }) => !scripts);
  const fragments = content.flatMap((segment) =>
    segment.kind === 'flow'
      ? segment.sheets.flatMap(({ html }) => html.flatMap((piece) => stylesIn(piece).map(({ css }) => css)))
      : [],
  );
  const complete = content.flatMap((segment) =>
    segment.kind === 'complete'
      ? [...segment.html.sheets.flatMap((sheet) => ('text' in sheet ? sheet.text : [])), ...segment.styles]
      : [],
  );
  const messages = new Set(
    [...given, ...(content.length > 0 ? sheets : []), ...fragments, ...complete].flatMap(cssMistakes),
  );
  if (fragments.some((css) => css.includes('@page')))
    messages.add(
      '`@page` in a fragment is no rule for the pages of the fragment. State `document.size` and ' +
        '`document.margin`, or send a complete document.',
    );
  return [...messages].slice(0, maxFindings).map((message) => ({ code: 'css-ignored', message }));
}
