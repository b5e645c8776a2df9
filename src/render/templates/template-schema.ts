import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** The part of JSON Schema in which templates describe their data. */
export interface DataSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, DataSchema>>;
  readonly required?: readonly string[];
  readonly items?: DataSchema;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  /** `decimal`: a text has to be a number; `date`: a date; `calendar-date`: a date where it looks like one. */
  readonly format?: string;
  /** The largest number, also of a text that is one. */
  readonly maximum?: number;
  /** The values, as the end of "must be". */
  readonly title?: string;
  readonly description?: string;
  readonly $defs?: Readonly<Record<string, DataSchema>>;
}

const keywords = new Set(
  '$schema $ref $defs type properties required items enum pattern format maximum title description'.split(' '),
);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A keyword of a schema, or below it, that has no effect here. */
function foreignKeyword(schema: Record<string, unknown>): string | undefined {
  const own = Object.keys(schema).find((name) => !keywords.has(name));
  if (own !== undefined) return own;
  const inner = [schema.properties, schema.$defs].filter(isObject).flatMap((named) => Object.values(named));
  for (const one of [...inner, schema.items].filter(isObject)) {
    const found = foreignKeyword(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function readOne(path: string): Promise<DataSchema | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return parsed(text, path);
}

function parsed(text: string, path: string): DataSchema {
  const schema = JSON.parse(text) as unknown;
  if (!isObject(schema)) throw new Error(`${path} is not a JSON Schema: it must be an object`);
  const foreign = foreignKeyword(schema);
  if (foreign !== undefined)
    throw new Error(`${path}: the keyword '${foreign}' is none of ${[...keywords].join(', ')}`);
  return schema;
}

/**
 * The schema of a template's data, with the `$defs` of the schema that the templates of its folder share; `null` = it
 * has none, and any data suits it. A file that is no such schema causes an error with its name.
 */
export async function readSchema(own: string, shared: string): Promise<DataSchema | null> {
  const schema = await readOne(own);
  if (schema === undefined) return null;
  return { ...schema, $defs: { ...(await readOne(shared))?.$defs, ...schema.$defs } };
}

/** The same, read at once: only for requests with a mistake, whose data may have more. */
export function readSchemaAtOnce(own: string, shared: string): DataSchema | null {
  const read = (path: string) => (existsSync(path) ? parsed(readFileSync(path, 'utf8'), path) : undefined);
  const schema = read(own);
  return schema === undefined ? null : { ...schema, $defs: { ...read(shared)?.$defs, ...schema.$defs } };
}
