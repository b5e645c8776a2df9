import { packetBytes, packetText, readPacket, propertyOf, simpleText, type Packet } from './reading/packet.ts';
import { readExtensions } from './reading/extensions.ts';
import { rdfNamespace } from './reading/rdf.ts';
import { namespaces } from './namespaces.ts';

/** IPTC Extension, 1.5 and later. */
export const iptcExtension = 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/';
const property = 'DigitalSourceType';

/** A new value for a packet. */
interface Edit {
  readonly uri: string;
  /** Whether PDF/A requires an extension schema for the property (ISO 19005-3, 6.6.2.3.3). */
  readonly extension: boolean;
}

/**
 * An XMP packet with Iptc4xmpExt:DigitalSourceType; everything else, its encoding included, stays. A new packet
 * (`anew`) where there is no readable one, or where its text cannot be edited.
 */
export function withSourceType(bytes: Buffer | null, edit: Edit): { readonly bytes: Buffer; readonly anew: boolean } {
  const own = bytes === null ? null : edited(bytes, edit);
  return { bytes: own ?? Buffer.from(newPacket(edit)), anew: own === null };
}

function edited(bytes: Buffer, edit: Edit): Buffer | null {
  const packet = readPacket(bytes);
  if (packet.error !== null || packet.encoding.startsWith('utf-32')) return null;
  const text = insert(withoutProperty(packetText(bytes).text, packet), packet, edit);
  if (text === null) return null;
  const result = packetBytes({ text, encoding: packet.encoding });
  return isRight(packet, readPacket(result), edit) ? result : null;
}

/** True where the new packet has the property, and everything that the old one had. */
function isRight(before: Packet, after: Packet, { uri, extension }: Edit): boolean {
  const others = ({ properties }: Packet) =>
    JSON.stringify(
      properties.filter(
        ({ namespace, name }) =>
          (namespace !== iptcExtension || name !== property) &&
          (namespace !== namespaces.pdfaExtension || name !== 'schemas'),
      ),
    );
  const own = after.properties.filter(({ namespace, name }) => namespace === iptcExtension && name === property);
  const declared = readExtensions(after);
  return (
    after.error === null &&
    own.length === 1 &&
    simpleText(own[0]?.value) === uri &&
    others(before) === others(after) &&
    (!extension || declared.properties.has(`${iptcExtension} ${property}`)) &&
    [...readExtensions(before).properties.keys()].every((key) => declared.properties.has(key))
  );
}

/** Removes the property, whether it is an attribute or an element. */
function withoutProperty(text: string, packet: Packet): string {
  const prefix = propertyOf(packet, iptcExtension, property)?.prefix;
  if (prefix === undefined) return text;
  const name = `${escaped(prefix)}:${property}`;
  return withoutElements(
    text.replace(new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g'), ''),
    `${prefix}:${property}`,
  );
}

/** The text without the elements of this name. An element without an end tag stays. */
function withoutElements(text: string, name: string): string {
  let rest = '';
  let from = 0;
  for (let start = text.indexOf(`<${name}`); start >= 0; start = text.indexOf(`<${name}`, start + 1)) {
    if (start < from || !/[\s/>]/.test(text.charAt(start + 1 + name.length))) continue;
    const end = endOfElement(text, start, name);
    if (end === null) break;
    rest += text.slice(from, start);
    from = end;
  }
  return rest + text.slice(from);
}

/** Offset of the end of the element that starts here; null without an end tag. */
function endOfElement(text: string, start: number, name: string): number | null {
  const open = text.indexOf('>', start);
  if (open < 0) return null;
  if (text[open - 1] === '/') return open + 1;
  const close = text.indexOf(`</${name}`, open);
  const end = close < 0 ? -1 : text.indexOf('>', close);
  return end < 0 ? null : end + 1;
}

function insert(text: string, packet: Packet, { uri, extension }: Edit): string | null {
  const end = /<\/([A-Za-z_][\w.-]*):RDF\s*>/.exec(text);
  if (end === null) return null;
  const about = /:about\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(text);
  const declared = !extension || readExtensions(packet).properties.has(`${iptcExtension} ${property}`);
  const container = propertyOf(packet, namespaces.pdfaExtension, 'schemas');
  const description =
    `<rdf:Description xmlns:rdf="${rdfNamespace}" ` +
    `rdf:about="${(about?.[1] ?? about?.[2] ?? '').replaceAll('"', '&quot;')}" ` +
    `xmlns:Iptc4xmpExt="${iptcExtension}"><Iptc4xmpExt:${property}>${uri}</Iptc4xmpExt:${property}>`;
  const schemas =
    declared || container !== null
      ? ''
      : '<pdfaExtension:schemas ' +
        `xmlns:pdfaExtension="${namespaces.pdfaExtension}"><rdf:Bag>${schema}</rdf:Bag></pdfaExtension:schemas>`;
  const added = `${text.slice(0, end.index)}${description}${schemas}</rdf:Description>\n${text.slice(end.index)}`;
  if (declared || container === null) return added;
  const bag = new RegExp(`</[A-Za-z_][\\w.-]*:Bag\\s*>\\s*</${escaped(container.prefix)}:schemas\\s*>`).exec(added);
  return bag === null ? null : `${added.slice(0, bag.index)}${schema}${added.slice(bag.index)}`;
}

/** The extension schema for PDF/A. The value is a URI of a closed list (IPTC Photo Metadata 2024.1). */
const schema =
  `<rdf:li xmlns:rdf="${rdfNamespace}" rdf:parseType="Resource"><pdfaSchema:schema ` +
  `xmlns:pdfaSchema="${namespaces.pdfaSchema}">IPTC Extension</pdfaSchema:schema><pdfaSchema:namespaceURI ` +
  `xmlns:pdfaSchema="${namespaces.pdfaSchema}">${iptcExtension}</pdfaSchema:namespaceURI><pdfaSchema:prefix ` +
  `xmlns:pdfaSchema="${namespaces.pdfaSchema}">Iptc4xmpExt</pdfaSchema:prefix><pdfaSchema:property ` +
  `xmlns:pdfaSchema="${namespaces.pdfaSchema}"><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name ` +
  `xmlns:pdfaProperty="${namespaces.pdfaProperty}">${property}</pdfaProperty:name><pdfaProperty:valueType ` +
  `xmlns:pdfaProperty="${namespaces.pdfaProperty}">URI</pdfaProperty:valueType><pdfaProperty:category ` +
  `xmlns:pdfaProperty="${namespaces.pdfaProperty}">external</pdfaProperty:category><pdfaProperty:description ` +
  `xmlns:pdfaProperty="${namespaces.pdfaProperty}">The type of the source of this digital ` +
  'document</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property></rdf:li>';

/** A packet without any other property. */
function newPacket(edit: Edit): string {
  const empty =
    `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ` +
    `xmlns:rdf="${rdfNamespace}">\n</rdf:RDF></x:xmpmeta>\n<?xpacket end="w"?>`;
  return insert(empty, readPacket(Buffer.from(empty)), edit) ?? empty;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&');
