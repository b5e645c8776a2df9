import type { Category, Severity } from './severity.ts';
import type { Box } from '../../text/extracted.ts';
import { findingKinds, type FindingId } from './finding-kinds.ts';

/** The place and the object of a finding; null where there is none. */
export interface Evidence {
  /** Number of the indirect object. */
  readonly object: number | null;
  /** 1-based. */
  readonly page: number | null;
  /** Points from the top-left corner of the shown page. */
  readonly box: Box | null;
  /** An excerpt of at most 500 characters. */
  readonly excerpt: string | null;
}

/** A finding of a kind, with its evidence. */
export interface Finding {
  readonly id: FindingId;
  readonly category: Category;
  readonly severity: Severity;
  readonly title: string;
  readonly evidence: Evidence;
  /** The meaning for the document, in a sentence. */
  readonly meaning: string;
}

const maxExcerptCharacters = 500;

/** A finding of a kind, with its evidence. */
export function finding(id: FindingId, evidence: Partial<Evidence> = {}): Finding {
  const [category, severity, title, meaning] = findingKinds[id];
  const { object = null, page = null, box = null } = evidence;
  return {
    id,
    category,
    severity,
    title,
    evidence: { object, page, box, excerpt: excerptOf(evidence.excerpt ?? null) },
    meaning,
  };
}

/** Readable text of limited length, without control characters. */
function excerptOf(text: string | null): string | null {
  const plain =
    text
      ?.toWellFormed()
      // eslint-disable-next-line no-control-regex
      .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
      .trim() ?? '';
  if (plain === '') return null;
  return plain.length <= maxExcerptCharacters
    ? plain
    : `${plain.slice(0, maxExcerptCharacters - 1).toWellFormed()}\u2026`;
}
