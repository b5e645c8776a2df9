import { packetOf } from '../facts/claims.ts';
import type { Source } from '../facts/source.ts';

/**
 * The most characters of `dc:title`, in all its languages, that are read, because the time of the search grows with
 * their square.
 */
const maxLength = 20_000;

/**
 * The title that a document states: the Title of Info (ISO 32000-2, 14.3.3), else `dc:title` of its XMP packet
 * (14.3.2), else null.
 */
export function titleOf(source: Source): string | null {
  const { file } = source;
  const title = file.string(file.dict(file.trailer.get('Info'))?.get('Title') ?? null)?.text.trim() ?? '';
  return title === '' ? titleInPacket(packetOf(source) ?? '') : title;
}

/**
 * ISO 16684-1, 8.3: an alternative for each language, of which `x-default` comes first; files write plain text and
 * attributes, too.
 */
const isDefault = /xml:lang\s*=\s*["']x-default["']/;

function titleInPacket(packet: string): string | null {
  const [, attribute] = /\sdc:title\s*=\s*("[^"<]*"|'[^'<]*')/.exec(packet) ?? [];
  if (attribute !== undefined) return text(attribute.slice(1, -1));
  const start = packet.search(/<dc:title[\s>]/);
  const end = start < 0 ? -1 : packet.indexOf('</dc:title>', start);
  if (end < 0) return null;
  const content = packet.slice(packet.indexOf('>', start) + 1, end).slice(0, maxLength);
  const [, first] = /<rdf:li(?:\s[^<>]*)?>([^<]*)</.exec(content) ?? [];
  const [, , standard] =
    [...content.matchAll(/<rdf:li(\s[^<>]*)>([^<]*)</g)].find(([, attributes = '']) => isDefault.test(attributes)) ??
    [];
  return text(standard ?? first ?? (content.includes('<') ? '' : content));
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** XML text (XML 1.0, 4.1, 4.6) without the space around it; null where nothing is left. */
function text(written: string): string | null {
  const read = written.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
  const trimmed = read.toWellFormed().trim();
  return trimmed === '' ? null : trimmed;
}
