import { readFile } from 'node:fs/promises';
import { clientFiles } from './client/client-files.ts';
import { settingsPage } from '../config/settings-text.ts';
import { pythonFiles } from './client-python/python-files.ts';
import { apiPage } from './reference/api-page.ts';
import { operationsPage } from './reference/operations-page.ts';
import { problemsPage } from './reference/problems-page.ts';
import { warningsPage } from './reference/warnings-page.ts';
import { describePackage, problemBase } from './package-description.ts';

/** A file that `npm run openapi` writes: its path below the project, and its content. */
export interface GeneratedFile {
  readonly path: string;
  readonly content: string;
}

/**
 * The files that are generated from the tools, the operations, the settings and the catalogue of problems. The
 * repository contains them for its readers; the client of `client/` is built of two of them.
 */
export async function generatedFiles(): Promise<GeneratedFile[]> {
  const { description, plain, operations } = await describePackage();
  const css = await readFile(new URL('reference/reference.css', import.meta.url), 'utf8');
  return [
    { path: 'openapi.json', content: `${JSON.stringify(description, null, 2)}\n` },
    ...(await clientFiles(description)),
    { path: 'docs/api.html', content: apiPage(plain, operations, css) },
    { path: 'docs/operations.md', content: operationsPage(operations) },
    { path: 'docs/problems.md', content: problemsPage(problemBase) },
    { path: 'docs/settings.md', content: settingsPage() },
    { path: 'docs/warnings.md', content: warningsPage() },
    ...pythonFiles(description),
  ];
}

/** The paths of generated files whose copy below `root` is missing or different. */
export async function staleFiles(root: URL): Promise<string[]> {
  const stale: string[] = [];
  for (const { path, content } of await generatedFiles()) {
    const present = await readFile(new URL(path, root), 'utf8').catch(() => null);
    if (present !== content) stale.push(path);
  }
  return stale;
}
