import { forkInput } from '../../../calls/sessions/fork-session.ts';
import { moveInput } from '../../../calls/sessions/move-input.ts';
import { isSchema, type JsonSchema } from '../../../input/input.ts';
import { schemaRef } from '../schema-components.ts';

const sessionId = { type: 'string', format: 'uuid', description: 'The id of the session.' };
const revision = { type: 'integer', minimum: 0, description: 'One more with every change; also the `ETag`.' };
const operationId = {
  type: 'string',
  minLength: 32,
  maxLength: 36,
  description: 'The id, for the paths of its routes.',
};
const index = { type: 'integer', minimum: 0, description: 'Its place in the list, from 0.' };
const op = { type: 'string', description: 'The name of the operation.' };

const answer = (description: string, properties: Readonly<Record<string, unknown>>): JsonSchema => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const inserted = answer('An operation that was added.', { operationId, index, op });

/** An operation as it is read back: further fields are its own. */
const shown: JsonSchema = {
  type: 'object',
  description:
    'An operation of a session, with its fields. A file in them is `{"bytes": n, "sha256": "..."}` in place of its ' +
    'bytes.',
  properties: { operationId, index, op },
  required: ['operationId', 'index', 'op'],
  additionalProperties: true,
};

/** The schemas of the routes that read and change operations, by their names in `components`. */
export function workspaceSchemas(render: JsonSchema): Record<string, JsonSchema> {
  const { operations, document, output } = (render.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const item = isSchema(operations?.items) ? operations.items : {};
  const definitions = render.$defs === undefined ? {} : { $defs: render.$defs };
  const list = answer('Operations that are added together.', {
    operations: { type: 'array', minItems: 1, items: schemaRef('RenderOperation'), description: 'In their order.' },
  });
  return {
    SessionOperationsRequest: { anyOf: [schemaRef('RenderOperation'), { ...list, 'x-name': 'SessionOperations' }] },
    RenderOperation: { ...definitions, ...item },
    SessionMoveRequest: moveInput.jsonSchema,
    SessionForkRequest: forkInput.jsonSchema,
    SessionPatch: {
      type: 'object',
      description: 'A merge patch: a field that is `null` is removed.',
      properties: {
        document: patchOf(document, 'Fields of `document`.'),
        output: patchOf(output, 'Fields of `output`.'),
        ttl: {
          type: ['string', 'number', 'null'],
          description: 'How long the session lives unused; `null` = as the deployment has it.',
        },
      },
      additionalProperties: false,
    },
    SessionInsertion: answer('Operations that were added.', {
      sessionId,
      revision,
      operations: { type: 'array', items: inserted, description: 'In their order.' },
    }),
    SessionReplacement: answer('An operation that was replaced.', { sessionId, revision, operationId, index, op }),
    SessionMove: answer('An operation that was moved.', { sessionId, revision, operationId, index }),
    SessionOperation: shown,
    SessionOperationList: answer('Operations of a session.', {
      revision,
      total: { type: 'integer', minimum: 0, description: 'The number of operations of the session.' },
      operations: { type: 'array', items: schemaRef('SessionOperation'), description: 'In their order.' },
    }),
  };
}

function patchOf(options: JsonSchema | undefined, description: string): JsonSchema {
  return options === undefined ? {} : { type: ['object', 'null'], description, additionalProperties: true };
}
