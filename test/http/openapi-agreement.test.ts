import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { describePackage } from '../../src/cli/package-description.ts';
import { AppError } from '../../src/problems.ts';
import { mutationsOf } from '../support/mutate.ts';

const { description, tools, operations } = await describePackage();

/**
 * The document must never refuse what the service takes. The other way round it may be the looser one, where a check spans
 * several fields (conformance with encryption, a range in a string): such a mistake is of the service's own words.
 */
describe('The OpenAPI document and the service agree', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(description, 'description');

  for (const tool of tools) {
    const input = tool.input(operations);
    const documented = ajv.compile({ $ref: `description#/paths/~1api~1v1~1${tool.name}/post/requestBody/content/application~1json/schema` });
    const bodies: Record<string, unknown> = { ...tool.examples };
    if (tool.name === 'render') for (const { name, example } of operations) bodies[name] = { operations: [{ op: name, ...example }] };

    for (const [name, body] of Object.entries(bodies)) {
      it(`about ${tool.name}: ${name}, and what it becomes by a change`, () => {
        fc.assert(
          fc.property(mutationsOf(body), (mutant) => {
            const refusal = refusalOf(() => input.validate(mutant));
            if (refusal === null) expect(documented(mutant), `${JSON.stringify(mutant)}\n${JSON.stringify(documented.errors)}`).to.equal(true);
            else if (!documented(mutant)) expect(refusal.errors.length, `${refusal.slug} names no place: ${JSON.stringify(mutant)}`).to.be.greaterThan(0);
          }),
          { numRuns: 150 },
        );
      });
    }
  }
});

function refusalOf(work: () => unknown): AppError | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return error;
    throw error;
  }
}
