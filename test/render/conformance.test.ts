import { expect } from 'chai';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { invoiceXml } from '../support/invoice.ts';
import { inOneGo } from '../support/in-one-go.ts';
import {
  addressesOf,
  attachmentsOf,
  checkSyntax,
  infoOf,
  metadataOf,
  pageTreeOf,
  structureOf,
  textOf,
} from '../support/pdf.ts';
import { type Json, keys, pdfOf, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';
import { conformingHtml } from './conforming-html.ts';

const both = ['PDF/A-3a', 'PDF/UA-1'];
const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';
const heading = { op: 'add_heading', text: 'One' };
const text = { op: 'add_text', text: 'Words.' };
const html = (content: string) => ({
  document: { title: 'T', lang: 'en' },
  operations: [heading, { op: 'add_html', html: content }],
  output: { conformance: both },
});

/**
 * Of the gallery those that can not conform: a heading of level 2 comes first; added PDFs without tags and with a
 * font that is not embedded.
 */
const unfit = ['add_markdown', 'add_pdf', 'dossier', 'furniture', 'stamps'];
const gallery = globSync('docs/gallery/*/*.json')
  .sort()
  .map((path) => ({ name: basename(path, '.json'), body: JSON.parse(readFileSync(path, 'utf8')) }));

describe('A document that is to conform', function () {
  this.timeout(120_000);
  let service: Service;
  let inSmallParts: Service;
  before(async () => {
    service = await sharedService({ SERVICE_SESSIONS_ENABLED: 'true' });
    inSmallParts = await sharedService({}, { partSize: 3000 });
  });

  /** What the checker says of a document, by itself: the clauses that fail, and what the document claims. */
  async function judged(pdf: Buffer, standards?: readonly string[]) {
    const answer = await service.request('POST', '/api/v1/compliance-check', {
      key: keys.enterprise,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document: { data: pdf.toString('base64') }, ...(standards && { standards }) }),
    });
    return (answer.json().results as Json[]).map(({ standard, compliant, claimed, failures }: Json) => ({
      standard,
      compliant,
      claimed,
      failures: failures.map(({ clause, message }: Json) => `${clause} ${message}`),
    }));
  }

  const passing = (standards: readonly string[]) =>
    standards.map((standard) => ({ standard, compliant: true, claimed: true, failures: [] }));

  /** A render that conforms: by the checker, which is asked anew, and by qpdf as far as it looks. */
  async function conforming(body: Json, by = service): Promise<Buffer> {
    const pdf = pdfOf(await by.render(body));
    const asked = [body.output.conformance].flat();
    expect(await judged(pdf)).to.have.deep.members(passing(asked));
    await checkSyntax(pdf);
    return pdf;
  }

  /** That a document was printed in parts: their page trees are below the one of the file. */
  async function expectParts(pdf: Buffer, body: Json): Promise<void> {
    const whole = { ...body, document: { ...body.document, ...inOneGo } };
    expect(await pageTreeOf(pdf), 'parts').not.to.equal(await pageTreeOf(pdfOf(await inSmallParts.render(whole))));
  }

  async function refused(body: Json) {
    const answer = await service.render(body);
    const problem = answer.json();
    expect([answer.status, problem.type.split('/').at(-1)], problem.detail).to.deep.equal([
      422,
      'conformance-not-reached',
    ]);
    return problem;
  }

  for (const { name, body } of gallery.filter((each) => !unfit.includes(each.name))) {
    it(`is PDF/A-3a and PDF/UA-1 at once: ${name} of the gallery`, async () => {
      await conforming({ ...body, output: { ...body.output, conformance: both } });
    });
  }

  for (const [what, content] of Object.entries(conformingHtml)) {
    it(`is PDF/A-3a and PDF/UA-1 at once: HTML with ${what}`, async () => {
      await conforming(html(content));
    });
  }

  const rich = {
    document: { title: 'Rich', lang: 'en', footer: { text: '{page}' } },
    operations: [
      heading,
      {
        op: 'add_html',
        html:
          '<p>See <a href="https://e.com/a">this</a>, <a href="#x">that</a>, <em>e</em>, ' +
          '<strong>s</strong></p><ul><li>a<ul><li>b</ul></ul><table><tr><th>a<tr><td>1</table><h2 id=x>X</h2>',
      },
    ],
  };
  for (const standard of [
    'PDF/A-1b',
    'PDF/A-1a',
    'PDF/A-2b',
    'PDF/A-2u',
    'PDF/A-2a',
    'PDF/A-3b',
    'PDF/A-3u',
    'PDF/A-3a',
    'PDF/A-4',
    'PDF/UA-1',
  ]) {
    it(`is ${standard} alone`, async () => {
      await conforming({ ...rich, output: { conformance: standard } });
    });
  }

  it('is PDF/A-4f with its attachments', async () => {
    await conforming({
      ...rich,
      operations: [
        ...rich.operations,
        { op: 'add_attachment', name: 'a.csv', data: Buffer.from('a,b').toString('base64') },
      ],
      output: { conformance: 'PDF/A-4f' },
    });
  });

  it('keeps its structure: lists get bodies, tables stay tables, figures around figures are groups', async () => {
    const pdf = await conforming(
      html(
        `<ul><li>a<ul><li>b</ul></ul><table><tr><th>h<tr><td>d</table><figure><img alt="Blue" src="${dot}" ` +
          'width=20><figcaption>Cap</figcaption></figure><ruby>漢<rt>kan</rt></ruby>',
      ),
    );
    const types = (await structureOf(pdf))
      .match(/^ *(?:L|LI|LBody|Lbl|Table|TR|TH|TD|Div|Figure|Caption|Ruby|RB|RT)\b/gm)
      ?.map((type) => type.trim());
    expect(types?.join(' ')).to.equal('L LI Lbl LBody L LI Lbl LBody Table TR TH TR TD Div Figure Caption Ruby RB RT');
  });

  it('says where its links lead, without words of a language', async () => {
    const pdf = await conforming({
      ...html('<a href="https://e.com/x">x</a> <a href="mailto:a@b.c">m</a> <a href="#s">s</a><h2 id=s>Results</h2>'),
      output: { conformance: both, compress: false },
    });
    expect(pdf.toString('latin1'))
      .to.contain('/Contents(https://e.com/x)')
      .and.to.contain('/Contents(a@b.c)')
      .and.to.contain('/Contents(Results)');
  });

  const pages = [
    heading,
    { op: 'add_html', html: '<a href="https://x.y/">l</a><ul><li>a</ul>' },
    { op: 'add_page_break' },
    { op: 'add_heading', text: 'Two' },
  ];

  it('conforms as a long document that is printed in parts, with one table', async () => {
    const rows = Array.from({ length: 240 }, (_, index) => [index, `Part ${index}`]);
    const body = {
      document: { title: 'Long' },
      operations: [heading, { op: 'add_table', columns: ['#', 'Part'], rows }, { op: 'add_list', items: ['a', 'b'] }],
      output: { conformance: both, compress: false },
    };
    const long = await conforming(body, inSmallParts);
    await expectParts(long, body);
    const types = [...long.toString('latin1').matchAll(/\/S ?\/(Table|TR|LBody|Div)\b/g)].map(([, type]) => type);
    expect(['Table', 'TR', 'LBody', 'Div'].map((type) => types.filter((each) => each === type).length)).to.deep.equal([
      1, 241, 2, 0,
    ]);
  });

  for (const standards of [both, ['PDF/A-4'], ['PDF/UA-1']]) {
    it(
      `conforms to ${standards.join(' and ')} as a long document whose parts are joined and packed at once, as ` +
        'the same bytes',
      async () => {
        const rows = Array.from({ length: 240 }, (_, index) => [
          index,
          `Part ${index}`,
          index % 80 === 0 ? 'سلام ٱلْعَالَمِ' : '',
        ]);
        const body = {
          document: { lang: 'en', footer: { text: '{page} {section} سلام ٱلْعَالَمِ' } },
          operations: [
            heading,
            {
              op: 'add_html',
              html:
                '<p><a href="https://e.com/">There</a>, <a href="#end">far below</a>, <a ' +
                'href="#hidden">nowhere</a></p>',
            },
            { op: 'add_table', columns: ['#', 'Part', 'Word'], rows },
            {
              op: 'add_html',
              html:
                '<h2 id=end>End</h2><ul><li>a</ul><p id=hidden style="display: none">h</p><aside ' +
                'role="doc-footnote">Note</aside>',
            },
            ...(standards === both
              ? [{ op: 'add_attachment', name: 'rows.csv', data: Buffer.from('a,b').toString('base64') }]
              : []),
          ],
          output: { conformance: standards, deterministic: true },
        };
        const once = await conforming(body, inSmallParts);
        expect((await infoOf(once)).Title).to.equal(standards.includes('PDF/UA-1') ? 'One' : undefined);
        expect(Object.keys(await attachmentsOf(once))).to.deep.equal(standards === both ? ['rows.csv'] : []);
        expect(await addressesOf(once)).to.deep.equal(['https://e.com/']);
        await expectParts(once, body);
        expect((await textOf(once)).match(/^ *\d+ +Part \d+/gm)).to.have.length(240);
        expect(once.equals(pdfOf(await inSmallParts.render(body)))).to.equal(true);
      },
    );
  }

  it('conforms in chosen pages, as the same bytes, and with pages of one that conforms', async () => {
    await conforming({ document: { title: 'P' }, operations: pages, output: { conformance: both, pages: '2,1' } });
    const same = { document: { title: 'D' }, operations: pages, output: { conformance: both, deterministic: true } };
    const once = await conforming(same);
    expect(once.equals(pdfOf(await service.render(same)))).to.equal(true);
    await conforming({
      document: { title: 'All' },
      operations: [heading, { op: 'add_pdf', data: once.toString('base64') }],
      output: { conformance: both },
    });
  });

  it('conforms with the fields of a form', async () => {
    await conforming({
      ...html(
        '<label>Name <input name=n value=x></label><input name=bare><input type=checkbox name=c ' +
          'checked><select name=s><option>a</select><input name=t tabindex=1>',
      ),
      output: { conformance: both, forms: true },
    });
  });

  it('carries an invoice as Factur-X, described in its XMP beside PDF/UA', async () => {
    const body = {
      ...rich,
      operations: [
        ...rich.operations,
        {
          op: 'add_attachment',
          name: 'factur-x.xml',
          data: Buffer.from(invoiceXml()).toString('base64'),
          facturX: { profile: 'EN 16931' },
        },
      ],
      output: { conformance: both },
    };
    const pdf = await conforming(body);
    const xmp = await metadataOf(pdf);
    expect(xmp.match(/<pdfaExtension:schemas>/g)).to.have.length(1);
    expect(xmp)
      .to.contain('<pdfaSchema:prefix>fx<')
      .and.to.contain('<pdfaSchema:prefix>pdfuaid<')
      .and.to.contain('<fx:ConformanceLevel>EN 16931<');
    expect(Object.keys(await attachmentsOf(pdf))).to.deep.equal(['factur-x.xml']);
  });

  it('has the title of its first heading where it has no other, and nothing in Info that XMP has not', async () => {
    const pdf = await conforming({ operations: [heading, text], output: { conformance: 'PDF/UA-1' } });
    expect((await infoOf(pdf)).Title).to.equal('One');
    const custom = await conforming({
      document: { title: 'A & <b>', metadata: { author: 'Ä', custom: { Order: '7' } } },
      operations: [heading],
      output: { conformance: 'PDF/A-4' },
    });
    expect(await metadataOf(custom))
      .to.contain('<pdfx:Order>7</pdfx:Order>')
      .and.to.contain('A &amp; &lt;b&gt;');
    expect(custom.toString('latin1'))
      .to.match(/^%PDF-2\.0/)
      .and.not.match(/\/Info /);
  });

  it('claims nothing where nothing is asked', async () => {
    const pdf = pdfOf(await service.render({ ...rich }));
    expect(await metadataOf(pdf)).to.not.match(/pdfaid|pdfuaid/);
    expect(await judged(pdf)).to.deep.equal([]);
  });

  it('is refused for what only its author knows, with the place and what to do', async () => {
    const picture = await refused(html(`<h2>Two</h2><p><img src="${dot}" width=20></p>`));
    expect(picture.detail).to.equal(
      'The document does not reach PDF/A-3a and PDF/UA-1. Page 1, under “Two”: A picture has no text for readers ' +
        'who cannot see it. Describe it in `alt` (an `svg`: `role="img"` and `aria-label`); an empty `alt` ' +
        'marks decoration.',
    );
    expect(picture.findings).to.have.length(1);
    expect(picture.findings[0]).to.deep.include({
      rule: 'figure-text',
      clauses: ['PDF/UA-1 7.3'],
      page: 1,
      heading: 'Two',
    });
    const silent = await refused({
      operations: [heading, { op: 'add_image', data: dot }],
      document: { lang: 'en', title: 'One' },
      output: { conformance: both },
    });
    expect(silent.errors).to.deep.equal([
      {
        pointer: '/operations/1/alt',
        message:
          'A picture has no text for readers who cannot see it. Describe it in `alt` (an `svg`: ' +
          '`role="img"` and `aria-label`); an empty `alt` marks decoration.',
      },
    ]);
    await conforming({
      operations: [heading, { op: 'add_image', data: dot, alt: '' }],
      document: { lang: 'en', title: 'One' },
      output: { conformance: both },
    });
    const skipped = await refused(html('<h4>Four</h4>'));
    expect(skipped.detail).to.contain('A level of headings is left out: H4 follows H1');
    expect(skipped.errors).to.deep.equal([
      {
        pointer: '/operations/1',
        message: 'A level of headings is left out: H4 follows H1. Begin with `h1`, and go down one level at a time.',
      },
    ]);
    const untitled = await refused({ operations: [text], output: { conformance: 'PDF/UA-1' } });
    expect(untitled.errors).to.deep.equal([
      { pointer: '/document/title', message: 'The document has no title. Give it one in `document.title`.' },
    ]);
    const hidden = await refused(html('<p aria-hidden=true><a href="https://e.com/x">hidden</a></p>'));
    expect(hidden.detail).to.contain('A link is hidden from assistive technology');
    const ragged = await refused(html('<table><tr><th>a<th>b<tr><td>1</table>'));
    expect(ragged.detail).to.contain('The rows of a table do not fit together');
  });

  it('points at the operation that made a heading only where it is certain which one did', async () => {
    const titled = (text: string, level: number, more = {}) => ({ op: 'add_heading', text, level, ...more });
    const pointersOf = async (operations: Json[], output = {}) =>
      (
        await refused({
          document: { title: 'T', lang: 'en' },
          operations,
          output: { conformance: 'PDF/UA-1', ...output },
        })
      ).errors.map(({ pointer }: Json) => pointer);
    expect(
      await pointersOf([
        titled('One', 1),
        { op: 'add_columns', columns: [[titled('Deep', 4)], [text]] },
        titled('Three', 2),
        titled('Five', 5),
      ]),
    ).to.deep.equal(['/operations/1/columns/0/0', '/operations/3']);
    expect(await pointersOf([titled('One', 1), titled('Same', 3), titled('Two', 1), titled('Same', 2)])).to.deep.equal([
      '/output/conformance',
    ]);
    expect(await pointersOf([titled('One', 1), titled('Four', 4, { bookmark: false })])).to.deep.equal([
      '/output/conformance',
    ]);
    expect(await pointersOf([titled('One', 1), titled('Four', 4)], { outline: false })).to.deep.equal([
      '/output/conformance',
    ]);
  });

  it('is refused for a character that no font has, by its name', async () => {
    const { detail, findings } = await refused(html('<p>Cuneiform 𒀀 here</p>'));
    expect(detail).to.contain('𒀀 (U+12000) on page 1');
    expect(findings.map(({ rule }: Json) => rule)).to.deep.equal(['no-notdef']);
  });

  it('is refused for pages of another PDF, with a pointer to them, and for transparency in PDF/A-1', async () => {
    const { body } = gallery.find(({ name }) => name === 'add_pdf') ?? {};
    const added = await refused({ ...body, output: { conformance: both } });
    expect([...new Set(added.errors.map(({ pointer }: Json) => pointer))]).to.deep.equal(['/operations/0']);
    const { detail } = await refused({
      ...rich,
      operations: [...rich.operations, { op: 'add_watermark', text: 'DRAFT' }],
      output: { conformance: 'PDF/A-1b' },
    });
    expect(detail).to.contain('Something is transparent, which PDF/A-1 does not permit');
  });

  it('conforms from a session and by a job as it does at once, and is refused there for the same reason', async () => {
    const [document, output] = [
      { title: 'T', lang: 'en' },
      { conformance: both, deterministic: true },
    ];
    const post = (path: string, body: Json) =>
      service.request('POST', `/api/v1/${path}`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const byJob = async (input: Json) => {
      const { id } = (await post('jobs', { tool: 'render', input })).json();
      for (;;) {
        const job = (await service.request('GET', `/api/v1/jobs/${id}`)).json();
        if (['succeeded', 'failed'].includes(job.status))
          return { job, result: await service.request('GET', `/api/v1/jobs/${id}/result`) };
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const direct = await conforming({ operations: [text], document, output });
    const { sessionId } = (await post('sessions', { document })).json();
    await post(`sessions/${sessionId}/text`, { text: text.text });
    expect(pdfOf(await post(`sessions/${sessionId}/render`, { output })).equals(direct)).to.be.true;
    expect(pdfOf((await byJob({ operations: [text], document, output })).result).equals(direct)).to.be.true;
    const { job, result } = await byJob({ operations: [text], output: { conformance: 'PDF/UA-1' } });
    expect([job.status, job.error.type.split('/').at(-1), result.status]).to.deep.equal([
      'failed',
      'conformance-not-reached',
      422,
    ]);
    expect(result.json()).to.deep.include({
      detail: job.error.detail,
      errors: [{ pointer: '/document/title', message: 'The document has no title. Give it one in `document.title`.' }],
    });
  });

  it('keeps empty cells of tables, with spaces in them or nothing, where they were', async () => {
    const table =
      '<table><tr><th></th><th scope=col>b</th></tr><tr><th scope=row>r</th><td> </td></tr><tr><th ' +
      'scope=row>q</th><td>1</td></tr></table>';
    for (const conformance of [both, 'PDF/A-1a']) {
      const pdf = await conforming({ ...html(table), output: { conformance } });
      expect((await structureOf(pdf)).match(/T[HD]\b/g)).to.have.lengthOf(6);
      expect((await textOf(pdf)).split(/\s+/).join(' ')).to.match(/b r q ?1 ?$/);
    }
  });

  it('is refused before anything is printed where standards and options do not go together', async () => {
    const pointers = async (output: object) => {
      const answer = await service.render({ operations: [heading], output });
      expect(answer.status).to.equal(400);
      return answer.json().errors.map(({ pointer }: Json) => pointer);
    };
    expect(await pointers({ conformance: 'PDF/A-3a', encryption: { userPassword: 'x' } })).to.deep.equal([
      '/output/conformance',
      '/output/encryption',
    ]);
    expect(await pointers({ conformance: ['PDF/A-4', 'PDF/UA-1'] })).to.deep.equal([
      '/output/conformance/0',
      '/output/conformance/1',
    ]);
    expect(await pointers({ conformance: 'PDF/A-4f' })).to.deep.equal(['/output/conformance']);
    expect(await pointers({ conformance: ['PDF/A-2a', 'PDF/A-3a'] })).to.deep.equal([
      '/output/conformance/0',
      '/output/conformance/1',
    ]);
    expect(await pointers({ conformance: 'PDF/UA-2' })).to.deep.equal(['/output/conformance']);
  });

  it('makes no warnings in the log', () => {
    expect(service.warnings).to.deep.equal([]);
  });
});
