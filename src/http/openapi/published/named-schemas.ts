import { type JsonSchema, isSchema } from '../../../input/input.ts';
import type { Components } from '../description.ts';
import { schemaRef } from '../schema-components.ts';
import { mapSchemas, pascalCase } from '../schema-walk.ts';
import { lengthName } from './length-names.ts';

/** The key under which a schema states its preferred name. */
export const nameKey = 'x-name';

/** The place of a schema in the description: its owner, and the field that has it. */
export interface SchemaPosition {
  /** The owner of the schema: `Split` of `SplitRequest`. */
  readonly owner: string;
  readonly field: string;
  /** The field of the object that contains it. */
  readonly parent?: string;
}

/** Endings of the names of owners, which the names of their parts leave out. */
const endings = /(Request|Options|Form|Answer|Body)$/;

/**
 * Names every object and every union, because generators make a type of each and name it badly. Equal schemas in
 * several places become one. First `count` every schema, then `name` it.
 */
export class NamedSchemas {
  readonly #places = new Map<string, SchemaPosition[]>();
  /** The schemas that need a name. */
  readonly #wanted = new Map<string, Set<string>>();
  readonly #names = new Map<string, string>();
  readonly #schemas: Map<string, JsonSchema>;

  /** True while the schemas of borrowers are counted: what others have too is named after its place there. */
  #borrows = false;

  /** `borrowers` are the names of schemas that repeat parts of others. */
  constructor(schemas: Components['schemas'], borrowers: readonly string[]) {
    this.#schemas = new Map(Object.entries(schemas));
    for (const [name, schema] of this.#schemas) if (isNameable(schema)) this.#names.set(keyOf(schema), name);
    const isOwn = ([name]: readonly [string, JsonSchema]): boolean => !borrowers.includes(name);
    for (const [name, schema] of [...this.#schemas].filter(isOwn)) this.countInside(schema, name);
    this.#borrows = true;
    for (const name of borrowers) this.countInside(this.#schemas.get(name) ?? {}, name);
    this.#borrows = false;
  }

  /** Counts the schemas inside a schema of `components`. */
  countInside(schema: JsonSchema, owner: string, parent = ''): void {
    mapSchemas(
      schema,
      (inner, field) => {
        if (!isNameable(inner)) return null;
        this.#note(inner, { owner: owner.replace(endings, ''), field, parent });
        this.countInside(inner, owner, field);
        return inner;
      },
      parent,
    );
  }

  /** Counts a schema outside `components`, and those inside it. */
  count(schema: JsonSchema, place: SchemaPosition): void {
    if (isNameable(schema)) this.#note(schema, place);
    this.countInside(schema, place.owner);
  }

  /** Replaces the inner schemas by their names, and the schema itself if it has one. */
  name(schema: JsonSchema): JsonSchema {
    return isNameable(schema) ? this.#reference(schema) : this.#inside(schema);
  }

  /**
   * Replaces the inner schemas by their names. The schema itself stays, because generators need the fields of a form in
   * place.
   */
  nameInside(schema: JsonSchema): JsonSchema {
    return this.#inside(schema);
  }

  /** All of `components`, with the newly named schemas. */
  get schemas(): Record<string, JsonSchema> {
    for (const [name, schema] of [...this.#schemas]) this.#schemas.set(name, this.#inside(schema));
    return Object.fromEntries(this.#schemas);
  }

  #note(schema: JsonSchema, place: SchemaPosition): void {
    const key = keyOf(schema);
    if (this.#borrows && this.#places.has(key)) return;
    const simple = simpleName(schema, place);
    this.#wanted.set(simple, (this.#wanted.get(simple) ?? new Set()).add(key));
    this.#places.set(key, [...(this.#places.get(key) ?? []), place]);
  }

  #inside(schema: JsonSchema): JsonSchema {
    return mapSchemas(schema, (inner) => (isNameable(inner) ? this.#reference(inner) : null));
  }

  #reference(schema: JsonSchema): JsonSchema {
    const { bare, annotations } = stripped(schema);
    const name = this.#nameOf(schema);
    if (!this.#schemas.has(name)) {
      this.#schemas.set(name, bare);
      this.#schemas.set(name, this.#inside(bare));
    }
    return { ...schemaRef(name), ...annotations };
  }

  #nameOf(schema: JsonSchema): string {
    const key = keyOf(schema);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = free(
      this.#candidates(schema, this.#places.get(key) ?? []),
      (one) => this.#schemas.has(one) || [...this.#names.values()].includes(one),
    );
    this.#names.set(key, name);
    return name;
  }

  /** The possible names of a schema, the best first. */
  #candidates(schema: JsonSchema, places: readonly SchemaPosition[]): string[] {
    const given = typeof schema[nameKey] === 'string' ? schema[nameKey] : lengthName(schema);
    if (given !== null) return [given];
    const [first = { owner: '', field: 'value' }] = places;
    const simple = simpleName(schema, first);
    const parent = first.parent ?? '';
    const long =
      parent === first.field
        ? `${simple}Entry`
        : simpleName(schema, { ...first, owner: first.owner + pascalCase(parent) });
    const owned = parent !== '' && (this.#wanted.get(simple)?.size ?? 0) > 1 ? [long, simple] : [simple];
    const fields = new Set(places.map(({ field }) => field));
    const isShared = fields.size === 1 && new Set(places.map(({ owner }) => owner)).size > 1;
    return isShared ? [simpleName(schema, { ...first, owner: '' }), ...owned] : owned;
  }
}

/** The name that is made of the owner and the field. */
function simpleName(schema: JsonSchema, { owner, field }: SchemaPosition): string {
  return (thingBesideValues(schema) ?? owner + pascalCase(field)) + suffixOf(schema);
}

/** The name of the one object in a choice between it and plain values. */
function thingBesideValues(schema: JsonSchema): string | null {
  const kinds = (schema.anyOf ?? schema.oneOf ?? []) as readonly JsonSchema[];
  const [thing, ...others] = kinds.filter(({ $ref }) => typeof $ref === 'string');
  if (thing === undefined || others.length > 0 || kinds.some(isNameable)) return null;
  return String(thing.$ref).replace(/^.*\//, '');
}

/** The suffix that distinguishes a choice between an object and a plain value from the object. */
function suffixOf(schema: JsonSchema): string {
  const kinds = ((schema.anyOf ?? schema.oneOf ?? []) as readonly JsonSchema[]).filter(({ type }) => type !== 'null');
  const plain = kinds.filter((kind) => kind.$ref === undefined && !isNameable(kind));
  if ('properties' in schema || plain.length === 0 || plain.length === kinds.length) return '';
  return plain.length === 1 && plain[0]?.type === 'string' ? 'OrText' : 'OrValue';
}

function free(names: readonly string[], isTaken: (name: string) => boolean): string {
  const found = names.find((name) => !isTaken(name));
  if (found !== undefined) return found;
  const last = names.at(-1) ?? 'Value';
  for (let n = 2; ; n++) if (!isTaken(`${last}${n}`)) return `${last}${n}`;
}

/**
 * True for an object with fields, a choice of more than one schema beside `null`, or a value that a list also accepts.
 */
function isNameable(schema: JsonSchema): boolean {
  if (typeof schema[nameKey] === 'string') return true;
  if (isSchema(schema.properties) && Object.keys(schema.properties).length > 0) return true;
  const kinds = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined;
  return kinds !== undefined && kinds.filter(({ type }) => type !== 'null').length > 1;
}

/** A schema without the annotations of its place, and these annotations. */
function stripped(schema: JsonSchema): { readonly bare: JsonSchema; readonly annotations: JsonSchema } {
  const isOfPlace = (keyword: string): boolean => [nameKey, 'description', 'default', 'examples'].includes(keyword);
  const entries = Object.entries(schema);
  const bare = Object.fromEntries(entries.filter(([keyword]) => !isOfPlace(keyword)));
  return {
    bare,
    annotations: Object.fromEntries(entries.filter(([keyword]) => isOfPlace(keyword) && keyword !== nameKey)),
  };
}

function keyOf(schema: JsonSchema): string {
  return JSON.stringify(stripped(schema).bare);
}
