import { textWidth } from '../../../html/text-width.ts';
import { mayBegin, minRows, type LongTable } from './long-table.ts';
import type { Outline } from './markup.ts';
import { Spans } from './spans.ts';
import { rulesOf } from '../../../compose/style-rules.ts';
import { widestRows, type CellEstimate } from './widest-rows.ts';

/** Display values of table heads and feet in style sheets. */
export interface TableLook {
  /** `display` of `thead`; `null` = not set. */
  readonly head: string | null;
  readonly foot: string | null;
}

const isHead = /(?:^|[>+~])thead(?:[.#:[]|$)/;
const isFoot = /(?:^|[>+~])tfoot(?:[.#:[]|$)/;
/** The last compounds of a list of selectors. */
const endsOf = (prelude: string) => prelude.split(',').map((selector) => selector.trimEnd().split(/\s/).at(-1) ?? '');
const display = /(?<![-\w])display\s*:\s*([a-z-]+)/i;

/**
 * Reads how the style sheets of a request, without comments and strings, display heads and feet. The real layout is
 * measured before the print.
 */
export function tableLook(styles: readonly string[]): TableLook {
  let look: TableLook = { head: null, foot: null };
  for (const css of styles)
    for (const { prelude, block } of rulesOf(css)) {
      const value =
        block.length > longestBlock || !block.includes('display') ? undefined : display.exec(block)?.[1]?.toLowerCase();
      if (value === undefined || prelude.length > longestBlock) continue;
      const ends = endsOf(prelude);
      look = {
        head: ends.some((end) => isHead.test(end)) ? value : look.head,
        foot: ends.some((end) => isFoot.test(end)) ? value : look.foot,
      };
    }
  return look;
}

const longestBlock = 5000;

/**
 * Attributes with which a table is not divided: automatic direction depends on the first text, and roles remove its
 * structure.
 */
const notAsItIs = / dir="auto"| role="(?:none|presentation)"/i;
/**
 * Markup in a repeated head with which a table is not divided: links, headings (each is in the outline once), and sizes
 * of its own.
 */
const keepsWhole = / href="#|<h[1-6]\b| style="[^"]*(?:height|display)\s*:/;
const maxHead = 2000;
const order = ['caption', 'colgroup', 'thead', 'tbody', 'tfoot'];

/** The surroundings of a table in HTML. */
interface HtmlTablePlace {
  /** Offset up to which markup after the table belongs to it. */
  readonly next: number;
  /** True where an operation made it, so that it has the look of its tables. */
  readonly ofOperation: boolean;
}

/** A long table of HTML; `null` where it is short, or has an unusual structure. */
export function htmlTable(
  html: string,
  { start, inside, until, kids }: Outline,
  { next, ofOperation }: HtmlTablePlace,
  look: TableLook,
): LongTable | null {
  const isBare =
    kids.every((kid, index) => html.slice(kids[index - 1]?.end ?? inside, kid.start).trim() === '') &&
    kids.every(({ name, kids: rows }) => name !== 'tbody' || rows.some((row) => row.name === 'tr'));
  const rowCount = kids.reduce((sum, { kids: rows }) => sum + rows.length, 0);
  const ranks = kids.map(({ name }) => order.indexOf(name));
  if (!isBare || rowCount < minRows || ranks.some((rank, index) => rank < 0 || rank < (ranks[index - 1] ?? 0)))
    return null;
  const named = (name: string) => kids.filter((kid) => kid.name === name);
  if (
    notAsItIs.test(html.slice(start, inside)) ||
    named('tbody').some((body) => notAsItIs.test(html.slice(body.start, body.inside)))
  )
    return null;
  const textOf = (name: string) =>
    named(name)
      .map((kid) => html.slice(kid.start, kid.end))
      .join('');
  const tag = html.slice(start, inside);
  const [caption, columns, head] = [textOf('caption'), textOf('colgroup'), textOf('thead')];
  const feet = textOf('tfoot');
  const foot = ofOperation || look.foot === 'table-row-group' ? '' : feet;
  const isStrange = (text: string, display: string | null, group: string) =>
    text !== '' && display !== null && display !== 'table-row-group' && display !== group;
  if (
    isStrange(head, look.head, 'table-header-group') ||
    isStrange(feet, look.foot, 'table-footer-group') ||
    named('thead').length > 1 ||
    named('tfoot').length > 1
  )
    return null;
  if (head.length > maxHead || foot.length > maxHead || keepsWhole.test(tag + caption + head + foot)) return null;
  const repeats = ofOperation ? !tag.includes('no-repeat-header') : look.head !== 'table-row-group';
  const bodies = named('tbody');
  const rows = rowsOf(html, bodies);
  return (
    rows && {
      tag,
      caption,
      columns,
      head,
      repeats: head !== '' && repeats,
      foot,
      ofHtml: true,
      groups: [],
      ...rows,
      close: html.slice(bodies.at(-1)?.until ?? until, next),
    }
  );
}

type Rows = Pick<LongTable, 'rows' | 'flags' | 'bodies' | 'bodyOf' | 'before' | 'widest'>;

/** Rows, each with the markup up to the next; the first row of a body with the markup before it. */
function rowsOf(html: string, bodies: readonly Outline[]): Rows | null {
  const all = bodies.flatMap(({ kids }) => kids.filter(({ name }) => name === 'tr'));
  const rows: string[] = [];
  const [flags, bodyOf, before] = [
    new Uint8Array(all.length),
    new Uint32Array(all.length),
    new Uint32Array(all.length),
  ];
  const spans = new Spans();
  const reached = new Map<number, string>();
  bodies.forEach(({ start, until, kids }, body) => {
    spans.clear();
    const own = kids.filter(({ name }) => name === 'tr');
    own.forEach((row, index) => {
      const text = html.slice(
        index > 0 ? row.start : (bodies[body - 1]?.until ?? start),
        own[index + 1]?.start ?? until,
      );
      flags[rows.length] = rows.length > 0 && !spans.cover ? mayBegin : 0;
      const inFull = spans.take(html.slice(row.start, row.end));
      if (inFull !== null || index === 0) reached.set(rows.length, inFull ?? html.slice(row.start, row.end));
      bodyOf[rows.length] = body;
      before[rows.length] = index;
      rows.push(text);
    });
  });
  const tags = bodies.map(({ start, inside }) => html.slice(start, inside));
  const widest = spans.areTooMany ? null : widestOf(rows, reached, { bodyOf, before, tags });
  return widest && { rows, flags, bodyOf, before, bodies: tags, widest };
}

/** Widths are estimated in the fonts of the service, from which those of the request may differ. */
const cellsPerKind = 24;
const measured: CellEstimate['measure'] = (cell) => {
  const lines = visibleLines(cell);
  const words = (more: number): number =>
    lines.reduce(
      (max, line) =>
        Math.max(
          max,
          line
            .split(' ')
            .reduce((longest, word) => (word.length > more ? Math.max(longest, textWidth(word, 1)) : longest), 0),
        ),
      0,
    );
  return { line: Math.max(...lines.map((line) => textWidth(line, 1))), word: words };
};

const rowStart = /<tr(?: [^\s"'<>/=]+(?:="[^"]*")?)*>/;
/** Attributes that may make a cell wider than its text. */
const widening = / (?:class|style|width|nowrap|cellpadding|dir|lang)(?:="[^"]*")?/g;
const widths = /width|font|padding|margin|white-space|spacing|display|border|word|wrap|indent|transform|zoom|hyphens/;

/** Attributes of a cell and its content on which its width depends. */
const kindOf = (html: string) =>
  html.includes('="') || html.includes(' nowrap')
    ? (html.match(widening) ?? [])
        .filter((attribute) => !attribute.startsWith(' style') || widths.test(attribute))
        .join('')
        .replaceAll(/ width="\d+"/g, '')
    : '';

interface Bodies extends Pick<Rows, 'bodyOf' | 'before'> {
  readonly tags: readonly string[];
}

/** The rows with the widest cells; rows that cells above reach into (`inFull`) are compared separately. */
function widestOf(
  rows: readonly string[],
  inFull: ReadonlyMap<number, string>,
  { bodyOf, before, tags }: Bodies,
): LongTable['widest'] | null {
  const kinds = tags.map(kindOf);
  const ofRow = (row: number) => (kinds[bodyOf[row] ?? 0] ?? '') + kindOf(rowStart.exec(rows[row] ?? '')?.[0] ?? '');
  const common = {
    measure: measured,
    kindsOf: (row: number) => {
      const own = ofRow(row);
      return (html: string) => own + kindOf(html);
    },
  };
  const plain = widestRows(rows, { ...common, isCounted: (row) => !inFull.has(row), cellsPerKind });
  const reached = widestRows(rows, { ...common, isCounted: (row) => inFull.has(row), cellsPerKind: 4 });
  const place = (row: number) => ({
    row: inFull.get(row) ?? rows[row] ?? '',
    body: bodyOf[row] ?? 0,
    before: before[row] ?? 0,
    isLast: bodyOf[row + 1] !== bodyOf[row],
  });
  // a fixed layout depends on the first row; the last one may have a look of its own (`:last-child`)
  return plain && reached && [...new Set([0, ...plain, ...reached, rows.length - 1])].sort((a, b) => a - b).map(place);
}

/** Average width of a character, in CSS pixels. */
const character = 8;
const picture = /<(?:img|svg|input|select|textarea|button)\b(?: [^\s"'<>/=]+(?:="[^"]*")?)*/g;
const widthOf = / width="(\d+)/;

/** The visible text of a cell, line by line; a picture counts as some characters. */
function visibleLines(html: string): string[] {
  if (!html.includes('<')) return [html];
  const text = html.replace(
    picture,
    (tag) => 'n'.repeat(Math.min(200, Math.ceil(Number(widthOf.exec(tag)?.[1] ?? 120) / character))) + tag,
  );
  return text.split(lineEnd).map((line) => line.replace(/<[^>]*>?/g, ''));
}

const lineEnd =
  /<(?:br|hr|\/?(?:p|div|li|ul|ol|dl|dt|dd|h[1-6]|table|tr|section|article|blockquote|pre|figure|address))(?=[\s>])[^>]*>?/;
