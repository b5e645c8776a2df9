import { invoiceXmp } from './attachments/invoice-xmp.ts';
import type { DocumentInfo } from './info.ts';

/** The document's XMP packet (ISO 16684-1), saying exactly what Info says (ISO 32000-2, 14.3.2). */
export function xmpPacket(info: DocumentInfo): string {
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
    date === null ? '' : element('xmp:CreateDate', date) + element('xmp:ModifyDate', date) + element('xmp:MetadataDate', date),
  ];
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
${properties.filter((property) => property !== '').join('\n')}
</rdf:Description>${info.invoice ? `\n${invoiceXmp(info.invoice, escapeXml)}\n` : ''}</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
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
