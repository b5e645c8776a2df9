import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { edition } from '../../src/editions/core/index.ts';
import { operationEntries, templateEntries } from '../../src/cli/gallery/entries.ts';
import { warningCodes } from '../../src/render/finish/diagnostics/warning-codes.ts';
import { type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';

const html = (content: string, css = '') => ({ op: 'add_html', html: content, css });
const words = 'word '.repeat(60);

describe('The report of a render', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  const answerOf = async (body: object) => service.render(body, { headers: { accept: 'application/json' } });
  const reportOf = async (...operations: object[]) => (await answerOf({ operations })).json().report;
  const told = async (...operations: object[]): Promise<[string, string][]> =>
    (await reportOf(...operations)).warnings.map(({ code, message }: { code: string; message: string }) => [
      code,
      message,
    ]);
  const messages = async (...operations: object[]) => (await told(...operations)).map(([, message]) => message);

  describe('on fonts', () => {
    it('tells which ones the pages are set in, who brought them, and how much of the text is theirs', async () => {
      const { fonts } = await reportOf(
        { op: 'add_text', text: 'Plain text here' },
        { op: 'add_page_break' },
        { op: 'add_text', text: 'Source', font: 'Source Serif 4' },
      );
      expect(fonts).to.deep.equal([
        { name: 'Inter-Regular', family: 'Inter', style: 'Regular', source: 'bundled', share: 0.6842, pages: '1' },
        {
          name: 'SourceSerif4-Regular',
          family: 'Source Serif 4',
          style: 'Regular',
          source: 'bundled',
          share: 0.3158,
          pages: '2',
        },
      ]);
    });

    it('knows those that the request brings', async () => {
      const data = readFileSync(new URL('../../fonts/tinos/Tinos-Italic.ttf', import.meta.url)).toString('base64');
      const { report } = (
        await answerOf({
          operations: [{ op: 'add_text', text: 'Own', font: 'House Face' }],
          document: { fonts: [{ family: 'House Face', data }] },
        })
      ).json();
      expect(report.warnings).to.deep.equal([]);
      expect(report.fonts.map(({ name, source }: { name: string; source: string }) => [name, source])).to.deep.equal([
        ['Tinos-Italic', 'request'],
      ]);
    });

    it('warns of a family that is not there where text asks for it first, and says what is used instead', async () => {
      expect(
        await told(
          html(
            '<p style="font-family:Nope, Inter">Some text</p><p style="font-family:\'Gone Sans\', serif">x</p>',
            '.unused { font-family: Other }',
          ),
        ),
      ).to.deep.equal([
        [
          'font-missing',
          "The font 'Nope' is not available; 'Inter' is used instead (for “Some text”). Send it in " +
            '`document.fonts`, or use one that is listed in capabilities.',
        ],
        [
          'font-missing',
          "The font 'Gone Sans' is not available; `serif` is used instead (for “x”). Send it in `document.fonts`, " +
            'or use one that is listed in capabilities.',
        ],
      ]);
    });

    it('warns of a font face that could not be loaded, and of families that scripts ask for', async () => {
      const codes = (
        await told(html('<p style="font-family:Face">x</p>', '@font-face { font-family: Face; src: url(face.woff2) }'))
      ).map(([code]) => code);
      expect(codes).to.deep.equal(['resource-failed', 'font-missing']);
      expect(
        (
          await messages(html('<p>x</p><script>document.querySelector("p").style.fontFamily = "Scripted"</script>'))
        ).join(),
      ).to.contain("'Scripted' is not available");
    });

    it(
      'does not warn of names for the system’s own font, of stand-ins with the same widths, nor of what is ' +
        'further down a list',
      async () => {
        expect(
          await told(
            ...[
              'system-ui, Nope',
              '-apple-system, BlinkMacSystemFont, Nope',
              'Arial',
              '"Times New Roman", Nope',
              'Courier',
              'inter',
              'Calibri',
              'Cambria',
              'Georgia',
            ].map((list) => html(`<p style='font-family:${list}'>x</p>`)),
          ),
        ).to.deep.equal([]);
        expect((await messages(html('<p style="font-family:Palatino">x</p>'))).join()).to.contain(
          "'Source Serif 4' is used instead",
        );
      },
    );

    it('refuses the document where `failOn` says so, whatever the answer would have been', async () => {
      const answer = await service.render({
        operations: [
          { op: 'set_font', family: 'Nope' },
          { op: 'add_text', text: 'x' },
        ],
        output: { failOn: ['font'] },
      });
      expect(answer.status).to.equal(422);
      expect(answer.json().type).to.match(/font-missing$/);
      expect(
        (
          await service.render({
            operations: [{ op: 'add_text', text: 'x' }],
            output: { failOn: ['font', 'glyph', 'resource', 'console'] },
          })
        ).status,
      ).to.equal(200);
    });
  });

  describe('on glyphs', () => {
    it('warns once of each script that no font has, and names its characters, the first in a font too', async () => {
      const operations = [
        { op: 'add_text', text: 'Hello \u{13000} \u{12000}\u{12001} world' },
        { op: 'add_page_break' },
        { op: 'add_heading', text: 'Head \u{13001}' },
      ];
      const found = (await told(...operations)).map(([, message]) => message).sort();
      expect(found).to.have.lengthOf(2);
      const [hieroglyphs, cuneiform] = found;
      expect(hieroglyphs).to.match(
        /^No font has glyphs for Egyptian hieroglyphs text: .*\(U\+1300[01]\), .*\(U\+1300[01]\) on page 1 and 1 more/,
      );
      expect(cuneiform).to.match(
        /^No font has glyphs for .*Cuneiform text: .*\(U\+1200[01]\), .*\(U\+1200[01]\) on page 1, first in “.*world”\. Send/,
      );
    });

    it('warns once of a script that is set in many families and weights, by hundreds of characters', async () => {
      const signs = Array.from({ length: 80 }, (_, index) => `&#${0x13000 + index};`).join(' ');
      const styles = [
        'font-family:serif',
        'font-family:Arial',
        'font-family:JetBrains Mono',
        'font-weight:700',
        'font-style:italic',
      ];
      const found = await messages(html(styles.map((style) => `<p style="${style}">${signs}</p>`).join('')));
      expect(found).to.have.lengthOf(1);
      expect(found[0]).to.contain('and 72 more characters on page 1');
    });

    it('names sequences of emoji that the font draws as their parts, and no others', async () => {
      const drawn =
        '\u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u{1f1e9}\u{1f1ea} 1\ufe0f\u20e3 ' +
        '\u{1f44d}\u{1f3fd} \u2764\ufe0f\u200d\u{1f525}';
      expect(await messages({ op: 'add_text', text: drawn })).to.deep.equal([]);
      const undrawn = ['\u{1f408}\u200d\u{1f680}', '\u{1f1fd}\u{1f1ff}', '\u{1f3f4}\u{e0075}\u{e0073}\u{e007f}'];
      const found = await messages({ op: 'add_text', text: `${drawn} ${undrawn.join(' ')}` });
      expect(found).to.have.lengthOf(1);
      for (const code of ['U+1F408 U+200D U+1F680', 'U+1F1FD U+1F1FF', 'U+1F3F4 U+E0075 U+E0073 U+E007F'])
        expect(found[0]).to.contain(code);
      expect(found[0]).to.contain('no picture').and.not.contain('U+1F1E9');
    });

    it('finds them in headers, in generated content and in what scripts write', async () => {
      expect(
        (await messages({ op: 'add_text', text: 'x' }, { op: 'set_footer', text: 'Foot \u{13002}' })).join(),
      ).to.contain('U+13002');
      expect(
        (await messages({ op: 'add_text', text: 'x' }, { op: 'set_header', html: '<b>Head \u{13003}</b>' })).join(),
      ).to.contain('U+13003');
      expect((await messages(html('<p class="x">x</p>', '.x::before { content: "\\13004" }'))).join()).to.contain(
        'U+13004',
      );
      expect(
        (await messages(html('<p></p><script>document.querySelector("p").textContent = "\\u{13005}"</script>'))).join(),
      ).to.contain('U+13005');
    });

    it('does not warn of marks, joiners, emoji, formulas and scripts that some font has', async () => {
      expect(
        await told(
          {
            op: 'add_text',
            text: 'e\u0301 a\u200db \ufeff x\ufe0f 👍🏽 🇫🇷 ✓ → שלום مرحبا हिन्दी ∑ ﬁ \u00ad',
          },
          { op: 'add_math', tex: '\\int_0^1 x^2 \\mathrm{d}x' },
        ),
      ).to.deep.equal([]);
    });

    it('refuses the document where `failOn` says so', async () => {
      const answer = await service.render({
        operations: [{ op: 'add_text', text: '\u{13000}' }],
        output: { failOn: ['glyph'] },
      });
      expect([answer.status, String(answer.json().type).split('/').at(-1)]).to.deep.equal([422, 'glyph-missing']);
    });
  });

  describe('on what does not fit', () => {
    it('tells what is wider than its page, by how much, and what that did to the document', async () => {
      expect(await messages(html('<div id="big" style="width:900px">Wide <b>box</b></div>'))).to.deep.equal([
        '`<div#big>` “Wide box” goes 193 pt past the right edge of its page: the whole document was printed at ' +
          '71 % of its size. Let it wrap or shrink (`max-width: 100%`, `overflow-wrap: anywhere`), or turn the ' +
          'page.',
      ]);
      expect((await messages(html(`<p class="one" style="white-space:nowrap">${words}</p>`))).join()).to.match(
        /`<p\.one>` .* 67 % of its size, and what still does not fit is cut off/,
      );
      expect((await messages(html('<p>x</p>', '@page { size: A5 } p { width: 500px }'))).join()).to.match(
        /^`<p>` “x” goes 69 pt past the right edge of its page: the whole document was printed at \d\d % of its size/,
      );
      expect(
        (await messages(html('<p>x</p>', '@page { size: A5 } @page :first { margin: 3cm } p { width: 500px }'))).join(),
      ).to.match(/^Content is wider than its page: the whole document was printed at \d\d % of its size/);
    });

    it('tells it of a complete document, too, whose pages have one size', async () => {
      const complete = (body: string, css = '') =>
        html(`<!doctype html><html lang="en"><title>x</title><style>body { margin: 0 } ${css}</style>${body}`);
      expect((await messages(complete('<div style="width:900px">Wide</div>'))).join()).to.match(
        /^`<div>` “Wide” goes 193 pt past the right edge of its page: the whole document was printed at \d\d %/,
      );
      const a5 = complete('<p style="width:500px">x</p>', '@page { size: A5; margin: 20mm }');
      expect((await messages(a5)).join()).to.match(/^`<p>` “x” goes \d+ pt past the right edge of its page/);
      expect(await messages(complete('<p style="width:600px">It fits.</p><pre>short</pre>'))).to.deep.equal([]);
      const wide = complete('<p style="page:wide;width:900px">x</p>', '@page wide { size: A3 landscape }');
      expect(await messages(wide)).to.deep.equal([]);
    });

    it('tells what its own box cuts off, and on which page', async () => {
      const found = await messages(
        { op: 'add_text', text: 'x' },
        { op: 'add_page_break' },
        html(`<pre style="overflow:auto;white-space:pre">${words}</pre>`),
      );
      expect(found.join()).to.match(
        /^`<pre>` “word word .*” on page 2 is cut off at its right: 11\d\d pt of it are not printed/,
      );
      expect(
        (await messages(html(`<div style="height:30px;overflow:hidden">${words}${words}</div>`))).join(),
      ).to.contain('is cut off at its bottom');
      const arabic = await answerOf({
        operations: [html('<div style="width:900px">واسع</div>')],
        document: { lang: 'ar' },
      });
      expect(arabic.json().report.warnings[0].message).to.contain('is cut off at its left: 193 pt');
    });

    it('tells of a header that is taller than its `height`', async () => {
      expect(
        (
          await messages(
            { op: 'add_text', text: 'x' },
            { op: 'set_header', html: '<div style="height:90pt">x</div>', height: 60 },
          )
        ).join(),
      ).to.match(/^The header is 90 pt tall and has 60 pt/);
    });

    it(
      'does not warn of what is meant: an ellipsis, text for screen readers, words that break, drawings that are ' +
        'scaled, pages of other sizes',
      async () => {
        const meant = [
          `<p style="overflow:hidden;text-overflow:ellipsis;white-space:nowrap">${words}</p>`,
          '<span style="position:absolute;width:1px;height:1px;overflow:hidden">only for screen readers</span>',
          `<p>${'x'.repeat(300)}</p>`,
          '<div style="transform:scale(.5)">half</div>',
          '<h1 style="text-indent:-9999px">logo</h1>',
          '<svg width="100" height="20"><text x="90" y="10">beyond the picture</text></svg>',
        ];
        expect(
          await told(
            html(meant.join('')),
            { op: 'add_page', orientation: 'landscape' },
            html('<div style="width:900px">fits here</div>'),
          ),
        ).to.deep.equal([]);
      },
    );
  });

  it('is made for nobody where the answer is the PDF alone', async () => {
    const answer = await service.render({
      operations: [
        { op: 'set_font', family: 'Nope' },
        { op: 'add_text', text: '\u{13000}' },
      ],
    });
    expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([200, 'application/pdf']);
  });

  it('of a dry run has the warnings that need no print', async () => {
    const { warnings } = (
      await answerOf({
        operations: [
          { op: 'set_font', family: 'Nope' },
          { op: 'add_text', text: 'x' },
          html('<p style="font:10pt Gone, serif">x</p><p>y</p>', ':root{--brand:Lost} p+p{font-family:var(--brand)}'),
          { op: 'add_text', text: 'y', font: 'Inter' },
        ],
        dryRun: true,
      })
    ).json();
    expect(
      warnings.map(({ code, message }: { code: string; message: string }) => [code, /'(.*?)'/.exec(message)?.[1]]),
    ).to.deep.equal([
      ['font-missing', 'Nope'],
      ['font-missing', 'Lost'],
      ['font-missing', 'Gone'],
    ]);
  });

  it('has no warnings for any example and any sample of a template', async () => {
    const entries = [
      ...operationEntries(edition.operations),
      ...(await templateEntries(new URL('../../templates/', import.meta.url))),
    ];
    for (const { path, request } of entries) {
      const { report } = (await answerOf(request)).json();
      expect([path, report?.warnings]).to.deep.equal([path, []]);
    }
  }).timeout(120_000);

  it('stays one on hostile pages: text without end, fonts without end, boxes that never fit', async () => {
    const many = Array.from(
      { length: 3000 },
      (_, index) =>
        `<p style="font-family:F${index};width:2000px">${String.fromCodePoint(0x13000 + (index % 900))}</p>`,
    ).join('');
    const { warnings } = await reportOf(html(many));
    expect(warnings.length).to.be.within(20, 200);
    expect(
      await messages(
        html(
          '<p>x</p><script>Object.defineProperty(Array.prototype, "push", { get() { for (;;) {} } }); ' +
            'document.createTreeWalker = () => { throw new Error("no"); };</script>',
        ),
      ),
    ).to.deep.equal([]);
  });
});

describe('The table of warnings', () => {
  it('has every code that the source uses, and no other', () => {
    const source = ['src/render', 'src/editions', 'src/browser']
      .flatMap((folder) => {
        const root = new URL(`../../${folder}/`, import.meta.url);
        return readdirSync(root, { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.ts'))
          .map((name) => readFileSync(new URL(name, root), 'utf8'));
      })
      .join('\n');
    const used = new Set(
      [...source.matchAll(/(?:warn\(\s*|code: |null : |leftOut === )'([a-z-]+)'/g)].map(([, code = '']) => code),
    );
    expect([...used].sort()).to.deep.equal(Object.keys(warningCodes).sort());
  });
});
