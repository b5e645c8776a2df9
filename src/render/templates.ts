import { readdir, readFile } from 'node:fs/promises';
import { AppError } from '../problems.ts';
import type { Step } from './plan.ts';

/** A template: Handlebars text and the CSS that goes with it. Plain data. */
export interface Template {
  readonly name: string;
  /** What the operator's file says about it in `{{!-- about: ... --}}` on its first line, or ''. */
  readonly about: string;
  readonly source: string;
  readonly css: string;
}

/** Folders of templates, each in a folder of its name; one in an earlier folder stands in for one of the same name in a later. */
export type TemplateFolders = readonly string[];

const nameSyntax = /^[a-z0-9][a-z0-9-]{0,63}$/;
const aboutSyntax = /^\s*\{\{!(?:--)?\s*about:\s*(.*?)\s*(?:--)?\}\}/;

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}

async function readTemplate(folder: string, name: string): Promise<Template | undefined> {
  const source = await readText(`${folder}/${name}/template.hbs`);
  if (source === undefined) return undefined;
  return { name, about: aboutSyntax.exec(source)?.[1] ?? '', source, css: (await readText(`${folder}/${name}/style.css`)) ?? '' };
}

/** The problem of a name that no template has; `pointer` is where the request says it. */
export function templateNotFound(name: string, pointer: string): AppError {
  return new AppError('template-not-found', `There is no template '${name}'. \`templates\` of GET /api/v1/capabilities lists what there is.`, { errors: [{ pointer, message: '`name` names no template' }] });
}

/** The template of that name, or `undefined`. */
export async function findTemplate(name: string, folders: TemplateFolders): Promise<Template | undefined> {
  for (const folder of nameSyntax.test(name) ? folders : []) {
    const template = await readTemplate(folder, name);
    if (template) return template;
  }
  return undefined;
}

/** Every template, by name. */
export async function listTemplates(folders: TemplateFolders): Promise<Template[]> {
  const found = new Map<string, Template>();
  for (const folder of folders) {
    const entries = await readdir(folder, { withFileTypes: true });
    for (const { name } of entries.filter((entry) => entry.isDirectory() && nameSyntax.test(entry.name) && !found.has(entry.name))) {
      const template = await readTemplate(folder, name);
      if (template) found.set(name, template);
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The templates that the steps name, each read once for composing. Throws AppError `template-not-found` with the pointer to the first step that names it. */
export async function templatesFor(steps: readonly Step[], folders: TemplateFolders): Promise<Template[]> {
  const named = steps.filter(({ name, params }) => name === 'add_template' && typeof params.name === 'string');
  const pointers = new Map(named.toReversed().map(({ params, pointer }) => [params.name as string, `${pointer}/name`]));
  return Promise.all([...pointers].map(async ([name, pointer]) => {
    const template = await findTemplate(name, folders);
    if (template === undefined) throw templateNotFound(name, pointer);
    return template;
  }));
}
