import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { loadEditions } from '../editions/registry.ts';
import { createLog } from '../log.ts';
import { hasPictures, keepRendered, removeOthers } from './gallery/files.ts';
import { operationEntries, templateEntries, type Entry } from './gallery/entries.ts';
import { galleryPage, type Shown } from './gallery/gallery-page.ts';
import { developmentKey } from './sample.ts';

/**
 * `npm run gallery`: renders the example of every operation and every sample of every template through the service's own HTTP
 * interface into docs/gallery: the request, the PDF and a picture of each page. A second run changes nothing.
 */
const folder = new URL('../../docs/gallery/', import.meta.url);
const say = (text: string) => process.stdout.write(`${text}\n`);

async function render(entry: Entry, address: string, key: string): Promise<Uint8Array> {
  const answer = await fetch(`${address}/api/v1/render`, { method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' }, body: JSON.stringify(entry.request) });
  const body = new Uint8Array(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${entry.path} could not be rendered: ${answer.status} ${Buffer.from(body).toString('utf8').slice(0, 1000)}`);
  return body;
}

async function renderAll(entries: readonly Entry[], address: string, key: string): Promise<Shown[]> {
  const shown: Shown[] = [];
  for (const entry of entries) {
    const kept = await keepRendered(folder, entry, await render(entry, address, key));
    say(`${kept.changed ? 'written' : 'the same'}  ${entry.path}`);
    shown.push({ entry, pictures: kept.pictures });
  }
  return shown;
}

async function main(): Promise<void> {
  if (!hasPictures()) say('pdftoppm is missing, so pictures are left as they are. It comes with poppler-utils.');
  const data = await mkdtemp(join(tmpdir(), 'colophon-gallery-'));
  const { key, entry } = developmentKey();
  const app = await startApp(readConfig({ SERVICE_PORT: '0', SERVICE_HOST: '127.0.0.1', SERVICE_DATA_DIR: data, SERVICE_API_KEYS: entry, SERVICE_WORKER_COUNT: '1' }), { log: createLog('warn') });
  try {
    const operations = (await loadEditions()).flatMap((edition) => edition.operations);
    const entries = [...operationEntries(operations), ...(await templateEntries(new URL('../../templates/', import.meta.url)))];
    const shown = await renderAll(entries, `http://${app.host}:${app.port}`, key);
    await removeOthers(folder, shown);
    await writeFile(new URL('README.md', folder), galleryPage(shown));
  } finally {
    await app.stop();
    await rm(data, { recursive: true, force: true });
  }
}

await main();
