import Joi from 'joi';
import type { Tool } from '../../src/editions/edition.ts';
import { joiInput } from '../../src/input/input.ts';
import type { Operation } from '../../src/render/model/operation.ts';

const border = Joi.object({ width: Joi.number().required(), color: Joi.string() }).description(
  'What is drawn around it.',
);
const run = (): Promise<never> => Promise.reject(new Error('This tool is only described.'));

/** Two operations that share an object. */
export const operations: Operation[] = ['add_text', 'add_note'].map((name) => ({
  name,
  tier: 'core',
  summary: `Adds by ${name}.`,
  schema: Joi.object({ text: Joi.string().required(), border }),
  flows: true,
  example: { text: 'Hello' },
}));

/** A tool that takes operations, and files as parts. */
const compose: Tool = {
  name: 'compose-document',
  tier: 'core',
  summary: 'Compose',
  description: 'Composes a document of operations.',
  produces: 'document',
  fileParts: ['assets'],
  examples: { hello: { operations: [{ op: 'add_text', text: 'Hello' }] } },
  input: (known) => {
    const items = known.map((operation) =>
      operation.schema.keys({ op: Joi.string().valid(operation.name).required() }),
    );
    return joiInput(
      Joi.object({
        operations: Joi.array()
          .items(...items)
          .min(1)
          .required(),
        dryRun: Joi.boolean().default(false),
      }),
    );
  },
  run,
};

/** A tool of a commercial edition that takes a document and answers a report. */
const inspect: Tool = {
  name: 'inspect',
  tier: 'pro',
  summary: 'Inspect',
  description: 'Inspects a document.',
  produces: 'report',
  fileParts: ['document'],
  examples: {},
  input: () =>
    joiInput(Joi.object({ document: Joi.object({ data: Joi.string().required() }).required(), pages: Joi.string() })),
  run,
};

/** A tool of a report that takes JSON alone. */
const ping: Tool = {
  name: 'ping',
  tier: 'core',
  summary: 'Ping',
  description: 'Answers.',
  produces: 'report',
  fileParts: [],
  examples: { plain: {} },
  input: () => joiInput(Joi.object({ note: Joi.string() })),
  run,
};

export const tools: Tool[] = [compose, inspect, ping];
