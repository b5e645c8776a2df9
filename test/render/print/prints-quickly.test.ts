import { expect } from 'chai';
import type { Composed, ComposedSegment } from '../../../src/render/compose/compose-job.ts';
import { printsQuickly } from '../../../src/render/print/prints-quickly.ts';

const plain = { runningContent: [], overlays: [], stamps: [], contents: [], references: [] };
const flow = { kind: 'flow', scripts: false, scripted: [], waitFor: [], probes: [], long: null };
const complete = { kind: 'complete', scripts: false, waitFor: [], anchors: [], marks: [] };

function isQuick(html: string, segment: object = flow, document: object = plain): boolean {
  const segments = [{ html, ...segment } as unknown as ComposedSegment];
  return printsQuickly({ segments, document } as unknown as Composed);
}

describe('A document that a pipe may print before its turn', () => {
  it('is short text, and tables with links, in HTML of the service and in a complete document', () => {
    const html =
      '<style>p{color:red}@page{size:A4}</style><h1 id="a">A &amp; B</h1><p style="margin:0">See <a ' +
      'href="https://example.com/?a=1&amp;b=2">there</a>.</p><table><tr><td colspan="2">1</td></tr></table>';
    expect(isQuick(html)).to.equal(true);
    expect(isQuick(html, complete)).to.equal(true);
    expect(isQuick(html, flow, { ...plain, runningContent: [{ content: { left: 'Page {page}' } }] })).to.equal(true);
  });

  const loading: readonly string[] = [
    '<p style="background:url(&quot;https://cdn.example/x.png&quot;)">x</p>',
    '<p style="background:url( &quot;https://cdn.example/x.png&quot;)">x</p>',
    '<style>p{background:u\\72l(https://cdn.example/x.png)}</style>',
    '<style>p{background-image:image-set("https://cdn.example/x.png" 1x)}</style>',
    '<style>@import "https://cdn.example/x.css";</style>',
    '<svg><image href="https://cdn.example/x.png"/></svg>',
    '<svg><use href="https://cdn.example/x.svg#a"/></svg>',
    '<img src="https://cdn.example/x.png">',
    '<img srcset="https://cdn.example/x.png 2x">',
    '<body background = "https://cdn.example/x.png">',
    '<p style="background:u&#114;l(https://cdn.example/x.png)">x</p>',
    '<p style="background:url&lpar;https://cdn.example/x.png)">x</p>',
    '<link rel=stylesheet href=https://cdn.example/x.css>',
    '<object data="https://cdn.example/x"></object>',
    '<video poster=//cdn.example/x.png></video>',
    '<iframe src=//cdn.example></iframe>',
  ];
  for (const html of loading)
    it(`is none that may load something: ${html}`, () => {
      expect(isQuick(html)).to.equal(false);
      expect(isQuick(html, complete)).to.equal(false);
    });

  it('is none that is long, has scripts, waits, or needs more than one print', () => {
    expect(isQuick('x'.repeat(60_000))).to.equal(false);
    for (const more of [{ scripts: true }, { waitFor: [{ delay: 10 }] }, { probes: ['a'] }, { long: {} }])
      expect(isQuick('x', { ...flow, ...more }), JSON.stringify(more)).to.equal(false);
    for (const more of [
      { runningContent: [{ content: { html: '<p>x</p>' } }] },
      { overlays: [{}] },
      { stamps: [{}] },
      { contents: [{}] },
      { references: [{}] },
    ])
      expect(isQuick('x', flow, { ...plain, ...more }), JSON.stringify(more)).to.equal(false);
  });

  it('is no other page, and no PDF, however short', () => {
    expect(isQuick('', { kind: 'remote', page: {} })).to.equal(false);
    expect(isQuick('', { kind: 'existing', pages: {} })).to.equal(false);
  });
});
