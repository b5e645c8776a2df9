import { expect } from 'chai';
import { composed, elementOf, elementsOf, operations, pointersOf } from '../../../support/rendering.ts';

describe('every operation', () => {
  for (const { name, example } of operations) {
    it(`${name} composes its example`, () => {
      expect(() =>
        composed([
          { op: 'add_text', text: 'x' },
          { op: name, ...example },
        ]),
      ).not.to.throw();
    });
  }

  it('that flows carries its id, its language and the active font', () => {
    for (const { name, example } of operations.filter(({ flows }) => flows)) {
      const outermost = elementsOf([
        { op: 'set_font', family: 'Inter' },
        { op: name, ...example, id: 'here', lang: 'fr' },
      ]).find(({ attributes }) => attributes.id === 'here');
      expect(outermost?.attributes.lang, name).to.equal('fr');
      expect(outermost?.attributes.class?.split(' '), name).to.include('colophon-font1');
    }
  });
});

describe('add_text', () => {
  it('is text, never HTML', () => {
    const { text, attributes } = elementOf('p', [{ op: 'add_text', text: '<b>1 & 2</b>\nnext' }]);
    expect(text).to.equal('<b>1 & 2</b>\nnext');
    expect(attributes).to.deep.equal({ class: 'text' });
  });

  it('has the style that it asks for', () => {
    const style = elementOf('p', [
      {
        op: 'add_text',
        text: 'x',
        font: 'Arial, serif',
        size: '12px',
        weight: 'bold',
        italic: true,
        color: '#123',
        background: 'rgb(0 0 0 / 5%)',
        align: 'justify',
        lineHeight: 1.4,
      },
    ]).attributes.style;
    expect(style).to.equal(
      'font-family:"Arial", serif, ' +
        'var(--sans);font-size:9pt;font-weight:bold;font-style:italic;color:#123;line-height:1.4;background:rgb(0 ' +
        '0 0 / 5%);text-align:justify',
    );
  });

  it('may be a link', () => {
    expect(
      elementOf('a', [{ op: 'add_text', text: 'x', link: 'https://example.com/?a=1&b="' }]).attributes.href,
    ).to.equal('https://example.com/?a=1&b="');
  });
});

describe('add_heading', () => {
  it('is a heading of its level', () => {
    expect(elementOf('h3', [{ op: 'add_heading', text: 'T', level: 3 }]).text).to.equal('T');
    expect(elementOf('h1', [{ op: 'add_heading', text: 'T' }]).attributes.class).to.equal('heading');
  });

  it('is remembered when it is to have no bookmark', () => {
    const steps = [
      { op: 'add_html', html: '<h2>T</h2><!-- <h2>T</h2> --><script>"<h2>T</h2>"</script>', javascript: 'off' },
      { op: 'add_heading', text: ' T', bookmark: false },
      { op: 'add_markdown', markdown: '# T' },
    ];
    expect(composed(steps).unbookmarked).to.deep.equal([{ text: 'T', occurrence: 1, headings: 3, unbookmarked: 1 }]);
  });
});

describe('add_list', () => {
  it('nests its items', () => {
    const seen = elementsOf([
      { op: 'add_list', items: ['a', { text: 'b', items: ['c'] }], ordered: true, start: 4, marker: 'lower-alpha' },
    ]);
    expect(seen.find(({ tag }) => tag === 'ol')?.attributes).to.deep.equal({
      class: 'list',
      style: 'list-style-type:lower-alpha',
      start: '4',
    });
    expect(
      seen.filter(({ tag }) => tag === 'li').map(({ parents }) => parents.filter((tag) => tag === 'ol').length),
    ).to.deep.equal([1, 1, 2]);
  });
});

describe('add_code', () => {
  it('is coloured by its language and escaped', () => {
    const seen = elementsOf([{ op: 'add_code', code: 'const a = "<b>";', language: 'TypeScript' }]);
    expect(seen.find(({ tag }) => tag === 'pre')?.text).to.equal('const a = "<b>";');
    expect(seen.filter(({ tag }) => tag === 'span').length).to.be.greaterThan(1);
    expect(seen.some(({ tag }) => tag === 'b')).to.equal(false);
  });

  it('has whole lines when they are numbered', () => {
    const lines = elementsOf([{ op: 'add_code', code: 'a = `x\r\ny`\n', language: 'js', lineNumbers: true }]).filter(
      ({ attributes }) => attributes.class === 'line',
    );
    expect(lines.map(({ text }) => text)).to.deep.equal(['a = `x', 'y`']);
  });

  it('of an unknown language is plain, with a warning', () => {
    const { warnings } = composed([{ op: 'add_code', code: 'x', language: 'klingon' }]);
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.include({ code: 'language-unknown', pointer: '/operations/0/language' });
  });
});

describe('hostile code', () => {
  const code = (language: string, text: string) => [{ op: 'add_code', language, code: text }];

  for (const language of ['java', 'ini', 'csharp', 'c', 'cpp', 'graphql', 'bash', 'ruby']) {
    it(`in ${language} is set plain instead of keeping the thread busy, with a warning`, () => {
      const { warnings } = composed(code(language, 'a'.repeat(100_000)));
      expect(warnings.map(({ code, pointer }) => [code, pointer])).to.deep.equal([
        ['code-not-highlighted', '/operations/0/language'],
      ]);
      composed(code(language, `${'a'.repeat(900)}\n`.repeat(100)));
    });
  }

  it('in pieces shares one allowance, and a normal document has room for many', () => {
    const piece = 'const a = 1;\n'.repeat(150);
    const steps = Array.from({ length: 100 }, () => code('js', piece)[0]!);
    expect(composed(steps).warnings).to.deep.equal([]);
    expect(composed([...steps, ...code('js', piece.repeat(5))]).warnings.map(({ code }) => code)).to.deep.equal([
      'code-not-highlighted',
    ]);
  });

  it('in Markdown is held to the same', () => {
    expect(
      composed([{ op: 'add_markdown', markdown: `\`\`\`java\n${'a'.repeat(5000)}\n\`\`\`` }]).warnings.map(
        ({ code }) => code,
      ),
    ).to.deep.equal(['code-not-highlighted']);
  });

  it('of languages that JavaScript knows otherwise has no colours', () => {
    for (const language of ['constructor', '__proto__', 'toString'])
      expect(
        composed(code(language, 'x')).warnings.map(({ code }) => code),
        language,
      ).to.deep.equal(['language-unknown']);
  });
});

describe('add_list with wrong items', () => {
  const list = (items: unknown) => pointersOf({ operations: [{ op: 'add_list', items }] });

  it('is told of each at its place', () => {
    expect(list(['a', 1, { text: 'b', items: [null, { items: 'x', more: 1 }] }])).to.deep.equal(
      [1, '2/items/0', '2/items/1/text', '2/items/1/items', '2/items/1/more'].map(
        (place) => `/operations/0/items/${place}`,
      ),
    );
    expect(list([])).to.deep.equal(['/operations/0/items']);
    expect(list(Array.from({ length: 100_001 }, () => 'x'))).to.deep.equal(['/operations/0/items']);
  });

  it('may nest eight levels and no more', () => {
    const nested = (levels: number): object =>
      levels === 1 ? { text: 'x' } : { text: 'x', items: [nested(levels - 1)] };
    expect(list([nested(8)])).to.deep.equal([]);
    expect(list([nested(9)])).to.have.length(1);
  });
});

describe('add_markdown', () => {
  const tags = (markdown: string) => elementsOf([{ op: 'add_markdown', markdown }]).map(({ tag }) => tag);

  it('knows CommonMark and tables', () => {
    expect(tags('# a\n\n- b\n\n| c | d |\n|--|--:|\n| 1 | 2 |')).to.include.members([
      'h1',
      'ul',
      'li',
      'table',
      'th',
      'td',
    ]);
    expect(elementOf('td', [{ op: 'add_markdown', markdown: '| c |\n|--:|\n| 1 |' }]).attributes.class).to.equal(
      'align-right',
    );
  });

  it('escapes HTML', () => {
    expect(tags('<script>x</script>\n\n<b>y</b> <img src=x onerror=y>'))
      .to.not.include.members(['script'])
      .and.not.include.members(['b'])
      .and.not.include.members(['img']);
  });

  it('links only where a link may lead', () => {
    const seen = elementsOf([
      {
        op: 'add_markdown',
        markdown: '[a](https://a.b) [b](javascript:x) [c](d.html) ![e](f.png) ![g](file:///etc/passwd)',
      },
    ]);
    expect(seen.filter(({ tag }) => tag === 'a').map(({ attributes }) => attributes.href)).to.deep.equal([
      'https://a.b',
      undefined,
    ]);
    expect(seen.filter(({ tag }) => tag === 'img').map(({ attributes }) => attributes.src)).to.deep.equal(['f.png']);
  });
});
