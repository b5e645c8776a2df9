import { isLocked, restrictionsOf, type DocMdp, type PdfSignature } from '../../facts/signatures/signatures.ts';
import type { Difference } from '../revisions/difference.ts';
import type { FindingId } from '../findings/finding-kinds.ts';

/** A difference since a signature, and whether the signature allows it. */
export interface JudgedChange extends Difference {
  readonly allowed: boolean;
  /** The finding of the change, if it is reported as one. */
  readonly finding: FindingId | null;
}

/**
 * Judges the changes after a signature, by the restrictions of all signatures in the signed version (ISO 32000-2,
 * 12.8.2.2, 12.8.2.4). A certification of level 1 forbids everything but validation data. Level 2 allows filling in,
 * and signing in existing or invisible fields. Level 3, and a document without a certification, allow annotating as
 * well. Content Credentials are a new file, which no certification allows.
 */
export function judgeChanges(differences: readonly Difference[], signatures: readonly PdfSignature[]): JudgedChange[] {
  const { docMdp, locks } = restrictionsOf(signatures);
  return differences.map((difference) => {
    const { permit, field, turned } = difference;
    const locked = field !== null && locks.some((lock) => isLocked(lock, field));
    const finding = findingOf(permit, { level: docMdp, locked, turned });
    return {
      ...difference,
      finding,
      allowed: finding === null || finding === 'annotation-after-signature' || finding === 'field-turned',
    };
  });
}

interface Judged {
  /** Level of the certification; null for a document without one. */
  readonly level: DocMdp | null;
  readonly locked: boolean;
  readonly turned: boolean;
}

function findingOf(permit: Difference['permit'], { level, locked, turned }: Judged): FindingId | null {
  switch (permit) {
    case 'fill':
      if (locked) return 'locked-field-changed';
      return level === 1 ? 'certification-violated' : turned ? 'field-turned' : null;
    case 'sign':
      if (locked) return 'locked-field-changed';
      return level === 1 || (level === 2 && turned) ? 'certification-violated' : null;
    case 'annotate':
      return (level ?? 3) < 3 ? 'certification-violated' : 'annotation-after-signature';
    case 'credential':
      return level === null ? null : 'certification-violated';
    case 'content':
      return 'signed-content-changed';
    case 'validate':
    case 'describe':
    case 'tag':
      return null;
  }
}
