import { descriptionStart, packetStart } from './namespaces.ts';
import { invoiceSchema, invoiceXmp } from './invoice-xmp.ts';
import { hasInfo, type Claim } from './claim.ts';
import { accessibleSchema, identificationXmp } from './identification-xmp.ts';
import type { DocumentInfo } from './info.ts';
import { extensionSchemas } from './xmp-extension.ts';

/**
 * The document's XMP packet (ISO 16684-1), with exactly the properties of Info (ISO 32000-2, 14.3.2), and the standards
 * that the document claims to conform to. Properties of no predefined schema are described as PDF/A requires (ISO
 * 19005-2, 6.6.2.3).
 */
export function xmpPacket(info: DocumentInfo, claim: Claim | null = null): string {
  const date = info.date === null ? null : `${info.date.toISOString().slice(0, 19)}Z`;
  const properties = [
    element('dc:format', 'application/pdf'),
    info.title === null ? '' : alternative('dc:title', info.title),
    info.author === null ? '' : `<dc:creator><rdf:Seq>${item(info.author)}</rdf:Seq></dc:creator>`,
    info.subject === null ? '' : alternative('dc:description', info.subject),
    info.keywords.length === 0 ? '' : `<dc:subject><rdf:Bag>${info.keywords.map(item).join('')}</rdf:Bag></dc:subject>`,
    info.keywords.length === 0 ? '' : element('pdf:Keywords', info.keywords.join(', ')),
    info.lang === null ? '' : `<dc:language><rdf:Bag>${item(info.lang)}</rdf:Bag></dc:language>`,
    element('pdf:Producer', info.producer),
    element('xmp:CreatorTool', info.creator),
    date === null
      ? ''
      : element('xmp:CreateDate', date) + element('xmp:ModifyDate', date) + element('xmp:MetadataDate', date),
  ];
  return `${packetStart}${descriptionStart('dc', 'pdf', 'xmp')}
${properties.filter((property) => property !== '').join('\n')}
</rdf:Description>${others(info, claim)}</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
}

/** Descriptions after the first. */
function others(info: DocumentInfo, claim: Claim | null): string {
  const described = [
    ...(info.invoice ? [invoiceSchema] : []),
    ...(claim?.accessible === true && claim.archive?.part !== '4' ? [accessibleSchema] : []),
  ];
  const parts = [
    info.invoice ? invoiceXmp(info.invoice, escapeXml) : '',
    claim === null ? '' : identificationXmp(claim),
    hasInfo(claim) ? '' : customXmp(info.custom),
    extensionSchemas(described),
  ];
  return parts
    .filter((part) => part !== '')
    .map((part) => `\n${part}\n`)
    .join('');
}

/** Custom entries of Info, for documents that get no Info: as other programs write them, in the namespace of PDF/X. */
function customXmp(custom: DocumentInfo['custom']): string {
  const entries = Object.entries(custom).map(([name, value]) => element(`pdfx:${xmlName(name)}`, value));
  return entries.length === 0
    ? ''
    : '<rdf:Description rdf:about="" ' +
        `xmlns:pdfx="http://ns.adobe.com/pdfx/1.3/">\n${entries.join('\n')}\n</rdf:Description>`;
}

/**
 * A name that is valid in XML (XML 1.0, 2.3): other characters are replaced by their code, after a character that no
 * name contains.
 */
function xmlName(name: string): string {
  return name.replace(
    /[^\p{L}\p{N}_.-]|^[^\p{L}_]/gu,
    (character) => `\u2182${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

function alternative(name: string, text: string): string {
  return `<${name}><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt></${name}>`;
}

function item(text: string): string {
  return `<rdf:li>${escapeXml(text)}</rdf:li>`;
}

/** Characters that XML 1.0 does not allow at all are left out. */
function escapeXml(text: string): string {
  // eslint-disable-next-line no-control-regex -- XML 1.0, production 2: these control characters may not stand in a document
  const allowed = text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '');
  return allowed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
