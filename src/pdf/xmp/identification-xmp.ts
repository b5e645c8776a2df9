import type { ExtensionSchema } from './xmp-extension.ts';
import type { Claim } from './claim.ts';

/** ISO 14289-1, 5. ISO 19005 predefines no schema of it, so parts 1 to 3 want it described. */
export const accessibleSchema: ExtensionSchema = {
  title: 'PDF/UA Universal Accessibility Schema',
  namespace: 'http://www.aiim.org/pdfua/ns/id/',
  prefix: 'pdfuaid',
  properties: [
    {
      name: 'part',
      type: 'Integer',
      category: 'internal',
      about: 'Indicates which part of ISO 14289 the document conforms to',
    },
  ],
};

/**
 * The identification in XMP of the standards that a document conforms to (ISO 19005-2, 6.6.4; ISO 19005-4, 6.7.3; ISO
 * 14289-1, 5).
 */
export function identificationXmp({ archive, accessible }: Claim): string {
  const parts: string[] = [];
  if (archive !== null) {
    const level = archive.level === '' ? '' : `<pdfaid:conformance>${archive.level.toUpperCase()}</pdfaid:conformance>`;
    const revision = archive.part === '4' ? '<pdfaid:rev>2020</pdfaid:rev>' : '';
    parts.push(
      '<rdf:Description rdf:about="" ' +
        (`xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>${archive.part}</pdfaid:part>` +
          `${revision}${level}</rdf:Description>`),
    );
  }
  if (accessible)
    parts.push(
      '<rdf:Description rdf:about="" ' +
        `xmlns:pdfuaid="${accessibleSchema.namespace}"><pdfuaid:part>1</pdfuaid:part></rdf:Description>`,
    );
  return parts.join('\n');
}
