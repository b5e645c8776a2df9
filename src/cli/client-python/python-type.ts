/** The part of JSON Schema that the types follow. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly contentEncoding?: string;
}

/** What the types of one schema depend on, beside the schema. */
export interface Names {
  /** The schemas in whose place a document itself may stand. */
  readonly documents: ReadonlySet<string>;
  /** True where arrays are lists and objects are dicts, as answers have them; requests take any sequence and mapping. */
  readonly lists: boolean;
}

const simple: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/** The Python type of a schema, as an annotation. */
export function typeOf(schema: Schema, names: Names): string {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return names.documents.has(name) ? `str | Upload | ${name}` : name;
  }
  if (schema.const !== undefined) return literal([schema.const]);
  if (schema.enum !== undefined) return literal(schema.enum);
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice !== undefined) return union(choice.map((one) => typeOf(one, names)));
  if (typeof schema.type === 'object') return union(schema.type.map((type) => typeOf({ ...schema, type }, names)));
  if (takesBase64(schema)) return 'Base64';
  if (schema.type === 'array') return `${names.lists ? 'list' : 'Sequence'}[${typeOf(schema.items ?? {}, names)}]`;
  if (schema.type === 'object') {
    const values = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
    return `${names.lists ? 'dict' : 'Mapping'}[str, ${typeOf(values, names)}]`;
  }
  return simple[schema.type ?? ''] ?? 'Any';
}

/** A field of requests that takes base64. Those of answers have a `contentEncoding`, and are texts. */
function takesBase64({ type, description = '', contentEncoding }: Schema): boolean {
  return type === 'string' && contentEncoding === undefined && /base64/i.test(description);
}

function literal(values: readonly unknown[]): string {
  const texts = values.map((value) => (typeof value === 'boolean' ? pythonBoolean(value) : JSON.stringify(value)));
  return `Literal[${texts.join(', ')}]`;
}

function pythonBoolean(value: boolean): string {
  return value ? 'True' : 'False';
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

/** The last segment of a reference or address. */
export function nameOf(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}

/** `extract-text` as Python has it: `extract_text`. */
export function snakeCase(name: string): string {
  return name.replaceAll('-', '_');
}

/** The words of a text in lines of at most that width. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
