import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { documentEntries, filesOf } from '../../src/cli/gallery/documents.ts';
import { galleryPage } from '../../src/cli/gallery/gallery-page.ts';
import { expectAlike } from '../render/complete/alike.ts';
import { pdfOf, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';
import { checkSyntax, infoOf, textOf } from '../support/pdf.ts';

const gallery = new URL('../../docs/gallery/', import.meta.url);
const entries = await documentEntries();
const pdfAt = (path: string) => readFileSync(new URL(`${path}.pdf`, gallery));
const present = readdirSync(new URL('documents/', gallery)).map((name) => `documents/${name}`);
const picturesOf = (path: string) => present.filter((name) => name.startsWith(`${path}-`)).sort();

describe('The complete documents of the gallery', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  it(
    'are there as the service and as the browser alone prints them, with a picture of each page, and nothing ' +
      'else is',
    async () => {
      const expected: string[] = [];
      for (const path of entries.flatMap((entry) => [entry.path, `${entry.path}.bare`])) {
        expect(picturesOf(path), path).to.have.length(Number((await infoOf(pdfAt(path))).Pages));
        expected.push(`${path}.pdf`, ...picturesOf(path));
      }
      expect(present).to.have.members(expected);
    },
  );

  for (const { path } of entries) {
    it(`have the pages, words and look that the browser gives them: ${path}`, async () => {
      await checkSyntax(pdfAt(path));
      await expectAlike(pdfAt(path), pdfAt(`${path}.bare`));
    });
  }

  it('are what the service answers to their files, without a warning', async () => {
    for (const entry of entries) {
      const form = new FormData();
      for (const [name, bytes] of await filesOf(entry)) form.append('files', new Blob([bytes]), name);
      const output = JSON.stringify({ output: { deterministic: true } });
      form.append('request', new Blob([output], { type: 'application/json' }));
      const answer = await service.request('POST', '/api/v1/render', { body: form });
      expect(await textOf(pdfOf(answer)), entry.path).to.equal(await textOf(pdfAt(entry.path)));
      expect(answer.headers.get('document-warnings'), entry.path).to.equal('0');
    }
  });

  it('show what they are there for', async () => {
    const [invoice, station, book] = await Promise.all(
      ['invoice', 'station', 'book'].map((name) => textOf(pdfAt(`documents/${name}`))),
    );
    expect(invoice)
      .to.match(/Total\s+£7,408\.30/)
      .and.match(/\s2 ?\/ ?2\s/);
    expect(station).to.contain('Tide gauge').and.not.contain('Download the readings');
    expect(book?.split('\f')[7]).to.match(/^The Lamp and the Ledger\s[^]*\s8\s*$/);
    expect(book?.split('\f')[8]).to.match(/^\s*The wire\s[^]*\s9\s*$/);
  });

  it('stand side by side on its page, page by page', () => {
    const shown = entries.map((entry) => {
      const drawn = (path: string) => ({ path, pictures: picturesOf(path) });
      return { entry, printed: drawn(entry.path), bare: drawn(`${entry.path}.bare`) };
    });
    const whole = readFileSync(new URL('README.md', gallery), 'utf8');
    const [, section = ''] = /\n(## Complete documents\n[^]*)## Operations\n/.exec(galleryPage([], shown)) ?? [];
    expect(whole).to.contain(section);
    for (const { printed, bare } of shown) {
      for (const [at, picture] of printed.pictures.entries()) {
        const row = section.split('\n').find((line) => line.includes(`"${picture}"`));
        expect(row).to.contain(`"${bare.pictures[at] ?? 'no picture'}"`);
      }
    }
  });
});
