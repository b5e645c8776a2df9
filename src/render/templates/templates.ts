import { existsSync, readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { mistakeLimit } from '../../input/fields.ts';
import { sentenceOf } from '../../input/input.ts';
import { didYouMean } from '../../near-names.ts';
import { AppError, type Mistake } from '../../problems.ts';
import type { Step } from '../model/types/step.ts';
import type { LabelTable } from './helpers/label-texts.ts';
import { checkData } from './check-data.ts';
import { readLabels } from './template-labels.ts';
import { readSchema, readSchemaAtOnce, type DataSchema } from './template-schema.ts';

/** A template: Handlebars text with its styles, partials and labels. Plain data. */
export interface Template {
  readonly name: string;
  /** The description in `{{!-- about: ... --}}` on the first line of the operator's file, or ''. */
  readonly about: string;
  readonly source: string;
  readonly css: string;
  /** Handlebars by name: those that templates share, and its own. */
  readonly partials: Readonly<Record<string, string>>;
  /** Its words in every language that it has. */
  readonly labels: LabelTable;
  /** What its data must be; `null` = anything. */
  readonly schema: DataSchema | null;
}

/**
 * Folders of templates, each template in a folder of its name. A template in an earlier folder replaces one of the same
 * name in a later folder.
 */
export type TemplateFolders = readonly string[];

/** Beside the templates of a folder: the partials, labels and style that they share. */
const sharedFolder = 'partials';

const nameSyntax = /^[a-z0-9][a-z0-9-]{0,63}$/;
const aboutStart = /^\s*\{\{!(?:--)?\s*about:/;

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** The partials of a folder: every `<name>.hbs` in it but the template itself. */
async function readPartials(folder: string): Promise<Record<string, string>> {
  const names = (await filesIn(folder)).filter((file) => file.endsWith('.hbs') && file !== 'template.hbs');
  return Object.fromEntries(
    await Promise.all(
      names.map(async (file) => [file.slice(0, -'.hbs'.length), (await readText(`${folder}/${file}`)) ?? ''] as const),
    ),
  );
}

/**
 * The shared partials of all folders. A partial of an earlier folder replaces one of the same name in a later folder.
 */
async function sharedPartials(folders: TemplateFolders): Promise<Record<string, string>> {
  const all = await Promise.all(folders.toReversed().map((folder) => readPartials(`${folder}/${sharedFolder}`)));
  return Object.assign({}, ...all) as Record<string, string>;
}

/** The description in the first comment of a template, in one line. */
function aboutOf(source: string): string {
  const start = aboutStart.exec(source)?.[0].length;
  const end = start === undefined ? -1 : source.indexOf('}}', start);
  const about = source.slice(start, Math.max(end, 0)).trim().replace(/--$/, '').trimEnd();
  return about.includes('\n') ? '' : about;
}

async function readTemplate(folder: string, name: string, folders: TemplateFolders): Promise<Template | undefined> {
  const [own, shared] = [`${folder}/${name}`, `${folder}/${sharedFolder}`];
  const source = await readText(`${own}/template.hbs`);
  if (source === undefined) return undefined;
  const styles = await Promise.all([shared, own].map((from) => readText(`${from}/style.css`)));
  return {
    name,
    about: aboutOf(source),
    source,
    css: styles.filter((css) => css !== undefined).join('\n'),
    partials: { ...(await sharedPartials(folders)), ...(await readPartials(own)) },
    labels: await readLabels([`${shared}/labels.json`, `${own}/labels.json`]),
    schema: await readSchema(`${own}/schema.json`, `${shared}/schema.json`),
  };
}

/** The mistake of a name that no template has. `others` are the names of the templates that there are. */
export const unknownTemplate = (name: string, pointer: string, others: Iterable<string>): Mistake => ({
  pointer,
  message: `there is no template '${name.slice(0, 64)}'${didYouMean(name, others)}`,
});

/** The problem of names that no template has, each with the JSON Pointer to it in the request. */
export function templatesNotFound(mistakes: readonly Mistake[]): AppError {
  return new AppError(
    'template-not-found',
    `${sentenceOf(mistakes)} \`templates\` of GET /api/v1/capabilities lists what there is.`,
    { errors: mistakes },
  );
}

/** The template of that name, or `undefined`. */
export async function findTemplate(name: string, folders: TemplateFolders): Promise<Template | undefined> {
  for (const folder of nameSyntax.test(name) ? folders : []) {
    const template = await readTemplate(folder, name, folders);
    if (template) return template;
  }
  return undefined;
}

/** The names of all templates. Read at once, and only for requests with a mistake: a name in them may be wrong, too. */
export function templateNames(folders: TemplateFolders): string[] {
  return folders.flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder).filter((name) => nameSyntax.test(name) && existsSync(`${folder}/${name}/template.hbs`))
      : [],
  );
}

/** The schema of the data of a template. Read at once, see `templateNames`; `null` = it has none, or is not there. */
export function schemaOf(name: string, folders: TemplateFolders): DataSchema | null {
  const folder = folders.find((one) => nameSyntax.test(name) && existsSync(`${one}/${name}/template.hbs`));
  return folder === undefined
    ? null
    : readSchemaAtOnce(`${folder}/${name}/schema.json`, `${folder}/${sharedFolder}/schema.json`);
}

/** The request in `sample.json` of a template, which uses it; `null` = it has no such file. */
export async function templateSample(name: string, folders: TemplateFolders): Promise<unknown> {
  for (const folder of folders) {
    if ((await readText(`${folder}/${name}/template.hbs`)) === undefined) continue;
    const sample = await readText(`${folder}/${name}/sample.json`);
    return sample === undefined ? null : (JSON.parse(sample) as unknown);
  }
  return null;
}

/** Every template, by name. */
export async function listTemplates(folders: TemplateFolders): Promise<Template[]> {
  const found = new Map<string, Template>();
  for (const folder of folders) {
    const entries = await readdir(folder, { withFileTypes: true });
    for (const { name } of entries.filter(
      (entry) => entry.isDirectory() && nameSyntax.test(entry.name) && !found.has(entry.name),
    )) {
      const template = await readTemplate(folder, name, folders);
      if (template) found.set(name, template);
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * The templates that the steps name, each read once for composing. Throws AppError `template-not-found` with a pointer
 * to each step that names one that is not there, and the mistakes in the data of the others.
 */
export async function templatesFor(steps: readonly Step[], folders: TemplateFolders): Promise<Template[]> {
  const named = steps.flatMap(({ name, params, pointer }) =>
    name === 'add_template' && typeof params.name === 'string'
      ? [{ name: params.name, pointer, data: params.data }]
      : [],
  );
  const names = [...new Set(named.map(({ name }) => name))];
  const found = (await Promise.all(names.map((name) => findTemplate(name, folders)))).filter(
    (one) => one !== undefined,
  );
  if (found.length === names.length) return found;
  const others = templateNames(folders);
  const unknown = named.filter(({ name }) => !found.some((template) => template.name === name));
  const mistakes = unknown.map(({ name, pointer }) => unknownTemplate(name, `${pointer}/name`, others));
  throw templatesNotFound([...mistakes, ...unsuitedData(named, found)].slice(0, mistakeLimit));
}

function unsuitedData(
  named: readonly { readonly name: string; readonly pointer: string; readonly data: unknown }[],
  templates: readonly Template[],
): Mistake[] {
  return named.flatMap(({ name, pointer, data }) => {
    const schema = templates.find((template) => template.name === name)?.schema ?? null;
    return schema === null ? [] : checkData(data, schema, [...pointer.split('/').slice(1), 'data']).mistakes;
  });
}
