import { expect } from 'chai';
import { wordBoxesOf } from '../../support/pdf.ts';
import { pdfOf, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

/** A file of the document: its name in the request, and what is in it. */
type File = readonly [name: string, content: string];

const page = '@page { margin: 10mm 10mm 60mm }';
const html = (head: string): string =>
  `<!DOCTYPE html><html><head><title>T</title>${head}</head><body><p>Hello</p></body></html>`;
const link = (href: string, media = ''): string =>
  `<link rel="stylesheet" href="${href}"${media && ` media="${media}"`}>`;

describe('The style sheets of a complete document', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  /** Where the running footer begins, in points from the top: in the middle of the bottom margin. */
  async function footerAt(files: readonly File[]): Promise<number> {
    const form = new FormData();
    form.append('request', JSON.stringify({ document: { footer: { center: 'FOOTER' } } }));
    for (const [name, content] of files) form.append('files', new Blob([content]), name);
    const boxes = await wordBoxesOf(pdfOf(await service.request('POST', '/api/v1/render', { body: form })));
    return Number(/yMin="([\d.]+)"[^>]*>FOOTER</.exec(boxes)?.[1]);
  }

  const cases: Readonly<Record<string, readonly File[]>> = {
    'a space in its name': [
      ['site/index.html', html(link('a b.css'))],
      ['site/a b.css', page],
    ],
    'another spelling of its name, in a folder above': [
      ['site/index.html', html(link('../css/a%20b.css'))],
      ['css/a b.css', page],
    ],
    'a query behind its name': [
      ['index.html', html(link('a.css?v=3'))],
      ['a.css', page],
    ],
    'an address by its base': [
      ['index.html', html(`<base href="css/">${link('a.css')}`)],
      ['css/a.css', page],
    ],
    'another sheet that imports it': [
      ['index.html', html(link('css/a.css'))],
      ['css/a.css', '@import "deep/b.css" print;'],
      ['css/deep/b.css', page],
    ],
    'a style element behind it in the document, which does not state margins': [
      ['index.html', html(`${link('a.css')}<style>p { color: red }</style>`)],
      ['a.css', page],
    ],
    'a style element before it, which it overrides': [
      ['index.html', html(`<style>@page { margin: 30mm }</style>${link('a.css')}`)],
      ['a.css', page],
    ],
  };
  for (const [name, files] of Object.entries(cases)) {
    it(`set the margins of pages, as one in the document does: with ${name}`, async () => {
      expect(await footerAt(files)).to.be.closeTo(
        await footerAt([['index.html', html(`<style>${page}</style>`)]]),
        0.01,
      );
    });
  }

  const others: Readonly<Record<string, readonly File[]>> = {
    'a style element behind it overrides it': [
      ['index.html', html(`${link('a.css')}<style>@page { margin: 20mm }</style>`)],
      ['a.css', page],
    ],
    'it is for screens': [
      ['index.html', html(`${link('a.css', 'screen')}<style>@page { margin: 20mm }</style>`)],
      ['a.css', page],
    ],
    'it is imported for screens': [
      ['index.html', html('<style>@import "a.css" screen; @page { margin: 20mm }</style>')],
      ['a.css', page],
    ],
    'they import each other': [
      ['index.html', html(`${link('a.css')}<style>@page { margin: 20mm }</style>`)],
      ['a.css', '@import "b.css";'],
      ['b.css', '@import "a.css";'],
    ],
  };
  for (const [name, files] of Object.entries(others)) {
    it(`do not set them where ${name}`, async () => {
      expect(await footerAt(files)).to.be.closeTo(
        await footerAt([['index.html', html('<style>@page { margin: 20mm }</style>')]]),
        0.01,
      );
    });
  }
});
