import { installedEditions } from '../../editions/registry.ts';
import { installedTools } from '../pipe/installed-tools.ts';
import type { Operation } from '../../render/model/operation.ts';
import type { Reading } from './read.ts';

/** The installed tools and operations, as a thread finds them. */
export interface Installed {
  readonly readings: readonly Reading[];
  readonly operations: readonly Operation[];
}

const known = new Map<string, Installed>();

/** The tools and operations of the editions in a folder. */
export async function installedIn(folder: string): Promise<Installed> {
  const editions = await installedEditions(folder);
  const operations = editions.flatMap((edition) => edition.operations);
  const installed = known.get(folder) ?? {
    operations,
    readings: installedTools(editions).map((tool): Reading => lazy(tool, operations)),
  };
  known.set(folder, installed);
  return installed;
}

/** The input of a tool takes a while to build, and a process reads requests to few of them. */
function lazy(tool: Reading['tool'], operations: Parameters<Reading['tool']['input']>[0]): Reading {
  let input: Reading['input'] | null = null;
  return {
    tool,
    get input() {
      return (input ??= tool.input(operations));
    },
  };
}

/** The reading of the tool of that name. Throws where it is not installed. */
export function named(readings: readonly Reading[], name: string): Reading {
  const reading = readings.find(({ tool }) => tool.name === name);
  if (reading === undefined) throw new Error(`The thread has no tool ${name}.`);
  return reading;
}
