import { expect } from 'chai';
import { PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib';
import sharp from 'sharp';
import { openBareBrowser, type BareBrowser } from '../../../src/browser/bare-browser.ts';
import { inspect } from '../../support/inspect.ts';
import { wordBoxesOf } from '../../support/figures.ts';
import { boxesOf, formOf, formTags } from '../../support/forms.ts';
import { attachmentsOf, checkSyntax, elementsOf, imagesOf, infoOf, linksOf, textOf } from '../../support/pdf.ts';
import { differingPixels, picturesOf } from '../../support/pictures.ts';
import { type Json, pdfOf, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';
import { expectAlike } from './alike.ts';

const words = 'The quick brown fox jumps over the lazy dog. '.repeat(10);
const report = `<!doctype html><html lang="en"><title>Report</title>
  <style>h1 { break-before: page } h1:first-of-type { break-before: auto }</style><body>
  <h1>Alpha</h1><p>${words}</p><h2>Alpha, first</h2><ul><li>One</ul><h1>Beta</h1>
  <table><tr><th>Head<td>Cell</table><p><a href="#top">up</a>`;
const controls = `<form><p><label>Name <input name="n" value="Ada Lovelace"></label>
  <label><input type="checkbox" name="c" checked> Yes</label>
  <label>Country <select name="s"><option value="es">Spain<option value="fr" selected>France</select></label>
  <label>Remarks <textarea name="t">Line one</textarea></label></form>`;
const completeForm = `<!doctype html><html lang="en"><title>Form</title>
  <style>input { border: 3px solid red } form > :first-child { margin: 40px }</style>${controls}`;

describe('The file of a complete HTML document', () => {
  let service: Service;
  let bare: BareBrowser;
  before(async () => {
    service = await sharedService();
    bare = await openBareBrowser(['fonts']);
  });
  after(async () => {
    await bare.stop();
  });

  const print = async (
    html: string,
    { output = {}, document = {}, more = [] }: { output?: object; document?: object; more?: object[] } = {},
  ): Promise<Buffer> =>
    pdfOf(await service.render({ operations: [...more, { op: 'add_html', html }], document, output }));
  /** The natural language of a document (ISO 32000-2, 14.9.2.2). */
  const langOf = async (pdf: Uint8Array): Promise<string | undefined> => {
    const lang = (await PDFDocument.load(pdf, { updateMetadata: false })).catalog.lookup(PDFName.of('Lang'));
    return lang instanceof PDFString || lang instanceof PDFHexString ? lang.decodeText() : undefined;
  };
  /** Titles of the outline, each with its level and its page. */
  const outlineOf = async (pdf: Uint8Array): Promise<string[]> => {
    const written = await (await PDFDocument.load(pdf, { updateMetadata: false })).save({ useObjectStreams: false });
    return (await inspect(written)).outline.map(({ title, level, page }) => `${level} ${title} ${page + 1}`);
  };

  it('has the language of the document, unless the request states one', async () => {
    const of = (lang: string) => `<!doctype html><html${lang}><p>Text`;
    expect(await langOf(await print(of(' lang="de"')))).to.equal('de');
    expect(await langOf(await print(of(' lang="pt-BR" dir="ltr"')))).to.equal('pt-BR');
    expect(await langOf(await print(of(' lang="de"'), { document: { lang: 'fr' } }))).to.equal('fr');
    expect(await langOf(await print(of(' lang="de"'), { document: { lang: 'en' } }))).to.equal('en');
    for (const none of ['', ' lang=""', ' lang="not a language"'])
      expect(await langOf(await print(of(none))), none).to.equal('en');
    const template = { op: 'add_template', source: of(' lang="{{lang}}"'), data: { lang: 'nl' } };
    expect(await langOf(pdfOf(await service.render({ operations: [template] })))).to.equal('nl');
  });

  it('has the outline of its headings, and none where the request wants none', async () => {
    expect(await outlineOf(await print(report))).to.deep.equal(['1 Alpha 1', '2 Alpha, first 1', '1 Beta 2']);
    expect(await outlineOf(await print(report, { output: { outline: false } }))).to.deep.equal([]);
    const marked = await print(report, { more: [{ op: 'add_bookmark', title: 'Begins' }] });
    expect(await outlineOf(marked)).to.include('1 Begins 1');
  });

  it('is tagged as its elements are, and not at all where the request wants no tags', async () => {
    const tags = await elementsOf(await print(report));
    for (const tag of ['Document', 'H1', 'H2', 'P', 'L', 'LI', 'Table', 'TR', 'TH', 'TD', 'Link'])
      expect(tags).to.match(new RegExp(`^ *${tag}\\b`, 'm'));
    expect((await infoOf(await print(report, { output: { tagged: false } }))).Tagged).to.equal('no');
  });

  it('is encrypted where the request says so, and looks the same', async () => {
    const owned = await print(report, { output: { encryption: { ownerPassword: 'owner', permissions: ['print'] } } });
    expect((await infoOf(owned)).Encrypted).to.match(
      /^yes \(print:yes copy:no change:no addNotes:no algorithm:AES-256/,
    );
    await expectAlike(owned, await bare.print(report));
    const locked = await print(report, { output: { encryption: { userPassword: 'user' }, compress: false } });
    expect(await infoOf(locked, '-upw', 'user')).to.include({ Title: 'Report', Pages: '2' });
    expect(locked.includes('Alpha')).to.equal(false);
    await checkSyntax(locked, '--password=user');
  });

  it('has its form controls as fields where the request wants them, at the places of the print', async () => {
    const pdf = await print(completeForm, { output: { forms: true } });
    const form = await formOf(pdf);
    expect(form.getFields().map((field) => field.getName())).to.have.members(['n', 'c', 's', 't']);
    expect([
      form.getTextField('n').getText(),
      form.getCheckBox('c').isChecked(),
      form.getDropdown('s').getSelected(),
      form.getTextField('t').getText(),
    ]).to.deep.equal(['Ada Lovelace', true, ['fr'], 'Line one']);
    expect(await formTags(pdf)).to.deep.equal({ widgets: 4, tagged: 4 });
    const labels = async (file: Uint8Array) =>
      (await wordBoxesOf(file, 1))
        .filter(({ text }) => /^(?:Name|Yes|Country|Remarks)$/.test(text))
        .map(({ text, left, top }) => `${text} ${left.toFixed(0)} ${top.toFixed(0)}`);
    const reference = await bare.print(completeForm);
    expect(await labels(pdf))
      .to.have.length(4)
      .and.to.deep.equal(await labels(reference));
    const [value] = (await wordBoxesOf(reference, 1)).filter(({ text }) => text === 'Ada');
    const [box] = (await boxesOf(pdf)).filter(({ name }) => name === 'n');
    expect(value?.left).to.be.within(box?.x ?? 0, (box?.x ?? 0) + 10);
    await expectAlike(await print(completeForm), reference);
  });

  it('has the fields of all documents beside each other, each on its page', async () => {
    const second = completeForm.replaceAll(/name="/g, 'name="second-');
    const own = { op: 'add_form_field', kind: 'text', name: 'ours', label: 'Ours' };
    const pdf = pdfOf(
      await service.render({
        operations: [{ op: 'add_html', html: completeForm }, own, { op: 'add_html', html: second }],
        output: { forms: true },
      }),
    );
    const boxes = (await boxesOf(pdf)).map(({ name, page }) => `${name} ${page + 1}`);
    expect(boxes).to.have.members([
      'n 1',
      'c 1',
      's 1',
      't 1',
      'ours 2',
      'second-n 3',
      'second-c 3',
      'second-s 3',
      'second-t 3',
    ]);
    expect(await formTags(pdf)).to.deep.equal({ widgets: 9, tagged: 9 });
    await checkSyntax(pdf);
  });

  it('carries attachments and a watermark, which are no content beside it', async () => {
    const plain = report.replace('lang="en"', 'lang="en" style="background: #ffe"');
    const more = [
      { op: 'add_attachment', name: 'rows.csv', data: Buffer.from('a;b').toString('base64') },
      { op: 'add_watermark', text: 'DRAFT' },
    ];
    const pdf = await print(plain, { more });
    expect(await attachmentsOf(pdf)).to.deep.equal({ 'rows.csv': 'a;b' });
    const [marked, bareMarked] = [await picturesOf(pdf), await picturesOf(await bare.print(plain))];
    expect(marked.length).to.equal(bareMarked.length);
    for (const [at, page] of marked.entries())
      expect(differingPixels(page, bareMarked[at] ?? page, 20), `page ${at + 1}`).to.be.greaterThan(500);
    const attached = await print(plain, { more: more.slice(0, 1) });
    await expectAlike(attached, await bare.print(plain));
  });

  it('has the pages that the request chooses, with their own outline', async () => {
    const pdf = await print(report, { output: { pages: '2' } });
    expect(await outlineOf(pdf)).to.deep.equal(['1 Beta 1']);
    expect(await textOf(pdf))
      .to.contain('Beta')
      .and.to.not.contain('Alpha');
  });

  it('leads its links to addresses and to its own elements', async () => {
    const pdf = await print(
      `<!doctype html><p id="a"><a href="https://example.com/x">Out</a> <a href="#b">Down</a>
        <p id="b" style="break-before:page"><a href="#a">Up</a>`,
    );
    const links = await linksOf(pdf);
    expect(links).to.contain('https://example.com/x').and.to.not.contain('colophon');
    const document = await PDFDocument.load(pdf, { updateMetadata: false });
    expect(document.getPages().map(({ node }) => node.Annots()?.size())).to.deep.equal([2, 1]);
  });

  it('shows its assets, in pictures, styles, fonts and scripts, by relative name', async () => {
    const blue = (
      await sharp({ create: { width: 8, height: 8, channels: 3, background: '#00f' } })
        .png()
        .toBuffer()
    ).toString('base64');
    const text = (content: string) => Buffer.from(content).toString('base64');
    const assets = {
      'img/a.png': blue,
      'css/print.css': text(
        'p::after { content: "styled" } body { background: url(../img/a.png) no-repeat 200px 300px }',
      ),
      'js/add.js': text('document.body.append("scripted")'),
      'frame.html': text('<p>framed</p>'),
    };
    const html = `<!doctype html><link rel="stylesheet" href="css/print.css"><img src="./img/a.png" alt="A">
      <picture><source srcset="img/a.png 1x"><img alt="B"></picture>
      <p></p><script src="js/add.js"></script>`;
    const pdf = await print(html, { document: { assets } });
    expect((await textOf(pdf)).replaceAll(/\s+/g, ' ')).to.match(/styled.*scripted/);
    expect(await imagesOf(pdf)).to.have.length.at.least(3);
    const beside = await print(html, { document: { assets }, more: [{ op: 'add_text', text: 'Before' }] });
    expect((await textOf(beside, 2)).replaceAll(/\s+/g, ' ')).to.match(/styled.*scripted/);
  });

  it('runs its scripts unless `javascript` is `off`, and then shows what is for browsers without them', async () => {
    const html =
      '<!doctype html><p>Text</p><script>document.body.append("scripted")</script><noscript>without scripts</noscript>';
    const textWith = async (javascript: string) =>
      (await textOf(pdfOf(await service.render({ operations: [{ op: 'add_html', html, javascript }] }))))
        .replaceAll(/\s+/g, ' ')
        .trim();
    expect(await textWith('auto')).to.equal('Text scripted');
    expect(await textWith('off')).to.equal('Text without scripts');
  });

  it('is scaled, laid out for screens, and made one page where the request says so', async () => {
    const html = `<!doctype html><style>@media screen { h1::after { content: " on screens" } }</style>
      ${report.slice('<!doctype html>'.length)}`;
    const heightOf = async (pdf: Uint8Array) => {
      const [box] = (await wordBoxesOf(pdf, 1)).filter(({ text }) => text === 'Alpha');
      return (box?.bottom ?? 0) - (box?.top ?? 0);
    };
    const [usual, scaled] = [await print(html), await print(html, { document: { scale: 0.5 } })];
    expect(await heightOf(scaled)).to.be.closeTo((await heightOf(usual)) / 2, 0.2);
    expect(await textOf(usual)).to.not.contain('on screens');
    expect(await textOf(await print(html, { document: { media: 'screen' } }))).to.contain('on screens');
    const long = `<!doctype html>${`<p>${words}</p>`.repeat(30)}<p>Last`;
    const one = await print(long, { document: { singlePage: true } });
    expect((await infoOf(one)).Pages).to.equal('1');
    const [last] = (await wordBoxesOf(one, 1)).filter(({ text }) => text === 'Last');
    expect((await PDFDocument.load(one)).getPage(0).getHeight()).to.be.within(
      last?.bottom ?? Infinity,
      (last?.bottom ?? 0) + 100,
    );
  });

  it('is a report of its own in the JSON answer: pages, and warnings with pointers', async () => {
    const html = '<!doctype html><html lang="en"><title>T</title><p>x<img src="gone.png" alt="x">';
    const answer: Json = (
      await service.render({ operations: [{ op: 'add_html', html }] }, { headers: { accept: 'application/json' } })
    ).json();
    expect(answer.report.warnings.map(({ code }: Json) => code)).to.deep.equal(['resource-failed']);
    expect(await infoOf(Buffer.from(String(answer.document.data), 'base64'))).to.include({ Title: 'T', Pages: '1' });
  });
});
