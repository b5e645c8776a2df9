import { expect } from 'chai';
import { titleOf } from '../../../src/pdf/copying/title.ts';
import { described, withXmp } from '../with-xmp.ts';

const dc = 'xmlns:d="http://purl.org/dc/elements/1.1/"';
const titleIn = (packet: Buffer | string) => titleOf(withXmp(packet));

describe('The title in XMP', () => {
  it('is that of the default language, else the first', () => {
    const [german, standard] = ['<rdf:li xml:lang="de">Eins</rdf:li>', '<rdf:li xml:lang="x-default"> One </rdf:li>'];
    expect(titleIn(described(`${dc}><d:title><rdf:Alt>${german}${standard}</rdf:Alt></d:title>`))).to.equal('One');
    expect(titleIn(described(`${dc}><d:title><rdf:Alt>${german}</rdf:Alt></d:title>`))).to.equal('Eins');
    expect(titleIn(described(`${dc}><d:title><rdf:Alt/></d:title>`))).to.equal(null);
  });

  it('is an attribute or plain text, too, in any encoding', () => {
    const packet = described(`${dc} d:title='R &amp; D &#x263a;'>`);
    for (const bytes of [Buffer.from(packet), Buffer.from(packet, 'utf16le')])
      expect(titleIn(bytes)).to.equal('R & D \u263a');
    expect(titleIn(described(`${dc}><d:title><![CDATA[A & B]]></d:title>`))).to.equal('A & B');
    expect(titleIn(described(`${dc}><!-- <d:title>A</d:title> -->`))).to.equal(null);
  });

  it('is read of a damaged packet', () => {
    expect(titleIn(described('><dc:title>R & D</dc:title>'))).to.equal('R & D');
    expect(titleIn('<a><b c=></d><dc:title><rdf:Alt><rdf:li>One</rdf:li></rdf:Alt></dc:title>')).to.equal('One');
    expect(titleIn('<dc:title>cut off')).to.equal(null);
  });

  it('is none where it is longer than any title', () => {
    expect(titleIn(described(`${dc}><d:title>${'a'.repeat(20_001)}</d:title>`))).to.equal(null);
  });
});
