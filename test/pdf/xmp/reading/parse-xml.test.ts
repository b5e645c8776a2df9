import { expect } from 'chai';
import { parseDamagedXml, parseXml } from '../../../../src/pdf/xmp/reading/parse-xml.ts';
import { XmlError, type XmlFault } from '../../../../src/pdf/xmp/reading/xml.ts';

const rules = { maxDepth: 10, maxElements: 100, strict: true };
const forgiving = { ...rules, strict: false };

const textOf = (text: string) => parseXml(text, forgiving).root.text;
const mistake = (text: string, asked = rules): Pick<XmlError, 'fault' | 'subject' | 'line' | 'attribute'> | null => {
  try {
    parseXml(text, asked);
    return null;
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    const { fault, subject, line, attribute } = error;
    return { fault, subject, line, attribute };
  }
};

describe('Reading XML', () => {
  it('has elements and attributes by their expanded names, and no declarations of namespaces', () => {
    const { root } = parseXml('<p:a xmlns:p="urn:p" xmlns="urn:d" p:b="1" c="2"><e xmlns=""/><f/></p:a>', rules);
    expect(root).to.deep.equal({
      prefix: 'p',
      namespace: 'urn:p',
      name: 'a',
      attributes: [
        { prefix: 'p', namespace: 'urn:p', name: 'b', value: '1' },
        { prefix: '', namespace: '', name: 'c', value: '2' },
      ],
      children: [
        { prefix: '', namespace: '', name: 'e', attributes: [], children: [], text: '' },
        { prefix: '', namespace: 'urn:d', name: 'f', attributes: [], children: [], text: '' },
      ],
      text: '',
    });
  });

  it('has text of references and CDATA sections, with the line ends of XML', () => {
    expect(textOf('<a>1 &lt; 2&#233;&#x1F600;<!-- x --><![CDATA[<b>&amp;]]>\r\n3\r</a>')).to.equal(
      '1 < 2é\u{1F600}<b>&amp;\n3\n',
    );
    expect(parseXml('<a b="1\n2\t3&#10;"/>', rules).root.attributes[0]?.value).to.equal('1 2 3\n');
  });

  it('has processing instructions from anywhere', () => {
    expect(parseXml('<?xml version="1.0"?><?a  b c?><d><?e?></d><?f g?>', rules).instructions).to.deep.equal([
      { target: 'a', body: 'b c' },
      { target: 'e', body: '' },
      { target: 'f', body: 'g' },
    ]);
  });

  const wrong: readonly (readonly [text: string, fault: XmlFault, subject: string, line: number])[] = [
    ['<a>\u0001</a>', 'character', '', 1],
    ['<a>\n<!-- b', 'comment', '', 2],
    ['<a><!-- b -- c --></a>', 'comment', '', 1],
    ['<a>\n<?b c', 'instruction', '', 2],
    ['<a><?xml version="1.0"?></a>', 'instruction', '', 1],
    ['<?xml version="1.0" encoding=UTF-8?><a/>', 'instruction', '', 1],
    ['<a><![CDATA[b]]</a>', 'cdata', '', 1],
    ['<!DOCTYPE a><a/>', 'doctype', '', 1],
    ['<!DOCTYPE a [', 'doctype', '', 1],
    ['<a>\n&b;</a>', 'reference', '&b;', 2],
    ['<a>b & c</a>', 'reference', '&', 1],
    ['<a>b & c; d</a>', 'reference', '&', 1],
    ['<a>&#0;</a>', 'reference', '&#0;', 1],
    ['<a>&#x110000;</a>', 'reference', '&#x110000;', 1],
    ['<a>]]></a>', 'section-end', '', 1],
    ['<a/>b', 'text-outside', '', 1],
    ['b', 'text-outside', '', 1],
    ['<a/><![CDATA[b]]>', 'text-outside', '', 1],
    ['<a>1 < 2</a>', 'markup', '', 1],
    ['<a><!b></a>', 'markup', '', 1],
    ['<a/><b/>', 'second-root', 'b', 1],
    ['', 'no-element', '', 1],
    ['<!-- a -->', 'no-element', '', 1],
    ['<a><b c=1/></a>', 'start-tag', 'b', 1],
    ['<a><b c="<"/></a>', 'start-tag', 'b', 1],
    ['<a><b<c/></a>', 'start-tag', 'b', 1],
    ['<a><b:c:d/></a>', 'start-tag', 'b:c:d', 1],
    ['<a>\n<b', 'start-tag', 'b', 2],
    ['<a b="1" b="2"/>', 'attribute', 'b', 1],
    ['<a xmlns:p="urn:p" xmlns:q="urn:p" p:b="1" q:b="2"/>', 'attribute', 'q:b', 1],
    ['<a b:c="1"/>', 'prefix', 'b', 1],
    ['<b:a/>', 'prefix', 'b', 1],
    ['<a>\n<b></a></b>', 'end-tag', 'b', 2],
    ['<a/></a>', 'end-tag', '', 1],
    ['<a></>', 'end-tag', 'a', 1],
    ['<a>\n<b>\n', 'unclosed', 'b', 3],
    ['<a>'.repeat(11), 'too-deep', '', 1],
    [`<a>${'<b/>'.repeat(100)}</a>`, 'too-many', '', 1],
  ];
  for (const [text, fault, subject, line] of wrong) {
    it(`refuses ${JSON.stringify(text.slice(0, 60))}`, () => {
      expect(mistake(text)).to.deep.include({ fault, subject, line });
    });
  }

  it('names the attribute whose value has a wrong reference', () => {
    expect(mistake('<a b="1" c = "&d;"/>')).to.deep.equal({
      fault: 'reference',
      subject: '&d;',
      line: 1,
      attribute: 'c',
    });
    expect(mistake('<a b="1" c="d & e"/>')?.attribute).to.equal('c');
  });

  it('forgives what leaves no doubt, where it is to be forgiving', () => {
    expect(textOf('<a>\u0001</a>')).to.equal('\u0001');
    expect(textOf('<a><!-- b -- c -->d</a>')).to.equal('d');
    expect(textOf('<a>b]]>c</a>')).to.equal('b]]>c');
    expect(textOf('<?b?>\n<?xml version="1.0" encoding="UTF-8"?><a>c</a>\0\uFEFF<?d?>')).to.equal('c');
    expect(textOf('<a><?xml version="1.0"?>b<?1?></a>')).to.equal('b');
    expect(textOf('<a>&#1;</a>')).to.equal('&#1;');
    for (const [text, fault] of wrong.filter(([, each]) => !['character', 'section-end'].includes(each)))
      if (!/&#0;|version| -- |DOCTYPE a>/.test(text)) expect(mistake(text, forgiving)?.fault, text).to.equal(fault);
  });

  it('skips a document type declaration, and believes nothing of it', () => {
    expect(textOf('<!DOCTYPE a [<!-- ]> --><!ENTITY b "c">]><a>d</a>')).to.equal('d');
    expect(mistake('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', forgiving)?.fault).to.equal('reference');
    expect(mistake('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', forgiving)).to.equal(null);
  });

  it('reads what can be read of damaged XML', () => {
    const texts = (text: string) =>
      parseDamagedXml(text, rules).map(({ namespace, name, text: own }) => `${namespace}|${name}|${own}`);
    expect(texts('<p:b>1</p:b><c d=>2</c></a>')).to.deep.equal(['p|b|1', '|c|2']);
    expect(texts('<b>R & D &amp; &x; &#51;</b>')).to.deep.equal(['|b|R & D & &x; 3']);
    expect(texts('<a></c><b>1</b>')).to.deep.equal(['|a|', '|b|1']);
    expect(texts('<b>1</b><c>cut')).to.deep.equal(['|b|1', '|c|']);
    expect(texts('<b/>'.repeat(1000))).to.have.length(101);
    expect(texts('a & b')).to.deep.equal([]);
  });

  it('takes a time that grows with the text', () => {
    const start = performance.now();
    for (const text of [
      '<!--',
      '<',
      '& ',
      '&#1;',
      ']]>',
      '\u0001',
      '<?x?>',
      '<!DOCTYPE a>',
      '<?xml version="1.0"?>',
      'b="1" ',
    ])
      mistake(`<a ${text.repeat(200_000)}</a>`, forgiving);
    for (const text of ['<', '<a', '<a ', '<a></b>', '</a>', '<!--', '<![CDATA[', '&', '& ', 'b="1" '])
      parseDamagedXml(`<a ${text.repeat(200_000)}`, { ...rules, maxElements: 200_000 });
    for (const text of ['&#1;', ']]>', '\u0001', '<!-- -- -->', '<?x?>']) textOf(`<a>${text.repeat(200_000)}</a>`);
    expect(performance.now() - start).to.be.below(20_000);
  });
});
