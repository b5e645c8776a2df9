import type { Examined } from '../examined.ts';
import { AppError } from '../../../problems.ts';
import { parseContent } from '../../content/parse-content.ts';
import { newStream } from '../../objects/new-stream.ts';
import { PdfString, Ref, Stream, type Dict, type Obj } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import { reachable } from '../../facts/reachable.ts';
import { extractText } from '../../text/extract-text.ts';
import { finding, type Finding } from '../findings/finding.ts';
import { unlistedObjects } from './listed-objects.ts';
import { changedObjects } from './object-changes.ts';
import { changedPages } from './page-changes.ts';

/** Text or a page that the newest version does not show, but the file contains. */
export interface Recoverable {
  readonly kind: 'page' | 'text' | 'object';
  /** Number of its version; null for an object of no version. */
  readonly revision: number | null;
  /** 1-based, in that version. */
  readonly page: number | null;
  readonly object: number | null;
  /** An excerpt of its text. */
  readonly excerpt: string;
}

const maxItems = 100;
const maxExcerptCharacters = 1000;

/** Finds earlier versions of pages and their text, and text in unused objects. */
export async function recover(
  examined: Examined,
): Promise<{ readonly items: readonly Recoverable[]; readonly findings: readonly Finding[] }> {
  const items = [...(await fromVersions(examined)), ...fromObjects(examined)].slice(0, maxItems);
  const kinds = { page: 'pages-recoverable', text: 'text-recoverable', object: 'text-in-unused' } as const;
  const findings = [...Map.groupBy(items, ({ kind }) => kind)].flatMap(([kind, own]) =>
    own.slice(0, 5).map(({ page, object, revision, excerpt }) =>
      finding(kinds[kind], {
        page: kind === 'text' ? page : null,
        object,
        excerpt: `${revision === null ? '' : `version ${revision}: `}${excerpt}`,
      }),
    ),
  );
  return { items, findings };
}

async function fromVersions({ file, revisions, password, budget }: Examined): Promise<Recoverable[]> {
  const older = revisions.compared.slice(0, -1);
  if (older.length === 0 || budget.textPages === 0) return [];
  const now = new Set(
    (await linesOf(file, { password, pages: null, maxPages: budget.textPages })).flatMap(({ lines }) => lines),
  );
  const items: Recoverable[] = [];
  for (const { number, end } of older) {
    const version = revisions.at(end);
    if (version === null) continue;
    const changes = changedPages(version, file, changedObjects(version, file));
    const gone = new Set(
      changes.flatMap(({ change, before }) => (change === 'removed' && before !== null ? [before] : [])),
    );
    const wanted = [...new Set(changes.flatMap(({ before }) => before ?? []))]
      .sort((a, b) => a - b)
      .slice(0, budget.textPages);
    if (wanted.length === 0) continue;
    for (const { page, lines } of await linesOf(version, { password, pages: wanted, maxPages: budget.textPages })) {
      const lost = lines.filter((line) => !now.has(line));
      for (const line of lost) now.add(line);
      if (gone.has(page))
        items.push({
          kind: 'page',
          revision: number,
          page,
          object: null,
          excerpt: lines.join(' / ').slice(0, maxExcerptCharacters),
        });
      else if (lost.length > 0)
        items.push({
          kind: 'text',
          revision: number,
          page,
          object: null,
          excerpt: lost.join(' / ').slice(0, maxExcerptCharacters),
        });
    }
  }
  return items;
}

/** Text lines of pages; empty where they can not be read. */
async function linesOf(
  { bytes }: PdfFile,
  { password, pages, maxPages }: { password: string | undefined; pages: readonly number[] | null; maxPages: number },
): Promise<{ page: number; lines: string[] }[]> {
  try {
    const wanted =
      pages ?? ((count: number) => Array.from({ length: Math.min(count, maxPages) }, (_, index) => index + 1));
    const { pages: read } = await extractText(bytes, {
      pages: wanted,
      layout: 'raw',
      hidden: 'include',
      ...(password !== undefined && { password }),
    });
    return read.map(({ number, text }) => ({
      page: number,
      lines: text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => /[\p{L}\p{N}]{2}/u.test(line)),
    }));
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

/**
 * Streams with text that no version refers to, left over or placed there. In an encrypted file only listed objects can
 * be read.
 */
function fromObjects({ file, scan, revisions }: Examined): Recoverable[] {
  const used = new Set<number>([...reachable(file, file.trailer)].map(([num]) => num));
  const versions = revisions.compared.slice(0, -1).flatMap(({ end }) => revisions.at(end) ?? []);
  const earlier = new Set(versions.flatMap((version) => [...reachable(version, version.trailer)].map(([num]) => num)));
  const listed = file.numbers().flatMap((num): { num: number; stream: Stream }[] => {
    const value = used.has(num) || earlier.has(num) ? null : file.get(num);
    return value instanceof Stream ? [{ num, stream: value }] : [];
  });
  const loose =
    file.encryption === null
      ? unlistedObjects(file, scan).flatMap(({ num, value }) =>
          value instanceof Stream ? [{ num, stream: newStream(directly(value.dict), value.stored) }] : [],
        )
      : [];
  return [...listed, ...loose].flatMap(({ num, stream }): Recoverable[] => {
    const text = textOf(stream);
    return text === '' ? [] : [{ kind: 'object', revision: null, page: null, object: num, excerpt: text }];
  });
}

/** Without references, because the stream belongs to no file. */
function directly(dict: Dict): Dict {
  const copy = dict.copy();
  for (const [key, value] of copy) if (value instanceof Ref) copy.delete(key);
  return copy;
}

const maxBytes = 2_000_000;
const maxOperations = 20_000;

/** The strings that a content stream shows, where they are plain text; empty for other streams. */
function textOf(stream: Stream): string {
  const { dict } = stream;
  if (dict.has('Type') && nameIn(dict.get('Type')) !== 'XObject') return '';
  if (nameIn(dict.get('Subtype')) === 'Image' || dict.has('Length1') || dict.has('FunctionType')) return '';
  const bytes = stream.decode().subarray(0, maxBytes);
  if (!bytes.includes('Tj') && !bytes.includes('TJ')) return '';
  let text = '';
  let count = 0;
  for (const { operator, operands } of parseContent(bytes)) {
    if ((count += 1) > maxOperations || text.length > maxExcerptCharacters) break;
    if (operator === 'Tj' || operator === 'TJ' || operator === "'" || operator === '"')
      text += `${operands
        .flatMap((operand): Obj[] => (Array.isArray(operand) ? operand : [operand]))
        .map((part) => (part instanceof PdfString ? part.bytes.toString('latin1') : ''))
        .join('')} `;
  }
  return /[A-Za-z]{3}/.test(text) ? text.trim().slice(0, maxExcerptCharacters) : '';
}

function nameIn(value: Obj): string {
  return value !== null && typeof value === 'object' && 'value' in value && typeof value.value === 'string'
    ? value.value
    : '';
}
