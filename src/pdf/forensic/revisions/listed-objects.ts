import { isSpace } from '../../objects/characters.ts';
import { Dict, isName, Stream } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import type { RawScan } from './raw-scan.ts';
import type { ScannedObject } from './scanned-object.ts';
import type { Revision, Revisions } from './revisions.ts';

/**
 * Objects in the bytes that no cross-reference section lists; none for a repaired file, because its sections are
 * unknown.
 */
export function unlistedObjects({ bytes, sections }: PdfFile, { objects }: RawScan): ScannedObject[] {
  if (sections.length === 0) return [];
  const listed = new Set<number>();
  for (const { entries, offset, hybrid } of sections) {
    listed.add(offset);
    if (hybrid !== null) listed.add(hybrid);
    for (const [, entry] of entries) if (entry?.kind === 'offset') listed.add(afterSpace(bytes, entry.offset));
  }
  return objects.filter(({ offset }) => !listed.has(offset));
}

/** An entry may refer to the white space before an object. */
function afterSpace(bytes: Buffer, offset: number): number {
  let at = offset;
  while (at < offset + 8 && isSpace(bytes[at] ?? 0x78)) at += 1;
  return at;
}

/** A page object that no version of the file shows. */
export interface UnusedPage {
  readonly object: number;
  /** Offset of the page, or of its object stream. */
  readonly offset: number;
}

/** Pages outside the page trees of all versions. */
export function unusedPages({ objects }: RawScan, revisions: Revisions): UnusedPage[] {
  const candidates = [
    ...objects
      .filter(({ value }) => value instanceof Dict && isName(value.get('Type'), 'Page'))
      .map(({ num, offset }) => ({ object: num, offset })),
    ...packedPages(revisions.newest),
  ];
  if (candidates.length === 0) return [];
  const shown = new Set<number>();
  // Pages may have been shown in versions that are not examined.
  const known = candidates.filter(
    ({ offset }) =>
      revisions.compared.some(({ start, end }) => offset >= start && offset < end) ||
      offset >= (revisions.list.at(-1)?.end ?? 0),
  );
  for (const { end } of revisions.compared)
    for (const { ref } of revisions.at(end)?.pages() ?? []) if (ref !== null) shown.add(ref.num);
  return known.filter(({ object }) => !shown.has(object));
}

function packedPages(file: PdfFile): UnusedPage[] {
  return file.numbers().flatMap((object) => {
    const entry = file.where(object);
    if (entry?.kind !== 'object-stream') return [];
    const value = file.get(object);
    const container = file.where(entry.container);
    return value instanceof Dict && isName(value.get('Type'), 'Page')
      ? [{ object, offset: container?.kind === 'offset' ? container.offset : 0 }]
      : [];
  });
}

/** Objects that occur twice in one version, where not the last is listed, or different sections list both. */
export function twiceDefined(
  { objects }: RawScan,
  list: readonly Revision[],
  unlisted: readonly ScannedObject[],
): ScannedObject[] {
  const loose = new Set(unlisted);
  const versionOf = (offset: number) => list.find(({ end }) => offset < end)?.number ?? 0;
  const groups = Map.groupBy(
    objects.filter(({ value }) => !(value instanceof Stream && isName(value.dict.get('Type'), 'XRef'))),
    ({ num, offset }) => `${num} ${versionOf(offset)}`,
  );
  return [...groups.values()].flatMap((group) =>
    group.length > 1 ? group.filter((each) => loose.has(each)).slice(0, 1) : [],
  );
}
