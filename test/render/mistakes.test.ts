import { expect } from 'chai';
import { wordBoxesOf } from '../support/figures.ts';
import { pixelsOf, textOf } from '../support/pdf.ts';
import { type Answered, pdfOf, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';

const html = (source: string, more: object = {}) => ({ op: 'add_html', html: source, ...more });
const text = { op: 'add_text', text: 'x' };

/** True where nothing is printed on a page. */
const isBlank = (pixels: Awaited<ReturnType<typeof pixelsOf>>) =>
  Array.from({ length: pixels.width * pixels.height }, (_, index) =>
    pixels.at(index % pixels.width, Math.floor(index / pixels.width)),
  ).every((value) => value === 255);

describe('Mistakes of a document', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  const render = (operations: readonly object[], output: object = {}, document: object = {}): Promise<Answered> =>
    service.render({ operations, output, document });
  const warningsHeader = async (operations: readonly object[]) =>
    (await render(operations)).headers.get('document-warnings');
  const slugOf = (answer: Answered) =>
    answer.status === 200 ? 'none' : /[a-z-]+$/.exec(String(answer.json().type))?.[0];

  describe('in the answer', () => {
    it('are counted in `Document-Warnings` of every PDF, also where there is none', async () => {
      expect(await warningsHeader([text])).to.equal('0');
      expect(
        await warningsHeader([html('<img src="gone.png" alt="Logo"><img src="https://example.com/x.png" alt="">')]),
      ).to.equal('2');
      const merged = await service.request('POST', '/api/v1/merge', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          documents: [pdfOf(await render([text])), pdfOf(await render([text]))].map((pdf) => ({
            data: pdf.toString('base64'),
          })),
        }),
      });
      expect([merged.status, merged.headers.get('document-warnings')]).to.deep.equal([200, '0']);
    });

    it('are errors where `failOn` has their code or their kind', async () => {
      const wide = [html('<div style="width:3000px">wide</div>')];
      expect(slugOf(await render(wide, { failOn: ['overflow'] }))).to.equal('overflow');
      expect(slugOf(await render(wide, { failOn: ['font', 'image-without-alt'] }))).to.equal('none');
      expect(
        slugOf(await render([{ op: 'add_code', code: 'x', language: 'nope' }], { failOn: ['language-unknown'] })),
      ).to.equal('language-unknown');
      expect(slugOf(await render([html('<img src="gone.png" alt="">')], { failOn: ['resource'] }))).to.equal(
        'resource-failed',
      );
      expect(slugOf(await render([html('<img src="gone.png" alt="">')], { failOn: ['resource-failed'] }))).to.equal(
        'resource-failed',
      );
      expect(slugOf(await render([text], { failOn: ['nonsense'] }))).to.equal('invalid-request');
    });
  });

  it('of the width of a `<pre>` affect only itself', async () => {
    const line = 'word '.repeat(400);
    const sizeOf = async (source: string) =>
      (await wordBoxesOf(pdfOf(await render([html(source)])), 1)).find((box) => box.text === 'Measure');
    const [alone, beside] = [
      await sizeOf('<p>Measure</p>'),
      await sizeOf(`<p>Measure</p><pre>${line}</pre><pre>${'x'.repeat(3000)}</pre>`),
    ];
    expect(beside).to.deep.equal(alone);
    expect((await textOf(pdfOf(await render([html(`<pre>${line}</pre>`)])))).match(/word/g)).to.have.length(400);
  });

  describe('in pictures', () => {
    it('of an operation whose host is not allowed are refused, as those of `add_url` are', async () => {
      for (const op of ['add_image', 'add_url']) {
        const answer = await render([text, { op, url: 'https://example.com/x' }]);
        expect([op, answer.status, slugOf(answer), answer.json().errors[0].pointer]).to.deep.equal([
          op,
          422,
          'resource-blocked',
          '/operations/1/url',
        ]);
      }
    });

    it('leave the alternative text in their place, and nothing of the browser', async () => {
      for (const source of [
        'gone.png',
        'https://example.com/x.png',
        'file:///etc/logo.png',
        'data:image/png;base64,AAAA',
      ]) {
        const pdf = pdfOf(
          await render([html(`<p>Before <img src="${source}" alt="Marlow Books" width="200" height="80"> after</p>`)]),
        );
        expect(await textOf(pdf), source).to.match(/Before Marlow Books after/);
        const empty = await pixelsOf(
          pdfOf(await render([html(`<img src="${source}" alt="" width="200" height="80">`)])),
          1,
        );
        expect(isBlank(empty), source).to.equal(true);
      }
      const report = await service.render(
        { operations: [html('<img src="file:///etc/logo.png" alt="x">')] },
        { headers: { accept: 'application/json' } },
      );
      expect(report.json().report.warnings[0].code).to.equal('resource-blocked');
    });
  });
});
