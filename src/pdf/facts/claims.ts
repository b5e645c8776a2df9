import { accessibleSchema } from '../xmp/identification-xmp.ts';
import { elementsIn, packetBytes, packetText } from '../xmp/reading/packet.ts';
import { withoutValues } from '../xmp/without-values.ts';
import { extensionSchemas } from '../xmp/xmp-extension.ts';
import { namespaces } from '../xmp/namespaces.ts';
import type { Source } from './source.ts';

/**
 * Standards that XMP claims a document to conform to: namespaces by their prefixes (ISO 19005-2 6.6.4, ISO 14289-1 5).
 */
const standards: ReadonlyMap<string, string> = new Map([
  ['pdfaid', namespaces.pdfaid],
  ['pdfuaid', namespaces.pdfuaid],
  ['pdfxid', 'http://www.npes.org/pdfx/ns/id/'],
  ['pdfvtid', 'http://www.npes.org/pdfvt/ns/id/'],
  ['pdfeid', 'http://www.aiim.org/pdfe/ns/id/'],
]);

/** Claims that a packet that is written anew has, too. */
const renewed: ReadonlySet<string> = new Set(['pdfaid', 'pdfuaid', 'pdfxid']);

/** A packet that is longer is not looked into. */
const longestPacket = 8 * 1024 * 1024;

/** The XMP packet of a document (ISO 32000-2, 14.3.2), or null. */
export function packetOf(source: Source): Buffer | null {
  const bytes = source.file.stream(source.file.catalog.get('Metadata'))?.decode();
  return bytes === undefined || bytes.length > longestPacket ? null : bytes;
}

interface Claim {
  value: string;
  /** Names that the packet has for it: its prefix may be another. */
  readonly written: Set<string>;
}
type Claims = ReadonlyMap<string, Claim>;

const knownClaims = new WeakMap<Source, Claims>();

/** The claims of a document. They are read once, because a split writes hundreds of parts of one document. */
function claimsIn(source: Source): Claims {
  const claims = knownClaims.get(source) ?? claimsInPacket(packetOf(source));
  knownClaims.set(source, claims);
  return claims;
}

/** Claims of a packet, by names as "pdfuaid:part". Elements come before attributes, which overrule them. */
function claimsInPacket(packet: Buffer | null): Claims {
  const claims = new Map<string, Claim>();
  const elements = packet === null ? [] : elementsIn(packet);
  const written = [
    ...elements
      .filter(({ children, text }) => children.length === 0 && text !== '')
      .map(({ text, ...node }) => ({ ...node, value: text })),
    ...elements.flatMap(({ attributes }) => attributes),
  ];
  for (const [standard, uri] of standards) {
    for (const { namespace, prefix, name, value } of written) {
      // The prefix itself is the namespace where a damaged packet does not declare it.
      if ((namespace !== uri && namespace !== standard) || !/^\w+$/.test(name)) continue;
      const key = `${standard}:${name}`;
      const claim = claims.get(key) ?? { value: '', written: new Set() };
      claims.set(key, claim);
      claim.value = value.trim();
      claim.written.add(`${prefix}:${name}`);
    }
  }
  return claims;
}

/**
 * How a result has embedded files: listed in EmbeddedFiles (ISO 32000-2, 7.11.4), only at pages and annotations, or
 * none.
 */
export type EmbeddedFiles = 'listed' | 'loose' | 'none';

/**
 * Properties of a claim of PDF/A-4f that are wrong without EmbeddedFiles (ISO 19005-4, 6.9). Without any files the
 * document is PDF/A-4; with files that are not listed it cannot claim that either.
 */
function withoutFiles(claims: Claims, files: EmbeddedFiles): string[] {
  const value = (name: string) => claims.get(`pdfaid:${name}`)?.value;
  if (files === 'listed' || value('part') !== '4' || value('conformance') !== 'F') return [];
  return files === 'none' ? ['pdfaid:conformance'] : [...claims.keys()].filter((name) => prefixOf(name) === 'pdfaid');
}

/** Changes of a result that its documents do not have. */
export interface OwnChanges {
  /** It has an encryption of its own, which no PDF/A has (ISO 19005-2, 6.1.3). */
  readonly isEncrypted: boolean;
  /** It has further files. They may be of any type only in PDF/A-3 and PDF/A-4f (ISO 19005-3, 6.8; ISO 19005-4, 6.9). */
  readonly hasNewFiles: boolean;
  /** It has no tags, which PDF/UA and level A of PDF/A require (ISO 14289-1, 7.1; ISO 19005-2, 6.7). */
  readonly losesTags: boolean;
  /** Something on its pages is transparent, which PDF/A-1 forbids (ISO 19005-1, 6.4). */
  readonly hasTransparency: boolean;
}

const noChanges: OwnChanges = { isEncrypted: false, hasNewFiles: false, losesTags: false, hasTransparency: false };

/** The properties of a claim of PDF/A that such changes make wrong. */
function lostBy(claims: Claims, changes: OwnChanges): string[] {
  const { isEncrypted, hasNewFiles, losesTags, hasTransparency } = changes;
  const value = (name: string) => claims.get(`pdfaid:${name}`)?.value;
  const takesFiles = value('part') === '3' || (value('part') === '4' && value('conformance') === 'F');
  const lost = new Set<string>();
  const isLost = [
    isEncrypted,
    hasNewFiles && !takesFiles,
    losesTags && value('conformance') === 'A',
    hasTransparency && value('part') === '1',
  ];
  if (isLost.includes(true)) lost.add('pdfaid');
  if (losesTags) lost.add('pdfuaid');
  return [...claims.keys()].filter((name) => lost.has(prefixOf(name)));
}

/**
 * The first document's packet without the claims that another document does not make or that are wrong for the result;
 * null when all of them are right. For example, a merge is not PDF/UA only because its first document was. `foreign` in
 * the result are the prefixes of claims that another document does not make. `files` is true where claims are wrong for
 * lack of listed files, `changes` where own changes make them wrong.
 */
export function withoutUntrueClaims(
  sources: readonly Source[],
  files: EmbeddedFiles,
  changes: OwnChanges = noChanges,
): { packet: Buffer; foreign: string[]; files: boolean; changes: boolean } | null {
  const [first, ...others] = sources;
  if (first === undefined) return null;
  const claims = claimsIn(first);
  if (claims.size === 0) return null;
  const known = others.map(claimsIn);
  const foreign = [...standards.keys()].filter((prefix) =>
    [...claims].some(
      ([name, { value }]) => prefixOf(name) === prefix && known.some((other) => other.get(name)?.value !== value),
    ),
  );
  const untrue = new Set(withoutFiles(claims, files));
  const changed = new Set(lostBy(claims, changes));
  const isLost = (name: string) => foreign.includes(prefixOf(name)) || untrue.has(name) || changed.has(name);
  const lost = [...claims].filter(([name]) => isLost(name));
  if (lost.length === 0) return null;
  const packet = packetOf(first);
  if (packet === null) return null;
  const { text, encoding } = packetText(packet);
  const rest = withoutValues(text, new Set(lost.flatMap(([, { written }]) => [...written])));
  return { packet: packetBytes({ text: rest, encoding }), foreign, files: untrue.size > 0, changes: changed.size > 0 };
}

const prefixOf = (name: string): string => name.split(':')[0] ?? '';

/**
 * Claims that all documents make, for a rewritten packet: elements for its first description, and descriptions to
 * follow that. `archive` is the part of PDF/A.
 */
export function claimsOf(
  sources: readonly Source[],
  files: EmbeddedFiles,
  changes: OwnChanges = noChanges,
): { elements: string[]; descriptions: string; archive: string | null } {
  const [first, ...others] = sources.map(claimsIn);
  const remaining = new Map(
    [...(first ?? [])].filter(
      ([name, { value }]) =>
        renewed.has(prefixOf(name)) &&
        /^[\w.-]*$/.test(value) &&
        others.every((claims) => claims.get(name)?.value === value),
    ),
  );
  for (const name of [...withoutFiles(remaining, files), ...lostBy(remaining, changes)]) remaining.delete(name);
  const elements = [...remaining].map(
    ([name, { value }]) =>
      `<${name} xmlns:${prefixOf(name)}="${standards.get(prefixOf(name)) ?? ''}">${value}</${name}>`,
  );
  // PDF/A before part 4 knows the properties of PDF/UA only where they are described (ISO 19005-2, 6.6.2.3).
  const archive = remaining.get('pdfaid:part')?.value ?? null;
  const described = remaining.has('pdfuaid:part') && archive !== null && archive !== '4';
  return { elements, descriptions: described ? extensionSchemas([accessibleSchema]) : '', archive };
}
