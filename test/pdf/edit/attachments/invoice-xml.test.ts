import { expect } from 'chai';
import { InvoiceXmlError, readInvoiceXml } from '../../../../src/pdf/edit/attachments/invoice-xml.ts';

const read = (text: string) => readInvoiceXml(Buffer.from(text, 'utf8'));
const rootOf = (text: string) => (({ name, namespace }) => ({ name, namespace }))(read(text).root);
const refusal = (bytes: Uint8Array | string): string => {
  try {
    readInvoiceXml(typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : bytes);
  } catch (error) {
    if (error instanceof InvoiceXmlError) return error.message;
    throw error;
  }
  return 'none';
};

describe('Reading the XML of an invoice', () => {
  it('tells the root element by its expanded name', () => {
    expect(
      rootOf(
        '<?xml version="1.0" encoding="UTF-8"?>\n<!-- a - b -->\n<r:a xmlns:r="urn:r"><r:b c="1" ' +
          "d='&lt;2'/>x &amp; y<![CDATA[<z>]]><?p i?></r:a>\n",
      ),
    ).to.deep.equal({ name: 'a', namespace: 'urn:r' });
    expect(rootOf('<a xmlns="urn:d"><b xmlns=""><c/></b></a>')).to.deep.equal({ name: 'a', namespace: 'urn:d' });
    expect(rootOf('<Größe/>')).to.deep.equal({ name: 'Größe', namespace: '' });
  });

  it('has the elements in each other, with their text and attributes', () => {
    const { root } = read('<r:a xmlns:r="urn:r"><b c="1 &lt; 2">x &amp; <d/>y<![CDATA[<z>]]>&#233;</b></r:a>');
    const [b] = root.children;
    expect([b?.name, b?.text, b?.attributes[0]?.value, b?.children.map(({ name }) => name)]).to.deep.equal([
      'b',
      'x & y<z>é',
      '1 < 2',
      ['d'],
    ]);
  });

  it('reads the encoding that a file declares or marks', () => {
    const text = '<a>é</a>';
    expect(readInvoiceXml(Buffer.from(`\uFEFF${text}`, 'utf16le')).text).to.equal(text);
    expect(readInvoiceXml(Buffer.from(`\uFEFF${text}`, 'utf8')).text).to.equal(text);
    expect(readInvoiceXml(Buffer.from(`<?xml version='1.0' encoding='ISO-8859-1'?>${text}`, 'latin1')).text).to.contain(
      text,
    );
    expect(refusal(Buffer.from(text, 'latin1'))).to.equal('is not in the encoding utf-8');
    expect(refusal('<?xml version="1.0" encoding="EBCDIC-US"?><a/>')).to.contain('encoding');
  });

  const wrong: Record<string, string> = {
    'no element': '<!-- nothing -->',
    'no end of the element': '<a><b></b>',
    'no end where it should be': '<a><b></a></b>',
    'an end of an element that did not begin': '<a/></a>',
    'a second root': '<a/><b/>',
    'text outside': 'x<a/>',
    'an unescaped': '<a>Bolt & nut</a>',
    'a wrong attribute': '<a b="1" b="2"/>',
    'a broken start': '<a b=1/>',
    'begins nothing': '<a>1 < 2</a>',
    'a comment that is not whole': '<a><!-- a -- b --></a>',
    'a processing instruction': '<a><?xml version="1.0"?></a>',
    'a document type declaration': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    'not declared': '<a:b/>',
    'levels deep': `${'<a>'.repeat(300)}${'</a>'.repeat(300)}`,
    'a control character': '<a>\u0001</a>',
  };
  for (const [problem, text] of Object.entries(wrong)) {
    it(`refuses ${text.slice(0, 50).replaceAll('\u0001', '^A')}`, () => {
      expect(refusal(text)).to.contain(problem.split(' where')[0]);
    });
  }

  it('tells the line', () => {
    expect(refusal('<a>\n<b>\n</c>\n</a>')).to.contain('line 3');
  });
});
