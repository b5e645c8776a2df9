import { tagsIn, type Tag } from '../../compose/tags.ts';
import { attributesOf } from '../tag-attributes.ts';
import type { CaptionKind } from './caption-options.ts';

/** A figure or table with a caption, in serialized HTML. Offsets are those of its HTML. */
export interface FoundCaption {
  readonly kind: CaptionKind;
  readonly start: number;
  /** Where an attribute of its start tag may be inserted. */
  readonly attributesAt: number;
  /** Its own id, or `undefined`. */
  readonly id: string | undefined;
  /** The content of its caption. */
  readonly from: number;
  readonly to: number;
  /** False where `data-numbered="no"` opts out, or another caption is around it. */
  readonly isNumbered: boolean;
  /** False where `data-toc="no"` leaves it out of lists, or another caption is around it. */
  readonly isListed: boolean;
}

interface Open {
  readonly name: string;
  readonly start: number;
  readonly tag: string;
  hasTable: boolean;
  hasPicture: boolean;
  caption: { readonly tag: string; readonly from: number; to: number } | null;
}

/** What makes a figure one, even where a table stands in it. */
export const pictures: ReadonlySet<string> = new Set([
  'img',
  'svg',
  'picture',
  'canvas',
  'video',
  'object',
  'math',
  'pre',
]);
const captionOf: Readonly<Record<string, string>> = { figure: 'figcaption', table: 'caption' };
const holderOf: Readonly<Record<string, string>> = { figcaption: 'figure', caption: 'table' };

/** True for HTML that may have captions. */
export const mayHaveCaptions = (html: string): boolean => html.includes('<figcaption') || html.includes('<caption');

/**
 * The figures and tables with a caption in serialized HTML (lower-case tags, everything closed), in order. A figure that
 * holds a table and no picture is a table.
 */
export function findCaptions(html: string): FoundCaption[] {
  if (!mayHaveCaptions(html)) return [];
  const found: (FoundCaption & { readonly end: number; readonly isFigure: boolean })[] = [];
  const open: Open[] = [];
  for (const tag of tagsIn(html)) {
    const { name, isEnd, start, end } = tag;
    if (holderOf[name] !== undefined) noteCaption(open, html, tag);
    else if (captionOf[name] !== undefined && isEnd) {
      const at = open.findLastIndex((one) => one.name === name);
      for (const closed of at < 0 ? [] : open.splice(at))
        if (closed.caption !== null) found.push({ ...read(closed), end, isFigure: closed.name === 'figure' });
    } else if (captionOf[name] !== undefined) {
      const own = html.slice(start, end);
      const figure = name === 'table' ? open.findLast((one) => one.name === 'figure') : undefined;
      if (figure) figure.hasTable = true;
      open.push({ name, start, tag: own, hasTable: false, hasPicture: false, caption: null });
    } else if (pictures.has(name)) {
      const holder = open.at(-1);
      if (holder?.name === 'figure') holder.hasPicture = true;
    }
  }
  let coveredUntil = 0;
  return found
    .sort((one, other) => one.start - other.start)
    .map(({ end, isFigure, ...caption }) => {
      const isInner = end < coveredUntil;
      if (isFigure) coveredUntil = Math.max(coveredUntil, end);
      return isInner ? { ...caption, isNumbered: false, isListed: false } : caption;
    });
}

/** Notes where the caption of the innermost figure or table begins and ends; the first of several counts. */
function noteCaption(open: readonly Open[], html: string, { name, isEnd, start, end }: Tag): void {
  const holder = open.at(-1);
  if (holder === undefined || holder.name !== holderOf[name]) return;
  if (isEnd) {
    if (holder.caption?.to === -1) holder.caption.to = start;
  } else holder.caption ??= { tag: html.slice(start, end), from: end, to: -1 };
}

function read({ name, start, tag, hasTable, hasPicture, caption }: Open): FoundCaption {
  const [holder, own] = [attributesOf(tag), attributesOf(caption?.tag ?? '')];
  const { from = 0, to = 0 } = caption ?? {};
  const has = (attribute: string, value: string | null) =>
    [holder, own].some((of) => (value === null ? of.has(attribute) : of.get(attribute) === value));
  const isShown = !has('hidden', null);
  const id = holder.get('id') ?? '';
  return {
    kind: name === 'table' || (hasTable && !hasPicture) ? 'table' : 'figure',
    start,
    attributesAt: start + 1 + name.length,
    id: id === '' ? undefined : id,
    from,
    to: Math.max(to, from),
    isNumbered: isShown && !has('data-numbered', 'no'),
    isListed: isShown && !has('data-toc', 'no'),
  };
}
