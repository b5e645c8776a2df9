import { type JsonSchema, isSchema } from '../../input/input.ts';
import { mapSchemas, operationNameOf, pascalCase } from './schema-walk.ts';

/** A reference to a schema of `components`. */
export function schemaRef(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/**
 * The schemas of `components`, each stored once under a stable name: a definition under its own name, an operation
 * under its name, and an object in several places under the most frequent field that holds it.
 */
export class SchemaComponents {
  readonly #schemas = new Map<string, JsonSchema>();
  /** The names of repeated objects, by their JSON. */
  readonly #repeated: ReadonlyMap<string, string>;

  /** `roots` are all schemas that will be added, so that repetition is known before anything gets a name. */
  constructor(roots: readonly JsonSchema[]) {
    this.#repeated = repeatedObjects(roots);
  }

  /** Stores a JSON Schema (2020-12) with everything that it contains, and returns a reference to it. */
  add(name: string, schema: JsonSchema): { $ref: string } {
    const { $defs, ...root } = schema;
    const definitions = new Map(Object.entries(($defs ?? {}) as Record<string, JsonSchema>));
    const names = new Map([...definitions.keys()].map((key) => [`#/$defs/${key}`, pascalCase(key)]));
    const store = (key: string, value: JsonSchema): { $ref: string } => this.#store(key, this.#hoist(value, names));
    for (const [key, definition] of definitions) store(pascalCase(key), definition);
    return store(name, root);
  }

  get schemas(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#schemas].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  #store(name: string, schema: JsonSchema): { $ref: string } {
    const stored = this.#schemas.get(name);
    if (stored !== undefined && JSON.stringify(stored) !== JSON.stringify(schema))
      throw new Error(`Two different schemas want to be called ${name} in the OpenAPI document.`);
    this.#schemas.set(name, schema);
    return schemaRef(name);
  }

  /** Moves operations and repeated objects out of the schema, and its `$defs` into components. */
  #hoist(schema: JsonSchema, names: ReadonlyMap<string, string>): JsonSchema {
    return mapSchemas(schema, (inner) => {
      const target = names.get(String(inner.$ref));
      if (target !== undefined) return { ...inner, ...schemaRef(target) };
      const operation = operationNameOf(inner);
      if (operation !== null && operation !== operationNameOf(schema))
        return this.#store(pascalCase(operation), this.#hoist(inner, names));
      const { bare, annotations } = stripped(inner);
      const repeated = this.#repeated.get(JSON.stringify(bare));
      return repeated === undefined ? null : { ...this.#store(repeated, this.#hoist(bare, names)), ...annotations };
    });
  }
}

/** A schema without the annotations of its place, and these annotations. */
function stripped(schema: JsonSchema): { bare: JsonSchema; annotations: JsonSchema } {
  const { description, default: fallback, ...bare } = schema;
  return {
    bare,
    annotations: {
      ...(description !== undefined && { description }),
      ...(fallback !== undefined && { default: fallback }),
    },
  };
}

/** Clearer names for fields whose own name describes their object badly. */
const clearer: Readonly<Record<string, string>> = { row: 'cell' };

/** Names the objects that appear in several places. */
function repeatedObjects(roots: readonly JsonSchema[]): Map<string, string> {
  const places = new Map<string, string[]>();
  const look = (schema: JsonSchema): void => {
    mapSchemas(schema, (inner, field) => {
      if (isSchema(inner.properties) && operationNameOf(inner) === null) {
        const json = JSON.stringify(stripped(inner).bare);
        places.set(json, [...(places.get(json) ?? []), field]);
      }
      return null;
    });
  };
  for (const root of roots) look(root);
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const [json, fields] of places) {
    if (fields.length < 2) continue;
    const word = mostFrequent(fields);
    const name = pascalCase(clearer[word] ?? word);
    for (let n = 1; !names.has(json); n++) {
      const free = n === 1 ? name : `${name}${n}`;
      if (taken.has(free)) continue;
      taken.add(free);
      names.set(json, free);
    }
  }
  return names;
}

/** The most frequent word; two equally frequent words make a name together (`footer-or-header`). */
function mostFrequent(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const highest = Math.max(...counts.values());
  const [first = '', second, third] = [...counts]
    .filter(([, count]) => count === highest)
    .map(([word]) => word)
    .sort();
  return second !== undefined && third === undefined ? `${first}-or-${second}` : first;
}
