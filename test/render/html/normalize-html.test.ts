import { expect } from 'chai';
import fc from 'fast-check';
import { parse, serialize } from 'parse5';
import { normalizeHtml } from '../../../src/render/html/normalize-html.ts';
import { slugOf } from '../../support/rendering.ts';

const html = (source: string, scripts: 'auto' | 'off' = 'auto') => normalizeHtml(source, { scripts }).html;

describe('HTML from a request', () => {
  it('closes what it left open', () => {
    expect(html('<div><p>a<table><tr><td>b')).to.equal(
      '<div><p>a</p><table><tbody><tr><td>b</td></tr></tbody></table></div>',
    );
    expect(html('a<!-- b')).to.equal('a<!-- b-->');
    expect(html('</section></div>a')).to.equal('a');
    expect(html('<plaintext>a')).to.equal('<pre>a</pre>');
  });

  it('that is a whole document lends its styles, its body and its title', () => {
    const { html, title } = normalizeHtml(
      '<!doctype html><html><head><meta charset=x><title> T </title><style>p{}</style><base ' +
        'href=/></head><body class="a" onload="x()"><p>b',
      { scripts: 'off' },
    );
    expect(html).to.equal('<div class="a"><style>p{}</style><p>b</p></div>');
    expect(title).to.equal('T');
  });

  for (const source of [
    '<script>1</script>',
    '<p onclick="x">',
    '<a href=" java\nscript:x">a</a>',
    '<svg><script>1</script></svg>',
    '<svg onload=x>',
    '<template><script>1</script></template>',
  ]) {
    it(`has scripts in ${source.replace('\n', ' ')}, and none when they are off`, () => {
      expect(normalizeHtml(source, { scripts: 'auto' }).scripts).to.equal(true);
      const without = normalizeHtml(source, { scripts: 'off' });
      expect(without.scripts).to.equal(false);
      expect(normalizeHtml(without.html, { scripts: 'auto' }).scripts).to.equal(false);
    });
  }

  it('is read by the browser as it was read here, whatever hides in it', () => {
    const hidden = [
      '<meta name="color-scheme" content="dark">',
      '<base href="https://a.b/">',
      '<script>1</script>',
      '<p onclick="x">',
    ];
    const places = [
      (what: string) => `<form><math><mtext></form><form><mglyph><style></math>${what}`,
      (what: string) => `<math><mtext><table><mglyph><style><!--</style>${what}-->`,
      (what: string) => `<svg></p><style><g title="</style>${what}">`,
    ];
    for (const place of places) {
      for (const what of hidden) {
        const once = html(place(what), 'off');
        expect(html(once, 'off')).to.equal(once);
        expect(serialize(parse(`<!DOCTYPE html><body>${once}`, { scriptingEnabled: false }))).not.to.match(
          /<meta|<base|<script|onclick="/,
        );
      }
    }
  });

  it('that never reads the same is refused', () => {
    const endless = `${'<form><math><mtext></form><form><mglyph><style></math>'.repeat(50)}<p>x`;
    expect(slugOf(() => html(endless, 'off'))).to.equal('render-failed');
  });

  it('has no scripts where it only carries data', () => {
    expect(normalizeHtml('<script type="application/json">{}</script><p>on</p>', { scripts: 'auto' }).scripts).to.equal(
      false,
    );
  });

  it('shows what it has for readers without scripts when none run', () => {
    expect(html('<noscript><p>a</p></noscript>b')).to.equal('<p>a</p>b');
    expect(html('<noscript><p>a</p></noscript><script>1</script>b')).to.equal('<script>1</script>b');
  });

  it('keeps links that lead somewhere', () => {
    expect(html('<a href="https://a.b/c">1</a><a href="#x">2</a><a href="/d">3</a>')).to.equal(
      '<a href="https://a.b/c">1</a><a href="#x">2</a><a>3</a>',
    );
    expect(html('<base href="https://a.b/c/"><a href="d">1</a>')).to.equal('<a href="https://a.b/c/d">1</a>');
  });

  it('keeps none that lead into the service or run, in SVG and MathML as in HTML', () => {
    const svg = (link: string) => html(`<svg>${link}</svg>`, 'off');
    for (const href of ['file:///etc/passwd', 'javascript:alert(1)', ' java&#10;script:1', 'x.html', '/x']) {
      expect(svg(`<a xlink:href="${href}">a</a>`), href).to.equal('<svg><a>a</a></svg>');
      expect(svg(`<a href="${href}">a</a>`), href).to.equal('<svg><a>a</a></svg>');
      expect(html(`<math><mi href="${href}">a</mi></math>`, 'off'), href).to.equal('<math><mi>a</mi></math>');
    }
    expect(svg('<a xlink:href="https://a.b/c" href="#d">a</a>')).to.equal(
      '<svg><a xlink:href="https://a.b/c" href="#d">a</a></svg>',
    );
    expect(svg('<a><set attributeName="xlink:href" to="file:///etc/passwd"/>a</a>')).to.equal('<svg><a>a</a></svg>');
  });

  it('loses images of more pixels than are decoded, and tells how many', () => {
    const png = Buffer.concat([
      Buffer.from('89504e470d0a1a0a0000000d494844520000753000007530', 'hex'),
      Buffer.alloc(20),
    ]).toString('base64');
    const { html, hugeImages } = normalizeHtml(
      `<img alt="a" src="data:image/png;base64,${png}"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`,
      { scripts: 'auto' },
    );
    expect(hugeImages).to.equal(1);
    expect(html).to.match(/^<img alt="a"><img src="data:image\/gif/);
  });

  it('keeps a script to itself that would swallow its own end tag', () => {
    expect(html('<script>const a = "<!--<script></script>";</script>', 'auto')).to.equal(
      '<script>const a = "<!--\\u003Cscript>\\u003C/script>";</script>',
    );
  });

  it('keeps empty cells of tables in their rows, unless a script or a style asks which are empty', () => {
    const table = (cell: string) => `<table><tbody><tr><th>a</th>${cell}</tr></tbody></table>`;
    const kept = table('<td><span class="colophon-blank">&nbsp;</span></td>');
    expect(html(table('<td></td>'), 'off')).to.equal(kept);
    expect(html(table('<td> \n<!-- nothing --></td>'), 'off')).to.contain(
      '<span class="colophon-blank">&nbsp;</span></td>',
    );
    for (const cell of ['<td>0</td>', '<td><br></td>', '<td><img src="a.png"></td>'])
      expect(html(table(cell), 'off')).to.equal(table(cell));
    expect(html(`<style>td:empty { background: red }</style>${table('<td></td>')}`, 'off')).to.contain(
      table('<td></td>'),
    );
    expect(html(`${table('<td></td>')}<script>count()</script>`, 'auto')).to.contain(table('<td></td>'));
  });

  it('keeps links to notes links', () => {
    expect(html('<a href="#n" role="doc-noteref">1</a><a href="#x" role="button">2</a>', 'off')).to.equal(
      '<a href="#n">1</a><a href="#x" role="button">2</a>',
    );
  });

  it('may not be bottomless', () => {
    expect(slugOf(() => html('<div>'.repeat(100_000)))).to.equal('limit-exceeded');
    expect(html('<b>'.repeat(400))).to.contain('</b>');
  });

  it('never reaches what stands around it, whatever it is', () => {
    const piece = fc.constantFrom(
      '<div>',
      '</div>',
      '<table>',
      '<tr>',
      '<td>',
      '</table>',
      '</section>',
      '<p>',
      '<a href=x>',
      '<!--',
      '-->',
      '<style>',
      '</style>',
      '<script>',
      '</script>',
      '<title>',
      '</title>',
      '<textarea>',
      '<select>',
      '<option>',
      '<svg>',
      '</svg>',
      '<math>',
      '<noscript>',
      '</noscript>',
      '<plaintext>',
      '</body>',
      '</html>',
      '<html>',
      '<head>',
      '<form>',
      '</form>',
      '<template>',
      '</template>',
      '<![CDATA[',
      'x',
      '<',
      '"',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.constantFrom('auto' as const, 'off' as const),
        (pieces, scripts) => {
          const page = serialize(
            parse(`<body><section><div>${html(pieces.join(''), scripts)}</div></section><i id="after"></i>`, {
              scriptingEnabled: scripts === 'auto',
            }),
          );
          return page.endsWith('</div></section><i id="after"></i></body></html>');
        },
      ),
      { numRuns: 1000 },
    );
  });
});
