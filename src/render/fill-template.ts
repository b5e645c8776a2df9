import Handlebars from 'handlebars';
import { AppError } from '../problems.ts';
import { templateHelpers } from './template-helpers.ts';

/** A filled template may not be longer than this, in UTF-16 units. */
const longestOutput = 32 * 1024 * 1024;

const handlebars = Handlebars.create();
handlebars.registerHelper(templateHelpers);
handlebars.unregisterHelper('log');

/** Compiled templates by their text: compiling costs more than filling. Oldest out first. */
const compiled = new Map<string, Handlebars.TemplateDelegate>();
const mostCompiled = 64;

function compile(source: string): Handlebars.TemplateDelegate {
  const known = compiled.get(source);
  if (known) return known;
  const template = handlebars.compile(source, { strict: false, preventIndent: true });
  const [oldest] = compiled.keys();
  if (compiled.size >= mostCompiled && oldest !== undefined) compiled.delete(oldest);
  compiled.set(source, template);
  return template;
}

/** Line and first sentence of what Handlebars says; what is not its own words stays inside. */
function problemOf(error: unknown, name: string): AppError {
  const { lineNumber, message } = error as { lineNumber?: number; message?: string };
  const line = lineNumber ?? Number(/line (\d+)/.exec(message ?? '')?.[1]);
  const own = error instanceof Handlebars.Exception || error instanceof RangeError || (message ?? '').startsWith("Parse error");
  const reason = own ? (message ?? '').split('\n').filter((text) => !/^\.\.\.|^-*\^/.test(text)).join(' ').slice(0, 300) : 'it failed while it was filled';
  return new AppError('template-error', `${name}${Number.isNaN(line) ? '' : `, line ${line}`}: ${reason}`, { cause: error });
}

/**
 * A Handlebars text filled with data. Only text is taken (never a compiled template), and only own properties of the data are seen.
 * `name` is what problems call it. Throws AppError `template-error`, `limit-exceeded`.
 */
export function fillTemplate({ source, name, data, locale }: { source: string; name: string; data: unknown; locale: string }): string {
  let html: string;
  try {
    html = compile(source)(data, { data: { locale }, allowProtoMethodsByDefault: false, allowProtoPropertiesByDefault: false });
  } catch (error) {
    throw problemOf(error, name);
  }
  if (html.length > longestOutput) throw new AppError('limit-exceeded', `${name} gives more than ${longestOutput / 1024 / 1024} MiB of HTML.`);
  return html;
}
