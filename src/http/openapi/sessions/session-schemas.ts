import { type JsonSchema, isSchema } from '../../../input/input.ts';
import { OperationInput } from '../../../render/model/operation-input.ts';
import type { Operation } from '../../../render/model/operation.ts';
import { appends } from '../../routes/sessions/appends.ts';
import { openSessionInput } from '../../../calls/sessions/open-session-input.ts';
import { schemaRef } from '../schema-components.ts';
import { pascalCase, without } from '../schema-walk.ts';
import { renderSessionInput } from '../../../calls/sessions/render-session.ts';

/** The name in `components` of the body of a route that appends. */
export function fieldsName(path: string): string {
  return `Session${pascalCase(path)}Request`;
}

/** The name in `components` of the fields beside an image that is a part of its own. */
export function optionsOf(fields: string): string {
  return fields.replace(/Request$/, 'Options');
}

/** The fields beside the image. */
function besideImage(fields: JsonSchema): JsonSchema {
  const properties = without(propertiesOf(fields), 'data', 'asset', 'url');
  return { ...without(fields, 'oneOf'), description: 'The fields beside the image.', properties };
}

/** The schemas of the routes of sessions, by their names in `components`. */
export function sessionSchemas(operations: readonly Operation[]): Record<string, JsonSchema> {
  const fields = appends.flatMap(({ path, operation: name }): [string, JsonSchema][] => {
    const operation = operations.find((each) => each.name === name);
    return operation ? [[fieldsName(path), new OperationInput(operation).fieldsJsonSchema]] : [];
  });
  const bodies = Object.fromEntries(fields);
  const images = bodies[fieldsName('images')];
  return {
    DocumentOptions: propertiesOf(openSessionInput.jsonSchema).document ?? {},
    OutputOptions: propertiesOf(openSessionInput.jsonSchema).output ?? {},
    OpenSessionRequest: withOptions(openSessionInput.jsonSchema),
    RenderSessionRequest: withOptions(renderSessionInput.jsonSchema),
    ...bodies,
    ...(images && { [optionsOf(fieldsName('images'))]: besideImage(images) }),
    Session: sessionAnswer(fieldsName('font') in bodies),
    SessionChange: changeAnswer,
  };
}

function propertiesOf({ properties }: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return isSchema(properties) ? (properties as Readonly<Record<string, JsonSchema>>) : {};
}

/** The schema with `document` and `output` as references to named schemas. */
function withOptions(schema: JsonSchema): JsonSchema {
  const { document, output, ...own } = propertiesOf(schema);
  return {
    ...schema,
    properties: {
      ...(document && { document: schemaRef('DocumentOptions') }),
      ...(output && { output: schemaRef('OutputOptions') }),
      ...own,
    },
  };
}

const sessionId = { type: 'string', format: 'uuid', description: 'The id, for the paths of its routes.' };
const revision = { type: 'integer', minimum: 0, description: 'One more with every change; also the `ETag`.' };
const time = (description: string) => ({ type: 'string', format: 'date-time', description });

/** The answer of `POST /sessions` and `GET`. */
function sessionAnswer(hasFont: boolean): JsonSchema {
  const font = hasFont ? { anyOf: [schemaRef(fieldsName('font')), { type: 'null' }] } : { type: 'null' };
  const properties = {
    sessionId,
    status: { const: 'open' },
    revision,
    operations: { type: 'integer', minimum: 0, description: 'How many there are.' },
    font: { ...font, description: 'The font of what follows: the fields of the last `font`.' },
    createdAt: time('When it was opened.'),
    updatedAt: time('When it changed last.'),
    expiresAt: time('When it ends, unless it is used before.'),
    document: { ...schemaRef('DocumentOptions'), description: 'As it was sent.' },
    output: { ...schemaRef('OutputOptions'), description: 'As it was sent.' },
  };
  return {
    type: 'object',
    description: 'A session.',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

const change = {
  sessionId,
  revision,
  index: { type: 'integer', minimum: 0, description: 'The place of the operation, from 0.' },
};
const changeAnswer: JsonSchema = {
  type: 'object',
  description: 'What an operation has made of a session.',
  properties: change,
  required: Object.keys(change),
  additionalProperties: false,
};
