import { propertyOf, readPacket, simpleText, type Packet } from './packet.ts';
import { namespaces } from '../namespaces.ts';

/** What metadata claim of PDF/A (ISO 19005-2, 6.6.4). */
export interface ArchiveClaim {
  readonly part: string;
  /** In upper case; empty where there is none. */
  readonly level: string;
}

/** The part of PDF/A that a packet claims, with its level; null for none, and for a packet that can not be read. */
export function archiveClaim(packet: Packet): ArchiveClaim | null {
  const value = (name: string) => simpleText(propertyOf(packet, namespaces.pdfaid, name)?.value)?.trim() ?? '';
  return value('part') === '' ? null : { part: value('part'), level: value('conformance').toUpperCase() };
}

/**
 * The part of PDF/A that a metadata stream claims; `?` for an unreadable stream that has the namespace of that claim;
 * null without a claim.
 */
export function claimedArchivePart(bytes: Buffer): string | null {
  const packet = readPacket(bytes);
  if (packet.error === null) return archiveClaim(packet)?.part ?? null;
  // The namespace is ASCII, whether the packet is in UTF-8, UTF-16 or UTF-32 (ISO 16684-1, 7.3).
  return bytes.toString('latin1').replaceAll('\0', '').includes(namespaces.pdfaid) ? '?' : null;
}

const identifications: ReadonlyMap<string, string> = new Map([
  [namespaces.pdfaid, 'pdfaid'],
  [namespaces.pdfuaid, 'pdfuaid'],
]);
const identifying: ReadonlySet<string> = new Set(['part', 'conformance', 'rev', 'amd', 'corr']);

/**
 * The identification in a packet of conformance to PDF/A and PDF/UA (ISO 19005-4, 6.7.3; ISO 14289-1, 5), by names as
 * `pdfaid:part`. Values that are no short words or numbers are left out, because they could contain anything.
 */
export function identificationOf({ properties }: Packet): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  for (const { namespace, name, value } of properties) {
    const prefix = identifications.get(namespace);
    const text = simpleText(value)?.trim() ?? '';
    if (prefix !== undefined && identifying.has(name) && /^[A-Za-z0-9:]{1,10}$/.test(text))
      known.set(`${prefix}:${name}`, text);
  }
  return known;
}
