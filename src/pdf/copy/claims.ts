import { accessibleSchema } from '../conform/identification-xmp.ts';
import { extensionSchemas } from '../xmp-extension.ts';
import type { Source } from './source.ts';

/** Standards that XMP claims a document to conform to, by the prefix of their namespace (ISO 19005-2 6.6.4, ISO 14289-1 5). */
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
    for (const [, name = '', value = ''] of text.matchAll(new RegExp(`<(${prefix}:\\w+)>([^<]*)</`, 'g'))) claims.set(name, value.trim());
    for (const [, name = '', value = ''] of text.matchAll(new RegExp(`\\b(${prefix}:\\w+)\\s*=\\s*["']([^"']*)["']`, 'g'))) claims.set(name, value.trim());
  }
  return claims;
}

/**
 * The first document's packet without the claims that another document does not make, or null when all of them stand: a merge is no PDF/UA because
 * its first document was. `lost` are the claims that went.
 */
export function withoutForeignClaims(sources: readonly Source[]): { packet: Buffer; lost: string[] } | null {
  const [first, ...others] = sources;
  const packet = first === undefined ? null : packetOf(first);
  if (packet === null || others.length === 0) return null;
  const claims = claimsIn(packet);
  if (claims.size === 0) return null;
  const known = others.map((source) => claimsIn(packetOf(source) ?? ''));
  const lost = prefixes.filter((prefix) => [...claims].some(([name, value]) => name.startsWith(`${prefix}:`) && known.some((other) => other.get(name) !== value)));
  if (lost.length === 0) return null;
  let text = packet;
  for (const prefix of lost) {
    text = text.replace(new RegExp(`<${prefix}:(\\w+)>[^<]*</${prefix}:\\1>`, 'g'), '').replace(new RegExp(`\\s${prefix}:\\w+\\s*=\\s*("[^"]*"|'[^']*')`, 'g'), '');
  }
  return { packet: Buffer.from(text, 'utf8'), lost: [...lost] };
}

const namespaces: Readonly<Record<string, string>> = {
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
  pdfuaid: 'http://www.aiim.org/pdfua/ns/id/',
  pdfxid: 'http://www.npes.org/pdfx/ns/id/',
};

const prefixOf = (name: string): string => name.split(':')[0] ?? '';
const namespaceOf = (name: string): string | undefined => namespaces[prefixOf(name)];

/** Claims that all documents make, for a packet that is written anew: elements for its first description, and descriptions to follow that. `archive` is the part of PDF/A. */
export function claimsOf(sources: readonly Source[]): { elements: string[]; descriptions: string; archive: string | null } {
  const [first, ...others] = sources.map((source) => claimsIn(packetOf(source) ?? ''));
  const kept = new Map([...(first ?? [])].filter(([name, value]) => namespaceOf(name) !== undefined && /^[\w.-]*$/.test(value) && others.every((claims) => claims.get(name) === value)));
  const elements = [...kept].map(([name, value]) => `<${name} xmlns:${prefixOf(name)}="${namespaceOf(name) ?? ''}">${value}</${name}>`);
  // PDF/A before part 4 knows the properties of PDF/UA only where they are described (ISO 19005-2, 6.6.2.3).
  const described = kept.has('pdfuaid:part') && kept.has('pdfaid:part') && kept.get('pdfaid:part') !== '4';
  return { elements, descriptions: described ? extensionSchemas([accessibleSchema]) : '', archive: kept.get('pdfaid:part') ?? null };
}
