import { openPdf } from '../../src/pdf/file/open.ts';
import { Source } from '../../src/pdf/facts/source.ts';
import { handmade, stream } from './copy-inputs.ts';

/** An empty page with an XMP packet, UTF-8 where it is a text, and without Info. */
export function withXmp(packet: Buffer | string): Source {
  const bytes = handmade({
    1: '<</Type/Catalog/Pages 3 0 R/Metadata 5 0 R>>',
    3: '<</Type/Pages/Kids[4 0 R]/Count 1>>',
    4: '<</Type/Page/Parent 3 0 R/MediaBox[0 0 9 9]>>',
    5: stream(Buffer.from(packet).toString('latin1'), '/Type/Metadata/Subtype/XML'),
  });
  return new Source(openPdf(bytes));
}

/** A packet with one description: its other attributes and its content are given. */
export function described(inside: string): string {
  return (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    `<rdf:Description rdf:about="" ${inside}</rdf:Description></rdf:RDF></x:xmpmeta>`
  );
}
