import { expect } from 'chai';
import { propertyOf, readPacket, simpleText } from '../../../src/pdf/xmp/reading/packet.ts';
import { readExtensions } from '../../../src/pdf/xmp/reading/extensions.ts';
import { iptcExtension, withSourceType } from '../../../src/pdf/xmp/source-type-xmp.ts';
import { namespaces } from '../../../src/pdf/xmp/namespaces.ts';

const uri = 'http://cv.iptc.org/newscodes/digitalsourcetype/humanEdits';
const rdf = (inside: string, about = '""') =>
  `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ` +
  `xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=${about} ` +
  `xmlns:dc="http://purl.org/dc/elements/1.1/" ${inside}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket ` +
  'end="w"?>';
const title = '><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Q3 &amp; Q4 · отчёт</rdf:li></rdf:Alt></dc:title>';

const told = (bytes: Buffer) => {
  const packet = readPacket(bytes);
  expect(packet.error).to.equal(null);
  const all = packet.properties.filter(
    ({ namespace, name }) => namespace === iptcExtension && name === 'DigitalSourceType',
  );
  return {
    type: all.map(({ value }) => simpleText(value)),
    title: simpleText(propertyOf(packet, namespaces.dc, 'title')?.value),
    extensions: [...readExtensions(packet).properties.keys()],
    mistakes: readExtensions(packet).mistakes,
    packet,
  };
};

describe('The digital source type in metadata', () => {
  it('is added to what is there, in the encoding that it has', () => {
    const utf16be = Buffer.from(rdf(title), 'utf16le').swap16();
    for (const before of [
      Buffer.from(rdf(title)),
      Buffer.from(rdf(title, "'uuid:1'")),
      Buffer.from(`\uFEFF${rdf(title)}`, 'utf16le'),
      utf16be,
    ]) {
      const { bytes, anew } = withSourceType(before, { uri, extension: false });
      expect(anew).to.equal(false);
      expect(told(bytes)).to.deep.include({ type: [uri], title: 'Q3 & Q4 · отчёт', extensions: [] });
      expect(told(bytes).packet.encoding).to.equal(readPacket(before).encoding);
    }
  });

  it('takes the place of one that is there: an attribute, an element, a reference, with any prefix', () => {
    const ns = `xmlns:ipt="${iptcExtension}"`;
    const old = 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalArt';
    for (const inside of [
      `${ns} ipt:DigitalSourceType="${old}"${title}`,
      `${ns}${title}<ipt:DigitalSourceType>${old}</ipt:DigitalSourceType>`,
      `${ns}${title}<ipt:DigitalSourceType rdf:resource="${old}"/>`,
      `${ns}${title}<ipt:DigitalSourceType xml:lang="en"\n>${old}</ipt:DigitalSourceType >`,
    ]) {
      expect(told(withSourceType(Buffer.from(rdf(inside)), { uri, extension: false }).bytes), inside).to.deep.include({
        type: [uri],
        title: 'Q3 & Q4 · отчёт',
      });
    }
  });

  it('takes the place of one that holds other elements, and of no property whose name begins alike', () => {
    const ns = `xmlns:ipt="${iptcExtension}"`;
    const own =
      '<ipt:DigitalSourceType><rdf:Bag><rdf:li>a</rdf:li><rdf:li>b</rdf:li></rdf:Bag></ipt:DigitalSourceType>';
    const { bytes, anew } = withSourceType(
      Buffer.from(rdf(`${ns}${title}${own}<ipt:DigitalSourceTypes>all</ipt:DigitalSourceTypes>`)),
      { uri, extension: false },
    );
    expect(anew).to.equal(false);
    expect(told(bytes)).to.deep.include({ type: [uri], title: 'Q3 & Q4 · отчёт' });
    expect(simpleText(propertyOf(readPacket(bytes), iptcExtension, 'DigitalSourceTypes')?.value)).to.equal('all');
  });

  it('is explained to PDF/A, beside what is explained already, and once', () => {
    const plain = withSourceType(Buffer.from(rdf(title)), { uri, extension: true }).bytes;
    expect(told(plain)).to.deep.include({
      type: [uri],
      extensions: [`${iptcExtension} DigitalSourceType`],
      mistakes: [],
    });
    expect(
      withSourceType(plain, { uri, extension: true })
        .bytes.toString()
        .match(/pdfaExtension:schemas /g),
    ).to.have.length(1);
    const other =
      `xmlns:pdfaExtension="${namespaces.pdfaExtension}" xmlns:pdfaSchema="${namespaces.pdfaSchema}" ` +
      `xmlns:pdfaProperty="${namespaces.pdfaProperty}"${title}<pdfaExtension:schemas><rdf:Bag><rdf:li ` +
      ('rdf:parseType="Resource"><pdfaSchema:schema>X</pdfaSchema:schema><pdfaSchema:namespaceURI>' +
        'urn:x#</pdfaSchema:namespaceURI><pdfaSchema:prefix>x</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>' +
        '<rdf:li ') +
      ('rdf:parseType="Resource"><pdfaProperty:name>y</pdfaProperty:name><pdfaProperty:valueType>' +
        'Text</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category>' +
        '<pdfaProperty:description>y</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property></rdf:li>' +
        `</rdf:Bag>\n</pdfaExtension:schemas>`);
    expect(told(withSourceType(Buffer.from(rdf(other)), { uri, extension: true }).bytes)).to.deep.include({
      extensions: ['urn:x# y', `${iptcExtension} DigitalSourceType`],
      mistakes: [],
    });
  });

  it('is alone where there are no metadata, or none that can be read or added to', () => {
    expect(told(withSourceType(null, { uri, extension: false }).bytes).type).to.deep.equal([uri]);
    for (const bytes of [
      Buffer.from('<x:xmpmeta'),
      Buffer.from('<?xpacket?><rdf:RDF/>'),
      Buffer.alloc(0),
      Buffer.from([0xff, 0xfe, 0xff]),
    ]) {
      const { bytes: made, anew } = withSourceType(bytes, { uri, extension: true });
      expect([anew, told(made).type]).to.deep.equal([true, [uri]]);
    }
  });

  it('never gets into a comment', () => {
    const before = rdf(`${title}<!-- </rdf:RDF> -->`);
    expect(told(withSourceType(Buffer.from(before), { uri, extension: false }).bytes).type).to.deep.equal([uri]);
  });
});
