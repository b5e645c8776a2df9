/** Namespaces of XMP and of PDF/A by short names (ISO 16684-1, 8; ISO 19005-3, 6.6.2). */
export const namespaces = {
  dc: 'http://purl.org/dc/elements/1.1/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  pdf: 'http://ns.adobe.com/pdf/1.3/',
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
  pdfuaid: 'http://www.aiim.org/pdfua/ns/id/',
  pdfaExtension: 'http://www.aiim.org/pdfa/ns/extension/',
  pdfaSchema: 'http://www.aiim.org/pdfa/ns/schema#',
  pdfaProperty: 'http://www.aiim.org/pdfa/ns/property#',
  pdfaType: 'http://www.aiim.org/pdfa/ns/type#',
  pdfaField: 'http://www.aiim.org/pdfa/ns/field#',
} as const;

/** The start of a description of the packet's document, which declares these prefixes in their order. */
export function descriptionStart(...prefixes: readonly (keyof typeof namespaces)[]): string {
  const declarations = prefixes.map((prefix) => ` xmlns:${prefix}="${namespaces[prefix]}"`).join('');
  return `<rdf:Description rdf:about=""${declarations}>`;
}

/** The start of a packet: the processing instruction, and the elements around its descriptions. */
export const packetStart =
  '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>\n' +
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">';
