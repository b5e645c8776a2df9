import { expect } from 'chai';
import { composed, elementsOf, flowOf, pageOf, slugOf } from '../../support/rendering.ts';

const text = (words: string, more: object = {}) => ({ op: 'add_text', text: words, ...more });
const pagesOfSheets = (steps: readonly object[]) => flowOf(composed(steps)).sheets.map(({ page }) => page);

describe('a composed document', () => {
  it('has the operations in their order', () => {
    expect(
      elementsOf([text('one'), { op: 'add_heading', text: 'two' }, text('three')]).map((element) => element.text),
    ).to.deep.equal(['one', 'two', 'three']);
  });

  it('is plain data that crosses to another thread whole', () => {
    const document = composed(
      [text('x'), { op: 'add_watermark', text: 'DRAFT' }, { op: 'set_header', text: '{page}' }],
      { document: { assets: { 'a.css': 'aGk=' } } },
    );
    expect(structuredClone(document)).to.deep.equal(document);
  });

  it('of operations that put nothing on a page is nothing to render', () => {
    expect(slugOf(() => composed([{ op: 'set_font', family: 'Inter' }]))).to.equal('nothing-to-render');
    expect(slugOf(() => composed([{ op: 'add_page_break' }]))).to.equal('nothing-to-render');
  });

  it('begins on the page that add_page brings when that comes first', () => {
    expect(pagesOfSheets([{ op: 'add_page', size: 'A5' }, text('x')])).to.deep.equal(['page1']);
    expect(pagesOfSheets([{ op: 'add_page' }, text('x')])).to.deep.equal(['main']);
  });

  it('has a page for add_page with nothing on it, and none for a break at the end', () => {
    expect(pagesOfSheets([text('x'), { op: 'add_page', orientation: 'landscape' }])).to.deep.equal(['main', 'page1']);
    expect(pagesOfSheets([text('x'), { op: 'add_page_break' }])).to.deep.equal(['main']);
    expect(
      pagesOfSheets([{ op: 'add_page', size: 'A5' }, text('x'), { op: 'add_page_break' }, text('y')]),
    ).to.deep.equal(['page1', 'page1']);
  });

  it('takes what add_page leaves out from the document', () => {
    const { pages } = composed([{ op: 'add_page', orientation: 'landscape', margin: { top: 10 } }], {
      document: { size: 'Letter', margin: '1in', background: 'ivory' },
    });
    expect(pages.page1).to.deep.equal({
      width: 792,
      height: 612,
      margin: { top: 10, right: 72, bottom: 72, left: 72 },
      bleed: 0,
      background: 'ivory',
      chapter: 0,
    });
  });

  it('is cut where a remote page stands, and goes on after it on the same kind of page', () => {
    const { segments } = composed([text('x'), { op: 'add_url', url: 'https://example.com/' }, text('y')]);
    expect(segments.map(({ kind }) => kind)).to.deep.equal(['flow', 'remote', 'flow']);
    expect(composed([{ op: 'add_url', url: 'https://example.com/' }]).segments).to.have.length(1);
  });

  it('takes metadata from the document, then from set_metadata, the title at last from HTML', () => {
    const html = { op: 'add_html', html: '<title>From HTML</title><p>x' };
    expect(composed([html]).metadata.title).to.equal('From HTML');
    expect(composed([html], { document: { title: 'Given' } }).metadata.title).to.equal('Given');
    expect(
      composed([text('x'), { op: 'set_metadata', author: 'A', custom: { b: '2' } }], {
        document: { title: 'T', metadata: { custom: { a: '1' } } },
      }).metadata,
    ).to.deep.equal({ title: 'T', author: 'A', custom: { a: '1', b: '2' } });
  });
});

describe('positioned content', () => {
  const at = (more: object = {}) => text('here', { position: { x: 10, y: 20, ...more } });
  const styleOf = (steps: readonly object[], resolved?: Record<string, number>) =>
    elementsOf(steps, resolved ? { resolved } : {}).find(({ attributes }) => attributes.class === 'colophon-placed')
      ?.attributes.style;

  it("stands on the sheet's first page where nothing flows before it", () => {
    expect(styleOf([at({ width: '1in' }), text('flow')])).to.equal(
      'left:10pt;top:calc(20pt + 0 * var(--content-height));width:72pt',
    );
    expect(flowOf(composed([at(), at(), text('flow')])).probes).to.deep.equal([]);
  });

  it('asks for the page that the flow has come to, and stands there once it is told', () => {
    const steps = [text('flow'), at()];
    const { probes } = flowOf(composed(steps));
    expect(probes).to.have.length(2);
    const page = pageOf(composed(steps));
    for (const probe of probes) expect(page).to.contain(`id="${probe}"`).and.contain(`href="#${probe}"`);
    const [place = '', sheet = ''] = probes;
    expect(styleOf(steps, { [place]: 5, [sheet]: 2 })).to.equal(
      'left:10pt;top:calc(20pt + 3 * var(--content-height) + var(--first-page, 0px));max-width:calc(100% - 10pt)',
    );
    expect(flowOf(composed(steps, { resolved: { [place]: 5, [sheet]: 2 } })).probes).to.deep.equal([]);
  });

  it('counts pages anew on each sheet', () => {
    expect(flowOf(composed([text('flow'), { op: 'add_page' }, at()])).probes).to.deep.equal([]);
  });

  it('asks for nothing on a single page', () => {
    expect(flowOf(composed([text('flow'), at()], { document: { singlePage: true } })).probes).to.deep.equal([]);
  });
});

describe('page backgrounds', () => {
  const assets = { 'paper.png': 'aGk=' };

  it('are colours in the page rule', () => {
    expect(pageOf(composed([text('x')], { document: { background: 'ivory' } }))).to.contain('background:ivory');
  });

  it('that are images lie under the pages', () => {
    const { overlays } = composed([text('x')], { document: { assets, background: 'paper.png' } });
    expect(overlays).to.have.length(1);
    expect(overlays[0]).to.include({ layer: 'under', pages: null });
    expect(overlays[0]?.html).to.contain('paper.png');
  });

  it('of some pages only lie under those', () => {
    const steps = [
      text('x'),
      { op: 'add_page', background: 'paper.png' },
      text('y'),
      { op: 'add_page', background: 'white' },
      text('z'),
    ];
    const { probes } = flowOf(composed(steps, { document: { assets } }));
    const [first = '', second = '', third = ''] = probes;
    const { overlays } = composed(steps, { document: { assets }, resolved: { [first]: 0, [second]: 2, [third]: 5 } });
    expect(overlays.map(({ pages }) => pages)).to.deep.equal(['3-5']);
  });

  it('give way to a watermark that lies under the pages', () => {
    const { overlays } = composed([text('x'), { op: 'add_watermark', text: 'DRAFT', layer: 'under' }], {
      document: { background: 'ivory' },
    });
    expect(overlays.map(({ html }) => html.includes('ivory'))).to.deep.equal([true, false]);
  });
});
