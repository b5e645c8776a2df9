import { descriptionStart, packetStart } from './namespaces.ts';
/** The entire XMP of a redacted document. */
export interface RedactedXmp {
  /** PDF/UA requires one. Text without markup. */
  readonly title: string;
  /** Of the title: a language tag, or `x-default`. */
  readonly language: string;
  /** Properties of `pdfaid` and `pdfuaid` by their names, as `pdfaid:part`; values without markup. */
  readonly identification: ReadonlyMap<string, string>;
}

/** The packet (ISO 16684-1) of a redacted document: what it conforms to, and a title. */
export function redactedXmp({ title, language, identification }: RedactedXmp): string {
  const claims = [...identification].map(([name, value]) => `<${name}>${value}</${name}>`).join('');
  return `${packetStart}${descriptionStart('dc', 'pdfaid', 'pdfuaid')}
<dc:title><rdf:Alt><rdf:li xml:lang="${language}">${title}</rdf:li></rdf:Alt></dc:title>${claims}
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
}
