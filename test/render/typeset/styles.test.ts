import { expect } from 'chai';
import { rewriteCss } from '../../../src/render/typeset/styles/rewrite-css.ts';
import { type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

describe('Declarations that the service implements', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  const shared = new Set(['float', 'content']);
  const rewritten = (css: string) => rewriteCss(css, 'stylesheet', shared);

  it('become custom properties, and every other character of the style sheet stays', () => {
    const css =
      '/* float: footnote */ @import "a.css";\r\n.n { color : RED ; FLOAT : footnote !important }\n' +
      '@media print { h1 { string-set: a content(), b "x;}" } } .p { &:hover { content: "(" leader("}") ")" } }';
    expect(rewritten(css)).to.equal(
      '/* float: footnote */ @import "a.css";\r\n.n { color : RED ; --colophon-float : footnote !important }\n' +
        '@media print { h1 { --colophon-string-set: a content(), b "x;}" } } ' +
        '.p { &:hover { --colophon-content: "(" leader("}") ")" } }',
    );
  });

  it('end where a later rule has another value', () => {
    expect(rewritten('.n { float: none !important } .m { float: inherit } a::after { content: "x" }')).to.equal(
      '.n { --colophon-float:initial!important;float: none !important } ' +
        '.m { --colophon-float:inherit;float: inherit } a::after { --colophon-content:initial;content: "x" }',
    );
  });

  it('are none in strings, in rules for some pages, and where only words are alike', () => {
    for (const css of [
      'a::after { content: "target-text(x)" }',
      '@page wide { marks: crop } @page { @top-left { content: leader(".") } }',
      'h1 { string-set: a } h2 { string-set: b foo(x) }',
      '.footnote { float: left } p { hyphens: auto; my-string-set: a } @font-face { content: leader(".") }',
    ])
      expect(rewriteCss(css, 'stylesheet', new Set())).to.equal(css);
  });

  it('name an attribute as Chromium does', () => {
    expect(
      rewritten('a::after { content: target-counter(attr(href url), page) target-text(attr(href, url)) }'),
    ).to.equal('a::after { --colophon-content: target-counter(attr(href), page) target-text(attr(href)) }');
  });

  it('leave an @page that is for all pages', () => {
    expect(rewritten('@page { size: A5; bleed: 3mm; marks: crop cross }')).to.equal('@page { size: A5;  }');
  });

  const warningsOf = async (body: object): Promise<{ code: string; message: string }[]> => {
    const answer = await service.render(body, { headers: { accept: 'application/json' } });
    expect(answer.status, answer.body.toString('utf8').slice(0, 300)).to.equal(200);
    return answer.json().report.warnings;
  };
  const own =
    '.n { float: footnote } h1 { string-set: a content() } a::after { content: target-text(attr(href)) leader(".") } ' +
    '@page { bleed: 3mm; marks: crop }';

  it('cause no warning in any style sheet', async () => {
    const html = (text: string, more: object = {}) => ({ operations: [{ op: 'add_html', html: text, ...more }] });
    for (const body of [
      html(`<!doctype html><style>${own}</style><p>x`),
      html('<!doctype html><link rel=stylesheet href=a.css><p>x'),
      html('<p>x', { css: own }),
      html('<p style="float: footnote">x'),
      {
        operations: [
          { op: 'set_style', css: own },
          { op: 'add_text', text: 'x' },
        ],
      },
      { ...html('<p>x'), document: { css: own } },
    ]) {
      const document = { assets: { 'a.css': Buffer.from(own).toString('base64') } };
      expect(await warningsOf({ document, ...body }), JSON.stringify(body)).to.deep.equal([]);
    }
  });
});
