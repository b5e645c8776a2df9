import Handlebars from 'handlebars';
import { didYouMean } from '../../near-names.ts';
import { AppError } from '../../problems.ts';
import { Budget } from './helpers/budget.ts';
import { type Embed, type Filling, HelperMistake } from './helpers/call.ts';
import type { LabelTable } from './helpers/label-texts.ts';
import { helpersFor, templateHelpers } from './helpers/template-helpers.ts';
import { parseWatched, valueHelper } from './helpers/watch-values.ts';
import { parseMistake } from './parse-mistake.ts';
import { checkTemplateSize } from './template-size.ts';

const handlebars = Handlebars.create();
handlebars.unregisterHelper('log');

/**
 * Compiled templates by their text: compiling costs more than filling. The oldest one is removed first. Long ones,
 * which come from requests, are not stored.
 */
const compiled = new Map<string, Handlebars.TemplateDelegate>();
const maxCompiled = 128;
const maxCachedCharacters = 100_000;

const helperNames: ReadonlySet<string> = new Set(Object.keys(templateHelpers));

function compile(source: string, name: string): Handlebars.TemplateDelegate {
  const known = compiled.get(source);
  if (known) return known;
  checkTemplateSize(source, name);
  const template = handlebars.compile(parseWatched(source, helperNames), { strict: false, preventIndent: true });
  if (source.length > maxCachedCharacters) return template;
  const [oldest] = compiled.keys();
  if (compiled.size >= maxCompiled && oldest !== undefined) compiled.delete(oldest);
  compiled.set(source, template);
  return template;
}

/** A template and its data. */
export interface TemplateJob {
  /** Handlebars. Only text is taken, never a compiled template. */
  readonly source: string;
  /** Its name in problems. */
  readonly name: string;
  readonly data: unknown;
  /** How numbers and dates are written. */
  readonly locale: string;
  /** The language of labels; `locale` unless given. */
  readonly lang?: string;
  /** Handlebars by the names of partials. */
  readonly partials?: Readonly<Record<string, string>>;
  readonly labels?: LabelTable;
  /** What `table`, `chart` and `barcode` answer; nothing can be embedded unless given. */
  readonly embed?: Embed;
  /** The HTML of a reference; `ref` shows nothing unless given. */
  readonly refer?: Filling['refer'];
  /** Receives each name that the data does not have where it was to be written, with its line. */
  readonly onUnknown?: (name: string, line: number) => void;
}

/** The line of a call of the missing partial, which Handlebars does not report. */
function lineOfPartial(message: string, source: string): number | undefined {
  const [, name] = /^The partial (\S+) could not be found/.exec(message) ?? [];
  const line =
    name === undefined
      ? -1
      : source.split('\n').findIndex((text) => text.replaceAll(/[\s~"'[]/g, '').includes(`>${name}`));
  return line < 0 ? undefined : line + 1;
}

/** The suggestion for a helper that there is not. */
function suggestHelper(message: string): string {
  const [, name] = /^there is no helper `([^`]+)`$/.exec(message) ?? [];
  return name === undefined ? '' : didYouMean(name, [...helperNames, ...Object.keys(handlebars.helpers)]);
}

/**
 * Line and first sentence of an error of Handlebars or of a helper. Messages of other errors stay inside the service.
 */
function problemOf(error: unknown, name: string, source: string): AppError {
  if (error instanceof AppError) return error;
  const { lineNumber, message } = error as { lineNumber?: number; message?: string };
  const parsed = parseMistake(message ?? '', source);
  if (parsed)
    return new AppError('template-error', `${name}, line ${parsed.line}: ${parsed.reason}.`, { cause: error });
  const line = lineNumber ?? lineOfPartial(message ?? '', source) ?? Number(/line (\d+)/.exec(message ?? '')?.[1]);
  const own = error instanceof HelperMistake || error instanceof Handlebars.Exception || error instanceof RangeError;
  const reason = own ? (message ?? '').slice(0, 300) + suggestHelper(message ?? '') : 'it failed while it was filled';
  return new AppError(
    'template-error',
    `${name}${Number.isNaN(line) ? '' : `, line ${line}`}: ${reason.replace(/(?<![.?])$/, '.')}`,
    { cause: error },
  );
}

/** Writes a value as it is, and reports one that is not there. */
const writeValue = (onUnknown: TemplateJob['onUnknown']) => (value: unknown, name: string, line: number) => {
  if (value === undefined) onUnknown?.(name, line);
  return value;
};

/** A partial that spends its own steps, and reports its own problems. */
function partial(name: string, source: string, budget: Budget): Handlebars.TemplateDelegate {
  return (context, options) =>
    budget.nest(() => {
      try {
        return compile(source, name)(context, options);
      } catch (error) {
        throw problemOf(error, name, source);
      }
    });
}

/** Handlebars' own `{{#*inline}}`, whose partials may call themselves too. */
function inline(budget: Budget): DecoratorFunction {
  return (program, props, container, options) => {
    const { fn } = options;
    const nested = (context: unknown, more: unknown) => budget.nest(() => fn(context, more));
    return (handlebars.decorators.inline as DecoratorFunction)(program, props, container, {
      ...options,
      fn: Object.assign(nested, fn),
    });
  };
}

type DecoratorFunction = (
  program: unknown,
  props: unknown,
  container: unknown,
  options: { readonly fn: (context: unknown, options: unknown) => string },
) => unknown;

/**
 * Fills a Handlebars text with data. Only own properties of the data are visible, and the steps of loops, partials and
 * helpers are limited. Throws AppError `template-error` (with the line), `limit-exceeded`.
 */
export function fillTemplate({
  source,
  name,
  data,
  locale,
  lang = locale,
  partials = {},
  labels = {},
  embed = () => ({ mistakes: ['nothing can be embedded here'] }),
  refer = () => '',
  onUnknown,
}: TemplateJob): string {
  const budget = new Budget(name);
  const filling: Filling = { budget, locale, labels: { table: labels, lang }, embed, refer };
  const parts = Object.entries(partials).map(([part, text]) => [
    part,
    partial(`${name}, partial '${part}'`, text, budget),
  ]);
  try {
    const html = compile(source, name)(data, {
      helpers: { ...helpersFor(filling), [valueHelper]: writeValue(onUnknown) },
      partials: Object.fromEntries(parts) as Record<string, Handlebars.TemplateDelegate>,
      decorators: { inline: inline(budget) },
      allowProtoMethodsByDefault: false,
      allowProtoPropertiesByDefault: false,
    });
    budget.checkLength(html.length);
    return html;
  } catch (error) {
    throw problemOf(error, name, source);
  }
}
