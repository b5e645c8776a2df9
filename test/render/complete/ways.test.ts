import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { openBareBrowser, type BareBrowser } from '../../../src/browser/bare-browser.ts';
import { infoOf, textOf } from '../../support/pdf.ts';
import { picturesOf } from '../../support/pictures.ts';
import { type Json, pdfOf, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';
import { openSession, postJson } from '../../support/sessions.ts';
import { expectAlike, expectSamePictures } from './alike.ts';

const words = 'The quick brown fox jumps over the lazy dog. '.repeat(10);
const letter = `<!doctype html><html lang="en" class="print"><head><title>Letter</title>
  <style>@page { size: A5; margin: 15mm } * { color: navy }
  .print body > :first-child { letter-spacing: 3px }</style></head>
  <body style="background:#eef"><h1 id="letter">Letter</h1><p>${words}<a href="#start">To the start</a></body></html>`;
/** In quirks mode, with nothing of its own. */
const plain = `<html><body><h1>Plain</h1><table><tr><td>${words}</table>`;
const output = { deterministic: true };

/** What is sent, and the HTML of each page that is a document's own. */
interface Sent {
  readonly operations: readonly object[];
  readonly pages: readonly (string | null)[];
}

const html = (source: string) => ({ op: 'add_html', html: source });
const cases: Readonly<Record<string, Sent>> = {
  'one complete document': { operations: [html(letter)], pages: [letter] },
  'a complete document in quirks mode': { operations: [html(plain)], pages: [plain] },
  'complete documents beside other content': {
    operations: [
      { op: 'add_text', text: 'Start', id: 'start' },
      html(letter),
      html('<p>Fragment <a href="#letter">to the letter</a>'),
      html(plain),
    ],
    pages: [null, letter, null, plain],
  },
};

describe('Complete HTML documents come out the same', () => {
  let service: Service;
  let bare: BareBrowser;
  before(async () => {
    service = await sharedService({ SERVICE_SESSIONS_ENABLED: 'true' });
    bare = await openBareBrowser(['fonts']);
  });
  after(async () => {
    await bare.stop();
  });

  async function asJob(input: object): Promise<Buffer> {
    const { id } = (await postJson(service, '/api/v1/jobs', { tool: 'render', input })).json();
    let status = '';
    while (!['succeeded', 'failed'].includes(status))
      status = (await service.request('GET', `/api/v1/jobs/${id}`)).json().status;
    return pdfOf(await service.request('GET', `/api/v1/jobs/${id}/result`));
  }

  const routes: Readonly<Record<string, string>> = { add_html: 'html', add_text: 'text' };
  async function asSession(operations: readonly object[]): Promise<Buffer> {
    const session = await openSession(service, { output });
    for (const operation of operations) {
      const { op, ...fields } = operation as { op: string };
      const added = await session.post(routes[op] ?? op, fields);
      expect(added.status, added.body.toString('utf8')).to.equal(201);
    }
    return pdfOf(await session.post('render'));
  }

  /** The same through `add_template`: HTML whose data is filled in. */
  const asTemplates = (operations: readonly object[]) =>
    operations.map((operation) => {
      const { op, html: source } = operation as { op: string; html?: string };
      return op === 'add_html'
        ? { op: 'add_template', source: source?.replaceAll('quick', '{{speed}}'), data: { speed: 'quick' } }
        : operation;
    });

  for (const [name, { operations, pages }] of Object.entries(cases)) {
    it(`in a request, a job, a session and as templates: ${name}`, async () => {
      const direct = pdfOf(await service.render({ operations, output }));
      const pictures = await picturesOf(direct);
      expect(pictures).to.have.length(pages.length);
      for (const [at, source] of pages.entries()) {
        if (source !== null)
          expectSamePictures(pictures.slice(at, at + 1), await picturesOf(await bare.print(source)), {
            shades: 40,
            share: 1 / 2000,
          });
      }
      expect((await asJob({ operations, output })).equals(direct), 'as a job').to.equal(true);
      expect((await asSession(operations)).equals(direct), 'as a session').to.equal(true);
      expect(
        pdfOf(await service.render({ operations: asTemplates(operations), output })).equals(direct),
        'as templates',
      ).to.equal(true);
      expect(pdfOf(await service.render({ operations, output })).equals(direct), 'a second time').to.equal(true);
    });
  }

  it('in a session that goes on: alone at first, then beside what is added', async () => {
    const session = await openSession(service, { output });
    await session.post('html', { html: letter });
    await expectAlike(pdfOf(await session.post('render')), await bare.print(letter));
    await session.post('text', { text: 'Added' });
    const both = pdfOf(await session.post('render'));
    expectSamePictures((await picturesOf(both)).slice(0, 1), await picturesOf(await bare.print(letter)), {
      shades: 40,
      share: 1 / 2000,
    });
    expect([(await infoOf(both)).Pages, (await textOf(both, 2)).trim()]).to.deep.equal(['2', 'Added']);
  });

  it('by a template of the service, which has its own styles as a document', async () => {
    const sample: Json = JSON.parse(
      await readFile(new URL('../../../templates/letter/sample.json', import.meta.url), 'utf8'),
    );
    const operation = sample.operations.find(({ op }: Json) => op === 'add_template') as object;
    const before = [
      { op: 'add_heading', text: 'Before' },
      { op: 'add_text', text: words },
    ];
    const pdf = pdfOf(await service.render({ operations: [...before, { ...operation, as: 'document' }], output }));
    expect(await textOf(pdf, 2)).to.contain('Adaeze Thornbury');
    const pages = await picturesOf(pdf);
    expectSamePictures(
      pages.slice(0, 1),
      await picturesOf(pdfOf(await service.render({ operations: before, output }))),
    );
    expectSamePictures(
      pages.slice(1),
      await picturesOf(pdfOf(await service.render({ operations: [{ ...operation, as: 'document' }], output }))),
    );
  });

  it('with their scripts and animations at their end, alone and beside other content', async () => {
    const moving = (name: string) => `<!doctype html><title>${name}</title>
      <style>@keyframes in { from { opacity: 0; margin-left: 300px } } h1 { animation: in 2s both }</style>
      <h1>${name}</h1><p id="n">0</p>
      <script>let count = 0
      const timer = setInterval(() => { n.textContent = "${name} " + (count += 1)
        if (count === 30) clearInterval(timer) }, 100)</script>`;
    const still = (name: string) => `<!doctype html><title>${name}</title><h1>${name}</h1><p>${name} 30</p>`;
    const operations = [html(moving('First')), { op: 'add_text', text: 'Between' }, html(moving('Second'))];
    await expectAlike(
      pdfOf(await service.render({ operations: operations.slice(0, 1) })),
      await bare.print(still('First')),
    );
    const beside = pdfOf(await service.render({ operations, output }));
    const pictures = await picturesOf(beside);
    for (const [at, name] of [
      [0, 'First'],
      [2, 'Second'],
    ] as const)
      expectSamePictures(pictures.slice(at, at + 1), await picturesOf(await bare.print(still(name))), {
        shades: 40,
        share: 1 / 2000,
      });
    expect(pdfOf(await service.render({ operations, output })).equals(beside), 'a second time').to.equal(true);
  });
});
