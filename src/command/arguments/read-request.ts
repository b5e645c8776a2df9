import { isUtf8 } from 'node:buffer';
import { parseJson } from '../../calls/reading/json-text.ts';
import { queryOptions } from '../../calls/reading/query-options.ts';
import { invalidRequest, isSchema, type JsonSchema } from '../../input/input.ts';
import { UsageError } from '../exit-codes.ts';
import type { Field } from './fields.ts';
import type { Arguments } from './parse-arguments.ts';
import { standard, type Files } from './read-files.ts';

type Fields = Record<string, unknown>;

/** Where the parts of a request come from. */
export interface RequestSources {
  /** The file of the request; `null` = there is none. */
  readonly file: string | null;
  readonly fields: readonly Field[];
  readonly given: Arguments['given'];
  readonly schema: JsonSchema;
}

/**
 * The request of a file and of options; options replace fields of the file. Throws UsageError, and AppError
 * `malformed-json` and `invalid-request`.
 */
export async function readRequest(files: Files, { file, fields, given, schema }: RequestSources): Promise<unknown> {
  const base =
    file === null ? {} : parseJson(await files.read(file), file === standard ? 'standard input' : `file '${file}'`);
  const options = await optionsOf(files, fields, given, schema);
  if (Object.keys(options).length === 0) return base;
  if (!isSchema(base)) throw new UsageError(`'${file ?? ''}' is no JSON object, so options cannot be added to it.`);
  return merged(base, options);
}

async function optionsOf(
  files: Files,
  fields: readonly Field[],
  given: Arguments['given'],
  schema: JsonSchema,
): Promise<Fields> {
  const plain = new URLSearchParams();
  let options: Fields = {};
  for (const field of fields) {
    for (const text of given.get(field.name) ?? []) {
      const value = await contentOf(files, text);
      const json =
        field.nested && /^\s*[[{]/.test(value)
          ? { value: parseJson(Buffer.from(value), `option \`--${field.name}\``) }
          : null;
      if (json === null) plain.append(field.path.join('.'), value);
      else options = merged(options, placed(field.path, json.value));
    }
  }
  const { options: typed, mistakes } = queryOptions(plain.toString(), schema, '');
  if (mistakes.length > 0) throw invalidRequest(mistakes);
  return merged(options, typed);
}

/** `@FILE` is the content of the file: a text without its last line end, or base64 of other bytes. `@@` is an `@`. */
async function contentOf(files: Files, text: string): Promise<string> {
  if (!text.startsWith('@')) return text;
  if (text.startsWith('@@')) return text.slice(1);
  const bytes = await files.read(text.slice(1));
  return isUtf8(bytes) ? bytes.toString('utf8').replace(/\r?\n$/, '') : bytes.toString('base64');
}

function placed(path: readonly string[], value: unknown): Fields {
  const [name = '', ...rest] = path;
  return { [name]: rest.length === 0 ? value : placed(rest, value) };
}

/** An object with the fields of another, which take precedence; objects in both are merged, too. */
function merged(base: Readonly<Fields>, over: Readonly<Fields>): Fields {
  const result: Fields = { ...base };
  for (const [name, value] of Object.entries(over)) {
    const before = Object.hasOwn(result, name) ? result[name] : undefined;
    result[name] = isSchema(before) && isSchema(value) ? merged(before, value) : value;
  }
  return result;
}
