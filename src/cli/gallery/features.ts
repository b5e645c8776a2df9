import { readdir, readFile } from 'node:fs/promises';
import { dossierRequest } from './dossier/dossier.ts';
import { furnitureRequest } from './dossier/furniture.ts';
import type { Entry } from './entries.ts';
import { specimenRequest } from './specimen/specimen.ts';

type Source = Omit<Entry, 'path'>;

const folder = new URL('features/', import.meta.url);

/** Features whose requests have whole files in them. */
const made = async (): Promise<Readonly<Record<string, Source>>> => ({
  dossier: {
    title: 'A dossier',
    about:
      'A cover, a table of contents, a report of 20 pages, three PDFs of others and an index, made in one session: ' +
      'roman numbers in front, decimal ones after it, Bates numbers and a stamp on every page.',
    request: await dossierRequest(),
    inSession: true,
  },
  furniture: {
    title: 'Headers, footers and a watermark over pages of PDFs',
    about:
      'With `furniture` they stand upright in the margins of each page as it is shown, whatever its boxes and its ' +
      'rotation. The last page is added without it.',
    request: furnitureRequest,
  },
  specimen: {
    title: 'A specimen book',
    about:
      'Justified text with hyphens in six languages, footnotes in texts, lists and tables, references, captions by ' +
      'chapter with their lists, sums carried from page to page, an index, running heads, bleed and marks. It is ' +
      'PDF/A-3a and PDF/UA-1. How: [typesetting.md](../typesetting.md).',
    request: await specimenRequest(),
  },
});

/** What a feature does at its best, a page or more each: every file of `features`, and those that are made here. */
export async function featureEntries(): Promise<Entry[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
  const read = await Promise.all(
    files.map(
      async (file) =>
        [file.slice(0, -'.json'.length), JSON.parse(await readFile(new URL(file, folder), 'utf8')) as Source] as const,
    ),
  );
  return [...read, ...Object.entries(await made())]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { request, ...source }]) => ({
      ...source,
      path: `features/${name}`,
      request: { ...request, output: { ...(request.output as object | undefined), deterministic: true } },
    }));
}
