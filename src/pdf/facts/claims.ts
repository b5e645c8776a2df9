import { accessibleSchema } from '../xmp/identification-xmp.ts';
import { extensionSchemas } from '../xmp/xmp-extension.ts';
import type { Source } from './source.ts';

/**
 * Standards that XMP claims a document to conform to, by the prefix of their namespace (ISO 19005-2 6.6.4, ISO 14289-1
 * 5).
 */
const prefixes = ['pdfaid', 'pdfuaid', 'pdfxid', 'pdfvtid', 'pdfeid'] as const;

/** A packet that is longer is not looked into. */
const longestPacket = 8 * 1024 * 1024;

/** The XMP packet of a document (ISO 32000-2, 14.3.2), or null. */
export function packetOf(source: Source): string | null {
  const bytes = source.file.stream(source.file.catalog.get('Metadata'))?.decode();
  return bytes === undefined || bytes.length > longestPacket ? null : bytes.toString('utf8');
}

/** "pdfuaid:part=1" and the like, of a packet. Both ways that RDF writes a property. */
function claimsIn(text: string): Map<string, string> {
  const claims = new Map<string, string>();
  for (const prefix of prefixes) {
    for (const [, name = '', value = ''] of text.matchAll(new RegExp(`<(${prefix}:\\w+)>([^<]*)</`, 'g')))
      claims.set(name, value.trim());
    for (const [, name = '', value = ''] of text.matchAll(
      new RegExp(`\\b(${prefix}:\\w+)\\s*=\\s*["']([^"']*)["']`, 'g'),
    ))
      claims.set(name, value.trim());
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
function withoutFiles(claims: ReadonlyMap<string, string>, files: EmbeddedFiles): string[] {
  if (files === 'listed' || claims.get('pdfaid:part') !== '4' || claims.get('pdfaid:conformance') !== 'F') return [];
  return files === 'none' ? ['pdfaid:conformance'] : [...claims.keys()].filter((name) => prefixOf(name) === 'pdfaid');
}

/**
 * The first document's packet without the claims that another document does not make or that are wrong for the result;
 * null when all of them are right. For example, a merge is not PDF/UA only because its first document was. `foreign` in
 * the result are the prefixes of claims that another document does not make. `files` is true where claims are wrong for
 * lack of listed files.
 */
export function withoutUntrueClaims(
  sources: readonly Source[],
  files: EmbeddedFiles,
): { packet: Buffer; foreign: string[]; files: boolean } | null {
  const [first, ...others] = sources;
  const packet = first === undefined ? null : packetOf(first);
  const claims = claimsIn(packet ?? '');
  if (packet === null || claims.size === 0) return null;
  const known = others.map((source) => claimsIn(packetOf(source) ?? ''));
  const foreign = prefixes.filter((prefix) =>
    [...claims].some(([name, value]) => prefixOf(name) === prefix && known.some((other) => other.get(name) !== value)),
  );
  const untrue = withoutFiles(claims, files);
  const lost = [...foreign.map((prefix) => `${prefix}:\\w+`), ...untrue];
  if (lost.length === 0) return null;
  let text = packet;
  for (const name of lost)
    text = text
      .replace(new RegExp(`<(${name})>[^<]*</\\1>`, 'g'), '')
      .replace(new RegExp(`\\s${name}\\s*=\\s*("[^"]*"|'[^']*')`, 'g'), '');
  return { packet: Buffer.from(text, 'utf8'), foreign: [...foreign], files: untrue.length > 0 };
}

const namespaces: Readonly<Record<string, string>> = {
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
  pdfuaid: 'http://www.aiim.org/pdfua/ns/id/',
  pdfxid: 'http://www.npes.org/pdfx/ns/id/',
};

const prefixOf = (name: string): string => name.split(':')[0] ?? '';
const namespaceOf = (name: string): string | undefined => namespaces[prefixOf(name)];

/**
 * Claims that all documents make, for a rewritten packet: elements for its first description, and descriptions to
 * follow that. `archive` is the part of PDF/A.
 */
export function claimsOf(
  sources: readonly Source[],
  files: EmbeddedFiles,
): { elements: string[]; descriptions: string; archive: string | null } {
  const [first, ...others] = sources.map((source) => claimsIn(packetOf(source) ?? ''));
  const remaining = new Map(
    [...(first ?? [])].filter(
      ([name, value]) =>
        namespaceOf(name) !== undefined &&
        /^[\w.-]*$/.test(value) &&
        others.every((claims) => claims.get(name) === value),
    ),
  );
  for (const name of withoutFiles(remaining, files)) remaining.delete(name);
  const elements = [...remaining].map(
    ([name, value]) => `<${name} xmlns:${prefixOf(name)}="${namespaceOf(name) ?? ''}">${value}</${name}>`,
  );
  // PDF/A before part 4 knows the properties of PDF/UA only where they are described (ISO 19005-2, 6.6.2.3).
  const described =
    remaining.has('pdfuaid:part') && remaining.has('pdfaid:part') && remaining.get('pdfaid:part') !== '4';
  return {
    elements,
    descriptions: described ? extensionSchemas([accessibleSchema]) : '',
    archive: remaining.get('pdfaid:part') ?? null,
  };
}
