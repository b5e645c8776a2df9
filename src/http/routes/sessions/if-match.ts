/** A revision as an entity tag. */
export function etagOf(revision: number): string {
  return `"${revision}"`;
}

/**
 * The revisions that `If-Match` allows; `null` = any (no such header, or `*`). A weak tag, and one that this service
 * never gave, matches none: the comparison is the strong one (RFC 9110, 13.1.1).
 */
export function ifMatchOf(header: string | undefined): readonly number[] | null {
  if (header === undefined || header.trim() === '*') return null;
  return [...header.matchAll(/(W\/)?"([^"]*)"/g)].flatMap(([, weak, tag = '']) =>
    weak === undefined && /^(?:0|[1-9]\d{0,14})$/.test(tag) ? [Number(tag)] : [],
  );
}
