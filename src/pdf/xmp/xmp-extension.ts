import { descriptionStart } from './namespaces.ts';
/** A property that XMP does not predefine, with the description that PDF/A requires (ISO 19005-2, 6.6.2.3.3). */
interface DescribedProperty {
  readonly name: string;
  readonly type: 'Text' | 'Integer';
  readonly category: 'internal' | 'external';
  readonly about: string;
}

/** A schema that XMP does not predefine. */
export interface ExtensionSchema {
  readonly title: string;
  readonly namespace: string;
  readonly prefix: string;
  readonly properties: readonly DescribedProperty[];
}

/** The description of a packet's extension schemas, which a packet has once; empty without any. */
export function extensionSchemas(schemas: readonly ExtensionSchema[]): string {
  if (schemas.length === 0) return '';
  return `${descriptionStart('pdfaExtension', 'pdfaSchema', 'pdfaProperty')}
<pdfaExtension:schemas><rdf:Bag>
${schemas.map(described).join('\n')}
</rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`;
}

function described({ title, namespace, prefix, properties }: ExtensionSchema): string {
  const each = properties.map(
    ({ name, type, category, about }) =>
      '<rdf:li ' +
      (`rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>` +
        `${type}</pdfaProperty:valueType><pdfaProperty:category>${category}</pdfaProperty:category>` +
        `<pdfaProperty:description>${about}</pdfaProperty:description></rdf:li>`),
  );
  const named =
    `<pdfaSchema:schema>${title}</pdfaSchema:schema><pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>` +
    `<pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>`;
  return `<rdf:li rdf:parseType="Resource">${named}<pdfaSchema:property><rdf:Seq>
${each.join('\n')}
</rdf:Seq></pdfaSchema:property></rdf:li>`;
}
