import { expect } from 'chai';
import { firstPrint } from '../../../src/browser/first-print.ts';
import { leavesNoState } from '../../../src/browser/page/leaves-no-state.ts';
import type { PrintJob } from '../../../src/browser/print-job.ts';

const job = (html: string, more: Partial<PrintJob> = {}): PrintJob => ({ ...firstPrint, source: { html }, ...more });
const document = (body: string, style = 'p{color:red}') =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><base href="https://colophon.invalid/a1/~/">` +
  `<title>A title</title><style>${style}</style></head><body>${body}</body></html>`;

const plain: Readonly<Record<string, string>> = {
  'text and a table':
    '<h1 id="a" class="big">Invoice</h1><p style="margin:0">1 &lt; 2 &amp; 3</p><table border=1><thead><tr><th ' +
    "scope=col>No</th></tr></thead><tbody><tr><td colspan='2'>x</td></tr></tbody></table>",
  'links and lists': '<ul><li><a href="https://example.com/?a=1&amp;b=2">x</a></li></ul><br/><hr>',
  'our own attributes': '<section class="colophon-sheet" style="--content-height:972px" data-operation="3">x</section>',
  'a sign that begins no tag': '<p>2 > 1</p>',
};

/** What has an effect beyond its element, or is spelled so that a simpler reading would not see it. */
const stateful: Readonly<Record<string, string>> = {
  'colours of links on the body, after a slash': '<body/link="red">',
  'colours of links on the body': '<body class="a" vlink=red>',
  'a second meta element': '<meta charset="utf-8" name="color-scheme" content="dark">',
  'a meta element for a policy': `<meta http-equiv="Content-Security-Policy" content="img-src 'none'">`,
  'a base address elsewhere': '<base href="https://elsewhere.invalid/">',
  'a base address with a target': '<base href="https://colophon.invalid/a/" target="_blank">',
  'the focus': '<div tabindex="0" autofocus>x</div>',
  'the focus behind a quotation mark': '<p title="a"autofocus tabindex=0>x</p>',
  'an event handler': '<p onclick="x()">x</p>',
  'an attribute in a value that is not closed': '<p title="a><b autofocus>x</b>',
  'a backtick in a value': '<p title=`a autofocus`>x</p>',
  'a popover': '<div popover>x</div>',
  'a dialog': '<dialog open>x</dialog>',
  'details with a name': '<details name="a"><summary>s</summary></details>',
  'a field': '<input value="x">',
  'an editable text': '<p contenteditable>x</p>',
  'a picture': '<img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">',
  SVG: '<svg><style>*{color:red}</style></svg>',
  MathML: '<math><mi>x</mi></math>',
  'a frame': '<iframe srcdoc="x"></iframe>',
  'a template': '<template shadowrootmode="open">x</template>',
  'a comment': '<!-- x -->',
  'a comment that ends at once': '<!--><meta name=color-scheme content=dark>-->',
  'a processing instruction': '<?xml version="1.0"?>',
  'a tag in capitals': '<META NAME="color-scheme" CONTENT="dark">',
  'a tag after a less-than sign': '<<meta name=viewport content="width=1">',
  'an unfinished tag': '<p>x<',
  'text that takes all that follows': '<plaintext>x',
  'a style element with a title': '<style title="other">p{color:red}</style>',
  'a style element that holds markup': '<style>p{color:red}<p></style>',
};

const stylesWithState: Readonly<Record<string, string>> = {
  'a font': '@font-face{font-family:Inter;src:local(x)}',
  'a colour scheme': ':root{color-scheme:dark}',
  'an escaped property': ':root{color-\\73 cheme:dark}',
  'a picture': 'p{background:URL(x.png)}',
  'a set of pictures': 'p{background:image-set("a.png" 1x)}',
  'an animation': '@keyframes k{to{color:red}}',
  'a transition': 'p{transition:all 1s}',
  'a registered property': '@property --x{syntax:"*";inherits:true}',
  'a counter style': '@counter-style decimal{system:cyclic;symbols:"x"}',
  'an import': '@import "a.css";',
  'a namespace': '@namespace "http://www.w3.org/1999/xhtml";',
  'a view transition': 'p{view-transition-name:x}',
  'an anchor': 'p{anchor-name:--a}',
};

describe('A printed document', () => {
  for (const [name, html] of Object.entries(plain))
    it(`leaves no state where it is ${name}`, () => expect(leavesNoState(job(document(html)))).to.equal(true));
  for (const [name, html] of Object.entries(stateful))
    it(`may leave state where it has ${name}`, () => {
      expect(leavesNoState(job(document(html)))).to.equal(false);
      expect(leavesNoState(job(html + document('<p>x</p>'))), 'before the document').to.equal(false);
    });
  for (const [name, style] of Object.entries(stylesWithState))
    it(`may leave state where its style sheet has ${name}`, () =>
      expect(leavesNoState(job(document('<p>x</p>', style)))).to.equal(false));

  it('may leave state where it is long, or scripts of the service ran in it', () => {
    const html = document('<p>x</p>');
    expect(leavesNoState(job(document('<p>x</p>'.repeat(20_000))))).to.equal(false);
    expect(leavesNoState(job(html, { scripts: true }))).to.equal(false);
    expect(leavesNoState(job(html, { onePage: {} as PrintJob['onePage'] }))).to.equal(false);
    expect(leavesNoState(job(html, { destinations: {} as PrintJob['destinations'] }))).to.equal(false);
    expect(leavesNoState({ ...firstPrint, source: { url: 'https://example.com/' } })).to.equal(false);
  });
});
