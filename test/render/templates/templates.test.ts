import { expect } from 'chai';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fillTemplate } from '../../../src/render/templates/fill-template.ts';
import { templateHelpers } from '../../../src/render/templates/helpers/template-helpers.ts';
import { findTemplate, listTemplates, type Template } from '../../../src/render/templates/templates.ts';

const folder = new URL('../../../templates', import.meta.url).pathname;
const documentation = new URL('../../../docs/templates.md', import.meta.url);

/** Fills a template that stands in files. */
const fill = (template: Template | undefined, data: object, lang = 'en') =>
  template ? fillTemplate({ ...template, data, locale: lang, lang }) : 'no template';

/** The folders that files make, by path; removed afterwards. */
async function withFolders<T>(files: Readonly<Record<string, string>>, work: (root: string) => Promise<T>): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'colophon-templates-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    return await work(root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

describe('A folder of templates', () => {
  it('has the partials, the style and the labels that its templates share, and theirs before them', () =>
    withFolders(
      {
        'a/partials/row.hbs': '<i>{{v}}</i>',
        'a/partials/style.css': '.shared{}',
        'a/partials/labels.json': '{"en":{"yes":"Yes","no":"No"},"de":{"yes":"Ja"}}',
        'a/bill/template.hbs': '{{!-- about: A bill. --}}{{> row v=1}}{{> own}} {{t "yes"}} {{t "no"}}',
        'a/bill/own.hbs': '<b></b>',
        'a/bill/style.css': '.bill{}',
        'a/bill/labels.json': '{"en":{"no":"Never"}}',
      },
      async (root) => {
        const [template, ...others] = await listTemplates([`${root}/a`]);
        expect(others).to.deep.equal([]);
        expect(template).to.include({ name: 'bill', about: 'A bill.', css: '.shared{}\n.bill{}' });
        expect(fill(template, {}, 'de')).to.equal('<i>1</i><b></b> Ja Never');
      },
    ));

  it('of the operator stands before the bundled one: templates, and partials in bundled templates', () =>
    withFolders(
      {
        'own/partials/row.hbs': 'own',
        'own/letter/template.hbs': 'my letter',
        'bundled/partials/row.hbs': 'bundled',
        'bundled/bill/template.hbs': '{{> row}}',
        'bundled/letter/template.hbs': 'letter',
      },
      async (root) => {
        const folders = [`${root}/own`, `${root}/bundled`];
        expect(fill(await findTemplate('bill', folders), {})).to.equal('own');
        expect(fill(await findTemplate('letter', folders), {})).to.equal('my letter');
        expect((await listTemplates(folders)).map(({ name }) => name)).to.deep.equal(['bill', 'letter']);
      },
    ));

  for (const [wrong, text] of [
    ['no JSON', '{'],
    ['a list', '[]'],
    ['labels that are no texts', '{"en":{"a":5}}'],
    ['a language without labels', '{"en":"x"}'],
  ] as const) {
    it(`is an error by name where labels.json is ${wrong}`, () =>
      withFolders({ 'bill/template.hbs': '', 'bill/labels.json': text }, async (root) => {
        const problem = await findTemplate('bill', [root]).then(
          () => 'none',
          (error: unknown) => (error as Error).message,
        );
        expect(problem).to.contain('bill/labels.json');
      }));
  }

  it('has no template of a name that leads out of it', async () => {
    for (const name of ['nope', '../templates/report', 'report/', '', 'partials'])
      expect(await findTemplate(name, [folder]), name).to.equal(undefined);
  });
});

describe('The bundled templates', () => {
  let templates: Template[];
  before(async () => (templates = await listTemplates([folder])));

  const samplesOf = async (name: string) => {
    const files = (await readdir(`${folder}/${name}`)).filter((file) => /^sample.*\.json$/.test(file));
    return Promise.all(
      files.map(
        async (file) =>
          JSON.parse(await readFile(`${folder}/${name}/${file}`, 'utf8')) as {
            operations: { op: string; data: object }[];
          },
      ),
    );
  };

  it('are twelve, and each says what it is', () => {
    expect(templates.map(({ name }) => name)).to.deep.equal([
      'certificate',
      'contract',
      'data-sheet',
      'form',
      'invoice',
      'letter',
      'packing-slip',
      'quote',
      'receipt',
      'report',
      'statement',
      'summary',
    ]);
    for (const { name, about } of templates) expect(about, name).to.match(/^[A-Z].{20,}\.$/);
  });

  it('have every label in every language, with the same placeholders', () => {
    const placeholders = (label: unknown) => [...new Set(JSON.stringify(label).match(/\{[a-z]+\}/gi) ?? [])].sort();
    for (const { name, labels } of templates) {
      const { en = {}, ...others } = labels;
      expect(Object.keys(others).sort(), name).to.deep.equal(['ar', 'de', 'fr', 'he', 'ja']);
      for (const [lang, words] of Object.entries(others)) {
        for (const key of Object.keys(en))
          expect(placeholders(words[key]), `${name} ${lang} ${key}`).to.deep.equal(placeholders(en[key]));
        expect(
          Object.keys(words).filter((key) => !(key in en)),
          `${name} ${lang}`,
        ).to.satisfy((extra: string[]) => extra.length === 0);
      }
    }
  });

  it('use no label that is not there', () => {
    for (const { name, source, partials, labels } of templates) {
      const used = [source, ...Object.values(partials)].flatMap((text) =>
        [...text.matchAll(/[({]t "(\w+)"/g)].map(([, key = '']) => key),
      );
      for (const key of used)
        if (!Object.hasOwn(labels.en ?? {}, key)) expect(sharedOnly.has(key), `${name}: ${key}`).to.equal(true);
    }
  });

  it('are documented: every field of the samples, and no field that no template knows', async () => {
    const sections = new Map(
      (await readFile(documentation, 'utf8'))
        .split(/^### /m)
        .slice(1)
        .map((text) => [text.split('\n')[0] ?? '', text]),
    );
    for (const { name, source, partials } of templates) {
      const documented = [...(sections.get(name) ?? '').matchAll(/^\| `([^`]+)`/gm)].map(([, field = '']) => field);
      const sampled = (await samplesOf(name)).flatMap(({ operations }) =>
        pathsOf(operations.find(({ op }) => op === 'add_template')?.data),
      );
      const unknown = [...new Set(sampled)].filter(
        (path) =>
          !documented.some(
            (field) =>
              path === field ||
              path === `${field}[]` ||
              path.startsWith(field.endsWith(']') ? field : `${field}.`) ||
              `${path}[]` === field,
          ),
      );
      expect(unknown, name).to.deep.equal([]);
      const texts = [source, ...Object.values(partials)].join('\n');
      for (const field of documented.filter((one) => one !== 'currency' || !texts.includes('{{money ')))
        expect(texts, `${name}: ${field}`).to.contain(/(\w+)(?:\[\])*$/.exec(field)?.[1]);
    }
  });

  it('have their helpers documented, all of them', async () => {
    const table = [...(await readFile(documentation, 'utf8')).matchAll(/^\| (`[a-zA-Z` ]+`) \|/gm)].flatMap(
      ([, names = '']) => names.replaceAll('`', '').split(' '),
    );
    expect(Object.keys(templateHelpers).filter((name) => !table.includes(name))).to.deep.equal([]);
  });
});

/** Labels of partials that only some templates of the folder use. */
const sharedOnly = new Set(['title']);

/** The paths of the values in data, `a.b[].c`. */
function pathsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsOf(item, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, path === '' ? key : `${path}.${key}`));
}
