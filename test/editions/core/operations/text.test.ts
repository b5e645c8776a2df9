import { expect } from 'chai';
import { composed, elementOf, elementsOf, operations } from '../../../support/rendering.ts';

describe('every operation', () => {
  for (const { name, example } of operations) {
    it(`${name} composes its example`, () => {
      expect(() => composed([{ op: 'add_text', text: 'x' }, { op: name, ...example }])).not.to.throw();
    });
  }

  it('that flows carries its id, its language and the active font', () => {
    for (const { name, example } of operations.filter(({ flows }) => flows)) {
      const outermost = elementsOf([{ op: 'set_font', family: 'Inter' }, { op: name, ...example, id: 'here', lang: 'fr' }]).find(({ attributes }) => attributes.id === 'here');
      expect(outermost?.attributes.lang, name).to.equal('fr');
      expect(outermost?.attributes.class?.split(' '), name).to.include('font1');
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
    const style = elementOf('p', [{ op: 'add_text', text: 'x', font: 'Arial, serif', size: '12px', weight: 'bold', italic: true, color: '#123', background: 'rgb(0 0 0 / 5%)', align: 'justify', lineHeight: 1.4 }]).attributes.style;
    expect(style).to.equal('font-family:"Arial", serif, var(--sans);font-size:9pt;font-weight:bold;font-style:italic;color:#123;line-height:1.4;background:rgb(0 0 0 / 5%);text-align:justify');
  });

  it('may be a link', () => {
    expect(elementOf('a', [{ op: 'add_text', text: 'x', link: 'https://example.com/?a=1&b="' }]).attributes.href).to.equal('https://example.com/?a=1&b="');
  });
});

describe('add_heading', () => {
  it('is a heading of its level', () => {
    expect(elementOf('h3', [{ op: 'add_heading', text: 'T', level: 3 }]).text).to.equal('T');
    expect(elementOf('h1', [{ op: 'add_heading', text: 'T' }]).attributes.class).to.equal('heading');
  });

  it('is remembered when it is to have no bookmark', () => {
    expect(composed([{ op: 'add_heading', text: 'T', bookmark: false }]).unbookmarked).to.deep.equal(['T']);
  });
});

describe('add_list', () => {
  it('nests its items', () => {
    const seen = elementsOf([{ op: 'add_list', items: ['a', { text: 'b', items: ['c'] }], ordered: true, start: 4, marker: 'lower-alpha' }]);
    expect(seen.find(({ tag }) => tag === 'ol')?.attributes).to.deep.equal({ class: 'list', style: 'list-style-type:lower-alpha', start: '4' });
    expect(seen.filter(({ tag }) => tag === 'li').map(({ parents }) => parents.filter((tag) => tag === 'ol').length)).to.deep.equal([1, 1, 2]);
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
    const lines = elementsOf([{ op: 'add_code', code: 'a = `x\r\ny`\n', language: 'js', lineNumbers: true }]).filter(({ attributes }) => attributes.class === 'line');
    expect(lines.map(({ text }) => text)).to.deep.equal(['a = `x', 'y`']);
  });

  it('of an unknown language is plain, with a warning', () => {
    const { warnings } = composed([{ op: 'add_code', code: 'x', language: 'klingon' }]);
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.include({ code: 'language-unknown', pointer: '/operations/0/language' });
  });
});

describe('add_markdown', () => {
  const tags = (markdown: string) => elementsOf([{ op: 'add_markdown', markdown }]).map(({ tag }) => tag);

  it('knows CommonMark and tables', () => {
    expect(tags('# a\n\n- b\n\n| c | d |\n|--|--:|\n| 1 | 2 |')).to.include.members(['h1', 'ul', 'li', 'table', 'th', 'td']);
    expect(elementOf('td', [{ op: 'add_markdown', markdown: '| c |\n|--:|\n| 1 |' }]).attributes.class).to.equal('align-right');
  });

  it('escapes HTML', () => {
    expect(tags('<script>x</script>\n\n<b>y</b> <img src=x onerror=y>')).to.not.include.members(['script']).and.not.include.members(['b']).and.not.include.members(['img']);
  });

  it('links only where a link may lead', () => {
    const seen = elementsOf([{ op: 'add_markdown', markdown: '[a](https://a.b) [b](javascript:x) [c](d.html) ![e](f.png) ![g](file:///etc/passwd)' }]);
    expect(seen.filter(({ tag }) => tag === 'a').map(({ attributes }) => attributes.href)).to.deep.equal(['https://a.b', undefined]);
    expect(seen.filter(({ tag }) => tag === 'img').map(({ attributes }) => attributes.src)).to.deep.equal(['f.png']);
  });
});
