import type { Area } from '../support/raster.ts';

/** What a row of docs/css.md claims, as a document and the text of its pages. */
export interface Claim {
  readonly css: string;
  readonly body: string;
  /** A pattern for the text of each page. */
  readonly pages: readonly RegExp[];
  /** A place on the first page that is not white: points from its top-left corner. */
  readonly ink?: Area;
  readonly sizes?: readonly ('wide' | 'high')[];
  /** What a warning says; without it there must be none. */
  readonly warns?: RegExp;
}

const filler = `<p>${'word '.repeat(60)}</p>`;
const lines = (count: number) => `<p>${'x<br>'.repeat(count)}</p>`;
const rows = (count: number) => '<tr><td>r'.repeat(count);
const words = /^(word ?)+$/;
const [a, b, c] = [/^a$/, /^b$/, /^c$/];

const works: Readonly<Record<string, Claim>> = {
  'page size and margin': {
    css: '@page { size: 148mm 105mm }',
    body: '<p>a',
    pages: [a],
    sizes: ['wide'],
  },
  'margin boxes': {
    css: '@page { @top-left { content: "TL" } @right-middle { content: "RM" } @bottom-right-corner { content: "BC" } }',
    body: '<p>a',
    pages: [/^TL a RM BC$/],
  },
  'page numbers': {
    css: '@page { @bottom-center { content: counter(page, upper-roman) " of " counter(pages) } }',
    body: filler + filler,
    pages: [/I of 2$/, /II of 2$/],
  },
  'no number on the first page': {
    css: '@page { @bottom-center { content: "n" counter(page) } } @page :first { @bottom-center { content: none } }',
    body: filler + filler,
    pages: [words, /n2$/],
  },
  'numbers from the second page': {
    css:
      '@page { @bottom-center { content: "n" counter(page) } }' +
      '@page :first { counter-reset: page 0; @bottom-center { content: none } }',
    body: filler.repeat(4),
    pages: [words, /n1$/, /n2$/],
  },
  'left and right pages': {
    css: '@page :left { @top-left { content: "L" } } @page :right { @top-left { content: "R" } }',
    body: filler + filler,
    pages: [/^R /, /^L /],
  },
  'named pages': {
    css: '@page wide { size: 210mm 148mm; @top-center { content: "W" } } .w { page: wide }',
    body: '<p>a</p><div class=w>b</div><p>c</p>',
    pages: [a, /^W b$/, c],
    sizes: ['high', 'wide', 'high'],
  },
  'running titles': {
    css: 'h1 { string-set: title content() } @page { @top-left { content: string(title) } }',
    body: '<h1>T</h1><p>a<p style="break-before: page">b',
    pages: [/^T T a$/, /^T b$/],
  },
  'page orientation': {
    css: '@page turned { page-orientation: rotate-left } .t { page: turned }',
    body: '<p>a</p><p class=t>b',
    pages: [a, b],
    sizes: ['high', 'wide'],
  },
  'background of pages': {
    css: '@page { background: #2244aa }',
    body: '<p>a',
    pages: [a],
    ink: { x: 2, y: 2, width: 20, height: 20 },
  },
  'border and padding of pages': {
    css: '@page { border: 4pt solid; padding: 3mm }',
    body: '<p>a',
    pages: [a],
    ink: { x: 100, y: 357, width: 100, height: 10 },
  },
  'a new page': {
    css: '.b { break-before: page } .c { page-break-before: always }',
    body: '<p>a<p class=b>b<p class=c>c',
    pages: [a, b, c],
  },
  'breaks in flex': {
    css: '.r { display: flex; flex-wrap: wrap } .r > * { width: 50% } .b { break-before: page }',
    body: '<div class=r><p>a</p><p>a</p><p class=b>b</p><p>b</p></div>',
    pages: [/^a a$/, /^b b$/],
  },
  'breaks in grid': {
    css: '.r { display: grid; grid-template-columns: 1fr 1fr } .b { break-before: page }',
    body: '<div class=r><p>a</p><p>a</p><p class=b>b</p><p>b</p></div>',
    pages: [/^a a$/, /^b b$/],
  },
  'breaks in floats and absolute boxes': {
    css: '.f { float: left } .b { break-before: page }',
    body: '<div class=f><p>a</p><p class=b>b</p></div>',
    pages: [a, b],
  },
  'breaks in tables': {
    css: '.b { break-before: page }',
    body: '<table><tr><td>a<tr class=b><td>b</table>',
    pages: [a, b],
  },
  'boxes that stay whole': {
    css: '.r { display: grid } .r > div { break-inside: avoid; height: 45mm }',
    body: `<div class=r>${'<div>x</div>'.repeat(4)}</div>`,
    pages: [/^x x$/, /^x x$/],
  },
  'headings beside their text': {
    css: 'h2 { break-after: avoid } p { margin: 0 }',
    body: `${lines(16)}<h2>HEAD</h2>${lines(6)}`,
    pages: [/^(x ?)+$/, /^HEAD x/],
  },
  'orphans and widows': {
    css: 'p { orphans: 4; widows: 4; margin: 0 }',
    body: `${lines(17)}<p>${'y<br>'.repeat(4)}</p>`,
    pages: [/^(x ?)+$/, /^y y y y$/],
  },
  'repeated head and foot of tables': {
    css: '',
    body: `<table><thead><tr><th>HEAD<tfoot><tr><td>FOOT<tbody>${rows(20)}</table>`,
    pages: [/^HEAD (r ?)+ FOOT$/, /^HEAD (r ?)+ FOOT$/],
  },
  'frames around each part': {
    css: '.a { box-decoration-break: clone; border: 4px solid; padding: 4mm }',
    body: `<div class=a>${filler}${filler}</div>`,
    pages: [words, words],
    ink: { x: 100, y: 340, width: 100, height: 22 },
  },
  columns: {
    css: '.c { columns: 2 } .b { break-before: column }',
    body: `<div class=c>${filler.repeat(3)}</div>`,
    pages: [words, words],
  },
  'content on every page': {
    css: '.f { position: fixed; top: 0; right: 0 }',
    body: `<div class=f>FIX</div>${filler}${filler}`,
    pages: [/^FIX word/, /^FIX word/],
  },
  'height of a page': {
    css: '.a { height: 100vh }',
    body: '<div class=a>a</div><div>b</div>',
    pages: [a, b],
  },
  'drop caps': {
    css: 'p::first-letter { initial-letter: 3 }',
    body: `<p>Text ${'word '.repeat(40)}`,
    pages: [/^T ext/],
  },
  hyphens: {
    css: 'p { hyphens: auto; width: 24mm }',
    body: '<p>incomprehensibility characteristically',
    pages: [/^incom\w+- \w+ character\w*- \w+$/],
  },
  'own hyphens': {
    css: 'p { width: 34mm; hyphenate-character: "=" }',
    body: '<p>Donaudampf&shy;schifffahrt',
    pages: [/^Donaudampf\u00ad?= schifffahrt$/],
  },
  'vertical text': {
    css: 'td { writing-mode: vertical-rl }',
    body: '<table><tr><td>a</table>',
    pages: [a],
  },
  'modern CSS': {
    css:
      'p:has(b) { display: none } ' +
      '.c { container-type: inline-size; @container (max-width: 9999px) { b { display: none } } }',
    body: '<p><b>HIDDEN</b></p><div class=c><b>HIDDEN TOO</b>a</div>',
    pages: [a],
  },
  'print rules': {
    css: '@media print { .s { display: none } } @media screen { .p { display: none } }',
    body: '<p class=s>SCREEN<p class=p>a',
    pages: [a],
  },
  colours: {
    css:
      'p { color: color(display-p3 1 0 0); opacity: .5; mix-blend-mode: multiply; ' +
      'background: linear-gradient(red, blue) }',
    body: '<p>a',
    pages: [a],
  },
};

const fails: Readonly<Record<string, Claim>> = {
  '`position: running()`, `element()`': {
    css: '@page { @top-left { content: element(x) } } p { position: running(x) }',
    body: '<p>a',
    pages: [a],
    warns: /running\(\)/,
  },
  '`bookmark-level`, `bookmark-label`': {
    css: 'p { bookmark-level: 1 }',
    body: '<p>a',
    pages: [a],
    warns: /bookmark-level/,
  },
  '`@page :nth(2)`, `:recto`, `:verso`': {
    css: '@page :nth(2) { @top-left { content: "SECOND" } } @page :recto { @top-right { content: "RECTO" } }',
    body: filler + filler,
    pages: [words, words],
    warns: /`:nth` of pages[^]*`:recto` of pages/,
  },
  '`@page wide:first`': {
    css: '@page app { @top-left { content: "APP" } } @page app:first { @top-left { content: "FIRST" } } .m { page: app }',
    body: '<p>a</p><p class=m>b</p>',
    pages: [a, /^APP b$/],
  },
  '`@page :last`': {
    css: '@page :last { @top-left { content: "LAST" } }',
    body: filler + filler,
    pages: [words, words],
    warns: /`:last` of pages/,
  },
  '`break-before: right`, `left`, `recto`, `verso`': {
    css: '.r { break-before: right } .v { break-before: verso }',
    body: '<p>a<p class=r>b<p class=v>c',
    pages: [a, b, c],
  },
  '`break-before: always`': {
    css: '.b { break-before: always }',
    body: '<p>a<p class=b>b',
    pages: [/^a b$/],
  },
  '`counter-reset: page` on an element': {
    css: '@page { @bottom-center { content: "n" counter(page) } } .m { break-before: page; counter-reset: page 10 }',
    body: '<p>a<p class=m>b',
    pages: [/^a n1$/, /^b n2$/],
  },
  '`float: bottom`, `float: top`': {
    css: 'span { float: bottom }',
    body: '<p>a<span> b</span> c',
    pages: [/^a ?b ?c$/],
  },
  'breaks inside `inline-block`': {
    css: '.r { display: inline-block } .b { break-before: page }',
    body: '<div class=r><p>a</p><p class=b>b</p></div>',
    pages: [/^a b$/],
  },
  'breaks inside a box that scrolls': {
    css: '.r { overflow: auto; height: 30mm } .b { break-before: page }',
    body: `<div class=r>${filler}${filler}</div>`,
    pages: [/word/],
    warns: /^`<div\.r>` .* is cut off at its bottom/,
  },
  '`position: sticky`': {
    css: '.s { position: sticky; top: 0 }',
    body: `<div class=s>STICK</div>${filler}${filler}`,
    pages: [/^STICK/, words],
  },
  'negative offsets of `position: fixed`': {
    css: '.f { position: fixed; top: -10mm }',
    body: `<div class=f>FIX</div>${filler}${filler}`,
    pages: [/FIX$/, words],
  },
  'repeated `<caption>`': {
    css: '',
    body: `<table><caption>CAP</caption>${rows(20)}</table>`,
    pages: [/^CAP r/, /^(r ?)+$/],
  },
  '`initial-letter` on an element': {
    css: 'p { initial-letter: 3 }',
    body: '<p>Text goes on',
    pages: [/^Text goes on$/],
  },
  '`device-cmyk()`': { css: 'p { color: device-cmyk(0 1 0 0) }', body: '<p>a', pages: [a] },
  '`filter: blur()`': { css: 'p { filter: blur(1px) }', body: '<p>Blurred', pages: [/^$/] },
  'content wider than the page': {
    css: '.w { width: 400mm }',
    body: '<div class=w>a</div>',
    pages: [a],
    warns: /^`<div\.w>` “a” goes 9\d\d pt past the right edge of its page/,
  },
};

/** The claims of docs/css.md, by the first cell of their rows. */
export const cases: Readonly<Record<string, Claim>> = { ...works, ...fails };
