import type { ExtensionSchema } from './xmp-extension.ts';
import type { Invoice } from './attachment.ts';

const property = (name: string, about: string) => ({ name, type: 'Text', category: 'external', about }) as const;

/** The schema of Factur-X and ZUGFeRD 2 (Factur-X 1.0, 6.2.2). */
export const invoiceSchema: ExtensionSchema = {
  title: 'Factur-X PDFA Extension Schema',
  namespace: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
  prefix: 'fx',
  properties: [
    property('DocumentFileName', 'name of the embedded XML invoice file'),
    property('DocumentType', 'INVOICE'),
    property('Version', 'The actual version of the standard applying to the embedded XML invoice file'),
    property('ConformanceLevel', 'The conformance level of the embedded XML invoice file'),
  ],
};

/** The XMP properties of an invoice with its XML. `escape` makes text XML. */
export function invoiceXmp({ fileName, profile, version }: Invoice, escape: (text: string) => string): string {
  const values = { DocumentFileName: fileName, DocumentType: 'INVOICE', Version: version, ConformanceLevel: profile };
  return `<rdf:Description rdf:about="" xmlns:fx="${invoiceSchema.namespace}">
${Object.entries(values)
  .map(([name, value]) => `<fx:${name}>${escape(value)}</fx:${name}>`)
  .join('\n')}
</rdf:Description>`;
}
