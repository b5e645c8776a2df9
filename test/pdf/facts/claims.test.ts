import { expect } from 'chai';
import { claimsOf, withoutUntrueClaims } from '../../../src/pdf/facts/claims.ts';
import { described, withXmp } from '../with-xmp.ts';

const archive = 'xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"';
const other = withXmp(described('>'));
const changed = (packet: Buffer | string) => withoutUntrueClaims([withXmp(packet), other], 'listed');

describe('Claims of conformance in XMP', () => {
  it('are taken out where another document does not make them, and all else stays', () => {
    const claiming = described(
      `${archive} pdfaid:conformance='B' xmlns:q="urn:q" q:a="b"><pdfaid:part>2</pdfaid:part>\n<q:part> 2 </q:part>`,
    );
    expect(changed(claiming)).to.deep.equal({
      packet: Buffer.from(described(`${archive} xmlns:q="urn:q" q:a="b">\n<q:part> 2 </q:part>`)),
      foreign: ['pdfaid'],
      files: false,
      changes: false,
    });
    expect(withoutUntrueClaims([withXmp(claiming), withXmp(claiming)], 'listed')).to.equal(null);
  });

  it('are known by their namespace, and are none within comments', () => {
    const a = archive.replace('pdfaid', 'a');
    expect(changed(described(`${a}><a:part rdf:parseType="Literal">2</a:part><a:rev/>`))?.packet.toString()).to.equal(
      described(`${a}><a:rev/>`),
    );
    expect(changed(described('xmlns:pdfaid="urn:other"><pdfaid:part>2</pdfaid:part>'))).to.equal(null);
    expect(changed(described(`${archive}><!-- <pdfaid:part>2</pdfaid:part> -->`))).to.equal(null);
  });

  it('are taken out of a packet in its own encoding', () => {
    const [claiming, without] = [`${archive}><pdfaid:part>2</pdfaid:part>`, `${archive}>`].map((inside) =>
      Buffer.from(`\uFEFF${described(inside)}`, 'utf16le').swap16(),
    );
    expect(changed(claiming ?? '')?.packet).to.deep.equal(without);
  });

  it('are found in a damaged packet', () => {
    const claim = '<pdfaid:part>2</pdfaid:part>';
    for (const packet of [
      described(`><t>R & D</t>${claim}`),
      described(`>${claim}`),
      described(`${archive}></p>${claim}`),
      described(`${archive}>${claim}<cut off>`).slice(0, -45),
      `${claim}<a>`,
      `<a>\u0001 <b c=1 d></b>${claim}</a>`,
    ]) {
      const result = changed(packet);
      expect(result?.foreign, packet).to.deep.equal(['pdfaid']);
      expect(result?.packet.toString()).to.equal(packet.replace(claim, ''));
    }
  });

  it('are written anew where all documents make them', () => {
    const claiming = withXmp(
      described(`${archive}><pdfaid:part>3</pdfaid:part><pdfaid:conformance> A </pdfaid:conformance>`),
    );
    const level = withXmp(described(`${archive} pdfaid:part="3" pdfaid:conformance="B">`));
    expect(claimsOf([claiming, claiming], 'listed').elements).to.deep.equal([
      `<pdfaid:part ${archive}>3</pdfaid:part>`,
      `<pdfaid:conformance ${archive}>A</pdfaid:conformance>`,
    ]);
    expect(claimsOf([claiming, level], 'listed')).to.deep.equal({
      elements: [`<pdfaid:part ${archive}>3</pdfaid:part>`],
      descriptions: '',
      archive: '3',
    });
  });
});
