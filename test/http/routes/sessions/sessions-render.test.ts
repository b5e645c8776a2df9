import { expect } from 'chai';
import { openSession, postJson } from '../../../support/sessions.ts';
import { pdfOf, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';
import { fontsOf, infoOf, textOf } from '../../../support/pdf.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);
const data = png.toString('base64');
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><path fill="#1c4f82" d="M0 0h4v1H0z"/></svg>`;

const document = {
  size: 'A5',
  margin: '15mm',
  lang: 'de',
  title: 'Mixed',
  css: 'h2 { color: #9b2226 }',
  assets: { 'logo.svg': Buffer.from(svg).toString('base64') },
  footer: { center: '{page} of {pages}' },
  metadata: { author: 'A client' },
};
const output = { deterministic: true };

/** One operation of each route and more, in the order in which they are sent. */
const steps: readonly (readonly [route: string, operation: string, fields: object])[] = [
  ['text', 'add_text', { text: 'In the font of the document.\nSecond line <b>', align: 'center', id: 'start' }],
  ['font', 'set_font', { family: 'Source Serif 4', size: 13, color: '#224466', lineHeight: 1.6 }],
  ['text', 'add_text', { text: 'In a serif.', link: '#start', position: { x: 20, y: '8cm', width: 200 } }],
  ['images', 'add_image', { data, alt: 'A dot', width: '20mm', caption: 'Dot' }],
  [
    'tables',
    'add_table',
    {
      columns: ['Item', { key: 'price', header: 'Price', format: 'currency:EUR', footer: 'sum' }],
      rows: [
        ['Bolt', 4.5],
        ['Nut', 3],
      ],
      caption: 'Parts',
      zebra: true,
    },
  ],
  ['pages', 'add_page', { size: 'A5', orientation: 'landscape', background: '#fafaf0' }],
  [
    'html',
    'add_html',
    {
      html:
        '<h2>By script</h2><p id="sum">?</p><script>document.getElementById("sum").textContent = "The sum is " + ' +
        '(40 + 2)</script>',
      css: '#sum { font-style: italic }',
    },
  ],
  ['images', 'add_image', { asset: 'logo.svg', alt: 'Logo', width: 120, align: 'right' }],
  ['images', 'add_image', { data, alt: 'As a part' }],
  ['images', 'add_image', { data, alt: 'As the body', width: 30, height: 20, fit: 'fill' }],
  ['font', 'set_font', { family: 'JetBrains Mono', weight: 'bold' }],
  ['pages', 'add_page', {}],
  ['html', 'add_html', { html: '<p>Without a script, ünïcödé 漢字</p>', javascript: 'off' }],
  ['text', 'add_text', { text: 'Last words' }],
];

describe('A session that renders', () => {
  let service: Service;
  before(async () => (service = await sharedService({ SERVICE_SESSIONS_ENABLED: 'true' })));

  it('gives what /render gives for the same operations, byte for byte', async () => {
    const session = await openSession(service, { document, output });
    for (const [route, , fields] of steps) {
      const { alt } = fields as { alt?: string };
      if (alt === 'As a part') {
        const form = new FormData();
        form.set('image', new Blob([png]), 'dot.png');
        form.set('request', new Blob([JSON.stringify({ alt })], { type: 'application/json' }), 'request.json');
        expect((await service.request('POST', `${session.path}/images`, { body: form })).status).to.equal(201);
      } else if (alt === 'As the body') {
        const query = new URLSearchParams({ alt, width: '30', height: '20', fit: 'fill' });
        expect(
          (
            await service.request('POST', `${session.path}/images?${query.toString()}`, {
              headers: { 'content-type': 'image/png' },
              body: new Uint8Array(png),
            })
          ).status,
        ).to.equal(201);
      } else {
        expect((await session.post(route, fields)).status).to.equal(201);
      }
    }
    const operations = steps.map(([, op, fields]) => ({ op, ...fields }));
    const direct = await service.render({ operations, document, output });
    const replayed = await session.post('render');
    expect(pdfOf(replayed).equals(pdfOf(direct))).to.equal(true);
    expect(replayed.headers.get('content-digest')).to.equal(direct.headers.get('content-digest'));
    expect(pdfOf(await session.post('render')).equals(pdfOf(direct)), 'again').to.equal(true);
    const inJson = { headers: { accept: 'application/json' } };
    expect((await session.post('render', {}, inJson)).json()).to.deep.equal(
      (await service.render({ operations, document, output }, inJson)).json(),
    );
    expect((await session.post('render', { dryRun: true })).json()).to.deep.equal(
      (await service.render({ operations, document, output, dryRun: true })).json(),
    );
    const untagged = { ...output, tagged: false, pages: '2', compress: false };
    expect(
      pdfOf(await session.post('render', { output: { tagged: false, pages: '2', compress: false } })).equals(
        pdfOf(await service.render({ operations, document, output: untagged })),
      ),
      'with an output of its own',
    ).to.equal(true);
    expect(await textOf(pdfOf(replayed), 2)).to.contain('The sum is 42');
    expect((await infoOf(pdfOf(replayed))).Pages).to.equal('3');
  });

  it('sets what follows a font in that font, and nothing before it', async () => {
    const session = await openSession(service);
    await session.post('text', { text: 'Before' });
    await session.post('pages');
    await session.post('font', { family: 'JetBrains Mono' });
    await session.post('text', { text: 'After' });
    const fonts = async (pages: string) => fontsOf(pdfOf(await session.post('render', { output: { pages } })));
    expect((await fonts('1')).join())
      .to.match(/Inter/)
      .and.not.to.match(/JetBrains/);
    expect((await fonts('2')).join())
      .to.match(/JetBrains/)
      .and.not.to.match(/Inter/);
    expect((await session.tell()).json().font).to.deep.equal({ family: 'JetBrains Mono' });
    await session.post('font', { family: 'Source Serif 4', italic: true });
    expect((await session.tell()).json().font).to.deep.equal({ family: 'Source Serif 4', italic: true });
  });

  it('renders what it had when it was asked, while it grows', async () => {
    const session = await openSession(service, { output });
    const wholes = [''];
    for (const word of ['one', 'two', 'three']) {
      await session.post('text', { text: word });
      wholes.push((await textOf(pdfOf(await session.post('render')))).trim());
    }
    const [printed] = await Promise.all([session.post('render'), session.post('text', { text: 'four' })]);
    expect((await textOf(pdfOf(printed))).match(/\w+/g)?.length).to.be.oneOf([3, 4]);
    expect(wholes.map((text) => text.match(/\w+/g)?.length ?? 0)).to.deep.equal([0, 1, 2, 3]);
  });

  it('holds more values than one body may, and prints them', async () => {
    const session = await openSession(service);
    const columns = Array.from({ length: 40 }, (_, index) => ({
      key: `k${index}`,
      header: '',
      width: 1,
      align: 'left',
    }));
    for (let count = 0; count < 480; count += 1)
      expect((await session.post('tables', { columns, rows: [] })).status).to.equal(201);
    const plan = (await session.post('render', { dryRun: true })).json();
    expect(plan.steps).to.have.length(480);
  });

  it('says which of its operations the output does not go with', async () => {
    const session = await openSession(service, { document: { header: { text: '{date}' } } });
    await session.post('text', { text: 'x' });
    const refused = await session.post('render', { output });
    expect([refused.status, refused.json().errors.map(({ pointer }: { pointer: string }) => pointer)]).to.deep.equal([
      400,
      ['/output/deterministic', '/document/header/text'],
    ]);
    expect(
      (await postJson(service, '/api/v1/sessions', { document: { header: { text: '{date}' } }, output })).status,
    ).to.equal(400);
  });
});
