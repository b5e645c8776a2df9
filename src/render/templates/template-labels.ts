import { readFile } from 'node:fs/promises';
import type { Label, LabelTable } from './helpers/label-texts.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isLabel = (value: unknown): value is Label =>
  typeof value === 'string' || (isObject(value) && Object.values(value).every((form) => typeof form === 'string'));

async function readTable(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    if (error instanceof SyntaxError) throw new Error(`${path} is not JSON: ${error.message}`, { cause: error });
    throw error;
  }
}

/**
 * Label tables of an operator's files: `{"en": {"due": "Payment due"}, "de": {...}}`. A label in a later file replaces
 * that in an earlier one. A missing file has no labels; a file that is no such table causes an error with its name.
 */
export async function readLabels(paths: readonly string[]): Promise<LabelTable> {
  const labels: Record<string, Record<string, Label>> = {};
  for (const path of paths) {
    const table = await readTable(path);
    const wrong = isObject(table)
      ? Object.entries(table).find(([, words]) => !isObject(words) || !Object.values(words).every(isLabel))?.[0]
      : 'the file';
    if (wrong !== undefined)
      throw new Error(`${path}: ${wrong} must be an object of labels, each a text or an object of plural forms`);
    for (const [lang, words] of Object.entries(table as LabelTable))
      labels[lang.toLowerCase()] = { ...labels[lang.toLowerCase()], ...words };
  }
  return labels;
}
