import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { describePackage } from '../../../src/cli/package-description.ts';
import { AppError } from '../../../src/problems.ts';
import { mutationsOf } from '../../support/mutate.ts';

const { description, tools, operations } = await describePackage();

/**
 * What the service refuses though the document allows it: checks between the values of several fields, and encodings
 * that a pattern cannot tell. The other way round there is no exception: what the document refuses, the service
 * refuses.
 */
const beyondSchemas = [
  /the step itself; it must be an earlier one/,
  /which runs later; it must be an earlier one/,
  /and the last step is \d+; they count from 0/,
  /it must make one document/,
  /the row fills/,
  /CSV/,
  /must name the columns/,
  /not in `document.assets`/,
  /used twice/,
  /does not go with/,
  /need an `ownerPassword`/,
  /needs a `userPassword`/,
  /needs a tagged document/,
  /be both/,
  /base64 or a data URI/,
  /name of one of `document.assets`/,
  /is the name of none/,
  /leaves less than/,
  /does not match any of the allowed types/,
  /the series has/,
  /has \d+ values in all/,
  /\[x, y\]/,
  /go(?:es)? with/,
  /of a whole/,
  /a pie /,
  /its `name` names it/,
  / takes .*; /,
  /widths? for \d+ columns?/,
  /in a column/,
  /levels deep/,
  /none of them is that of a column/,
  /by which rows are grouped/,
  /the footer of the column/,
];

/** A body with every option of a document and its output. */
const everyOption = {
  operations: [{ op: 'add_text', text: 'Hello', id: 'hello', lang: 'en', position: { x: 10, y: '2cm', width: 100 } }],
  document: {
    size: { width: '210mm', height: 842 },
    orientation: 'landscape',
    margin: { top: 20, left: '1in' },
    background: '#fafafa',
    scale: 1.5,
    media: 'screen',
    singlePage: false,
    lang: 'de-AT',
    title: 'T',
    metadata: { author: 'A', keywords: ['k'], custom: { Project: 'P' } },
    css: 'p { color: red }',
    assets: { 'logo.svg': 'PHN2Zy8+' },
    header: { left: 'L', on: 'odd' },
    footer: { text: '{page}', height: '12mm' },
  },
  output: {
    tagged: true,
    outline: false,
    compress: true,
    conformance: ['PDF/A-3a', 'PDF/UA-1'],
    deterministic: true,
    pages: '1-3,7',
    maxPages: 9,
    filename: 'q3.pdf',
    failOn: ['font', 'glyph'],
  },
  dryRun: false,
};
const encrypted = {
  operations: [{ op: 'add_text', text: 'Hello' }],
  output: {
    encryption: { userPassword: 'u', ownerPassword: 'o', permissions: ['print', 'copy'] },
    attachments: [{ name: 'a.xml', data: 'PGEvPg==', contentType: 'text/xml', relationship: 'Data' }],
  },
};

describe('The OpenAPI document and the service agree', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(description, 'description');

  for (const tool of tools) {
    const input = tool.input(operations);
    const documented = ajv.compile({
      $ref: `description#/paths/~1api~1v1~1${tool.name}/post/requestBody/content/application~1json/schema`,
    });
    const bodies: Record<string, unknown> = { ...tool.examples };
    if (tool.name === 'render') {
      Object.assign(bodies, { everyOption, encrypted });
      for (const { name, example } of operations) bodies[name] = { operations: [{ op: name, ...example }] };
    }

    for (const [name, body] of Object.entries(bodies)) {
      it(`about ${tool.name}: ${name}, and what it becomes by a change`, () => {
        fc.assert(
          fc.property(mutationsOf(body), (mutant) => {
            const refusal = refusalOf(() => input.validate(mutant));
            const allowed = documented(mutant);
            const both =
              `${JSON.stringify(mutant)}\nservice: ${JSON.stringify(refusal?.errors)}\ndocument: ` +
              JSON.stringify(documented.errors);
            if (refusal === null) expect(allowed, both).to.equal(true);
            else if (allowed)
              expect(
                refusal.errors.filter(({ message }) => !beyondSchemas.some((known) => known.test(message))),
                both,
              ).to.deep.equal([]);
            else expect(refusal.errors, both).not.to.deep.equal([]);
          }),
          { numRuns: 200, seed: 1 },
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
