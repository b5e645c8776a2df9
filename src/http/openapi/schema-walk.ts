import { isSchema, type JsonSchema } from '../../input/input.ts';

/** A copy of a schema, or of its fields, without some entries. */
export function without(schema: JsonSchema, ...names: readonly string[]): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name)));
}

/**
 * Returns the replacement of an inner schema; `null` = its inner schemas are visited. `field` is the nearest property
 * name above it, in the singular for an item.
 */
type Replace = (inner: JsonSchema, field: string) => JsonSchema | null;

const mapsOfSchemas = ['properties', 'patternProperties', '$defs'];
const listsOfSchemas = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const singleSchemas = [
  'items',
  'additionalProperties',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'unevaluatedProperties',
  'propertyNames',
];

/** A copy of a JSON Schema with every schema inside it replaced, outermost first; the root itself stays. */
export function mapSchemas(root: JsonSchema, replace: Replace, field = ''): JsonSchema {
  const visit = (value: unknown, name: string): unknown =>
    isSchema(value) ? (replace(value, name) ?? mapSchemas(value, replace, name)) : value;
  const entries = Object.entries(root).map(([keyword, value]) => {
    if (mapsOfSchemas.includes(keyword) && isSchema(value)) {
      return [
        keyword,
        Object.fromEntries(
          Object.entries(value).map(([name, inner]) => [name, visit(inner, keyword === 'properties' ? name : field)]),
        ),
      ];
    }
    if (listsOfSchemas.includes(keyword) && Array.isArray(value))
      return [keyword, value.map((inner) => visit(inner, field))];
    return [
      keyword,
      singleSchemas.includes(keyword) ? visit(value, keyword === 'items' ? singular(field) : field) : value,
    ];
  });
  return Object.fromEntries(entries) as JsonSchema;
}

/** One of `areas`, `ingredients`, `entries`. */
export function singular(word: string): string {
  if (/(ss|series|us)$/.test(word)) return word;
  return word.replace(/(?<!ok)ies$/, 'y').replace(/s$/, '');
}

/**
 * The name of the operation that a schema describes: the one value of its `op` (or `type`), or the one that all its
 * alternatives have.
 */
export function operationNameOf(schema: JsonSchema): string | null {
  const properties = schema.properties;
  if (isSchema(properties)) return onlyValue(properties.op) ?? onlyValue(properties.type);
  const alternatives = (schema.anyOf ?? schema.oneOf ?? []) as readonly JsonSchema[];
  const names = new Set(alternatives.map(operationNameOf));
  return names.size === 1 ? ([...names][0] ?? null) : null;
}

function onlyValue(schema: unknown): string | null {
  if (!isSchema(schema)) return null;
  const values = 'const' in schema ? [schema.const] : schema.enum;
  if (!Array.isArray(values) || values.length !== 1) return null;
  const [value] = values as [unknown];
  return typeof value === 'string' && /^(add|set)_/.test(value) ? value : null;
}

/** `add_text`, `extract-text` and `extractText` are `AddText` and `ExtractText`. */
export function pascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}
