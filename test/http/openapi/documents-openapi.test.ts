import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { lintOpenApi } from '../../../src/cli/lint-openapi.ts';
import { problemBase } from '../../../src/cli/package-description.ts';
import { extractText } from '../../../src/editions/core/tools/extract-text.ts';
import { merge } from '../../../src/editions/core/tools/merge.ts';
import { split } from '../../../src/editions/core/tools/split.ts';
import type { Tool } from '../../../src/editions/edition.ts';
import { resolve, type Parameter } from '../../../src/http/openapi/description.ts';
import { openApi } from '../../../src/http/openapi/openapi.ts';
import { AppError } from '../../../src/problems.ts';
import { mutationsOf } from '../../support/mutate.ts';

const tools: Tool[] = [extractText, merge, split];
const description = openApi({ version: '1.2.3', tools, operations: [], problemBase });
const postOf = (name: string) => description.paths[`/api/v1/${name}`]!.post!;
const contentOf = (name: string): string[] => {
  return Object.keys(resolve(description, postOf(name).responses[200]!).content ?? {});
};

/**
 * What the service refuses though the document allows it: checks between fields, and encodings that a pattern cannot
 * tell.
 */
const beyondSchemas = [/does not go with/, /base64 or a data URI/, /is reversed/];

/** A body with every option. */
const everyOption: Readonly<Record<string, unknown>> = {
  'extract-text': {
    document: { data: 'AAAA' },
    password: 'p',
    pages: '1-3,last',
    layout: 'raw',
    granularity: 'line',
    structure: true,
    hidden: 'include',
  },
  merge: {
    documents: [{ data: 'AAAA', pages: 'odd', password: 'p', title: 'T' }, { jobId: 'job' }],
    password: 'p',
    outline: 'none',
    fields: 'rename',
    metadata: { title: 'T', keywords: ['k'], custom: { Project: 'P' } },
    decrypt: true,
  },
  split: {
    document: { jobId: 'job' },
    ranges: ['1-2', 'even'],
    password: 'p',
    names: '{n}',
    attachments: 'none',
    decrypt: true,
  },
};

describe('The OpenAPI document of tools that take documents', () => {
  it('has no lint findings', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'colophon-openapi-'));
    try {
      const file = join(folder, 'openapi.json');
      await writeFile(file, JSON.stringify(description));
      const { passed, output } = await lintOpenApi(pathToFileURL(file));
      expect(passed, output).to.equal(true);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('offers every form of a request, and every form of an answer', () => {
    expect(Object.keys(postOf('extract-text').requestBody!.content)).to.deep.equal([
      'application/json',
      'multipart/form-data',
      'application/pdf',
    ]);
    expect(Object.keys(postOf('merge').requestBody!.content)).to.deep.equal([
      'application/json',
      'multipart/form-data',
    ]);
    expect([contentOf('extract-text'), contentOf('merge'), contentOf('split')]).to.deep.equal([
      ['application/json', 'text/plain'],
      ['application/pdf', 'application/json'],
      ['application/zip', 'application/json'],
    ]);
  });

  it('describes the parts of a multipart request, and `request` without what the files bring', () => {
    const form = (name: string): any => postOf(name).requestBody!.content['multipart/form-data']!.schema;
    expect(form('split')).to.deep.include({ required: ['document'], additionalProperties: false });
    const named = ({ $ref }: { $ref: string }): any => description.components.schemas[$ref.split('/').at(-1)!];
    expect(named(form('split').properties.request).properties)
      .to.include.keys('every', 'ranges')
      .and.not.to.include.keys('document');
    expect(form('merge').properties.documents).to.include({ type: 'array' });
    expect(
      Object.keys(named(named(form('merge').properties.request).properties.documents.items).properties),
    ).to.deep.equal(['pages', 'password', 'title']);
  });

  it('lists the options of a query for the tools of one document', () => {
    const query = (name: string): string[] =>
      postOf(name)
        .parameters.map((parameter) => resolve<Parameter>(description, parameter))
        .filter((parameter) => parameter.in === 'query')
        .map((parameter) => parameter.name);
    expect(query('extract-text')).to.deep.equal([
      'password',
      'pages',
      'layout',
      'granularity',
      'structure',
      'hidden',
      'request',
    ]);
    expect(query('merge')).to.deep.equal([]);
  });

  it('names the problems of documents', () => {
    const text = JSON.stringify(
      Object.values(postOf('split').responses).map((response) => resolve(description, response)),
    );
    for (const slug of [
      'invalid-pdf',
      'encrypted-pdf',
      'wrong-password',
      'page-out-of-range',
      'too-many-pages',
      'limit-exceeded',
      'job-not-found',
      'invalid-multipart',
    ])
      expect(text, slug).to.contain(slug);
  });

  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(description, 'description');
  for (const tool of tools) {
    const documented = ajv.compile({
      $ref: `description#/paths/~1api~1v1~1${tool.name}/post/requestBody/content/application~1json/schema`,
    });
    const input = tool.input([]);
    for (const [name, body] of Object.entries({ ...tool.examples, everyOption: everyOption[tool.name] })) {
      it(`agrees with the service about ${tool.name}: ${name}, and what it becomes by a change`, () => {
        expect(documented(body), JSON.stringify(documented.errors)).to.equal(true);
        fc.assert(
          fc.property(mutationsOf(body), (mutant) => {
            const mistakes = mistakesIn(() => input.validate(mutant));
            if (documented(mutant))
              expect(
                mistakes.filter((message) => !beyondSchemas.some((known) => known.test(message))),
                JSON.stringify(mutant),
              ).to.deep.equal([]);
            else
              expect(mistakes, `${JSON.stringify(mutant)} ${JSON.stringify(documented.errors)}`).not.to.deep.equal([]);
          }),
          { numRuns: 300, seed: 1 },
        );
      });
    }
  }
});

function mistakesIn(work: () => unknown): string[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return error.errors.map(({ message }) => message);
    throw error;
  }
}
