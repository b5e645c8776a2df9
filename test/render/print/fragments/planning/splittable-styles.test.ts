import { expect } from 'chai';
import { tableLook } from '../../../../../src/render/print/fragments/planning/html-table.ts';
import { longPiece } from '../../../../../src/render/print/fragments/long-piece.ts';
import { liveRules, vocabularyOf } from '../../../../../src/render/print/fragments/planning/live-rules.ts';
import { cutElements } from '../../../../../src/render/print/fragments/planning/cut-elements.ts';
import { keepsItsLook, standsAlone } from '../../../../../src/render/print/fragments/planning/splittable-styles.ts';
import { bareCss } from '../../../../../src/render/compose/style-rules.ts';

const rows = Array.from(
  { length: 90 },
  (_, index) => `<tr${index === 3 ? ' class="sum"' : ''}><td>Row ${index}</td><td>of the table</td></tr>`,
).join('');
const paragraphs = Array.from(
  { length: 400 },
  (_, index) =>
    `<p${index === 3 ? ' class="lead"' : ''}>Paragraph ${index} has some words in it, as they all have.</p>`,
).join('');
const others =
  '<aside class="a x" title="t"><q>quoted</q><img src="a.png"><section ' +
  'class="facts"></section><ul><li>one</li></ul></aside>';
const piece =
  `<div class="colophon-html"><h1>Title</h1><article class="body" id="all">${paragraphs}</article><table ` +
  `class="list"><thead><tr><th>Row</th><th>of</th></tr></thead><tbody>${rows}</tbody></table></div>`;

describe('A style sheet', () => {
  const cut = cutElements(
    (longPiece(piece, tableLook([])) ?? []).map((block) => ({ sheet: 0, ...block })),
    2,
  );
  const vocabulary = vocabularyOf([piece, others]) ?? expect.fail('nothing is known of it');
  const isCut = (css: string) => keepsItsLook(liveRules(bareCss(css), vocabulary), cut, vocabulary);

  for (const css of [
    'p { color: red }',
    '@media print { td.a > b { width: calc(1px + 2px) } }',
    '.a:hover, a[href="x+y"] { content: "counter(x)" }',
    '@font-face { font-family: "A"; src: url(a+b~c.woff2) }',
    '/* :nth-child(odd) */ p { margin: 0 }',
    'img { object-position: top }',
    // rows are counted, by what goes into twelve
    'tr:nth-child(even) { color: red }',
    '.list > tbody > tr:nth-of-type(3n + 1) td { color: red }',
    'tr:nth-child(-n+3) { color: red }',
    'tr:not(:first-child):not(:last-child) { color: red }',
    'tr + tr { color: red }',
    'tbody:last-of-type tr:last-child > * { color: red }',
    // whatever stands in a row or a paragraph is all there
    'td:nth-child(7n), th:first-of-type, td ~ td { color: red }',
    'p b:nth-last-child(2), li:only-of-type { color: red }',
    'ul:has(> li) { color: red }',
    // the nearest elements before it are known
    'h1 + p { margin: 0 }',
    'p + p { text-indent: 1em }',
    'h1 + article p:first-child, p:last-child { color: red }',
    ':is(h1, p) + :where(p, ul) { color: red }',
    'p + p + p { color: red }',
    // nothing that is cut has that name, class or id
    'aside:nth-child(2) { color: red }',
    '.other:first-of-type { color: red }',
    '#one ~ .two { color: red }',
    '.doc .parties:has(section:first-child + .facts) { color: red }',
    'p::before { content: "x" }',
    'tr > :first-child, tr > :nth-child(5n) { color: red }',
    'td p:first-of-type, li ~ li { color: red }',
    '.md\\:first:nth-child(5n) { color: red }',
    'tbody + tbody { color: red }',
    // any element that stands before is known by its name and its classes
    'p ~ p { color: red }',
    ':where(p, article, table) ~ :is(h1, h2) { margin-top: 3em }',
    '.html > :not([hidden]) ~ :not([hidden]):not(tr):not(tbody):not(thead):not(tfoot):not(section) { ' +
      'margin-top: 1rem }',
    'p.lead ~ table { color: red }',
    // rules for what is not there, however they are written, and what makes nothing before an element
    '.dropdown { position: absolute } nav + p, .col-md-4 { float: left }',
    '.a .menu > li:before { float: left; content: "x" }',
    'legend { float: left } legend + * { clear: left }',
    '[role=group] > :not(:first-child) { float: left }',
    '[type=checkbox][role=switch] ~ p { color: red }',
    'p:has(+ .menu), article:has(nav, > .menu) { float: left }',
    ':where(nav li)::before { float: left; content: "" }',
    '@media print { .navbar { display: none } .row::after { position: absolute } } @supports (position: ' +
      'sticky) { .top { position: sticky } }',
    '@keyframes x { from { left: 0 } to { top: 0 } }',
    '*, *::before, *::after { box-sizing: border-box }',
    'q { quotes: "a" "b" }',
    '.card { & .menu { position: fixed } }',
    '.a\\:b { float: left }',
    'p { position: relative }',
    '.grid { grid-template-columns: 1fr 1fr; column-gap: 3mm; grid-column: 2 }',
  ]) {
    it(`lets a document be printed in parts: ${css}`, () => expect(isCut(css)).to.equal(true));
  }

  for (const css of [
    'tr:nth-child(5n) { color: red }',
    'tr:nth-child(13) { color: red }',
    'tr:nth-last-child(2n) { color: red }',
    'tr.sum ~ tr { color: red }',
    ':nth-child(odd) { color: red }',
    'tr:nth-child(2 of .a) { color: red }',
    '@media print { tbody > :not(:nth-child(5n)) { color: red } }',
    ':is(p, tr:nth-child(5n)) { color: red }',
    ':is(p, td):nth-of-type(2) { color: red }',
    'p:first-of-type { color: red }',
    'p.lead:nth-child(2) { color: red }',
    'p + p + p + p { color: red }',
    'article:has(> img) { color: red }',
    '#all:has(.x) { color: red }',
    'section + section { color: red }',
    '* + * { margin-top: 1em }',
    'h1 { counter-increment: chapter }',
    'h1::before { content: counter(chapter) }',
    '@page { margin: 2cm }',
    '@page :first { margin: 0 }',
    '@page intro:left { margin: 0 }',
    'q::before { content: open-quote }',
    'aside { float: right }',
    '.a { position: absolute }',
    '.a { position:sticky }',
    'body { columns: 2 }',
    '.a { column-count: 3 }',
    '@import "a.css";',
    ':first-child(((+ { color: red }',
    // what begins an element that is cut, and what is in the whole of it
    'article::before { content: "x" }',
    '.list:before { content: "x" }',
    'article::first-letter { color: red }',
    'body:has(p) { color: red }',
    ':root:has(.x) p { color: red }',
    'tr:has(~ .sum) { color: red }',
    'p:has(+ .lead) { color: red }',
    // neighbours that are known by name and class alone
    'p[title] + p { color: red }',
    'tr:has(th) + tr { color: red }',
    '#all + p { color: red }',
    'thead + tbody { color: red }',
    'tbody:first-child td { color: red }',
    // what is there among what is not, and what can not be told
    '.menu, .x { float: left }',
    ':is(.menu, .x) { float: left }',
    ':not(.menu) { float: left }',
    '.menu { color: red } aside { float: left }',
    'p:has(+ .menu, + .x) { float: left }',
    '[title] { float: left }',
    '[title="y"] { float: left }',
    '[title|="y"] { float: left }',
    '[*|href] { float: left }',
    '[x\\:href] { float: left }',
    '.menu[{}] aside { float: left }',
    '.menu(\\{) { } aside { float: left }',
    '@media print { .menu { color: red } aside { float: left } }',
    '@keyframes x { from { float: left } }',
    '.x { & q { position: fixed } }',
    '.x { &.menu { color: red } float: left }',
    '*::before { content: "x" }',
    '*::before { con\\74 ent: "x" }',
    '*::before { &:hover { color: red } content: "x" }',
    'p:not(.menu) ~ p ~ p { color: red }',
    'p + p ~ p { color: red }',
    'p[title] ~ p { color: red }',
    'tr ~ tr { color: red }',
    'p ~ section { color: red }',
    '\\61side { float: left }',
    'asid\\65 { float: left }',
    '<!-- nav { margin: 0 } --> aside { float: left }',
    'p:nth-chil\\64(2n) { color: red }',
    '.content-\\[\\\'\\\'\\]::before { --c: ""; content: var(--c) } aside { float: left }',
    "b { background: url(data:x,it's) } aside { float: left }",
    'b { content: "\n} aside { float: left } b { content: "\n}',
    'b { background: u\\72l(/*) } aside { float: left }',
    ':is(aside,;.menu:y(\\()) { float: left }',
    'aside, nav &gt; menu { float: left }',
    '.a\u3000b { float: left }',
    'p ~ p + article { color: red }',
    // however it is written
    '.x { FLOAT: left }',
    'P:NTH-CHILD(2) { color: red }',
    '.x { f\\6coat: left }',
    'q::before { content: "\\"" } .x { float: left } q::after { content: "\\"" }',
    '[type="/*"] { color: red } .x { float: left } /* */',
    '@scope (tr:nth-child(5n)) { td { color: red } }',
    '.l\\65 ad:nth-child(2) { color: red }',
    'tr { &:nth-child(5n) { color: red } }',
  ]) {
    it(`holds a document together: ${css}`, () => {
      expect(isCut(css)).to.equal(false);
    });
  }

  it('is read in time, however it is written', () => {
    for (const css of [
      'url('.repeat(250_000),
      '/* '.repeat(250_000),
      'a+'.repeat(250_000),
      `${':is('.repeat(50_000)}{}`,
      `${'a '.repeat(250_000)}+{}`,
      `:nth-child(${'('.repeat(250_000)}{}`,
    ])
      expect(isCut(css)).to.be.a('boolean');
  });
});

describe('A piece of HTML', () => {
  it('is known by its start tags, whatever its texts and comments look like', () => {
    const found = vocabularyOf([
      '<!-- <nav size="12 --><p>Write alt="<b class="stamp a\u3000b" hidden>DRAFT</b>" size="12</p><x-é ' +
        'title="&quot;<i class=&quot;no&quot;>" type="Checkbox">x</x-é><style>p::before { content: \'<u ' +
        'class="\' }</style><Aside class="last">',
    ]);
    expect([...(found?.classes ?? [])])
      .to.include.members(['stamp', 'a\u3000b', 'last'])
      .and.not.to.include('no');
    expect([...(found?.names ?? [])])
      .to.include.members(['p', 'b', 'x-é', 'aside'])
      .and.not.to.include.members(['nav'])
      .and.not.to.include.members(['u']);
    expect([...(found?.attributes ?? [])])
      .to.include.members(['hidden', 'title', 'type', 'type=checkbox'])
      .and.not.to.include('size');
    expect(vocabularyOf(['<xmp><p class="</xmp>'])).to.equal(null);
  });

  it('stands alone, though words and classes of it are those of style sheets', () => {
    expect(
      standsAlone(
        '<p class="float: left">position: fixed, counter-reset</p><p style="position: relative; color: ' +
          'red">x</p><p title="a>b">x</p>',
      ),
    ).to.equal(true);
  });

  for (const html of [
    '<svg><use href="#logo"></use></svg>',
    '<rect fill="url(#g)">',
    '<aside style="float:right">x</aside>',
    '<p style="position: fixed">x</p>',
    '<p title="a>b" style="position: fixed">x</p>',
    '<p id="colophon-unit-3">x</p>',
    '<link rel="stylesheet" href="a.css">',
    '<ol style="counter-reset: item 4"><li>x</li></ol>',
    '<img src="a.png" align="left">',
  ]) {
    it(`holds a document together that has ${html}`, () => expect(standsAlone(html)).to.equal(false));
  }
});
