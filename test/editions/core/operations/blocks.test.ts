import { expect } from 'chai';
import { composed, elementOf, elementsOf, flowOf, pageOf, pointersOf, slugOf } from '../../../support/rendering.ts';

const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from([0, 0, 0, 2, 0, 0, 0, 1]),
  Buffer.alloc(9),
  Buffer.from('0000000049454e44ae426082', 'hex'), // IEND: the file is whole
]);
const huge = Buffer.concat([png.subarray(0, 16), Buffer.from([0, 1, 0, 0, 0, 1, 0, 0]), Buffer.alloc(20)]);
const base64 = (data: Buffer) => data.toString('base64');

describe('add_image', () => {
  it('has the type that its bytes have, whatever it says', () => {
    expect(
      elementOf('img', [{ op: 'add_image', data: `data:image/gif;base64,${base64(png)}`, alt: 'x' }]).attributes.src,
    ).to.match(/^data:image\/png;base64,/);
    expect(
      elementOf('img', [
        { op: 'add_image', data: base64(Buffer.from('<?xml version="1.0"?>\n<!-- x --><svg onload="x"/>')), alt: '' },
      ]).attributes.src,
    ).to.match(/^data:image\/svg\+xml;base64,/);
  });

  it('that is no image is told apart from a wrong request', () => {
    for (const data of ['aGVsbG8=', '%%%', base64(Buffer.from('<html>'))])
      expect(
        slugOf(() => composed([{ op: 'add_image', data, alt: '' }])),
        data,
      ).to.equal('invalid-image');
    expect(slugOf(() => composed([{ op: 'add_image', data: base64(huge), alt: '' }]))).to.equal('limit-exceeded');
  });

  it('without a text for those who do not see it is a warning; an empty one is decoration', () => {
    expect(
      composed([{ op: 'add_image', data: base64(png) }]).warnings.map(({ code, pointer }) => [code, pointer]),
    ).to.deep.equal([['image-without-alt', '/operations/0/alt']]);
    expect(composed([{ op: 'add_image', data: base64(png), alt: '' }]).warnings).to.deep.equal([]);
    expect(elementOf('img', [{ op: 'add_image', data: base64(png), alt: '' }]).attributes.alt).to.equal('');
  });

  it('has size, fit, alignment, caption and link', () => {
    const seen = elementsOf([
      {
        op: 'add_image',
        data: base64(png),
        alt: 'A',
        width: 100,
        height: '1in',
        align: 'right',
        caption: 'C',
        link: 'tel:+1',
      },
    ]);
    expect(seen.find(({ tag }) => tag === 'figure')?.attributes.class).to.equal('image align-right');
    expect(seen.find(({ tag }) => tag === 'img')?.attributes.style).to.equal(
      'width:100pt;height:72pt;object-fit:contain',
    );
    expect(seen.find(({ tag }) => tag === 'figcaption')?.text).to.equal('C');
    expect(seen.find(({ tag }) => tag === 'img')?.parents).to.include('a');
  });

  it('that names an asset wants an image there, of no more pixels than are decoded', () => {
    const slug = (data: Buffer) =>
      slugOf(() =>
        composed([{ op: 'add_image', asset: 'x.png', alt: '' }], { document: { assets: { 'x.png': base64(data) } } }),
      );
    expect([slug(png), slug(Buffer.from('hello')), slug(huge)]).to.deep.equal([
      'none',
      'invalid-image',
      'limit-exceeded',
    ]);
  });

  it('of too many pixels that only HTML can name is left out, with a warning', () => {
    const { assets, warnings } = composed([{ op: 'add_html', html: '<img src="x.png">' }], {
      document: { assets: { 'x.png': base64(huge), 'y.png': base64(png) } },
    });
    expect(assets.map(({ name }) => name)).to.deep.equal(['y.png']);
    expect(warnings.map(({ code, pointer }) => [code, pointer])).to.deep.equal([
      ['resource-failed', '/document/assets/x.png'],
    ]);
  });

  it('in a data URI of HTML, a template, Markdown or a cell is held to the same', () => {
    const uri = `data:image/png;base64,${base64(huge)}`;
    for (const step of [
      { op: 'add_html', html: `<img src="${uri}">` },
      { op: 'add_template', source: `<img src="${uri}">` },
      { op: 'add_markdown', markdown: `![a](${uri})` },
    ]) {
      const document = composed([step]);
      expect(
        document.warnings.map(({ code }) => code),
        step.op,
      ).to.deep.equal(['resource-failed']);
      expect(pageOf(document), step.op).not.to.contain(uri);
    }
  });

  it('fills the box that it is placed in', () => {
    expect(
      elementOf('img', [{ op: 'add_image', data: base64(png), alt: '', position: { x: 0, y: 0, width: 50 } }])
        .attributes.style,
    ).to.equal('width:50pt;object-fit:contain;object-position:left top');
  });

  it('comes from one place', () => {
    expect(
      pointersOf({
        operations: [
          { op: 'add_image', data: 'x', url: 'https://a.b/c' },
          { op: 'add_image' },
          { op: 'add_image', url: 'file:///etc/passwd' },
        ],
      }),
    ).to.deep.equal(['/operations/0', '/operations/1', '/operations/2/url']);
  });
});

describe('add_html', () => {
  it('does not reach what comes after it', () => {
    const seen = elementsOf([
      { op: 'add_html', html: '<div><table><tr><td><!-- x' },
      { op: 'add_text', text: 'after' },
    ]);
    expect(seen.find(({ text, tag }) => tag === 'p' && text === 'after')?.parents).to.deep.equal([
      'html',
      'body',
      'section',
    ]);
  });

  it('runs scripts where it has some and they are not off', () => {
    const scripts = (more: object) =>
      flowOf(composed([{ op: 'add_html', html: '<script>1</script>', ...more }])).scripts;
    expect(scripts({})).to.equal(true);
    expect(scripts({ javascript: 'off' })).to.equal(false);
    expect(scripts({ html: '<p>' })).to.equal(false);
  });

  it('waits for what it says, where scripts run', () => {
    expect(
      flowOf(composed([{ op: 'add_html', html: '<script>1</script>', waitFor: { selector: '#done', delay: 5 } }]))
        .waitFor,
    ).to.deep.equal([{ selector: '#done', delay: 5, pointer: '/operations/0/waitFor' }]);
  });

  it('says that it does not wait where nothing runs', () => {
    const warnings = (more: object) =>
      composed([{ op: 'add_html', html: '<p>x</p>', waitFor: { selector: 'p' }, ...more }]).warnings.map(
        ({ code, pointer }) => [code, pointer],
      );
    expect(warnings({})).to.deep.equal([['wait-ignored', '/operations/0/waitFor']]);
    expect(warnings({ html: '<script>1</script>', javascript: 'off' })).to.deep.equal([
      ['wait-ignored', '/operations/0/waitFor'],
    ]);
    expect(warnings({ html: '<script>1</script>' })).to.deep.equal([]);
  });

  it('styles the whole document', () => {
    expect(composed([{ op: 'add_html', html: 'x', css: 'p{color:red}' }]).styles).to.include('p{color:red}');
  });
});

describe('set_font', () => {
  it('holds for what follows, until the next', () => {
    const classes = elementsOf([
      { op: 'add_text', text: 'a' },
      { op: 'set_font', family: 'Inter', size: 12 },
      { op: 'add_text', text: 'b' },
      { op: 'set_font', family: 'Tinos' },
      { op: 'add_text', text: 'c' },
    ]).map(({ attributes }) => attributes.class);
    expect(classes).to.deep.equal(['text', 'text colophon-font1', 'text colophon-font2']);
  });

  it('leaves headings their size', () => {
    const { styles } = composed([
      { op: 'set_font', family: 'Inter', size: 12, color: 'navy' },
      { op: 'add_heading', text: 'x' },
    ]);
    expect(styles).to.deep.equal([
      '.colophon-sheet .colophon-font1{font-family:"Inter", var(--sans);color:navy}',
      '.colophon-sheet .colophon-font1:not(.heading){font-size:12pt}',
    ]);
  });
});

describe('add_watermark', () => {
  const watermark = (more: object) =>
    composed([
      { op: 'add_text', text: 'x' },
      { op: 'add_watermark', ...more },
    ]).overlays[0];

  it('lies over or under the pages it names, and stays text', () => {
    expect(watermark({ text: '<DRAFT>' })).to.include({ layer: 'over', pages: null });
    expect(watermark({ text: '<DRAFT>' })?.html)
      .to.contain('&lt;DRAFT&gt;')
      .and.contain('rotate(-45deg)')
      .and.contain('opacity:0.12');
    expect(watermark({ text: 'x', layer: 'under', pages: '1-3', rotation: 0 })).to.include({
      layer: 'under',
      pages: '1-3',
    });
  });

  it('may be an image', () => {
    expect(watermark({ image: base64(png) })?.html).to.contain('data:image/png;base64');
    expect(slugOf(() => watermark({ image: 'aGk=' }))).to.equal('invalid-image');
  });
});

describe('add_spacer and add_divider', () => {
  it('have the size that they are given', () => {
    expect(elementOf('div', [{ op: 'add_spacer', height: '1in' }]).attributes).to.deep.equal({
      class: 'spacer',
      style: 'height:72pt',
    });
    expect(elementOf('hr', [{ op: 'add_divider', color: 'red', thickness: 2 }]).attributes).to.deep.equal({
      class: 'divider',
      style: 'border-top-color:red;border-top-width:2pt',
    });
  });
});

describe('add_page_break', () => {
  it('begins a sheet', () => {
    expect(
      pageOf(composed([{ op: 'add_text', text: 'a' }, { op: 'add_page_break' }, { op: 'add_text', text: 'b' }])).match(
        /<section/g,
      ),
    ).to.have.length(2);
  });
});
