import { bombFile, firstObject, packed, repeated, type Bomb } from './bomb-file.ts';

function metadata(xml: string): Buffer {
  return bombFile({ catalog: `/Metadata ${firstObject} 0 R`, objects: [packed(xml, '/Type/Metadata/Subtype/XML')] });
}

const xmp = (inside: string): string =>
  '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ' +
  `xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${inside}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

/** Metadata. */
export const metadataBombs: Readonly<Record<string, Bomb>> = {
  'XMP words': {
    count: 2_000_000,
    make: (count) => metadata(xmp(`<rdf:Description>${'word '.repeat(count)}</rdf:Description>`)),
  },
  'XMP without markup': { count: 2_000_000, make: (count) => metadata('word '.repeat(count)) },
  'XMP elements': {
    count: 300_000,
    make: (count) => metadata(xmp(`<rdf:Description rdf:about="">${'<a>b</a>'.repeat(count)}</rdf:Description>`)),
  },
  'XMP descriptions': {
    count: 100_000,
    make: (count) =>
      metadata(
        xmp(
          (
            '<rdf:Description rdf:about="" ' +
            'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:format>a</dc:format></rdf:Description>'
          ).repeat(count),
        ),
      ),
  },
  'XMP attributes': {
    count: 200_000,
    make: (count) => metadata(xmp(`<rdf:Description ${repeated(count, (index) => `a${index}="b" `)}/>`)),
  },
  'XMP openers': { count: 1_000_000, make: (count) => metadata(xmp('<'.repeat(count))) },
  'XMP depth': { count: 200_000, make: (count) => metadata(xmp('<a>'.repeat(count))) },
  'XMP comments': { count: 500_000, make: (count) => metadata(xmp('<!--'.repeat(count))) },
};
