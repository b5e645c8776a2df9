import { type JsonSchema, isSchema } from '../../../input/input.ts';
import type { Operation } from '../../../render/model/operation.ts';
import { imageField, type appends } from '../../routes/sessions/appends.ts';
import type { Content, Parameter, Route } from '../description.ts';
import { requestHeaderRefs } from '../headers.ts';
import { jsonResponse } from '../json-response.ts';
import type { ProblemResponses } from '../problem-responses.ts';
import { postingProblems } from '../route-problems.ts';
import { schemaRef } from '../schema-components.ts';
import { composing, idParameter, named, replayed, sessionBody, sessionRoute } from './session-shared.ts';
import { fieldsName, optionsOf } from './session-schemas.ts';

interface Appending {
  readonly append: (typeof appends)[number];
  readonly operation: Operation;
  /** The schema of the fields of the operation. */
  readonly schema: JsonSchema;
  readonly problems: ProblemResponses;
}

/** A route that appends an operation, for example `POST /sessions/{sessionId}/text`. */
export function appendRoute({
  append: { path, summary },
  operation: { name, example },
  schema,
  problems,
}: Appending): Route {
  const isImage = name === 'add_image';
  const json = sessionBody(fieldsName(path), { required: name !== 'add_page', example });
  return {
    ...sessionRoute,
    operationId: `session-${path}`,
    summary,
    description:
      `Appends \`${name}\`: the body is its fields, without \`op\`. ${isImage ? imageForms : ''}Appends never ` +
      'conflict: those that come at once land in one order.',
    parameters: [
      ...requestHeaderRefs('X-Request-Id', 'Idempotency-Key', 'If-Match'),
      idParameter,
      ...(isImage ? queryParameters(schema, example) : []),
    ],
    requestBody: { ...json, content: { ...json.content, ...(isImage && imageContent(fieldsName(path))) } },
    responses: {
      201: jsonResponse('It is the last operation now.', 'SessionChange', [...replayed, 'ETag']),
      ...problems.of([
        ...postingProblems,
        ...named,
        ...composing,
        'revision-mismatch',
        ...(isImage ? (['invalid-multipart'] as const) : []),
      ]),
    },
  };
}

const imageForms =
  'The image is in the JSON, or the part `image` of a multipart body with the other fields as JSON in ' +
  '`request`, or the body itself with the other fields in the query. ';
const picture = { type: 'string', contentMediaType: 'application/octet-stream' };

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20" fill="blue"/></svg>';

function imageContent(request: string): Content {
  return {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: { request: schemaRef(optionsOf(request)), [imageField]: picture },
        required: [imageField],
        additionalProperties: false,
      },
      encoding: { request: { contentType: 'application/json' } },
      examples: { drawing: { value: { request: { alt: 'A blue square' }, [imageField]: drawing } } },
    },
    'image/*': { schema: { ...picture, description: 'The image itself; the other fields are in the query.' } },
  };
}

/** The fields beside the image as parameters of the query; fields that are more than a text are in `request`. */
function queryParameters({ properties }: JsonSchema, example: Readonly<Record<string, unknown>>): Parameter[] {
  const fields = Object.entries(isSchema(properties) ? properties : {}).filter(
    (field): field is [string, JsonSchema] => isSchema(field[1]) && field[1].type === 'string',
  );
  const parameters = fields
    .filter(([name]) => !['data', 'asset', 'url'].includes(name))
    .map(([name, { description, ...schema }]): Parameter => {
      const [first] = Array.isArray(schema.enum) ? (schema.enum as unknown[]) : [];
      return {
        name,
        in: 'query',
        description: typeof description === 'string' ? `${description} ${alone}` : alone,
        schema,
        example: example[name] ?? first ?? examples[name] ?? 'text',
      };
    });
  return [
    ...parameters,
    {
      name: 'request',
      in: 'query',
      description: `The other fields, as JSON. ${alone}`,
      schema: { type: 'string', contentMediaType: 'application/json' },
      example: '{"width":"60mm"}',
    },
  ];
}

/** Examples of fields that the example of the operation leaves out. */
const examples: Readonly<Record<string, string>> = { link: 'https://example.com/', id: 'logo', lang: 'en' };
const alone = 'With a body of `image/*` only.';
