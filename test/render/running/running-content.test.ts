import { expect } from 'chai';
import { runningContentOn, marginsOf, needsOverlay } from '../../../src/render/running/running-content.ts';
import { runningContentHtml } from '../../../src/render/running/running-html.ts';
import { composed, pageOf } from '../../support/rendering.ts';

const text = { op: 'add_text', text: 'x' };
const header = (words: string, more: object = {}) => ({ op: 'set_header', text: words, ...more });
const centre = (steps: readonly object[], page: number) => {
  const content = runningContentOn(composed([text, ...steps]), 'header', {
    page,
    chapter: 0,
    begins: page === 1,
  })?.content;
  return content && 'center' in content ? content.center : undefined;
};

describe('headers and footers', () => {
  it('stand on every page unless they say otherwise, the latest one last', () => {
    expect([1, 2, 3].map((page) => centre([header('a'), header('b')], page))).to.deep.equal(['b', 'b', 'b']);
  });

  it('of the first page win over those of odd and even pages, and these over those of all', () => {
    const steps = [
      header('all'),
      header('first', { on: 'first' }),
      header('even', { on: 'even' }),
      header('odd', { on: 'odd' }),
    ];
    expect([1, 2, 3, 4].map((page) => centre(steps, page))).to.deep.equal(['first', 'even', 'odd', 'even']);
  });

  it('may leave the first page out', () => {
    expect([1, 2, 3].map((page) => centre([header('x', { on: 'not-first' })], page))).to.deep.equal([
      undefined,
      'x',
      'x',
    ]);
  });

  it('of plain text are margin boxes with the numbers of the pages', () => {
    const html = pageOf(
      composed([text, { op: 'set_footer', left: '{title}', right: 'Page {page} of {pages}' }], {
        document: { title: 'A "b" </style>' },
      }),
    );
    expect(html).to.contain('@bottom-right{content:"Page " counter(page) " of " counter(pages);');
    expect(html).to.contain('@bottom-left{content:"A \\22 b\\22  \\3c /style>";');
    expect(html).not.to.contain('</style>"');
  });

  it('are printed by themselves when they are HTML, name the section, or run over remote pages', () => {
    expect(needsOverlay(composed([text, header('{page}')]))).to.equal(false);
    expect(needsOverlay(composed([text]))).to.equal(false);
    expect(needsOverlay(composed([text, header('{section}')]))).to.equal(true);
    expect(needsOverlay(composed([text, { op: 'set_footer', html: '<b>x</b>' }]))).to.equal(true);
    expect(needsOverlay(composed([text, header('x'), { op: 'add_url', url: 'https://example.com' }]))).to.equal(true);
    expect(pageOf(composed([text, header('{section}')]))).not.to.contain('@top-center');
  });

  it('that are HTML have their placeholders filled with text', () => {
    const document = composed(
      [text, { op: 'set_header', html: '<b>{title}</b> {page}/{pages} {section}<script>x</script>' }],
      { document: { title: '<i>' } },
    );
    const html = runningContentHtml(document, 'header', {
      page: 2,
      label: '2',
      pages: 9,
      section: 'A & B',
      string: () => '',
      date: 'today',
      setup: document.pages.main!,
      begins: false,
    });
    expect(html).to.contain('<b>&lt;i&gt;</b> 2/9 A &amp; B').and.not.contain('script');
  });

  it('make the margin as high as they ask for, and never lower', () => {
    const document = composed([text, header('x', { height: '100pt' }), { op: 'set_footer', text: 'y', height: 1 }]);
    expect(marginsOf(document, document.pages.main!)).to.deep.include({ top: 100, bottom: 56.69 });
  });

  it('make room on the first page alone where they stand on it alone', () => {
    const document = composed([
      text,
      header('x', { on: 'first', height: '150pt' }),
      header('y', { on: 'not-first', height: '70pt' }),
    ]);
    expect(marginsOf(document, document.pages.main!, 'first').top).to.equal(150);
    expect(marginsOf(document, document.pages.main!, 'later').top).to.equal(70);
    expect(pageOf(document)).to.contain('@page :first{margin-top:150pt;').and.to.contain('--first-page:-');
  });

  it('come from the document as well', () => {
    expect(
      composed([text], { document: { header: { text: 'x' }, footer: { left: 'y' } } }).runningContent.map(
        ({ edge }) => edge,
      ),
    ).to.deep.equal(['header', 'footer']);
  });
});
