import { expect } from 'chai';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { createEgress } from '../../src/browser/network/egress.ts';
import { inspect } from '../support/inspect.ts';
import { keys, pdfOf, type Service, startService } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';
import {
  checkSyntax,
  fontsOf,
  imagesOf,
  infoOf,
  linksOf,
  pageObjectsOf,
  pixelsOf,
  structureOf,
  textOf,
  wordsOf,
} from '../support/pdf.ts';

/** A PNG of one red pixel. */
const red = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const text = (words: string) => ({ op: 'add_text', text: words });
const rows = (count: number) => Array.from({ length: count }, (_, index) => [`row ${index + 1}`, index + 1]);

describe('A render', () => {
  let service: Service;
  before(async () => (service = await sharedService()));
  afterEach(() =>
    expect(service.warnings.splice(0), 'a happy path that logs a warning is a failing test').to.deep.equal([]),
  );

  const pdf = async (...operations: object[]) => pdfOf(await service.render({ operations }));
  const envelope = async (body: object) =>
    (await service.render(body, { headers: { accept: 'application/json' } })).json();

  describe('of text', () => {
    it('prints text as text, whatever it contains', async () => {
      const out = await textOf(await pdf(text('<b>1 < 2</b> & "3" {{x}} </style><script>alert(1)</script>')));
      expect(out.trim()).to.equal('<b>1 < 2</b> & "3" {{x}} </style><script>alert(1)</script>');
    });

    it('takes `type` for `op`', async () => {
      expect(await textOf(await pdf({ type: 'add_text', text: 'by type' }))).to.contain('by type');
    });

    it('tags headings by level and makes an outline of them', async () => {
      const out = await pdf(
        { op: 'add_heading', text: 'One' },
        { op: 'add_heading', level: 2, text: 'One and a half' },
        text('x'),
      );
      expect(await structureOf(out)).to.match(/H1[\s\S]*"One"[\s\S]*H2[\s\S]*"One and a half"/);
      expect((await infoOf(out)).Tagged).to.equal('yes');
      expect(out.toString('latin1')).to.contain('ObjStm');
    });

    it('leaves a heading without bookmark out of the outline, and in the structure tree', async () => {
      const out = await pdf(
        { op: 'add_heading', text: 'Kept' },
        { op: 'add_heading', text: 'Hidden', bookmark: false },
        { op: 'add_heading', level: 2, text: 'Below' },
      );
      const { outline } = await inspect(out);
      expect(outline).to.deep.equal([
        { title: 'Kept', level: 1, page: 0 },
        { title: 'Below', level: 1, page: 0 },
      ]);
      expect(await structureOf(out)).to.contain('Hidden');
    });

    it('prints Markdown with tables and lists, and shows HTML in it as text', async () => {
      const out = await pdf({
        op: 'add_markdown',
        markdown: '# Title\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<script>x</script> **bold**',
      });
      expect(await textOf(out)).to.match(/Title[\s\S]*one[\s\S]*two[\s\S]*1\s+2[\s\S]*<script>x<\/script> bold/);
      expect(await structureOf(out)).to.match(/H1[\s\S]*L\b[\s\S]*Table[\s\S]*TH/);
    });

    it('prints nested lists, with markers that count', async () => {
      const out = await textOf(
        await pdf({ op: 'add_list', ordered: true, start: 3, items: ['three', { text: 'four', items: ['deep'] }] }),
      );
      expect(out).to.match(/3\.\s+three[\s\S]*4\.\s+four[\s\S]*deep/);
    });

    it('prints code in a fixed pitch with its line numbers', async () => {
      const out = await pdf({
        op: 'add_code',
        code: 'const a = 1;\n  return a;',
        language: 'javascript',
        lineNumbers: true,
      });
      expect(await textOf(out)).to.match(/1\s+const a = 1;[\s\S]*2\s+return a;/);
      expect(await fontsOf(out)).to.include('JetBrainsMono-Regular');
    });

    it('sets every script that the bundled fonts have, with the font embedded', async () => {
      const fonts = await fontsOf(await pdf(text('Grüße Ελληνικά Кириллица עברית العربية हिन्दी ✓ 😀')));
      expect(fonts).to.include.members(['Inter-Regular', 'NotoSansHebrew-Regular', 'NotoSansDevanagari-Regular']);
    });
  });

  describe('of blocks', () => {
    it('repeats the header of a table on every page and splits no row', async () => {
      const out = await pdf({
        op: 'add_table',
        columns: ['Name', { header: 'Number', align: 'right' }],
        rows: rows(120),
        caption: 'Stock',
      });
      const pages = Number((await infoOf(out)).Pages);
      expect(pages).to.be.greaterThan(1);
      for (let page = 1; page <= pages; page += 1) expect(await textOf(out, page)).to.match(/Name\s+Number/);
      expect(await structureOf(out)).to.match(/Table[\s\S]*TH[\s\S]*TD/);
      const all = (await textOf(out)).match(/row \d+/g);
      expect(all).to.have.length(120);
    });

    it('reads CSV with quoted fields over several lines', async () => {
      const out = await textOf(
        await pdf({ op: 'add_table', csv: 'a,b\n"one, two","first\nsecond"\n', columns: ['a', 'b'] }),
      );
      expect(out)
        .to.match(/one, two\s+first/)
        .and.to.match(/second/);
    });

    it('prints images from data, asset and data URI, at their size, with their text alternative', async () => {
      const out = pdfOf(
        await service.render({
          document: { assets: { 'logo.png': red } },
          operations: [
            { op: 'add_image', data: red, alt: 'Red', width: '20mm', height: '20mm' },
            { op: 'add_image', asset: 'logo.png', alt: '' },
            { op: 'add_image', data: `data:image/png;base64,${red}`, alt: 'Again', caption: 'Figure 1' },
          ],
        }),
      );
      expect(await imagesOf(out)).to.have.length.greaterThan(0);
      expect(await textOf(out)).to.contain('Figure 1');
      const shot = await pixelsOf(out, 1);
      expect(shot.at(57 + 25, 57 + 25), 'the first image fills 20 mm').to.be.lessThan(120);
    });

    it('takes assets as files of a multipart request', async () => {
      const form = new FormData();
      form.append(
        'request',
        new Blob([JSON.stringify({ operations: [{ op: 'add_image', asset: 'photo.png', alt: 'Red' }] })], {
          type: 'application/json',
        }),
      );
      form.append('assets', new Blob([Buffer.from(red, 'base64')], { type: 'image/png' }), 'photo.png');
      expect(await imagesOf(pdfOf(await service.request('POST', '/api/v1/render', { body: form })))).to.have.length(1);
    });

    it('prints HTML with its own styles, and keeps what is unclosed in it to itself', async () => {
      const out = await pdf(
        { op: 'add_html', html: '<table><tr><td>cell <div>open <!-- comment', css: 'td { color: red }' },
        text('after'),
      );
      expect(await textOf(out)).to.match(/cell\s+open[\s\S]*after/);
    });

    it('runs scripts where the HTML has some, and none where they are off', async () => {
      const html = '<p id="p">before</p><script>document.getElementById("p").textContent = "after"</script>';
      expect(await textOf(await pdf({ op: 'add_html', html }))).to.contain('after');
      expect(await textOf(await pdf({ op: 'add_html', html, javascript: 'off' }))).to.contain('before');
    });

    it('keeps links of scripts that lead to the web, and no others', async () => {
      const html =
        '<p id="p">x</p><script>p.innerHTML = `<a href="https://example.com/">web</a> <a ' +
        'href="rel.html">own</a> <a href="javascript:alert(1)">script</a> <a ' +
        'href="file:///etc/passwd">file</a>`</script>';
      const out = pdfOf(
        await service.render({ operations: [{ op: 'add_html', html }], output: { compress: false } }),
      ).toString('latin1');
      expect([...out.matchAll(/\/URI \(([^)]*)\)/g)].map(([, uri]) => uri)).to.deep.equal(['https://example.com/']);
    });

    it(
      'keeps no other links of scripts beside what is laid over them, or in another order, and all links of ' +
        'existing PDFs',
      async () => {
        const html =
          '<p id="p">x</p><script>p.innerHTML = `<a href="https://example.com/">web</a> <a ' +
          'href="rel.html">own</a> <a href="javascript:alert(1)">script</a> <a ' +
          'href="file:///etc/passwd">file</a>`</script>';
        const document = await PDFDocument.create();
        const page = document.addPage();
        page.node.addAnnot(
          document.context.register(
            document.context.obj({
              Type: 'Annot',
              Subtype: 'Link',
              Rect: [0, 0, 9, 9],
              A: { Type: 'Action', S: 'URI', URI: PDFString.of('shop.html') },
            }),
          ),
        );
        const data = Buffer.from(await document.save()).toString('base64');
        const links = async (operations: object[], output: object = {}) =>
          [
            ...pdfOf(await service.render({ operations, output: { compress: false, ...output } }))
              .toString('latin1')
              .matchAll(/\/URI ?\(([^)]*)\)/g),
          ].map(([, uri]) => uri);
        expect(
          await links([
            { op: 'add_html', html },
            { op: 'add_watermark', text: 'W' },
          ]),
        ).to.deep.equal(['https://example.com/']);
        expect(
          await links([{ op: 'add_html', html }, { op: 'add_page' }, text('two')], { pages: '2,1' }),
        ).to.deep.equal(['https://example.com/']);
        expect(
          await links([
            { op: 'add_html', html },
            { op: 'add_pdf', data },
          ]),
        ).to.have.members(['https://example.com/', 'shop.html']);
      },
    );

    it('waits for what a page with scripts says it is ready by', async () => {
      const html =
        '<script>setTimeout(() => { document.body.insertAdjacentHTML("beforeend", "<p class=done>late</p>"); ' +
        'window.ready = true }, 300)</script>';
      expect(await textOf(await pdf({ op: 'add_html', html, waitFor: { selector: '.done' } }))).to.contain('late');
      expect(
        await textOf(await pdf({ op: 'add_html', html, waitFor: { expression: 'window.ready === true' } })),
      ).to.contain('late');
    });

    it('fills templates from the request and from the folder, in the locale asked for', async () => {
      const out = await textOf(
        await pdf({
          op: 'add_template',
          source: '<p>{{greeting}}, {{name}}: {{money total currency="EUR"}}</p>',
          data: { greeting: 'Guten Tag', name: '<Ada>', total: 1234.5 },
          locale: 'de-DE',
        }),
      );
      expect(out).to.contain('Guten Tag, <Ada>: 1.234,50');
      const missing = await service.render({ operations: [{ op: 'add_template', name: 'nowhere', data: {} }] });
      expect([missing.status, missing.json().type]).to.deep.equal([
        404,
        'https://colophon.dev/problems/template-not-found',
      ]);
      const broken = await service.render({
        operations: [{ op: 'add_template', source: '{{#if x}}never closed', data: {} }],
      });
      expect([broken.status, broken.json().type]).to.deep.equal([422, 'https://colophon.dev/problems/template-error']);
    });

    it('puts spacers and dividers between blocks', async () => {
      const words = await wordsOf(
        await pdf(text('top'), { op: 'add_spacer', height: 100 }, { op: 'add_divider' }, text('bottom')),
        1,
      );
      const [top, bottom] = [words.find((word) => word.text === 'top')!, words.find((word) => word.text === 'bottom')!];
      expect(bottom.y - top.y)
        .to.be.greaterThan(100)
        .and.lessThan(170);
    });
  });

  describe('of pages', () => {
    it('gives every page its own size, orientation and margins', async () => {
      const out = await pdf(
        text('one'),
        { op: 'add_page', size: 'A5', orientation: 'landscape', margin: 10 },
        text('two'),
        { op: 'add_page_break' },
        text('three'),
      );
      const info = await infoOf(out, '-f', '1', '-l', '3');
      expect(info.Pages).to.equal('3');
      expect(info['Page    1 size']).to.match(/^595\.276 x 841\.89 /);
      expect(info['Page    2 size']).to.match(/^595\.276 x 419\.528 /);
      const [word] = await wordsOf(out, 2);
      expect(word!.x).to.be.closeTo(10, 1);
    });

    it('prints a page that has nothing on it, and refuses a document that has nothing at all', async () => {
      expect((await infoOf(await pdf(text('x'), { op: 'add_page' }))).Pages).to.equal('2');
      const nothing = await service.render({ operations: [{ op: 'set_style', css: 'p { color: red }' }] });
      expect([nothing.status, nothing.json().type]).to.deep.equal([
        422,
        'https://colophon.dev/problems/nothing-to-render',
      ]);
    });

    it('places content at a point of the page, on whatever page the flow is', async () => {
      const placed = { op: 'add_text', text: 'PLACED', position: { x: 100, y: 200 } };
      const first = await wordsOf(await pdf(placed), 1);
      expect(first.find((word) => word.text === 'PLACED')).to.deep.include({ text: 'PLACED' });
      expect(first[0]!.x).to.be.closeTo(56.7 + 100, 1);
      expect(first[0]!.y).to.be.closeTo(56.7 + 200, 6);
      const long = await pdf({ op: 'add_table', columns: ['a', 'b'], rows: rows(100) }, placed, text('end'));
      const pages = Number((await infoOf(long)).Pages);
      const last = (await wordsOf(long, pages)).find((word) => word.text === 'PLACED');
      expect(last, `on page ${pages}`).not.to.equal(undefined);
      expect(last!.y).to.be.closeTo(first[0]!.y, 1.5);
    });

    it('prints a remote page of an allowed host with its cookies and headers, and no other', async () => {
      const seen: Record<string, string | undefined>[] = [];
      const remote = createServer((request, response) => {
        seen.push({ cookie: request.headers.cookie, token: request.headers['x-token'] as string | undefined });
        response.setHeader('content-type', 'text/html').end('<h1>Remote</h1><p>page</p>');
      });
      await once(remote.listen(0, '127.0.0.1'), 'listening');
      const { port } = remote.address() as AddressInfo;
      const allowing = await startService(
        { SERVICE_WORKER_COUNT: '1', SERVICE_NETWORK_ALLOW: 'reports.test' },
        {
          egress: createEgress({
            allow: [`reports.test:${port}`],
            addresses: () => Promise.resolve(['127.0.0.1']),
            reachable: () => true,
          }),
        },
      );
      try {
        const url = `http://reports.test:${port}/report`;
        const out = pdfOf(
          await allowing.render({
            operations: [
              text('before'),
              { op: 'add_url', url, cookies: [{ name: 'session', value: 'abc' }], headers: { 'X-Token': 'secret' } },
              text('after'),
            ],
          }),
        );
        expect(await textOf(out)).to.match(/before[\s\S]*Remote[\s\S]*page[\s\S]*after/);
        expect(seen[0]).to.deep.equal({ cookie: 'session=abc', token: 'secret' });
        const refused = await allowing.render({ operations: [{ op: 'add_url', url: `http://127.0.0.1:${port}/` }] });
        expect(refused.status).to.equal(422);
        expect(refused.json().type).to.match(/resource-blocked$/);
        expect(seen).to.have.length(1);
      } finally {
        remote.close();
        await allowing.stop();
      }
    });
  });

  describe('of style', () => {
    it('sets the font of what follows, until the next', async () => {
      const out = await pdf(
        text('plain'),
        { op: 'set_font', family: 'Source Serif 4', size: 20, color: '#ff0000' },
        text('serif'),
        { op: 'set_font', family: 'JetBrains Mono' },
        text('mono'),
      );
      expect(await fontsOf(out)).to.include.members(['Inter-Regular', 'SourceSerif4-Regular', 'JetBrainsMono-Regular']);
    });

    it('applies CSS to the whole document', async () => {
      const words = await wordsOf(
        await pdf({ op: 'set_style', css: '.text { margin-left: 200pt }' }, text('indented')),
        1,
      );
      expect(words[0]!.x).to.be.closeTo(56.7 + 200, 1);
    });

    it('prints headers and footers as plain text, by page', async () => {
      const out = await pdf(
        { op: 'set_metadata', title: 'The title' },
        { op: 'set_header', left: '{title}', on: 'not-first' },
        { op: 'set_footer', center: '{page} of {pages}' },
        { op: 'set_footer', center: 'odd {page}', on: 'odd' },
        text('a'),
        { op: 'add_page_break' },
        text('b'),
        { op: 'add_page_break' },
        text('c'),
      );
      expect(await textOf(out, 1)).not.to.contain('The title');
      expect(await textOf(out, 1)).to.contain('odd 1');
      expect(await textOf(out, 2)).to.match(/The title[\s\S]*2 of 3/);
      expect(await textOf(out, 3)).to.match(/The title[\s\S]*odd 3/);
    });

    it('prints headers with HTML, sections and page numbers, outside the structure tree', async () => {
      const out = await pdf(
        { op: 'set_header', html: '<b>Acme</b> | {section} | {page}/{pages}', height: '30mm' },
        { op: 'add_heading', text: 'Alpha' },
        text('a'),
        { op: 'add_page_break' },
        { op: 'add_heading', text: 'Beta' },
        text('b'),
      );
      expect(await textOf(out, 1)).to.contain('Acme | Alpha | 1/2');
      expect(await textOf(out, 2)).to.contain('Acme | Beta | 2/2');
      expect(await structureOf(out)).not.to.contain('Acme');
      const heading = (await wordsOf(out, 1)).find((word) => word.text === 'Alpha' && word.y > 80);
      expect(heading!.y, 'content begins under the header').to.be.greaterThan(84);
      await checkSyntax(out);
    });
  });

  describe('of the whole document', () => {
    it('says what it was told in Info and in XMP', async () => {
      const answer = await service.render({
        document: { title: 'Überschrift (1)', lang: 'de', metadata: { author: 'A. B.' } },
        operations: [text('x'), { op: 'set_metadata', subject: 'S', keywords: ['k1', 'k2'], custom: { Ref: '42' } }],
      });
      const info = await infoOf(pdfOf(answer), '-custom');
      const plain = await infoOf(pdfOf(answer));
      expect(plain).to.include({
        Title: 'Überschrift (1)',
        Author: 'A. B.',
        Subject: 'S',
        Keywords: 'k1, k2',
        'Metadata Stream': 'yes',
      });
      expect(info.Ref).to.equal('42');
      expect(answer.body.toString('utf8')).to.contain('<rdf:li xml:lang="x-default">Überschrift (1)</rdf:li>');
    });

    it('lays watermarks under and over the pages chosen, outside the structure tree', async () => {
      const out = await pdf(
        { op: 'add_watermark', text: 'DRAFT', pages: '2', opacity: 0.5 },
        { op: 'add_watermark', image: red, layer: 'under' },
        text('a'),
        { op: 'add_page_break' },
        text('b'),
      );
      expect(await textOf(out, 1)).not.to.match(/D\s*R\s*A\s*F\s*T/);
      expect(
        (await wordsOf(out, 2))
          .sort((a, b) => a.x - b.x)
          .map((word) => word.text)
          .join(''),
      ).to.contain('DRAFT');
      expect(await structureOf(out)).not.to.contain('DRAFT');
      await checkSyntax(out);
    });

    it('lays a watermark under the text and over the background of a page', async () => {
      const out = pdfOf(
        await service.render({
          document: { background: '#ffeecc' },
          operations: [{ op: 'add_watermark', image: red, layer: 'under', opacity: 1, rotation: 0 }, text('x')],
        }),
      );
      const page = await pixelsOf(out, 1);
      const greys = new Set(Array.from({ length: 60 }, (_, index) => page.at(297, 140 + index * 10)));
      expect(page.at(5, 5), 'the background').to.be.within(230, 245);
      expect(
        [...greys].some((grey) => grey < 120),
        'the watermark',
      ).to.equal(true);
    });

    it('knows the section of a page also where the request wants no outline and no tags', async () => {
      for (const output of [{ outline: false }, { tagged: false }]) {
        const out = pdfOf(
          await service.render({
            operations: [
              { op: 'set_header', text: 'S={section}' },
              { op: 'add_heading', text: 'Chap' },
            ],
            output,
          }),
        );
        expect(await textOf(out)).to.contain('S=Chap');
        expect((await infoOf(out)).Tagged).to.equal('tagged' in output ? 'no' : 'yes');
      }
    });

    it('keeps an HTML header inside its margin', async () => {
      const black = { op: 'set_header', html: '<div style="height: 400px; background: black">tall</div>' };
      const cut = await pixelsOf(await pdf({ ...black, height: 60 }, text('below')), 1);
      expect(cut.at(297, 50), 'inside the height that it was given').to.equal(0);
      expect(cut.at(297, 80), 'under that').to.equal(255);
      const grown = await pixelsOf(await pdf(black, text('below')), 1);
      expect(grown.at(297, 300), 'inside the margin that grew').to.equal(0);
      expect(grown.at(297, 320), 'under that').to.equal(255);
    });

    it('encrypts with AES-256 and keeps the permissions', async () => {
      const out = pdfOf(
        await service.render({
          operations: [text('secret')],
          output: { encryption: { ownerPassword: 'owner', permissions: ['print'] } },
        }),
      );
      expect((await infoOf(out)).Encrypted).to.match(
        /^yes \(print:yes copy:no change:no addNotes:no algorithm:AES-256/,
      );
      const locked = pdfOf(
        await service.render({ operations: [text('secret')], output: { encryption: { userPassword: 'user' } } }),
      );
      expect((await infoOf(locked, '-upw', 'user')).Pages).to.equal('1');
      expect(locked.includes('secret')).to.equal(false);
      await checkSyntax(locked, '--password=user');
    });

    it('is the same to the last byte with `deterministic`, whichever worker printed it', async () => {
      const body = {
        operations: [
          { op: 'add_heading', text: 'H' },
          { op: 'add_table', columns: ['a', 'b'], rows: rows(60), rowHeaders: true },
          { op: 'add_watermark', text: 'W' },
          { op: 'set_header', html: '<i>x</i> {page}' },
        ],
        output: { deterministic: true },
      };
      const first = pdfOf(await service.render(body));
      for (let round = 0; round < 4; round += 1) expect(pdfOf(await service.render(body)).equals(first)).to.equal(true);
    });

    it('prints only the pages asked for, in the order asked for', async () => {
      const operations = [
        { op: 'set_footer', text: '{page}/{pages}' },
        ...['one', 'two', 'three', 'four'].flatMap((word) => [{ op: 'add_page' }, text(word)]),
      ];
      const pages = async (range: string) => {
        const out = pdfOf(await service.render({ operations, output: { pages: range } }));
        await checkSyntax(out);
        const count = Number((await infoOf(out)).Pages);
        return Promise.all(
          Array.from({ length: count }, async (_, index) =>
            (await textOf(out, index + 1)).trim().split(/\s+/).join(' '),
          ),
        );
      };
      expect(await pages('2-3')).to.deep.equal(['two 2/4', 'three 3/4']);
      expect(await pages('last,1,1')).to.deep.equal(['four 4/4', 'one 1/4', 'one 1/4']);
      const none = await service.render({ operations: [text('x')], output: { pages: 'even' } });
      expect([none.status, none.json().type]).to.deep.equal([422, 'https://colophon.dev/problems/page-out-of-range']);
      const beyond = await service.render({ operations, output: { pages: '9' } });
      expect([beyond.status, beyond.json().type]).to.deep.equal([
        422,
        'https://colophon.dev/problems/page-out-of-range',
      ]);
    });

    it('has nothing in its file of pages that were not asked for, whatever they were made of', async () => {
      const existing = pdfOf(
        await service.render({
          operations: [
            { op: 'add_heading', text: 'Existing secret' },
            { op: 'add_page' },
            { op: 'add_heading', text: 'Existing kept' },
          ],
        }),
      ).toString('base64');
      const operations = [
        { op: 'add_heading', text: 'Kept' },
        { op: 'add_page' },
        { op: 'add_heading', text: 'Secret' },
        { op: 'add_pdf', data: existing },
        { op: 'add_page' },
        { op: 'add_heading', text: 'Last secret' },
      ];
      for (const [pages, outline] of [
        ['1', ['Kept']],
        ['4,1', ['Kept', 'Existing kept']],
      ] as const) {
        const out = pdfOf(await service.render({ operations, output: { pages, compress: false } }));
        expect(await pageObjectsOf(out)).to.equal(outline.length);
        expect((await inspect(out)).outline.map(({ title }) => title)).to.deep.equal(outline);
        expect(await structureOf(out)).to.not.contain('ecret');
        await checkSyntax(out);
      }
    });

    it(
      'has bookmarks with their headings, and no text of the other pages in its outline, when ' + 'pages are chosen',
      async () => {
        const existing = pdfOf(await service.render({ operations: [text('existing')] })).toString('base64');
        const operations = [
          { op: 'add_heading', text: 'A' },
          { op: 'add_page' },
          { op: 'add_heading', text: 'B' },
          { op: 'add_bookmark', title: 'b', level: 2 },
          { op: 'add_page' },
          { op: 'add_heading', text: 'C' },
          { op: 'add_bookmark', title: 'c', level: 2 },
        ];
        const outlineOf = async (given: object[], pages: string) =>
          (await inspect(pdfOf(await service.render({ operations: given, output: { pages } })))).outline.map(
            ({ title, level, page }) => `${'>'.repeat(level)} ${title} ${page + 1}`,
          );
        expect(await outlineOf(operations, '3,1')).to.deep.equal(['> A 2', '> C 1', '>> c 1']);
        expect(await outlineOf([...operations, { op: 'add_pdf', data: existing }], '3,2,4')).to.deep.equal([
          '> B 2',
          '>> b 2',
          '> C 1',
          '>> c 3',
        ]);
        const below = [
          { op: 'add_heading', text: 'Secret' },
          { op: 'add_page' },
          { op: 'add_heading', text: 'Sub', level: 2 },
          { op: 'add_pdf', data: existing },
        ];
        expect(await outlineOf(below, '2,3')).to.deep.equal(['> Sub 1']);
      },
    );

    it('is the same to the last byte where a page is asked for twice', async () => {
      const body = {
        operations: [{ op: 'add_table', columns: ['a', 'b'], rows: rows(3) }, { op: 'add_page' }, text('x')],
        output: { deterministic: true, pages: '2,1,1' },
      };
      const first = pdfOf(await service.render(body));
      for (let round = 0; round < 3; round += 1) expect(pdfOf(await service.render(body)).equals(first)).to.equal(true);
    });

    it('is not confused by what stands in its text, its links or in another PDF', async () => {
      const words = 'The /Type /StructElem entry';
      const field = (name: string) => ({ op: 'add_form_field', kind: 'text', name, value: 'v' });
      const titled = pdfOf(
        await service.render({
          operations: [
            { op: 'add_heading', text: 'Intro' },
            { op: 'add_heading', text: words, level: 2 },
            { op: 'add_bookmark', title: 'B' },
            text('x'),
          ],
        }),
      );
      expect((await inspect(titled)).outline.map(({ title }) => title)).to.deep.equal(['Intro', words, 'B']);
      const linked = pdfOf(
        await service.render({
          operations: [
            { op: 'add_html', html: '<p><a href="https://x.example/Type/StructElem">LINK</a></p>' },
            field('one'),
          ],
        }),
      );
      expect(await linksOf(linked)).to.contain('https://x.example/Type/StructElem');

      const document = await PDFDocument.create();
      for (const page of [document.addPage(), document.addPage()])
        page.node.set(PDFName.of('LastModified'), PDFString.of('/Type /StructElem'));
      const kept = document.getForm().createTextField('keep');
      kept.addToPage(document.getPage(0));
      kept.acroField.dict.set(PDFName.of('TU'), PDFString.of('about /Type /StructElem'));
      document.catalog.set(PDFName.of('ViewerPreferences'), document.context.obj({ X: PDFString.of('/Pages 1 0 R') }));
      document.catalog.set(
        PDFName.of('PieceInfo'),
        document.context.obj({ X: { Private: PDFString.of('/Type /StructElem') } }),
      );
      const data = Buffer.from(await document.save()).toString('base64');
      const out = pdfOf(
        await service.render({
          operations: [
            { op: 'add_pdf', data, furniture: true },
            { op: 'add_page' },
            text('Mine'),
            field('keep'),
            { op: 'add_watermark', text: 'COPY', rotation: 0 },
            { op: 'set_footer', text: 'page {page} of {pages}' },
          ],
        }),
      );
      const pages = await Promise.all([1, 2, 3].map((page) => textOf(out, page)));
      for (const page of pages) expect(page).to.contain('COPY');
      expect(pages[2]).to.contain('Mine').and.to.contain('page 3 of 3');
      expect(
        (await PDFDocument.load(out))
          .getForm()
          .getFields()
          .map((one) => one.getName()),
      ).to.have.members(['keep', 'keep#2']);
      await checkSyntax(out);
    });

    it('makes one page as tall as the content when asked to', async () => {
      const out = pdfOf(
        await service.render({
          document: { singlePage: true },
          operations: [{ op: 'add_table', columns: ['a', 'b'], rows: rows(200) }, text('the end')],
        }),
      );
      const info = await infoOf(out);
      expect(info.Pages).to.equal('1');
      expect(Number(/x ([\d.]+)/.exec(info['Page size']!)?.[1])).to.be.greaterThan(2000);
      expect(await textOf(out)).to.contain('the end');
    });

    it('leaves tags, outline and compression out when told to', async () => {
      const body = { operations: [{ op: 'add_heading', text: 'H' }] };
      const plain = pdfOf(
        await service.render({ ...body, output: { tagged: false, outline: false, compress: false } }),
      );
      expect((await infoOf(plain)).Tagged).to.equal('no');
      expect(plain.includes('/ObjStm')).to.equal(false);
      expect(plain.includes('/Outlines')).to.equal(false);
      await checkSyntax(plain);
      await checkSyntax(pdfOf(await service.render(body)));
    });

    it('answers the plan and prints nothing with `dryRun`', async () => {
      const answer = await service.render({ operations: [text('x'), { op: 'add_image', data: red }], dryRun: true });
      expect(answer.json()).to.deep.include({
        steps: [
          { op: 'add_text', tier: 'core' },
          { op: 'add_image', tier: 'core' },
        ],
        tier: 'core',
      });
      expect(answer.json().warnings[0]).to.include({ code: 'image-without-alt' });
      const anyway = await service.render(
        { operations: [text('x')], dryRun: true },
        { headers: { accept: 'text/html' } },
      );
      expect([anyway.status, anyway.json().tier]).to.deep.equal([200, 'core']);
    });

    it('answers JSON with document and report where it is asked for', async () => {
      const { document, report } = await envelope({ operations: [text('enveloped')], output: { filename: 'q3.pdf' } });
      expect(document).to.include({ contentType: 'application/pdf', pages: 1 });
      expect(await textOf(Buffer.from(document.data, 'base64'))).to.contain('enveloped');
      expect(report.warnings).to.deep.equal([]);
    });

    it('fails on a console error and on a script that throws, when asked to', async () => {
      const body = {
        operations: [
          { op: 'add_html', html: '<p>x</p><script>console.error("went wrong"); throw new Error("boom")</script>' },
        ],
      };
      const { report } = await envelope(body);
      expect(report.warnings.map(({ code }: { code: string }) => code)).to.deep.equal([
        'console-error',
        'console-error',
      ]);
      const failed = await service.render({ ...body, output: { failOn: ['console'] } });
      expect([failed.status, failed.json().type]).to.deep.equal([422, 'https://colophon.dev/problems/console-error']);
    });
  });

  it('names its stages in Server-Timing, and answers the same to a retry with an idempotency key', async () => {
    const options = { headers: { 'idempotency-key': 'render-1' } };
    const first = await service.render({ operations: [text('once')] }, options);
    expect(first.headers.get('server-timing')).to.match(
      /^(?:(?:receive|read|compose|queue|print|finish|respond);dur=[\d.]+(?:, |$)){7}$/,
    );
    const again = await service.render({ operations: [text('once')] }, options);
    expect(again.headers.get('idempotency-replayed')).to.equal('true');
    expect(again.body.equals(first.body)).to.equal(true);
  });

  it('lists what it offers in capabilities', async () => {
    const offered = (await service.request('GET', '/api/v1/capabilities', { key: keys.pro })).json();
    expect(offered.tiers).to.deep.equal(['core', 'pro', 'enterprise']);
    expect(offered.tools.map(({ name }: { name: string }) => name)).to.deep.equal([
      'render',
      'extract-text',
      'merge',
      'split',
      'arrange',
      'rasterize',
      'sign',
      'fill-form',
      'check-accessibility',
      'redact',
      'compare',
      'optimize',
      'ai-certify',
      'compliance-check',
      'forensic-analyze',
      'pipe',
    ]);
    expect(offered.templates.map(({ name }: { name: string }) => name)).to.include.members([
      'invoice',
      'letter',
      'report',
    ]);
    expect(offered.fonts.map(({ name }: { name: string }) => name)).to.include.members(['Inter', 'JetBrains Mono']);
    expect(offered.service.chromium).to.match(/^Chromium\/\d+/);
  });
});
