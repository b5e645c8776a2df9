import { expect } from 'chai';
import { readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { operationEntries, templateEntries } from '../../src/cli/gallery/entries.ts';
import { featureEntries } from '../../src/cli/gallery/features.ts';
import { galleryPage } from '../../src/cli/gallery/gallery-page.ts';
import { overlaps, wordBoxesOf } from '../support/figures.ts';
import { chartKinds } from '../../src/render/content/chart/chart-params.ts';
import { loadEditions } from '../../src/editions/registry.ts';
import { renderInput } from '../../src/render/model/request.ts';

const root = new URL('../../', import.meta.url);
const gallery = new URL('docs/gallery/', root);

describe('The gallery', () => {
  it(
    "has the request, the PDF and the pictures of every template's samples, as `npm run " + 'gallery` leaves them',
    async () => {
      for (const { path, request } of await templateEntries(new URL('templates/', root))) {
        expect(JSON.parse(await readFile(new URL(`${path}.json`, gallery), 'utf8')), path).to.deep.equal(request);
        expect((await readFile(new URL(`${path}.pdf`, gallery))).subarray(0, 5).toString('latin1')).to.equal('%PDF-');
        expect(
          (await readdir(new URL(`${dirname(path)}/`, gallery))).some((file) =>
            `${dirname(path)}/${file}`.startsWith(`${path}-`),
          ),
          path,
        ).to.equal(true);
      }
    },
  );

  it('sends requests for every operation that the service takes', async () => {
    const operations = (await loadEditions()).flatMap((edition) => edition.operations);
    const entries = operationEntries(operations);
    expect(entries.map(({ title }) => title)).to.have.members(
      operations.map(({ name }) => name).filter((name) => name !== 'add_url'),
    );
    const input = renderInput(operations);
    for (const { path, request } of entries) expect(() => input.validate(request), path).not.to.throw();
  });

  it('shows every kind of chart, with no word on another or out of its page', async () => {
    const [entry] = (await featureEntries()).filter(({ path }) => path === 'features/charts');
    const request = JSON.stringify(entry?.request);
    expect(chartKinds.filter((kind) => !request.includes(`"kind":"${kind}"`))).to.deep.equal([]);
    expect(JSON.parse(await readFile(new URL('features/charts.json', gallery), 'utf8'))).to.deep.equal(entry?.request);
    const pdf = await readFile(new URL('features/charts.pdf', gallery));
    for (const page of [1, 2, 3, 4]) {
      const words = await wordBoxesOf(pdf, page);
      expect(words.length).to.be.greaterThan(50);
      expect(overlaps(words), `page ${page}`).to.deep.equal([]);
      expect(words.filter(({ left, right }) => left < 50 || right > 546)).to.deep.equal([]);
    }
  });

  it('shows each of them on one page, short requests in full', () => {
    const page = galleryPage(
      [
        {
          path: 'operations/add_text',
          entry: {
            path: 'operations/add_text',
            title: 'add_text',
            about: 'Adds a text.',
            request: { operations: [{ op: 'add_text', text: 'x' }] },
          },
          pictures: ['operations/add_text-1.png'],
        },
      ],
      [],
    );
    expect(page)
      .to.contain('### add_text')
      .and.contain('<img src="operations/add_text-1.png"')
      .and.contain('[PDF](operations/add_text.pdf)')
      .and.contain('"op": "add_text"');
  });
});
