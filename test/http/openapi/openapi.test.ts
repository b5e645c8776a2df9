import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'chai';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describePackage, problemBase } from '../../../src/cli/package-description.ts';
import { staleFiles } from '../../../src/cli/generated-files.ts';
import { lintOpenApi } from '../../../src/cli/lint-openapi.ts';
import { problemsPage } from '../../../src/cli/reference/problems-page.ts';
import { resolve, type Description, type Responses } from '../../../src/http/openapi/description.ts';
import { openApi } from '../../../src/http/openapi/openapi.ts';
import { problems } from '../../../src/problems.ts';
import { operations, tools } from '../../support/described-tools.ts';

const fixture = openApi({ version: '1.2.3', tools, operations, problemBase });

describe('The OpenAPI document', () => {
  it('is OpenAPI 3.1, pinned to the version', () => {
    expect(fixture.openapi).to.match(/^3\.1\./);
    expect(fixture.info.version).to.equal('1.2.3');
  });

  it('is the same, byte for byte, when it is made again', async () => {
    const again = openApi({ version: '1.2.3', tools, operations, problemBase });
    expect(JSON.stringify(again)).to.equal(JSON.stringify(fixture));
    expect(JSON.stringify((await describePackage()).description)).to.equal(
      JSON.stringify((await describePackage()).description),
    );
  });

  it('has no lint findings, whatever tools it describes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'colophon-openapi-'));
    try {
      const file = join(folder, 'openapi.json');
      await writeFile(file, JSON.stringify(fixture));
      const { passed, output } = await lintOpenApi(pathToFileURL(file));
      expect(passed, output).to.equal(true);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it(
    'has a route for every tool, and no other under /api/v1 but those of jobs, sessions and ' + 'capabilities',
    async () => {
      const { description, tools: packaged } = await describePackage();
      for (const [described, served] of [
        [fixture, tools],
        [description, packaged],
      ] as const) {
        const expected = [
          '/healthz',
          '/readyz',
          '/api/v1/capabilities',
          '/api/v1/jobs',
          '/api/v1/jobs/{id}',
          '/api/v1/jobs/{id}/result',
          ...served.map((tool) => `/api/v1/${tool.name}`),
        ];
        expect(Object.keys(described.paths).filter((path) => !path.startsWith('/api/v1/sessions'))).to.have.members(
          expected,
        );
      }
    },
  );

  it('offers multipart only where a tool has file parts', () => {
    const content = (path: string): string[] => Object.keys(fixture.paths[path]?.post?.requestBody?.content ?? {});
    expect(content('/api/v1/compose-document')).to.deep.equal(['application/json', 'multipart/form-data']);
    expect(content('/api/v1/ping')).to.deep.equal(['application/json']);
  });

  it('stores an operation under its name, and an object that stands in two places once', () => {
    const { schemas } = fixture.components;
    expect(schemas).to.include.keys('AddText', 'AddNote', 'Border');
    expect(schemas.AddText).to.have.nested.property('properties.border.$ref', '#/components/schemas/Border');
  });

  it('refers to nothing that is not there', () => {
    for (const reference of referencesIn(fixture))
      expect(() => resolve(fixture, { $ref: reference }), reference).not.to.throw();
  });

  it('asks for a key everywhere but at the probes', () => {
    for (const [path, item] of Object.entries(fixture.paths)) {
      for (const route of Object.values(item))
        expect(route.security.length > 0, path).to.equal(!['/healthz', '/readyz'].includes(path));
    }
  });
});

describe('The problems of the OpenAPI document', () => {
  it('are those of the catalogue, each with its status', () => {
    const described = Object.entries(fixture.components.responses)
      .filter(([name]) => /^Problem\d+$/.test(name))
      .flatMap(([name, response]) => typesOf(fixture, { [name.replace('Problem', '')]: response }));
    const catalogue = Object.entries(problems).map(([slug, [status]]) => `${status} ${problemBase}${slug}`);
    expect(described).to.have.members(catalogue);
  });

  it('name a higher tier, or an absent edition, only where a tool belongs to one', () => {
    const core = typesOf(fixture, fixture.paths['/api/v1/compose-document']!.post!.responses);
    const pro = typesOf(fixture, fixture.paths['/api/v1/inspect']!.post!.responses);
    expect(core).not.to.include(`403 ${problemBase}tier-required`);
    expect(core).to.include(`400 ${problemBase}unknown-operation`);
    expect(pro).to.include(`403 ${problemBase}tier-required`).and.to.include(`404 ${problemBase}not-found`);
    expect(pro).not.to.include(`400 ${problemBase}unknown-operation`);
  });

  it('have one heading each in the page of problems', () => {
    const headings = [...problemsPage(problemBase).matchAll(/^### (.+)$/gm)].map(([, slug]) => slug);
    expect(headings).to.have.members(Object.keys(problems));
  });
});

describe('The examples of the reference', () => {
  it('are right by their own schema and by the tool', async () => {
    const { description, tools: packaged, operations: known } = await describePackage();
    const cases = [
      [fixture, tools, operations],
      [description, packaged, known],
    ] as const;
    for (const [described, toolList, operationList] of cases) {
      const ajv = addFormats.default(new Ajv2020({ strict: false })).addSchema(described, 'description');
      for (const tool of toolList) {
        const validate = ajv.compile({
          $ref: `description#/paths/~1api~1v1~1${tool.name}/post/requestBody/content/application~1json/schema`,
        });
        for (const [name, body] of Object.entries(tool.examples)) {
          expect(validate(body), `${tool.name}: ${name}: ${JSON.stringify(validate.errors)}`).to.equal(true);
          expect(() => tool.input(operationList).validate(body), `${tool.name}: ${name}`).not.to.throw();
        }
      }
    }
  });

  it('are right for every operation', async () => {
    for (const { name, schema, example } of (await describePackage()).operations) {
      expect(schema.validate(example).error, name).to.equal(undefined);
    }
  });
});

describe('The generated files in the tree', () => {
  it('are what the code says (else: npm run openapi)', async () => {
    expect(await staleFiles(new URL('../../../', import.meta.url))).to.deep.equal([]);
  });
});

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  );
}

/** `status type` of every problem that the responses list. */
function typesOf(description: Description, responses: Responses): string[] {
  return Object.entries(responses).flatMap(([status, entry]) => {
    const types = resolve(description, entry)['x-problem-types'] ?? [];
    return types.map((type) => `${status} ${type}`);
  });
}
