import { expect } from 'chai';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { createEgress } from '../../src/browser/network/egress.ts';
import { startService, pdfOf, type OwnService } from '../support/service.ts';
import { coloursOf } from '../support/ink.ts';
import { times } from '../support/effort.ts';
import { fontsOf, textOf } from '../support/pdf.ts';

/** How often each document is printed while others are. */
const prints = times(6, 60);
/** Requests under way at once. */
const connections = 8;
/** How often each is printed with its files on a host that is slow. */
const slowPrints = times(4, connections);

/** A PNG of one colour, 8 by 8 pixels (ISO/IEC 15948). */
function png(colour: readonly number[]): Buffer {
  const crc = (bytes: Buffer): number => {
    let value = 0xffffffff;
    for (const byte of bytes) {
      value ^= byte;
      for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    }
    return (value ^ 0xffffffff) >>> 0;
  };
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.from([0, 0, 0, 8, 0, 0, 0, 8, 8, 2, 0, 0, 0]);
  const row = Buffer.from([0, ...Array.from({ length: 8 }, () => colour).flat()]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: 8 }, () => row)));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const padding = '/* a style sheet of a usual size */'.repeat(700);
const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" width="20" height="20">${content}</svg>`;
const font = readFileSync('fonts/tinos/Tinos-Regular.ttf');

const colours = { 'a.png': [200, 0, 0], 'b.png': [0, 200, 0], 'c.png': [0, 0, 200], 'd.png': [200, 200, 0] } as const;

/** What documents refer to: as assets of the request, or on a host that takes its time. */
const files: Readonly<Record<string, string | Buffer>> = {
  'x.css': `${padding} p { color: #c00000 } p::after { content: " styled" }`,
  'one.css': '@import "two.css"; p { color: #c00000 }',
  'two.css': `@import "three.css"; ${padding}`,
  'three.css': 'p::after { content: " styled" }',
  'font.css': `${padding} @font-face { font-family: Sent; src: url("sent.ttf") } p { font-family: Sent }`,
  'backgrounds.css':
    `${padding} p { background: url("a.png"); border: 6px solid; border-image: url("b.png") 1; margin-left: ` +
    '40px; list-style-image: url("c.png"); display: list-item } p::after { content: url("d.png") }',
  'sent.ttf': font,
  ...Object.fromEntries(Object.entries(colours).map(([name, colour]) => [name, png(colour)])),
  'parts.svg': svg(
    '<symbol id="part" viewBox="0 0 20 20"><text x="0" y="10" ' +
      'font-size="4">part</text></symbol><linearGradient id="fill"><stop stop-color="#c00000"/></linearGradient>',
  ),
};

interface Case {
  readonly html: string;
  /** What the page reads. */
  readonly text: RegExp;
  /** The pictures it shows. */
  readonly pictures?: readonly (keyof typeof colours)[];
  readonly font?: string;
  readonly javascript?: 'off';
}

/** Documents that need something before they can be painted. */
const cases: Readonly<Record<string, Case>> = {
  'a linked style sheet': { html: '<link rel="stylesheet" href="x.css"><p>Hello</p>', text: /Hello styled/ },
  'a style sheet linked between paragraphs': {
    html: '<p>First</p><link rel="stylesheet" href="x.css"><p>Second</p>',
    text: /First styled\s+Second styled/,
  },
  'a chain of imports': { html: '<style>@import "one.css";</style><p>Hello</p>', text: /Hello styled/ },
  'a font in a linked style sheet': {
    html: '<link rel="stylesheet" href="font.css"><p>Hello</p>',
    text: /Hello/,
    font: 'Tinos',
  },
  'parts of an SVG file': {
    html: `${svg(
      '<use href="parts.svg#part"/><rect width="5" height="5" fill="url(parts.svg#fill)"/><image href="a.png" ' +
        'width="5" height="5"/>',
    )}<p>Hello</p>`,
    text: /part\s+Hello/,
    pictures: ['a.png'],
  },
  'picture and srcset': {
    html:
      '<picture><source srcset="a.png" media="print"><img alt="" src="b.png"></picture><img alt="" srcset="c.png ' +
      '1x, d.png 2x"><p>Hello</p>',
    text: /Hello/,
    pictures: ['a.png', 'c.png'],
  },
  'pictures in a style sheet': {
    html: '<link rel="stylesheet" href="backgrounds.css"><p>Hello</p>',
    text: /Hello/,
    pictures: ['a.png', 'b.png', 'c.png', 'd.png'],
  },
  'lazy pictures pages away': {
    html: '<p>Hello</p><div style="height:600mm"></div><img loading="lazy" alt="" src="a.png"><p>end</p>',
    text: /Hello[^]*end/,
    pictures: ['a.png'],
  },
  'a frame': {
    html:
      "<iframe srcdoc=\"<link rel=stylesheet href=x.css><p>in the frame<img alt='' " +
      'src=a.png>"></iframe><p>Hello</p>',
    text: /in the frame styled[^]*Hello/,
    pictures: ['a.png'],
  },
  'pictures of the page': {
    html: '<style>@page { background: url("a.png"); @top-left { content: url("b.png") } }</style><p>Hello</p>',
    text: /Hello/,
    pictures: ['a.png', 'b.png'],
  },
  'what the print alone needs': {
    html:
      '<style>@media print and (max-width: 798px) { p { background: url("a.png") } } @font-face { font-family: ' +
      'Sent; src: url("sent.ttf") }</style><p>Hello</p><div style="height:600mm"></div><div ' +
      'style="content-visibility:auto"><p style="font-family:Sent;background:url(c.png)">end</p></div>',
    text: /Hello[^]*end/,
    pictures: ['a.png', 'c.png'],
    font: 'Tinos',
  },
  'a style sheet in a shadow root': {
    html: '<div><template shadowrootmode="open"><link rel="stylesheet" href="x.css"><p>Hello</p></template></div>',
    text: /Hello styled/,
    javascript: 'off',
  },
  'a style sheet beside scripts': {
    html:
      '<link rel="stylesheet" href="x.css"><p>Hello</p><img loading="lazy" alt="" style="margin-top:600mm" ' +
      'src="a.png"><script>document.body.append("script")</script>',
    text: /Hello styled[^]*script/,
    pictures: ['a.png'],
  },
};

/** The document with what it needs as assets of the request, or, with `base`, on the host there. */
function request({ html, javascript }: Case, base: string | null = null): object {
  const assets = Object.fromEntries(
    Object.entries(files).map(([name, data]) => [name, Buffer.from(data).toString('base64')]),
  );
  const remote = (text: string) =>
    Object.keys(files).reduce((all, name) => all.replaceAll(name, `${base ?? ''}${name}`), text);
  const add = { op: 'add_html', html: base === null ? html : remote(html), ...(javascript && { javascript }) };
  return { operations: [add], output: { deterministic: true }, ...(base === null && { document: { assets } }) };
}

/** Serves the files, each answer after a time of its own. */
function slowHost(): Promise<Server> {
  let answers = 0;
  const server = createServer((asked, response) => {
    const data = files[asked.url?.slice(1) ?? ''];
    const types: Record<string, string> = { css: 'text/css', ttf: 'font/ttf', png: 'image/png' };
    response.writeHead(data === undefined ? 404 : 200, {
      'content-type': types[asked.url?.split('.').at(-1) ?? ''] ?? 'text/plain',
      'access-control-allow-origin': '*',
    });
    setTimeout(() => response.end(data), ((answers += 1) * 37) % 150);
  });
  return new Promise((resolve) => void server.listen(0, '127.0.0.1', () => resolve(server)));
}

describe('A print', function () {
  // Hundreds of prints each: how long they take is no matter of these tests.
  this.timeout(300_000);
  let service: OwnService;
  let host: Server;
  before(async () => {
    host = await slowHost();
    service = await startService(
      {},
      { egress: createEgress({ allow: [`127.0.0.1:${(host.address() as AddressInfo).port}`], reachable: () => true }) },
    );
  });
  after(async () => {
    await service.stop();
    host.close();
  });

  /** Prints a document many times at once; how often its bytes are not those of `reference`. */
  async function differing(body: object, reference: Buffer, wanted: number): Promise<number> {
    let [started, different] = [0, 0];
    const lane = async (): Promise<void> => {
      while (started < wanted) {
        started += 1;
        const answer = await service.render(body);
        if (!pdfOf(answer).equals(reference)) different += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, lane));
    return different;
  }

  for (const [name, one] of Object.entries(cases)) {
    it(`has ${name} in it, however often and under whatever load`, async () => {
      const reference = pdfOf(await service.render(request(one)));
      expect(await textOf(reference)).to.match(one.text);
      const seen = await coloursOf(reference);
      expect(
        Object.keys(colours).filter((file) => seen.has(colours[file as keyof typeof colours].join())),
      ).to.deep.equal(one.pictures ?? []);
      if (one.font) expect((await fontsOf(reference)).join()).to.contain(one.font);
      expect(await differing(request(one), reference, prints)).to.equal(0);
      if (name === 'parts of an SVG file') return; // these load from the document's own origin alone
      const base = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;
      expect(await differing(request(one, base), reference, slowPrints), 'of a slow host').to.equal(0);
    });
  }

  it('says which picture, style sheet or font could not be had', async () => {
    const html =
      '<link rel="stylesheet" href="none.css"><style>p { background: url("none.png") } @font-face { ' +
      'font-family: None; src: url("none.ttf") } p { font-family: None }</style><p>x<img alt="" ' +
      'src="broken.png"><img alt="" src="gone.png"></p>';
    const answer = await service.render(
      {
        operations: [{ op: 'add_html', html }],
        document: { assets: { 'broken.png': Buffer.from('no picture').toString('base64') } },
      },
      { headers: { accept: 'application/json' } },
    );
    const warnings = (answer.json().report.warnings as { code: string; message: string }[])
      .filter(({ code }) => code === 'resource-failed')
      .map(({ message }) => message);
    for (const name of ['none.css', 'none.png', 'none.ttf', 'broken.png', 'gone.png'])
      expect(
        warnings.filter((message) => message.includes(name)),
        name,
      ).to.have.length(1);
  });
});
