import { AppError } from '../../problems.ts';
import { Changes } from '../file/changes.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { updatePdf } from '../file/writing/update.ts';
import type { ShownBox } from '../geometry/shown-page.ts';
import { extractText } from '../text/extract-text.ts';
import type { ExtractedText, TextBlock } from '../text/extracted.ts';
import type { VisibleWidget } from './field-position.ts';
import type { CoverRule } from './look-choices.ts';

/** A warning about covered text; `pointer` is the part of the request that decides the place. */
export interface CoverWarning {
  readonly code: 'signature-covers-text' | 'sign';
  readonly message: string;
  readonly pointer: string;
}

/** A document before it is signed, and where its signature will be seen. */
export interface CoverRequest {
  readonly file: PdfFile;
  readonly password: string | undefined;
  readonly widgets: readonly VisibleWidget[];
  readonly rule: CoverRule;
}

/**
 * Warns of text that the signature covers. Text is what readers see: with that of annotations and fields, and the
 * recognised text of a scan. What an empty signature field shows itself does not count, because the signature replaces it.
 * @throws AppError `signature-covers-text` where the rule is `refuse`, and those of `extractText`
 */
export async function judgeCover({ file, password, widgets, rule }: CoverRequest): Promise<CoverWarning[]> {
  if (rule === 'allow' || widgets.length === 0) return [];
  const bytes = withoutLooks(file, widgets);
  const found: { page: number; text: string; pointer: string }[] = [];
  const unread: { page: number; pointer: string }[] = [];
  for (const widget of widgets) {
    if (widget.place === null) continue;
    const { page, box } = widget.place;
    const text = await readText(bytes, { page, password, rule });
    const covered = text === null ? null : coveredWords(text, box);
    if (covered === null) unread.push({ page, pointer: widget.pointer });
    else if (covered !== '') found.push({ page, text: covered, pointer: widget.pointer });
  }
  if (rule === 'refuse' && found.length > 0)
    throw new AppError('signature-covers-text', found.map(coverMessage).join(' '), {
      errors: found.map(({ pointer, text }) => ({ pointer, message: `covers “${text}”` })),
    });
  return [
    ...found.map((one) => ({
      code: 'signature-covers-text' as const,
      message: coverMessage(one),
      pointer: one.pointer,
    })),
    ...unread.map(({ page, pointer }) => ({ code: 'sign' as const, message: unreadable(page), pointer })),
  ];
}

const coverMessage = ({ page, text }: { page: number; text: string }) =>
  `The signature covers text of page ${page}: “${text}”.`;
const unreadable = (page: number) =>
  `The text of page ${page} could not be read, so that it is not known whether the signature covers any.`;

/** The document without what these widgets show. */
function withoutLooks(file: PdfFile, widgets: readonly VisibleWidget[]): Uint8Array {
  const drawn = widgets.filter(({ ref }) => file.dict(file.get(ref))?.has('AP') === true);
  if (drawn.length === 0) return file.bytes;
  const changes = new Changes(file);
  for (const { ref } of drawn) changes.dictAt(ref).delete('AP');
  return updatePdf(changes).bytes;
}

/** The words of a page; null where they can not be read, which only `refuse` does not accept. */
async function readText(
  bytes: Uint8Array,
  { page, password, rule }: { page: number; password: string | undefined; rule: CoverRule },
): Promise<ExtractedText | null> {
  try {
    return await extractText(bytes, {
      pages: [page],
      layout: 'raw',
      granularity: 'word',
      ...(password !== undefined && { password }),
    });
  } catch (error) {
    if (rule === 'refuse' || !(error instanceof AppError)) throw error;
    return null;
  }
}

/** Characters of covered text in a message. */
const maxCharacters = 80;

/** The covered words, in their order, shortened; '' where none is covered. */
function coveredWords({ pages, warnings }: ExtractedText, box: ShownBox): string {
  const scan = warnings.some(({ code }) => code === 'scan');
  const words = (pages[0]?.blocks ?? []).filter(
    (word) => isSeen(word, scan) && /[\p{L}\p{N}\p{Sc}]/u.test(word.text) && overlaps(word.box, box),
  );
  const text = words.map((word) => word.text).join(' ');
  const characters = Array.from(text);
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters).join('')}…` : text;
}

const isSeen = ({ hidden }: TextBlock, scan: boolean) => hidden === undefined || (scan && hidden === 'invisible');

/** The part of an em that has to be covered: boxes of words are taller than their letters. */
const tolerance = 0.2;

function overlaps(word: ShownBox, box: ShownBox): boolean {
  const least = tolerance * Math.min(word.width, word.height);
  const across = Math.min(word.x + word.width, box.x + box.width) - Math.max(word.x, box.x);
  const down = Math.min(word.y + word.height, box.y + box.height) - Math.max(word.y, box.y);
  return across > least && down > least;
}
