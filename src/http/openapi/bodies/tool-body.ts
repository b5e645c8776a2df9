import type { Tool } from '../../../editions/edition.ts';
import { isSchema, type JsonSchema } from '../../../input/input.ts';
import { bodyTypes, toolBody } from '../../body/accepted-body.ts';
import type { Content, MediaType, Parameter } from '../description.ts';
import { pdfFile } from './file-parts.ts';
import { formOf, formWithHtml, htmlExample } from './form-body.ts';
import { requestName } from './options-schema.ts';
import { portablePattern } from '../published/portable-patterns.ts';
import { schemaRef } from '../schema-components.ts';

/** The body of the route of a tool, in every media type that it accepts (docs/spec/documents.md). */
export function requestContent(tool: Tool, input: JsonSchema): Content {
  const bodies: Readonly<Record<string, () => MediaType>> = {
    'application/json': () => ({
      schema: schemaRef(requestName(tool)),
      ...(Object.keys(tool.examples).length > 0 && {
        examples: Object.fromEntries(Object.entries(tool.examples).map(([name, value]) => [name, { value }])),
      }),
    }),
    'multipart/form-data': () => (tool.takesHtml === true ? formWithHtml(tool) : formOf(tool, input)),
    'text/html': () => ({
      schema: {
        ...htmlFile,
        description:
          'The document itself, in the encoding that `charset`, a byte order mark or `<meta charset>` states; ' +
          'the options are in the query.',
      },
      examples: { document: { value: htmlExample } },
    }),
    'application/pdf': () => ({
      schema: { ...pdfFile, description: 'The document itself; the options are in the query.' },
    }),
  };
  return Object.fromEntries(
    bodyTypes(toolBody(tool)).flatMap((type) => (bodies[type] ? [[type, bodies[type]()]] : [])),
  );
}

const htmlFile = { type: 'string', contentMediaType: 'text/html' };
/** The options as parameters of the query, for a body that is the document alone; nested options are in `request`. */
export function queryParameters(tool: Tool, input: JsonSchema): Parameter[] {
  if (tool.takesHtml === true) return htmlParameters(input);
  if (tool.documents !== 'one') return [];
  const fields = Object.entries(isSchema(input.properties) ? input.properties : {}).filter(
    (field): field is [string, JsonSchema] => field[0] !== 'document' && isSchema(field[1]),
  );
  const plain = fields.map(([name, schema]) => [name, writable(schema)] as const);
  const options = plain.flatMap((named) => inQuery(named, alone));
  const nested: Parameter = {
    name: 'request',
    in: 'query',
    description: `Further options: the JSON body without \`document\`. ${alone}`,
    schema: { type: 'string', contentMediaType: 'application/json' },
    example: '{}',
  };
  return [...options, nested];
}

const aloneHtml = 'With a body of `text/html` only.';

type Named = readonly [name: string, schema: JsonSchema];

const namedOf = (fields: object): Named[] =>
  Object.entries(fields).filter((field): field is [string, JsonSchema] => isSchema(field[1]));

/** The options beside an HTML document; those of `document` and `output` have a dot in their names. */
function htmlParameters({ properties }: JsonSchema): Parameter[] {
  const fields = isSchema(properties) ? properties : {};
  const inner = (name: string, schema: JsonSchema): Named[] =>
    isSchema(schema.properties)
      ? namedOf(schema.properties).map(([own, field]) => [`${name}.${own}`, field])
      : [[name, schema]];
  const options = namedOf(fields).flatMap(([name, schema]) => (name === 'operations' ? [] : inner(name, schema)));
  const written = options.map(([name, schema]): Named => [name, writable(schema)]);
  const parameters = written.flatMap((named) => inQuery(named, aloneHtml));
  return [
    ...parameters,
    {
      name: 'request',
      in: 'query',
      description:
        `Further options: the JSON body without \`operations\`. A field of an object can also have its path as ` +
        `its name, as in \`document.margin.top\`. ${aloneHtml}`,
      schema: { type: 'string', contentMediaType: 'application/json' },
      example: '{}',
    },
  ];
}

/** The alternatives of a field that a parameter can express. */
function writable(schema: JsonSchema): JsonSchema {
  const kinds = Array.isArray(schema.anyOf) ? (schema.anyOf as JsonSchema[]) : [];
  const plain = kinds.filter((kind) => !isNested(kind));
  const [only] = plain;
  if (only === undefined || plain.length === kinds.length) return schema;
  return plain.length === 1 ? { ...only, description: schema.description } : { ...schema, anyOf: plain };
}

/** True for a value that a parameter can't express: an object, or a list of objects. */
function isNested({ type, items }: JsonSchema): boolean {
  if (type !== 'array' || !isSchema(items)) return type === 'object';
  return typeof items.type !== 'string' || items.type === 'object';
}

/** The parameter of a field; none when a query can't express it or has no room for it. */
function inQuery([name, field]: Named, where: string): Parameter[] {
  if (isNested(field) || !fitsQuery(field)) return [];
  const { description, ...schema } = field;
  const words = typeof description === 'string' ? `${description} ${where}` : where;
  return [{ name, in: 'query', description: words, schema: withQueryLimit(schema), example: exampleOf(field) }];
}

/** Items of a list in a query. Longer lists belong in `request` of a form. */
const maxQueryItems = 100;

function withQueryLimit(schema: JsonSchema): JsonSchema {
  const { type, maxItems = Infinity } = schema;
  return type === 'array' && Number(maxItems) > maxQueryItems ? { ...schema, maxItems: maxQueryItems } : schema;
}

/** The request line and headers have 16 KiB, so fields that may be longer are described in bodies only. */
const maxQueryCharacters = 16_000;

function fitsQuery({ maxLength, anyOf }: JsonSchema): boolean {
  if (Array.isArray(anyOf)) return (anyOf as JsonSchema[]).every(fitsQuery);
  return typeof maxLength !== 'number' || maxLength <= maxQueryCharacters;
}

const alone = 'With a body of `application/pdf` only.';

/** An example value of the schema. */
function exampleOf({
  type,
  pattern,
  examples,
  enum: values,
  default: fallback,
  items,
  minimum,
  anyOf,
}: JsonSchema): unknown {
  const ofPattern = typeof pattern === 'string' ? portablePattern(pattern).examples : [];
  const [value] = [examples, ofPattern, values].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  if (value === undefined && Array.isArray(anyOf) && isSchema(anyOf[0])) return exampleOf(anyOf[0]);
  if (type === 'array') return isSchema(items) ? [exampleOf(items)] : [];
  return value ?? fallback ?? minimum ?? (type === 'boolean' ? true : type === 'string' ? 'text' : 1);
}
