import { expect } from 'chai';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json } from '../support/service.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { paths, components } = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'));
const settings = readFileSync(join(root, 'docs/settings.md'), 'utf8');

/** Being built: the pages name them so that readers need not ask. Remove a name here when it is there. */
const toCome = ['document.palette', 'set_page_numbers', 'SERVICE_GOTENBERG_PORT'];
const pages = globSync('{options,css,cookbook,migrating,scripts,mail-merge,embedding,faq}.md', {
  cwd: join(root, 'docs'),
});

function schemaAt(schema: Json, path: readonly string[]): Json {
  const resolved = schema?.$ref ? components.schemas[schema.$ref.split('/').at(-1)] : schema;
  const [first, ...rest] = path;
  return first === undefined ? resolved : schemaAt(resolved?.properties?.[first], rest);
}

const request = { $ref: '#/components/schemas/RenderRequest' };
const tools = Object.keys(paths as object).map((path) => path.split('/').at(-1));
const operations: string[] =
  JSON.stringify(components.schemas)
    .match(/"(?:add|set)_[a-z_]+"/g)
    ?.map((name) => name.slice(1, -1)) ?? [];

describe('Names in the pages for users', () => {
  for (const page of pages) {
    const text = readFileSync(join(root, 'docs', page), 'utf8').replaceAll(/^```[^]*?^```$/gm, '');
    const named = (pattern: RegExp) =>
      [...text.matchAll(pattern)].map(([, name = '']) => name).filter((name) => !toCome.includes(name));

    it(`are fields of a render in ${page}`, () => {
      const fields = named(/`((?:document|output)\.[A-Za-z.]+)`/g);
      expect(fields.filter((name) => schemaAt(request, name.split('.')) === undefined)).to.deep.equal([]);
    });

    it(`are operations, routes and settings in ${page}`, () => {
      expect(named(/`((?:add|set)_[a-z_]+)`/g).filter((name) => !operations.includes(name))).to.deep.equal([]);
      expect(named(/\/api\/v1\/([a-z-]+)/g).filter((name) => !tools.includes(name))).to.deep.equal([]);
      expect(named(/`(SERVICE_[A-Z_]+)/g).filter((name) => !settings.includes(name))).to.deep.equal([]);
    });
  }

  it('are in the pages at all', () => {
    expect(pages).to.include.members(['embedding.md', 'migrating.md', 'options.md']);
  });
});
