import { isSchema, type JsonSchema } from '../../input/input.ts';
import { typesOf } from '../../calls/reading/query-options.ts';
import type { Option } from './parse-arguments.ts';

/** An option that is a field of a tool's request. */
export interface Field extends Option {
  /** The keys that lead to the field. */
  readonly path: readonly string[];
  /** True where the value may be JSON: objects, and lists of them. */
  readonly nested: boolean;
}

/** `maxImagePpi` as `max-image-ppi`. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function camel(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The fields of an object as options, without those in `except`. */
export function fieldsOf(schema: JsonSchema, except: ReadonlySet<string>, above: readonly string[] = []): Field[] {
  return Object.entries(propertiesOf(schema))
    .filter(([name]) => !except.has(name) && !except.has(kebab(name)))
    .map(([name, field]) => fieldOf(kebab(name), [...above, name], field));
}

/** The field at a name with dots, each part in kebab-case or as in JSON; `undefined` = there is none. */
export function fieldAt(schema: JsonSchema, name: string): Field | undefined {
  const path = name.split('.').map(camel);
  let at: JsonSchema | undefined = schema;
  for (const part of path) at = at && propertiesOf(at)[part];
  return at && fieldOf(name, path, at);
}

/** The schema of a field of an object, by its name. */
export function propertyOf(schema: JsonSchema, name: string): JsonSchema {
  return propertiesOf(schema)[name] ?? {};
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const own = isSchema(schema.properties) ? schema.properties : {};
  const inner = alternativesOf(schema).map(propertiesOf);
  return Object.assign(Object.create(null) as object, ...inner, own) as Readonly<Record<string, JsonSchema>>;
}

function alternativesOf(schema: JsonSchema): JsonSchema[] {
  return [schema.anyOf, schema.oneOf]
    .flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []))
    .filter(isSchema);
}

function fieldOf(name: string, path: readonly string[], schema: JsonSchema): Field {
  const types = typesOf(schema);
  const isFlag = types.size === 1 && types.has('boolean');
  const items = [schema, ...alternativesOf(schema)].map(({ items: each }) => each).filter(isSchema);
  const itemTypes = new Set(items.flatMap((each) => [...typesOf(each)]));
  const isList = types.has('array') && itemTypes.size > 0 && !itemTypes.has('object') && !itemTypes.has('array');
  const nested = types.has('object') || types.has('array') || types.size === 0;
  const choices = (isList ? items : [schema, ...alternativesOf(schema)]).flatMap(({ enum: values }) =>
    Array.isArray(values) ? values.map(String) : [],
  );
  return {
    name,
    path,
    nested,
    takes: isFlag ? 'flag' : isList ? 'list' : 'value',
    ...(isFlag && { negatable: true }),
    ...(!isFlag && { placeholder: choices.length > 0 ? 'VALUE' : placeholderOf(types, nested && !isList) }),
    ...(choices.length > 0 && !isFlag && { choices }),
    description: describe(schema),
  };
}

function placeholderOf(types: ReadonlySet<string>, nested: boolean): string {
  if (nested && !types.has('string') && !types.has('number')) return 'JSON';
  return types.has('string') || types.has('array') ? 'TEXT' : 'NUMBER';
}

function describe({ description, default: fallback }: JsonSchema): string {
  const text = typeof description === 'string' ? description : '';
  return ['string', 'number', 'boolean'].includes(typeof fallback)
    ? `${text} Default: ${fallback as string | number | boolean}.`.trimStart()
    : text;
}
