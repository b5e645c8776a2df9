import { expect } from 'chai';
import { textOf } from '../../support/pdf.ts';
import { type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

/** A document of its own, with the pages that it has to have: lines of text divided by ` / `. */
interface Example {
  readonly it: string;
  readonly css: string;
  readonly body: string;
  readonly pages: readonly string[];
  /** Words of the warnings of what neither the service nor the browser implements; unless given, there are none. */
  readonly warns?: readonly string[];
}

const next = 'style="break-before: page"';
/** Five pages: two chapters begin one of them, two stand below others, and two have none. */
const chapters =
  `<h1>Quay</h1><p>a</p><p ${next}>b</p><p ${next}>c</p><h1>Mole</h1><h1>Pier</h1>` +
  `<h1 ${next}>Dock</h1><p>d</p><h1>Lock</h1><p ${next}>e</p>`;
const header = (value: string) => `@page { @top-left { content: ${value} } }`;
const note = (text: string, more = '') => `<span class="n"${more}>${text}</span>`;
const twoNotes = `<p>The tide${note('High at noon.')} and the wind${note('From the west.')}.</p>`;

const strings: readonly Example[] = [
  {
    it: 'the text of a heading stands in the header of its page and of the pages after it',
    css: `${header('string(chapter)')} h1 { string-set: chapter content() }`,
    body: chapters,
    pages: ['Quay / Quay / a', 'Quay / b', 'Mole / c / Mole / Pier', 'Dock / Dock / d / Lock', 'Lock / e'],
  },
  {
    it: '`first`, `start`, `last` and `first-except` choose among the values of a page',
    css: `${header(
      '"f=" string(h, first) " s=" string(h, start) " l=" string(h, last) " x=" string(h, first-except) "."',
    )} h1 { string-set: h content(text) }`,
    body: chapters,
    pages: [
      'f=Quay s=Quay l=Quay x=. / Quay / a',
      'f=Quay s=Quay l=Quay x=Quay. / b',
      'f=Mole s=Quay l=Pier x=. / c / Mole / Pier',
      'f=Dock s=Dock l=Lock x=. / Dock / d / Lock',
      'f=Lock s=Lock l=Lock x=Lock. / e',
    ],
  },
  {
    it: '`start` is that of the page before where an element begins below a picture or a long paragraph',
    css: `${header('string(h, start)')} h1 { string-set: h content() } img { display: block; height: 90mm }`,
    body:
      '<h1>One</h1><img alt="" src="data:image/svg+xml,<svg xmlns=\'http://www.w3.org/2000/svg\'/>"><h1>Two</h1>' +
      `<p ${next}>x</p><img alt="" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"><h1>Three</h1>` +
      '<img alt="" src="data:image/svg+xml,<svg xmlns=\'http://www.w3.org/2000/svg\'/>"><h1>Four</h1>',
    pages: ['One / One / Two', 'Two / x / Three', 'Three / Four'],
  },
  {
    it: 'a string joins the text before an element, texts in quotes, counters and the element',
    css:
      `${header('string(h)')} body { counter-reset: n } h1 { counter-increment: n; ` +
      'string-set: h content(before) " [" counter(n, upper-roman) "] " content() content(after) } ' +
      'h1::before { content: "Part " counter(n) ":" } h1::after { content: "!" }',
    body: `<h1>Wind</h1><h1 ${next}>Sail</h1>`,
    pages: ['Part 1: [I] Wind! / Part 1:Wind!', 'Part 2: [II] Sail! / Part 2:Sail!'],
  },
  {
    it: 'a dictionary has its first and its last word, and its letter, at the head of each page',
    css:
      `${header('string(word) "–" string(word, last) " " string(letter)')} ` +
      'dt { string-set: word content(), letter content(first-letter) }',
    body: `<dl><dt>amber<dd>a<dt>anchor<dd>b<dt ${next}>beacon<dd>c<dt>buoy<dd>d</dl>`,
    pages: ['amber–anchor a / amber / a / anchor / b', 'beacon–buoy b / beacon / c / buoy / d'],
  },
  {
    it: 'an attribute of an element sets a string, and another element ends another one',
    css:
      `${header('string(part) " – " string(title, last)')} section { string-set: part attr(title), title "" } ` +
      'h2 { string-set: title content() }',
    body: `<section title="I"><h2>Hull</h2></section><section title="II" ${next}><p>x</p></section>`,
    pages: ['I – Hull / Hull', 'II – / x'],
  },
  {
    it: 'an element that is not shown sets a string where it would stand',
    css: `${header('string(h)')} .short { display: none; string-set: h content() }`,
    body: `<p class=short>Brief</p><p>a</p><p ${next}>b</p><div class=short>Other</div><p>c</p>`,
    pages: ['Brief / a', 'Other / b / c'],
  },
  {
    it: 'left and right pages show different strings',
    css:
      '@page :left { @top-left { content: counter(page) " " string(h) } } ' +
      '@page :right { @top-right { content: string(h) " " counter(page) } } h1 { string-set: h content() }',
    body: `<h1>Keel</h1><p ${next}>a</p><p ${next}>b</p>`,
    pages: ['Keel 1 / Keel', '2 Keel / a', 'Keel 3 / b'],
  },
  {
    it: 'a string has no text before it is set',
    css: `${header('"(" string(h) ")"')} h1 { string-set: h content() }`,
    body: `<p>a</p><h1 ${next}>Ebb</h1>`,
    pages: ['() / a', '(Ebb) / Ebb'],
  },
  {
    it: 'a later rule of the cascade sets another string, or none',
    css:
      `${header('string(h)')} h1 { string-set: h content() } h1.short { string-set: h attr(title) } ` +
      'h1.silent { string-set: none }',
    body: `<h1 class=short title="Log">The log of the ship</h1><h1 class=silent ${next}>Silent</h1>`,
    pages: ['Log / The log of the ship', 'Log / Silent'],
  },
  {
    it: 'the marker of an item is no content of a string',
    css: `${header('"x" string(h)')} h1 { string-set: h content() } li { string-set: h content(marker) }`,
    body: '<h1>Rope</h1><ol><li>one</ol>',
    pages: ['xRope / Rope / 1. one'],
    warns: ['`content(marker)`, which is no content'],
  },
  {
    it: 'a running element stays in the text',
    css: `${header('element(head)')} .head { position: running(head) }`,
    body: '<p class=head>Running</p><p>a</p>',
    pages: ['Running / a'],
    warns: ['`string()` and `element()`', '`position: running()`'],
  },
];

const notes: readonly Example[] = [
  {
    it: 'an element in a paragraph becomes a note at the foot, and a number stands in its place',
    css: '.n { float: footnote }',
    body: `${twoNotes}<p ${next}>The sea${note('Calm.')}.</p>`,
    pages: ['The tide1 and the wind2. / 1 High at noon. / 2 From the west.', 'The sea3. / 3 Calm.'],
  },
  {
    it: 'a call and a marker have the content that their pseudo-elements declare',
    css:
      '.n { float: footnote } .n::footnote-call { content: "[" counter(footnote) "]" } ' +
      '.n::footnote-marker { content: counter(footnote, lower-roman) ") " attr(title) }',
    body: `<p>The tide${note('High at noon.', ' title="T:"')}.</p>`,
    pages: ['The tide[1]. / i) T: High at noon.'],
  },
  {
    it: 'a more specific call is empty, and the rule with another selector beside it has no effect',
    css:
      '.n { float: footnote } ::footnote-call { content: "*" } p .silent::footnote-call { content: none } ' +
      '.n::footnote-call, .m { content: "wrong" }',
    body: `<p>The tide${note('High.')} and the wind<span class="n silent">West.</span>.</p>`,
    pages: ['The tide* and the wind. / 1 High. / 2 West.'],
    warns: ['`::footnote-call` and `::footnote-marker` have an effect where'],
  },
  {
    it: 'numbers begin anew on each page with `counter-reset` in `@page`',
    css: '.n { float: footnote } @page { counter-reset: footnote }',
    body: `${twoNotes}<p ${next}>The sea${note('Calm.')}.</p>`,
    pages: ['The tide1 and the wind2. / 1 High at noon. / 2 From the west.', 'The sea1. / 1 Calm.'],
  },
  {
    it: 'numbers begin anew with each element that resets their counter',
    css: '.n { float: footnote } h2 { counter-reset: other footnote 4 } .off { display: none }',
    body: `<p>a${note('First.')}</p><h2>Two</h2><p>b${note('Second.')}</p><h2 class=off>x</h2><p>c${note('Third.')}</p>`,
    pages: ['a1 / Two / b5 / c6 / 1 First. / 5 Second. / 6 Third.'],
  },
  {
    it: 'another float ends the note, and a note in a list, a table and a heading has its place',
    css: '.n { float: footnote } .in { float: none } table { border-collapse: collapse }',
    body:
      `<h2>Ropes${note('Of hemp.')}</h2><ul><li>Sheet${note('Of a sail.')}</ul><table><tr><td>Stay${note('Of a mast.')}` +
      '<td><span class="n in">(here)</span></table>',
    pages: ['Ropes1 / Sheet2 / Stay3 (here) / 1 Of hemp. / 2 Of a sail. / 3 Of a mast.'],
  },
  {
    it: 'the area of the notes has the border, the space and the type of `@footnote`',
    css:
      '.n { float: footnote } @page { @footnote { border-top: 3px double #800; padding-top: 12px; color: #123456; ' +
      'font-style: italic; max-height: 20mm } }',
    body: twoNotes,
    pages: ['The tide1 and the wind2. / 1 High at noon. / 2 From the west.'],
    warns: ['`max-height` has no effect in `@footnote`'],
  },
  {
    it: 'notes beside each other, and other policies, are not there',
    css: '.n { float: footnote; footnote-display: inline; footnote-policy: line }',
    body: twoNotes,
    pages: ['The tide1 and the wind2. / 1 High at noon. / 2 From the west.'],
    warns: ['`footnote-policy` and its like'],
  },
];

const pagesAndLinks: readonly Example[] = [
  {
    it: 'pages are chosen as the first one, left and right ones, and by their names',
    css:
      '@page { @bottom-left { content: "all " counter(page) "/" counter(pages) } } @page :first { @bottom-left { content: "title" } } ' +
      '@page :left { @top-left { content: "left" } } @page chart { @bottom-left { content: "chart" } } .c { page: chart }',
    body: `<p>a</p><p ${next}>b</p><p class=c>c</p>`,
    pages: ['a / title', 'left / b / all 2/3', 'c / chart'],
  },
  {
    it: 'pages are not chosen by their numbers, nor as recto and verso',
    css: `${header('"all"')} @page :nth(2n) { @top-left { content: "even" } } @page:recto { @top-left { content: "recto" } }`,
    body: `<p>a</p><p ${next}>b</p>`,
    pages: ['all / a', 'all / b'],
    warns: ['no `:nth` of pages', 'no `:recto` of pages'],
  },
  {
    it: 'the counter of pages counts as `@page` has it',
    css: `@page { counter-increment: page 10; @top-left { content: "p. " counter(page, lower-roman) } }`,
    body: `<p>a</p><p ${next}>b</p>`,
    pages: ['p. x / a', 'p. xx / b'],
  },
  {
    it: 'levels and labels of bookmarks are those of headings',
    css: 'h1 { bookmark-level: none } .b { bookmark-level: 1; bookmark-label: content(); bookmark-state: closed }',
    body: '<h1>Mast</h1><p class=b>Boom</p>',
    pages: ['Mast / Boom'],
    warns: ['`bookmark-level` and its like'],
  },
  {
    it: 'a list of contents has dots and the pages of its links',
    css: 'nav a { display: block } nav a::after { content: leader(".") target-counter(attr(href url), page) } h1 { break-before: page }',
    body: '<nav><a href="#m">Mast</a><a href="#b">Boom</a></nav><h1 id=m>Mast</h1><h1 id=b>Boom</h1>',
    pages: ['Mast ...2 / Boom ...3', 'Mast', 'Boom'],
  },
  {
    it: 'a link shows the page, the counter and the text of what it leads to',
    css:
      'body { counter-reset: ch } h1 { counter-increment: ch; break-before: page } h1::before { content: counter(ch) " " } ' +
      'a.p::after { content: " on page " target-counter(attr(href), page, upper-roman) } ' +
      'a.c::before { content: "Chapter " target-counter(attr(href), ch) ", " } ' +
      'a.t::after { content: " " open-quote target-text(attr(href)) close-quote } ' +
      'a.b::after { content: target-text(attr(href), before) target-text(attr(href), first-letter) }',
    body:
      '<p>See <a class=p href="#b">it</a><p><a class=c href="#b">it</a><p>See <a class=t href="#b">it</a>' +
      '<p>See <a class=b href="#b">it: </a><h1>Mast</h1><h1 id=b>Boom</h1>',
    pages: ['See it on page III / Chapter 2, it / See it “Boom” / See it: 2 B', '1 Mast', '2 Boom'],
  },
  {
    it: 'a link shows all levels of a counter',
    css: 'ol { counter-reset: i; list-style: none } li { counter-increment: i } a::after { content: target-counters(attr(href), i, ".") }',
    body: '<p><a href="#x">Rule </a></p><ol><li>a<ol><li>b<li id=x>c</ol></ol>',
    pages: ['Rule 1.2 / a / b / c'],
  },
  {
    it: 'a reference in a margin box, and one that leads to nothing, show nothing',
    css: `@page { @top-left { content: "x" target-text("#m") } } a::after { content: " p. " target-counter(attr(href), page) }`,
    body: '<p><a href="#none">See</a></p><h1 id=m>Mast</h1>',
    pages: ['See / Mast'],
    warns: ['in margin boxes', 'A link leads to `#none`', 'show'],
  },
];

const topics: Readonly<Record<string, readonly Example[]>> = {
  'Named strings and running elements': strings,
  Footnotes: notes,
  'Pages, bookmarks and cross-references': pagesAndLinks,
};

const sourceOf = ({ css, body }: Example) =>
  '<!doctype html><html lang="en"><head><title>T</title><style>@page { size: 105mm 148mm; margin: 15mm } ' +
  `body { font: 12px Arimo; margin: 0 } ${css}</style></head><body>${body}</body></html>`;

/** The lines of each page, with single spaces and three dots for a row of them. */
const pagesOf = async (pdf: Buffer): Promise<string[]> =>
  (await textOf(pdf))
    .split('\f')
    .slice(0, -1)
    .map((page) =>
      page
        .split('\n')
        .map((line) =>
          line
            .trim()
            .replaceAll(/ +/g, ' ')
            .replaceAll(/\.{9,}/g, '...'),
        )
        .filter((line) => line !== '')
        .join(' / '),
    );

describe('Generated content for paged media', () => {
  let service: Service;
  before(async () => (service = await sharedService({})));

  for (const [topic, examples] of Object.entries(topics))
    describe(topic, () => {
      for (const example of examples)
        it(example.it, async () => {
          const operations = [{ op: 'add_html', html: sourceOf(example) }];
          const answer = await service.render({ operations }, { headers: { accept: 'application/json' } });
          expect(answer.status, answer.body.toString('utf8').slice(0, 400)).to.equal(200);
          const { document, report } = answer.json() as {
            document: { data: string };
            report: { warnings: { message: string }[] };
          };
          expect(await pagesOf(Buffer.from(document.data, 'base64'))).to.deep.equal(example.pages);
          const { warns = [] } = example;
          const messages = report.warnings.map(({ message }) => message);
          expect(messages, messages.join('\n')).to.have.length(warns.length);
          for (const words of warns) expect(messages.join('\n')).to.include(words);
        });
    });
});
