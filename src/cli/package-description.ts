import { readFile } from 'node:fs/promises';
import { readConfig } from '../config/config.ts';
import { installedTools } from '../calls/pipe/installed-tools.ts';
import { loadEditions } from '../editions/registry.ts';
import type { Description } from '../http/openapi/description.ts';
import { openApi, plainDescription } from '../http/openapi/openapi.ts';
import type { Edition, Tool } from '../editions/edition.ts';
import type { Operation } from '../render/model/operation.ts';

/** The default address of the problem pages (`SERVICE_PROBLEM_BASE`). */
export const { problemBase } = readConfig({});

/** The OpenAPI documents of this package, with the tools and operations that they describe. */
export interface PackageDescription {
  /** The published form. */
  readonly description: Description;
  /** The form for readers. */
  readonly plain: Description;
  readonly tools: readonly Tool[];
  readonly operations: readonly Operation[];
}

/**
 * The description of all editions in the package with the version of package.json, and the tools and operations from
 * which it is made.
 */
export async function describePackage(): Promise<PackageDescription> {
  const editions = await loadEditions();
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return describeEditions(editions, version);
}

/** The description of these editions. */
export function describeEditions(editions: readonly Edition[], version: string): PackageDescription {
  const tools = installedTools(editions);
  const operations = editions.flatMap((edition) => edition.operations);
  const described = { version, tools, operations, problemBase };
  return { description: openApi(described), plain: plainDescription(described), tools, operations };
}
