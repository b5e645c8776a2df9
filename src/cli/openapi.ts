import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { generatedFiles, staleFiles } from './generated-files.ts';
import { lintOpenApi } from './lint-openapi.ts';

/**
 * `npm run openapi`: writes openapi.json and the pages that follow from the same objects, and lints it.
 * `npm run openapi -- --check`: writes nothing, and fails where a file is stale or a rule is broken.
 */
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const root = new URL('../../', import.meta.url);
process.exitCode = (await (values.check ? check() : write())) && (await lint()) ? 0 : 1;

async function write(): Promise<boolean> {
  for (const { path, content } of await generatedFiles()) await writeFile(new URL(path, root), content);
  return true;
}

async function check(): Promise<boolean> {
  const stale = await staleFiles(root);
  for (const path of stale)
    process.stderr.write(`${path} differs from the code. Run \`npm run openapi\` and commit it.\n`);
  return stale.length === 0;
}

async function lint(): Promise<boolean> {
  const { passed, output } = await lintOpenApi(new URL('openapi.json', root));
  if (passed)
    process.stdout.write(
      'openapi.json, docs/api.html, docs/operations.md, docs/problems.md, docs/warnings.md, client/src/generated and ' +
        'the types of client-python agree with the code, and openapi.json has no lint findings.\n',
    );
  else process.stderr.write(output);
  return passed;
}
