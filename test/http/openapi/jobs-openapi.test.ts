import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { describePackage } from '../../../src/cli/package-description.ts';
import { readJobRequest } from '../../../src/calls/reading/job-request.ts';
import { AppError } from '../../../src/problems.ts';

const { description, tools } = await describePackage();

describe('The OpenAPI document and the service agree about a job', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(description, 'description');
  const documented = ajv.compile({ $ref: 'description#/components/schemas/SubmitJobRequest' });

  const refused = (body: unknown): boolean => {
    try {
      return readJobRequest(body, tools).mistakes.length > 0;
    } catch (error) {
      if (error instanceof AppError && error.status === 400) return true;
      throw error;
    }
  };

  for (const { name, examples } of tools) {
    it(`of ${name}`, () => {
      for (const input of Object.values(examples)) {
        expect(documented({ tool: name, input, retain: '2h' }), JSON.stringify(documented.errors)).to.equal(true);
        expect(documented({ tool: name, input: { ...(input as object), nothing: 1 } })).to.equal(false);
      }
      expect(documented({ tool: name, input: {} })).to.equal(false);
    });
  }

  const [{ name: tool, examples }] = tools as [(typeof tools)[number]];
  const [input] = Object.values(examples);
  const bodies = [
    { input },
    { tool: 'nothing', input },
    { tool: 7, input },
    { tool, input, more: 1 },
    [],
    null,
    'x',
    { tool, input, retain: 60 },
    { tool, input, retain: '1m' },
    { tool, input, retain: '1.5h' },
    { tool, input, retain: '30 d' },
  ];
  const retains = [0, 59, 2_592_001, null, true, {}, [], 'soon', '1w', '-1h', '', ' 1h'].map((retain) => ({
    tool,
    input,
    retain,
  }));
  for (const body of [...bodies, ...retains]) {
    it(`that is ${JSON.stringify(body).replace(JSON.stringify(input), '...')}`, () => {
      expect(documented(body)).to.equal(!refused(body));
    });
  }
});
