import { expect } from 'chai';
import { checkSyntax, textOf } from '../../support/pdf.ts';
import { pdfOf, type Service } from '../../support/service.ts';
import { shownPagesOf } from '../../support/shown-texts.ts';
import { sharedService } from '../../support/shared.ts';

const page = (css: string, body: string, lang = 'en') =>
  `<!doctype html><html lang="${lang}"><head><title>T</title><style>@page{size:A5;margin:20mm}` +
  `body{font:12px Arimo;margin:0}${css}</style></head><body>${body}</body></html>`;
const html = (source: string, more: object = {}) => ({ op: 'add_html', html: source, ...more });

interface Warned {
  readonly code: string;
  readonly message: string;
  readonly pointer?: string;
}

describe('References of style sheets', () => {
  let service: Service;
  before(async () => (service = await sharedService({})));
  afterEach(() =>
    expect(service.warnings.splice(0), 'a happy path that logs a warning is a failing test').to.deep.equal([]),
  );

  const render = async (operations: readonly object[], document: object = {}) =>
    pdfOf(await service.render({ operations, document }));
  const linesOf = async (pdf: Uint8Array, number?: number) =>
    (await textOf(pdf, number))
      .split('\n')
      .map((line) => line.trim().replace(/ +/g, ' '))
      .filter((line) => line !== '');
  const report = async (operations: readonly object[], output: object = {}) => {
    const answer = await service.render({ operations, output }, { headers: { accept: 'application/json' } });
    return answer.json() as { report: { warnings: readonly Warned[] }; type?: string; errors?: readonly Warned[] };
  };

  it('show pages and counters of what links lead to, as in the examples of the specification', async () => {
    const pdf = await render([
      html(
        page(
          `body{counter-reset:chapter}
          h1{counter-increment:chapter;counter-reset:section;break-before:page}
          h2{counter-increment:section}
          h1::before{content:"Chapter " counter(chapter, upper-roman) ". "}
          a.ref::after{content:" (see page " target-counter(attr(href url), page) ")"}
          a.roman::after{content:", page " target-counter(attr(href url), page, lower-roman)}
          a.chapter::before{content:"chapter " target-counter(attr(href), chapter, decimal) ", "}
          a.section::before{content:target-counters(attr(href), item, ".") " and " target-counter(attr(href), section)}
          ol{counter-reset:item;list-style:none} li{counter-increment:item}`,
          `<p><a class="ref" href="#two">Look</a><p><a class="roman" href="#three">Or here</a>
          <p><a class="chapter" href="#two">the second</a><p><a class="section" href="#deep"></a>
          <h1>One</h1><h2>a</h2><h1 id="two">Two</h1><h2>a</h2><h2>b</h2><ol><li>x<li>y<ol><li>z<li id="deep">w</ol></ol>
          <h1 id="three">Three</h1>`,
        ),
      ),
    ]);
    expect(await linesOf(pdf, 1)).to.deep.equal([
      'Look (see page 3)',
      'Or here, page iv',
      'chapter 2, the second',
      '2.2 and 2',
    ]);
    expect(await linesOf(pdf, 3)).to.include('Chapter II. Two');
    await checkSyntax(pdf);
  });

  it('show texts of what links lead to: content, before, after and first letter', async () => {
    const pdf = await render([
      html(
        page(
          `body{counter-reset:chapter} h1{counter-increment:chapter}
          h1::before{content:"No. " counter(chapter) " – "} h1::after{content:" ¶"}
          .c::after{content:"“" target-text(attr(href)) "”"} .b::after{content:target-text(attr(href), before)}
          .a::after{content:target-text(attr(href url), after)} .f::after{content:target-text(attr(href), first-letter)}
          .u::after{content:target-text(url("#end"), content)} .d::before{content:target-text(attr(data-to))}`,
          `<p><a class="c" href="#one"></a><p><a class="b" href="#one"></a><p><a class="a" href="#one"></a>
          <p><a class="f" href="#one"></a><p><b class="u"></b><p class="d" data-to="#end">!
          <h1 id="one">The  <i>&quot;first&quot;</i> one</h1><p id="end">End`,
        ),
      ),
    ]);
    expect(await linesOf(pdf, 1)).to.deep.equal([
      '“The "first" one”',
      'No. 1 –',
      '¶',
      'T',
      'End',
      'End!',
      'No. 1 – The "first" one ¶',
      'End',
    ]);
  });

  it('fill lines with leaders, so that what follows ends where the line ends', async () => {
    const pdf = await render([
      html(
        page(
          `body{text-rendering:geometricPrecision} ul{list-style:none;padding:0;margin:0} a::after{content:leader('.') target-counter(attr(href), page)}
          .s a::after{content:leader(solid) "x"} .d a::after{content:" a b " leader(dotted) " y"}
          .i span::before{content:leader("-")} h1{break-before:page}`,
          `<ul><li><a href="#a">Intro</a><li><a href="#b">A longer title that goes on and on, and needs a second line of it</a>
          <li style="padding:0 30px"><a href="#b">Inner</a></ul>
          <p class="s"><a href="#a">Rule</a><p class="d"><a href="#a">Dots</a><p class="i">Price<span>12.50</span>
          <h1 id="a">A</h1><h1 id="b">B</h1>`,
        ),
      ),
    ]);
    const lines = await linesOf(pdf, 1);
    expect(
      lines.map((line) => line.replaceAll(/([._-])\1{9,}/g, '$1$1').replaceAll(/(?:\. ){9,}/g, '. . ')),
    ).to.deep.equal([
      'Intro ..2',
      'A longer title that goes on and on, and needs a second line of it ..3',
      'Inner ..3',
      'Rule __x',
      'Dots a b . . y',
      'Price --12.50',
    ]);
    const shown = (await shownPagesOf(pdf))[0]?.texts ?? [];
    const right = 485 * 0.75; // Chromium sets pages and margins on whole pixels
    const ends = shown.filter(({ text }) => /[23xy0]$/.test(text)).map(({ x, width }) => x + width);
    expect(ends).to.have.length(6);
    for (const [index, end] of ends.entries()) expect(end).to.be.closeTo(right - (index === 2 ? 22.5 : 0), 0.3);
  });

  it('fill lines of the flow in its own type, at any scale, up to what follows on the line', async () => {
    const pdf = await render(
      [
        html(
          '<p class="my"><a href="#end">To the end of it all</a></p><p class="my">See <a href="#end">it</a>, please</p>',
          {
            css: '.my a::after{content:leader(".") target-counter(attr(href), page)}',
          },
        ),
        { op: 'add_heading', text: 'End', id: 'end' },
      ],
      { size: 'A5', margin: '20mm', scale: 0.8 },
    );
    const shown = (await shownPagesOf(pdf))[0]?.texts ?? [];
    const dots = shown.flatMap((one, index) => (one.text.startsWith('...') ? [[shown[index - 1], one]] : []));
    expect(dots).to.have.length(2);
    for (const [before, one] of dots) {
      expect((one?.x ?? 0) - (before?.x ?? 0) - (before?.width ?? 0)).to.be.within(-0.5, 4);
      expect(one?.text).to.match(/^\.{40,}1$/);
    }
    expect(shown.map(({ text }) => text)).to.include(', please');
  });

  it('stand in content of the flow, beside other operations, and lead to their ids', async () => {
    const pdf = await render([
      { op: 'set_page_numbers', style: 'ROMAN', prefix: 'A-' },
      html('<ul class="my"><li><a href="#costs">Costs</a></li><li><a href="#letter">Letter</a></li></ul>', {
        css: '.my a::after{content:" on " target-counter(attr(href), page) ", " target-text(attr(href))}',
      }),
      { op: 'add_page_break' },
      { op: 'add_heading', text: 'All costs', id: 'costs' },
      { op: 'add_text', text: 'See {ref: letter}.' },
      html(
        page(
          'a::after{content:target-counter(attr(href), page, decimal) target-text(attr(href))}',
          '<h1 id="letter">A letter</h1><a href="#costs"></a>',
        ),
      ),
    ]);
    expect(await linesOf(pdf, 1)).to.deep.equal(['Costs on A-II, All costs', 'Letter on A-III, A letter']);
    expect(await linesOf(pdf, 2)).to.deep.equal(['All costs', 'See A letter.']);
    expect(await linesOf(pdf, 3)).to.deep.equal(['A letter', '2All costs']);
  });

  it('obey the cascade and `media`, and end where another `content` takes precedence', async () => {
    const pdf = await render([
      html(
        page(
          `a::after{content:" p. " target-counter(attr(href), page)} a.plain::after{content:none}
          @media screen{a::after{content:" wrong " target-counter(attr(href), page)}}
          .x a::after{content:" other"}`,
          `<p><a href="#e">one</a><p><a class="plain" href="#e">two</a><p class="x"><a href="#e">three</a><p id="e">e`,
        ),
      ),
    ]);
    expect(await linesOf(pdf)).to.deep.equal(['one p. 1', 'two', 'three other', 'e']);
  });

  it('are right where they move what they lead to', async () => {
    const rows = Array.from(
      { length: 60 },
      (_, index) => `<p id="r${index}"><a href="#r${(index * 7) % 60}">Row</a> of <a href="#end">some words</a></p>`,
    );
    const pdf = await render([
      html(
        page(
          'a::after{content:" (" target-text(attr(href)) ", " target-counter(attr(href), page, upper-roman) ")"}',
          `${rows.join('')}<h1 id="end">The very end of it</h1>`,
        ),
      ),
    ]);
    const text = (await linesOf(pdf)).join(' ');
    const shown = [...text.matchAll(/The very end of it, ([IVX]+)\)/g)].map(([, number]) => number);
    const pages = text.includes('The very end') ? shown.length : 0;
    expect(pages).to.equal(60);
    expect(new Set(shown).size).to.equal(1);
    const numbers = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X'];
    expect(await linesOf(pdf, numbers.indexOf(shown[0] ?? ''))).to.include('The very end of it');
  });

  it('work where scripts of the page make what they lead to', async () => {
    const source = page(
      'a::after{content:" p. " target-counter(attr(href), page) " " target-text(attr(href))}',
      `<a href="#made">see</a><script>const h = document.createElement('h1'); h.id = 'made'; h.textContent = 'Made';
      h.style.breakBefore = 'page'; document.body.append(h);</script>`,
    );
    expect(await linesOf(await render([html(source)]))).to.deep.equal(['see p. 2 Made', 'Made']);
  });

  it('warn of what they lead to where nothing has that id, which `failOn` refuses', async () => {
    const operations = [
      html(
        page(
          'a::after{content:" [" target-counter(attr(href), page) "]"}',
          '<a href="#gone">one</a> <a href="https://example.com/#x">two</a>',
        ),
      ),
    ];
    const { report: found } = await report(operations);
    expect(found.warnings.map(({ code, pointer }) => [code, pointer])).to.deep.equal([
      ['link-broken', '/operations/0/html'],
      ['reference-unresolved', '/operations/0/html'],
    ]);
    expect(await linesOf(await render(operations))).to.deep.equal(['one two']);
    const failed = await report(operations, { failOn: ['reference-unresolved'] });
    expect(failed.type).to.match(/reference-unresolved$/);
    expect(failed.errors?.[0]?.pointer).to.equal('/operations/0/html');
  });
});
