import type { Invoice } from './attachment.ts';

const namespace = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

/** The properties of the schema, with what PDF/A wants to be told of them (ISO 19005-3, 6.6.2.3.3). */
const properties = [
  ['DocumentFileName', 'name of the embedded XML invoice file'],
  ['DocumentType', 'INVOICE'],
  ['Version', 'The actual version of the standard applying to the embedded XML invoice file'],
  ['ConformanceLevel', 'The conformance level of the embedded XML invoice file'],
] as const;

/** What the XMP of an invoice with its XML says: the Factur-X properties (Factur-X 1.0, 6.2.2), and the extension schema that PDF/A asks for. `escape` makes text XML. */
export function invoiceXmp({ fileName, profile, version }: Invoice, escape: (text: string) => string): string {
  const values = { DocumentFileName: fileName, DocumentType: 'INVOICE', Version: version, ConformanceLevel: profile };
  const own = properties.map(([name]) => `<fx:${name}>${escape(values[name])}</fx:${name}>`).join('\n');
  const described = properties.map(([name, about]) => `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${about}</pdfaProperty:description></rdf:li>`).join('\n');
  return `<rdf:Description rdf:about="" xmlns:fx="${namespace}">
${own}
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>
${described}
</rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`;
}
