import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { operationEntries, templateEntries, type Entry } from '../../src/cli/gallery/entries.ts';
import { loadEditions } from '../../src/editions/registry.ts';
import { markedContentOf } from '../support/artifacts.ts';
import { figureAltsOf } from '../support/figures.ts';
import { formTags } from '../support/forms.ts';
import { attachmentsOf, checkSyntax, elementsOf, fontsOf, infoOf, linksOf, textOf } from '../support/pdf.ts';
import { run } from '../support/programs.ts';

const root = new URL('../../', import.meta.url);
const gallery = new URL('docs/gallery/', root);
const operations = (await loadEditions()).flatMap((edition) => edition.operations);
const entries = [...operationEntries(operations), ...(await templateEntries(new URL('templates/', root)))];
const file = (entry: Entry, ending: string) => new URL(`${entry.path}.${ending}`, gallery);
const pdfOf = (entry: Entry) => readFileSync(file(entry, 'pdf'));

/** The operations of docs/operations.md. */
const catalogue = (
  'add_text add_heading add_markdown add_list add_code add_math add_table add_image add_chart add_barcode ' +
  'add_html add_template add_spacer add_divider add_columns add_page add_page_break add_pdf add_url add_toc ' +
  'set_font set_style set_header set_footer set_metadata add_watermark add_attachment add_form_field ' +
  'add_bookmark'
).split(' ');

type Step = Readonly<Record<string, any>>;
const stepsOf = ({ request }: Entry) => request.operations as readonly Step[];
const optionsOf = ({ request }: Entry, part: string) => (request[part] ?? {}) as Step;

interface Outline {
  readonly title: string;
  readonly destpageposfrom1: number | null;
  readonly kids: readonly Outline[];
}
interface QpdfJson {
  readonly outlines: readonly Outline[];
  readonly acroform: {
    readonly hasacroform: boolean;
    readonly fields: readonly {
      readonly fullname: string;
      readonly alternativename: string;
      readonly pageposfrom1: number;
    }[];
  };
}
/** The outline and the fields, as qpdf reads them. */
const readWithQpdf = async (entry: Entry) =>
  JSON.parse(
    (await run('qpdf', ['--json=2', '--json-key=outlines', '--json-key=acroform', fileURLToPath(file(entry, 'pdf'))]))
      .stdout,
  ) as QpdfJson;
const flat = (outlines: readonly Outline[]): Outline[] => outlines.flatMap((one) => [one, ...flat(one.kids)]);
/** Spaces, and where lines break, are the layout's. */
const bare = (text: string) => text.replace(/[\s\u00ad\u200b-\u200f\u202a-\u202e]+/g, '');

describe('The documents of the gallery', () => {
  it(
    'are one of every operation in the catalogue, but for other people’s pages, and of every sample of every ' +
      'template',
    () => {
      expect(operations.map(({ name }) => name)).to.include.members(catalogue);
      const shown = new Set(entries.filter(({ path }) => path.startsWith('operations/')).map(({ title }) => title));
      expect(catalogue.filter((name) => !shown.has(name))).to.deep.equal(['add_url']);
      const folders = readdirSync(new URL('templates/', root), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && entry.name !== 'partials')
        .map(({ name }) => name);
      expect(folders.filter((name) => !entries.some(({ path }) => path === `templates/${name}`))).to.deep.equal([]);
    },
  );

  it('are there with their requests and a picture of each page, and nothing else is', async () => {
    const expected = new Set<string>();
    for (const entry of entries) {
      expect(JSON.parse(readFileSync(file(entry, 'json'), 'utf8')), entry.path).to.deep.equal(entry.request);
      const pages = Number((await infoOf(pdfOf(entry))).Pages);
      const pictures = readdirSync(new URL('.', file(entry, 'pdf')))
        .map((name) => `${entry.path.split('/')[0]}/${name}`)
        .filter((name) => name.startsWith(`${entry.path}-`) && /^-\d+\.png$/.test(name.slice(entry.path.length)));
      expect(pictures, entry.path).to.have.length(pages);
      for (const name of [`${entry.path}.json`, `${entry.path}.pdf`, ...pictures]) expected.add(name);
    }
    const present = ['operations', 'templates'].flatMap((folder) =>
      readdirSync(new URL(`${folder}/`, gallery)).map((name) => `${folder}/${name}`),
    );
    expect(present.filter((name) => !expected.has(name))).to.deep.equal([]);
  });

  for (const entry of entries) {
    it(`hold together: ${entry.path}`, async () => {
      const pdf = pdfOf(entry);
      await checkSyntax(pdf);
      const info = await infoOf(pdf);
      expect(info).to.include({ Encrypted: 'no', JavaScript: 'no' });
      expect(info.Title).to.be.a('string').and.not.equal('');
      if (stepsOf(entry).some(({ op }) => op === 'add_pdf')) return; // pages from elsewhere, whose example has no tags
      expect(info.Tagged).to.equal('yes');
      const { bare: unmarked, wrong } = markedContentOf(pdf);
      expect([unmarked, wrong]).to.deep.equal([[], []]);
      expect(await elementsOf(pdf)).to.match(/^Document/m);
      for (const name of await fontsOf(pdf)) expect(name).not.to.equal('');
      const widgets = await formTags(pdf);
      expect(widgets.tagged).to.equal(widgets.widgets);
    });
  }

  it('say every text and have every heading that was asked for, at its page, in the outline', async () => {
    for (const entry of entries) {
      const text = bare(await textOf(pdfOf(entry)));
      const outline = flat((await readWithQpdf(entry)).outlines);
      for (const { op, text: words, bookmark, title } of stepsOf(entry)) {
        if ((op === 'add_text' || op === 'add_heading') && optionsOf(entry, 'document').lang === undefined)
          expect(text, entry.path).to.contain(bare((words as string).replaceAll(/\{index:[^}]*\}/g, '')));
        const wanted = op === 'add_heading' && bookmark !== false ? words : op === 'add_bookmark' ? title : undefined;
        if (wanted !== undefined)
          expect(
            outline.find((item) => item.title === wanted)?.destpageposfrom1,
            `${entry.path}: ${wanted as string}`,
          ).to.be.a('number');
      }
      for (const { title, destpageposfrom1 } of outline)
        expect(destpageposfrom1, `${entry.path}: ${title}`).to.be.a('number');
    }
  });

  it('link from their tables of contents, and to the addresses that they were given', async () => {
    for (const entry of entries) {
      const asked = [...JSON.stringify(stepsOf(entry)).matchAll(/"link":"(https?:[^"]+)"/g)].map(
        ([, link = '']) => link,
      );
      for (const link of asked) expect(await linksOf(pdfOf(entry)), entry.path).to.contain(link);
    }
    const { stdout: contents } = await run('qpdf', [
      '--json=2',
      fileURLToPath(new URL('operations/add_toc.pdf', gallery)),
    ]);
    expect(contents.match(/"\/Subtype": "\/Link"/g)).to.have.length(3);
  });

  it('have the fields that were asked for, each with a name for who can not see it', async () => {
    for (const entry of entries) {
      const { acroform } = await readWithQpdf(entry);
      const asked = stepsOf(entry)
        .filter(({ op }) => op === 'add_form_field')
        .map(({ name }) => name as string);
      expect(
        acroform.fields.map(({ fullname }) => fullname),
        entry.path,
      ).to.include.members(asked);
      expect(acroform.hasacroform, entry.path).to.equal(asked.length > 0 || optionsOf(entry, 'output').forms === true);
      for (const { fullname, alternativename, pageposfrom1 } of acroform.fields) {
        expect(alternativename, `${entry.path}: ${fullname}`).not.to.equal('');
        expect(pageposfrom1, `${entry.path}: ${fullname}`).to.be.at.least(1);
      }
    }
    expect(
      (await readWithQpdf(entries.find(({ path }) => path === 'templates/form')!)).acroform.fields.length,
    ).to.be.greaterThan(20);
  });

  it('carry the files, the metadata and the alternatives of pictures that were asked for', async () => {
    for (const entry of entries) {
      const [pdf, steps] = [pdfOf(entry), stepsOf(entry)];
      const files = steps.filter(({ op }) => op === 'add_attachment').map(({ name }) => name as string);
      if (files.length > 0) expect(Object.keys(await attachmentsOf(pdf)), entry.path).to.include.members(files);
      const info = await infoOf(pdf);
      for (const { op, author, subject } of steps)
        if (op === 'set_metadata')
          expect(info).to.include({ ...(author && { Author: author }), ...(subject && { Subject: subject }) });
      const alts = steps.flatMap(({ alt }) => (typeof alt === 'string' && alt !== '' ? [alt] : []));
      if (alts.length > 0) expect(await figureAltsOf(pdf), entry.path).to.include.members(alts);
    }
  });
});
