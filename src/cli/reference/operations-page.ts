import type { Operation } from '../../render/model/operation.ts';
import { jsonSchemaOf, type JsonSchema, isSchema } from '../../input/input.ts';
import { choiceOf } from './choice.ts';
import { fieldsOf, type Field, type References } from './fields.ts';
import { cell, codeCell, jsonText } from './markup.ts';

/** docs/operations.md: every operation with its fields and an example. */
export function operationsPage(operations: readonly Operation[]): string {
  const contents = operations.map(({ name, summary }) => `| [\`${name}\`](#${name}) | ${cell(summary)} |`);
  return (
    [intro, ['| operation | |', '| --- | --- |', ...contents].join('\n'), ...operations.map(section)].join('\n\n') +
    '\n'
  );
}

const intro = `<!-- Written by \`npm run openapi\` from the operations themselves. -->
# Operations

A render applies its \`operations\` in order. Each names itself by \`op\` (or \`type\`, which is the same field), and
an unknown field is an error.
Content flows down the page. Where an operation takes \`position\`, that places it on the current page instead;
\`id\` names it for links and CSS, and \`lang\` is its language.
Lengths are numbers in points, or strings with a unit: \`pt\`, \`px\`, \`in\`, \`mm\`, \`cm\`, \`pc\`.`;

function section(operation: Operation): string {
  const fields = operationFields(operation);
  const table =
    fields.length === 0
      ? 'It has no fields of its own.'
      : ['| field | type | default | |', '| --- | --- | --- | --- |', ...fields.map(row)].join('\n');
  const tier = operation.tier === 'core' ? '' : ` It needs the ${operation.tier} tier.`;
  const example = jsonText({ op: operation.name, ...operation.example });
  const notes = operationNotes(operation);
  return (
    '## ' +
    `${operation.name}\n\n${operation.summary}${tier}\n\n${table}\n\n` +
    `${notes === '' ? '' : `${notes}\n\n`}\`\`\`json\n${example}\n\`\`\``
  );
}

function row({ path, type, required, fallback, description }: Field): string {
  return (
    `| \`${path}\`${required ? ' *' : ''} | ${codeCell(type)} | ${fallback === null ? '' : codeCell(fallback)} | ` +
    `${cell(description)} |`
  );
}

/** Notes on an operation that the table of its fields does not contain. */
export function operationNotes({ schema, flows }: Operation): string {
  const choice = choiceOf(jsonSchemaOf(schema)) ?? '';
  return `${choice}${flows ? ' It also takes `position`, `id` and `lang`.' : ''}`.trim();
}

/** The fields of an operation, as every description of it shows them. */
export function operationFields(operation: Operation): Field[] {
  const schema = jsonSchemaOf(operation.schema);
  return fieldsOf(schema, definitionsOf(schema));
}

/** Resolves references to the `$defs` of the schema. */
function definitionsOf(schema: JsonSchema): References {
  const definitions = isSchema(schema.$defs) ? schema.$defs : {};
  return {
    find: (reference) => (definitions[reference.replace('#/$defs/', '')] ?? {}) as JsonSchema,
    elsewhere: () => false,
  };
}
