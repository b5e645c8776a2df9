import { packetOf } from '../facts/claims.ts';
import type { Source } from '../facts/source.ts';
import { namespaces } from '../xmp/namespaces.ts';
import { elementsIn } from '../xmp/reading/packet.ts';
import { rdfNamespace } from '../xmp/reading/rdf.ts';
import type { XmlAttribute, XmlElement } from '../xmp/reading/xml.ts';

/** Characters of the longest title. */
const maxLength = 20_000;

/**
 * The title that a document states: the Title of Info (ISO 32000-2, 14.3.3), else `dc:title` of its XMP packet
 * (14.3.2), else null.
 */
export function titleOf(source: Source): string | null {
  const { file } = source;
  const title = file.string(file.dict(file.trailer.get('Info'))?.get('Title') ?? null)?.text.trim() ?? '';
  return title === '' ? titleInPacket(packetOf(source)) : title;
}

/**
 * ISO 16684-1, 8.3: an alternative for each language, of which `x-default` comes first; files write plain text and
 * attributes, too.
 */
function titleInPacket(packet: Buffer | null): string | null {
  const elements = packet === null ? [] : elementsIn(packet);
  const attribute = elements.flatMap(({ attributes }) => attributes).find(isTitle);
  const text = (attribute === undefined ? textOf(elements.find(isTitle)) : attribute.value).trim();
  return text === '' || text.length > maxLength ? null : text;
}

function textOf(title: XmlElement | undefined): string {
  if (title === undefined || title.children.length === 0) return title?.text ?? '';
  const items = title.children.flatMap(({ children }) => children.filter(isItem));
  const standard = items.find(({ attributes }) =>
    attributes.some(({ prefix, name, value }) => prefix === 'xml' && name === 'lang' && value === 'x-default'),
  );
  return (standard ?? items[0])?.text ?? '';
}

// The prefix itself is the namespace where a damaged packet does not declare it.
const isTitle = ({ namespace, name }: XmlElement | XmlAttribute): boolean =>
  name === 'title' && (namespace === namespaces.dc || namespace === 'dc');
const isItem = ({ namespace, name }: XmlElement): boolean =>
  name === 'li' && (namespace === rdfNamespace || namespace === 'rdf');
