import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { parse, type DefaultTreeAdapterMap } from 'parse5';
import { composed, pageOf } from '../../support/rendering.ts';

type Element = DefaultTreeAdapterMap['element'];

const text = { op: 'add_text', text: 'x' };
const children = (node: { childNodes: DefaultTreeAdapterMap['childNode'][] }) =>
  node.childNodes.filter((child): child is Element => 'tagName' in child);
const page = (document: object, steps: readonly object[] = [text]) => {
  const html = pageOf(composed(steps, { document }));
  const [root] = children(parse(html));
  const [head, body] = children(root!);
  return { html, root: root!, head: children(head!), body: children(body!) };
};
const attributeOf = (element: Element, name: string) =>
  element.attrs.find((attribute) => attribute.name === name)?.value;

describe('the HTML document of a flow', () => {
  it('says its language and direction', () => {
    expect(attributeOf(page({ lang: 'de' }).root, 'lang')).to.equal('de');
    expect(attributeOf(page({ lang: 'de' }).root, 'dir')).to.equal(undefined);
    expect(attributeOf(page({ lang: 'ar-EG' }).root, 'dir')).to.equal('rtl');
    expect(attributeOf(page({ lang: 'ar-Latn' }).root, 'dir')).to.equal(undefined);
  });

  it('keeps a title and CSS that try to leave their elements inside', () => {
    const { head, body } = page({ title: '</title><script>1</script>', css: 'p{}</style><script>2</script>' });
    expect(head.map(({ tagName }) => tagName)).to.deep.equal(['meta', 'base', 'title', 'style', 'style', 'style']);
    expect(body.map(({ tagName }) => tagName)).to.deep.equal(['section']);
  });

  it('sets page size, margins and background', () => {
    expect(
      page({ size: 'A5', orientation: 'landscape', margin: { top: '1in', left: 0 }, background: '#fffff0' }).html,
    ).to.contain('@page{size:596pt 420pt;margin:72pt 57.414pt 57.162pt 0pt;background:#fffff0 ');
  });

  it('leaves the size of a single page to the printer', () => {
    expect(page({ singlePage: true, size: 'A5' }).html)
      .to.contain('@page{margin:')
      .and.not.contain('size:4');
  });

  it('names the kinds of page that add_page makes', () => {
    const { html, body } = page({}, [text, { op: 'add_page', size: 'A5' }, text]);
    expect(html).to.contain('@page page1{size:420pt 596pt;');
    expect(body.map((section) => attributeOf(section, 'style'))).to.deep.equal([
      '--content-height:972px',
      'page:page1;--content-height:643px',
    ]);
  });

  it("gives the print the user's own @page rules after its own", () => {
    const { html } = page({ css: '@page{size:100pt 100pt}' });
    expect(html.indexOf('@page{size:100pt')).to.be.greaterThan(html.indexOf('@page{size:596'));
  });

  it('brings the fonts of the request', () => {
    const data = readFileSync(new URL('../../../fonts/arimo/Arimo-Bold.ttf', import.meta.url)).toString('base64');
    const document = { fonts: [{ family: 'Corporate', weight: 700, italic: true, data }] };
    expect(page(document).html).to.contain(
      '@font-face{font-family:"Corporate";src:url("colophon-font-0");font-weight:700;font-style:italic}',
    );
    expect(composed([text], { document }).assets).to.have.length(1);
  });
});
