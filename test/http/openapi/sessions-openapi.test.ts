import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { describePackage } from '../../../src/cli/package-description.ts';
import { appends } from '../../../src/http/routes/sessions/appends.ts';
import { openSessionInput } from '../../../src/calls/sessions/open-session-input.ts';
import { AppError } from '../../../src/problems.ts';
import { OperationInput } from '../../../src/render/model/operation-input.ts';
import { mutationsOf } from '../../support/mutate.ts';
import { renderSessionInput } from '../../../src/calls/sessions/render-session.ts';

const { description, operations } = await describePackage();
/** Checks between several fields, and encodings, that no schema says. */
const beyondSchemas = [
  /the row fills/,
  /CSV/,
  /must name the columns/,
  /is no column/,
  /no row has the field/,
  /is the name of none/,
  /base64 or a data URI/,
  /a duration from 1s to 24h/,
];

interface Body {
  readonly route: string;
  readonly path: string;
  readonly example: object;
  readonly refusal: (body: unknown) => readonly { readonly message: string }[];
}

const thrown = (validate: () => unknown) => {
  try {
    validate();
    return [];
  } catch (error) {
    if (error instanceof AppError) return error.errors;
    throw error;
  }
};

const document = {
  size: { width: '210mm', height: 842 },
  margin: { top: 20 },
  lang: 'de',
  metadata: { keywords: ['k'] },
  assets: { 'a.svg': 'PHN2Zy8+' },
  footer: { text: '{page}' },
};
const output = {
  tagged: true,
  pages: '1-3',
  filename: 'q3.pdf',
  failOn: ['resource'],
  encryption: { userPassword: 'u' },
};
const bodies: Body[] = [
  {
    route: 'open',
    path: '/api/v1/sessions',
    example: { document, output, ttl: '30m' },
    refusal: (body) => thrown(() => openSessionInput.validate(body)),
  },
  {
    route: 'render',
    path: '/api/v1/sessions/{sessionId}/render',
    example: { output, dryRun: true },
    refusal: (body) => thrown(() => renderSessionInput.validate(body)),
  },
  ...appends.map(({ path, operation: name }): Body => {
    const operation = operations.find((each) => each.name === name)!;
    const input = new OperationInput(operation);
    const refusal = (body: unknown) => {
      const result = input.validate(body as Record<string, unknown>, []);
      return 'mistakes' in result ? result.mistakes : [];
    };
    return { route: path, path: `/api/v1/sessions/{sessionId}/${path}`, example: operation.example, refusal };
  }),
];

describe('The OpenAPI document and the routes of sessions agree', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(description, 'description');

  for (const { route, path, example, refusal } of bodies) {
    it(`about ${route}, and what its body becomes by a change`, () => {
      const documented = ajv.compile({
        $ref:
          'description#/paths/' +
          path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D') +
          '/post/requestBody/content/application~1json/schema',
      });
      expect(documented(example), JSON.stringify(documented.errors)).to.equal(true);
      fc.assert(
        fc.property(mutationsOf(example), (mutant) => {
          // told before the fields are looked at
          if (typeof mutant !== 'object' || mutant === null || Array.isArray(mutant)) return;
          const mistakes = refusal(mutant);
          const both =
            `${JSON.stringify(mutant)}\nservice: ${JSON.stringify(mistakes)}\ndocument: ` +
            JSON.stringify(documented.errors);
          if (!documented(mutant)) expect(mistakes, both).not.to.deep.equal([]);
          else
            expect(
              mistakes.filter(({ message }) => !beyondSchemas.some((known) => known.test(message))),
              both,
            ).to.deep.equal([]);
        }),
        { numRuns: 200, seed: 1 },
      );
    });
  }

  it('has the session routes whether or not a deployment has them, and says so', () => {
    expect(Object.keys(description.paths).filter((path) => path.startsWith('/api/v1/sessions'))).to.have.length(18);
    expect(description.tags.find(({ name }) => name === 'sessions')?.description).to.contain(
      'SERVICE_SESSIONS_ENABLED',
    );
  });
});
