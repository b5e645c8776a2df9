import { isArchive, standards, type Standard } from './standards.ts';

/** What a document is to say of itself that it conforms to. */
export interface Claim {
  readonly standards: readonly Standard[];
  /** The part and level of ISO 19005 among them. */
  readonly archive: Standard | null;
  /** PDF/UA-1 is among them. */
  readonly accessible: boolean;
}

/** The claim of standards by their names ("PDF/A-3a"); `null` where none is named. */
export function claimOf(names: readonly string[]): Claim | null {
  const own = [...new Set(names)].flatMap((name) => standards.get(name) ?? []);
  return own.length === 0
    ? null
    : { standards: own, archive: own.find(isArchive) ?? null, accessible: own.some(({ part }) => part === 'ua1') };
}

/**
 * The version of the header: ISO 19005-1 is based on PDF 1.4, ISO 19005-4 on 2.0, the other parts and ISO 14289-1 on
 * 1.7.
 */
export function versionOf(claim: Claim | null): string {
  return claim?.archive?.part === '1' ? '1.4' : claim?.archive?.part === '4' ? '2.0' : '1.7';
}

/** PDF/A-4 has no Info (ISO 19005-4, 6.1.3): its properties are in XMP alone. */
export function hasInfo(claim: Claim | null): boolean {
  return claim?.archive?.part !== '4';
}

/** PDF 1.4 has no object streams (ISO 19005-1, 6.1.4). */
export function hasObjectStreams(claim: Claim | null): boolean {
  return claim?.archive?.part !== '1';
}
