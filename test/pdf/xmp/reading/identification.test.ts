import { expect } from 'chai';
import { archiveClaim, claimedArchivePart, identificationOf } from '../../../../src/pdf/xmp/reading/identification.ts';
import { readPacket } from '../../../../src/pdf/xmp/reading/packet.ts';

const pdfaid = 'http://www.aiim.org/pdfa/ns/id/';
const rdf = (inside: string) =>
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  `<rdf:Description rdf:about="" xmlns:a="${pdfaid}" xmlns:u="http://www.aiim.org/pdfua/ns/id/" ${inside}` +
  '</rdf:Description></rdf:RDF></x:xmpmeta>';
const elements = rdf('><a:part> 3 </a:part><a:conformance>b</a:conformance><u:part>1</u:part>');
const attributes = rdf('a:part="3" a:conformance="b" u:part="1">');

describe('What XMP says of conformance', () => {
  it('is read of elements and of attributes, by namespace, in every encoding', () => {
    for (const xml of [elements, attributes])
      for (const bytes of [
        Buffer.from(xml),
        Buffer.from(`\uFEFF${xml}`, 'utf16le'),
        Buffer.from(xml, 'utf16le').swap16(),
      ]) {
        expect(archiveClaim(readPacket(bytes))).to.deep.equal({ part: '3', level: 'B' });
        expect(claimedArchivePart(bytes)).to.equal('3');
        expect([...identificationOf(readPacket(bytes))]).to.deep.equal([
          ['pdfaid:part', '3'],
          ['pdfaid:conformance', 'b'],
          ['pdfuaid:part', '1'],
        ]);
      }
  });

  it('is no claim of PDF/A where its namespace is declared only, or the part is that of PDF/UA', () => {
    const bytes = Buffer.from(rdf('><u:part>1</u:part>'));
    expect(claimedArchivePart(bytes)).to.equal(null);
    expect(archiveClaim(readPacket(bytes))).to.equal(null);
    expect([...identificationOf(readPacket(bytes))]).to.deep.equal([['pdfuaid:part', '1']]);
  });

  it('is not known of a packet that can not be read, and may be a claim', () => {
    const broken = Buffer.from(elements.replace('</rdf:RDF>', ''));
    expect(claimedArchivePart(broken)).to.equal('?');
    expect(claimedArchivePart(Buffer.from(broken.toString(), 'utf16le'))).to.equal('?');
    expect(claimedArchivePart(Buffer.from('<x'))).to.equal(null);
    expect(archiveClaim(readPacket(broken))).to.equal(null);
  });

  it('has no words that could be anything', () => {
    const bytes = Buffer.from(rdf('a:rev="2020" a:amd="2:2011" a:corr="My secret name"><a:other>1</a:other>'));
    expect([...identificationOf(readPacket(bytes))]).to.deep.equal([
      ['pdfaid:rev', '2020'],
      ['pdfaid:amd', '2:2011'],
    ]);
  });
});
