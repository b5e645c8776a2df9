import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startApp } from '../app.ts';
import { openBareBrowser, type BareBrowser } from '../browser/bare-browser.ts';
import { readConfig } from '../config/config.ts';
import { loadEditions } from '../editions/registry.ts';
import { createLog } from '../log.ts';
import { documentEntries, filesOf, type DocumentEntry } from './gallery/documents.ts';
import { operationEntries, templateEntries, type Entry } from './gallery/entries.ts';
import { featureEntries } from './gallery/features.ts';
import { hasPictures, keepPdf, keepRequest, removeOthers, type StoredPdf } from './gallery/files.ts';
import { galleryPage, type Shown, type ShownDocument } from './gallery/gallery-page.ts';
import { renderInSession, sendTo, type Send } from './gallery/requests.ts';
import { developmentKey } from './sample.ts';

/**
 * `npm run gallery`: renders pages of features, the example of every operation, every sample of every template and
 * every complete document through the service's own HTTP interface into docs/gallery: the request, the PDF and a
 * picture of each page; of complete documents the print of the browser alone, too. A second run changes nothing.
 */
const folder = new URL('../../docs/gallery/', import.meta.url);
const fonts = new URL('../../fonts/', import.meta.url);
const say = (text: string) => process.stdout.write(`${text}\n`);

/** Sends the body of a render; resolves with the PDF. */
type Render = (path: string, body: string | FormData) => Promise<Uint8Array>;

const renderAt =
  (send: Send): Render =>
  async (path, body) => {
    try {
      return await send('POST', 'render', body);
    } catch (cause) {
      throw new Error(`${path} could not be rendered`, { cause });
    }
  };

async function keep(path: string, pdf: Uint8Array): Promise<StoredPdf> {
  const written = await keepPdf(folder, path, pdf);
  say(`${written.changed ? 'written' : 'the same'}  ${path}`);
  return written;
}

async function renderAll(entries: readonly Entry[], render: Render, send: Send): Promise<Shown[]> {
  const shown: Shown[] = [];
  for (const entry of entries) {
    const pdf =
      entry.inSession === true
        ? await renderInSession(send, entry.request)
        : await render(entry.path, JSON.stringify(entry.request));
    const written = await keep(entry.path, pdf);
    await keepRequest(folder, entry);
    shown.push({ ...written, entry });
  }
  return shown;
}

async function renderDocument(entry: DocumentEntry, render: Render, browser: BareBrowser): Promise<ShownDocument> {
  const files = await filesOf(entry);
  const form = new FormData();
  for (const [name, bytes] of files) form.append('files', new Blob([bytes]), name);
  form.append('request', new Blob([JSON.stringify({ output: { deterministic: true } })], { type: 'application/json' }));
  const { page, until } = entry;
  const printed = await keep(entry.path, await render(entry.path, form));
  const bare = await keep(`${entry.path}.bare`, withoutDates(await browser.printFiles({ page, files, until })));
  return { entry, printed, bare };
}

/** A print of the browser with all dates set to the year 2000, because two prints differ only in their dates. */
function withoutDates(pdf: Buffer): Buffer {
  return Buffer.from(pdf.toString('latin1').replaceAll(/\(D:\d{14}/g, '(D:20000101000000'), 'latin1');
}

async function renderDocuments(render: Render): Promise<ShownDocument[]> {
  const browser = await openBareBrowser([fileURLToPath(fonts)]);
  try {
    const shown: ShownDocument[] = [];
    for (const entry of await documentEntries()) shown.push(await renderDocument(entry, render, browser));
    return shown;
  } finally {
    await browser.stop();
  }
}

async function main(): Promise<void> {
  if (!hasPictures()) say('pdftoppm is missing, so pictures are left as they are. It comes with poppler-utils.');
  const data = await mkdtemp(join(tmpdir(), 'colophon-gallery-'));
  const { key, entry } = developmentKey();
  const settings = {
    SERVICE_PORT: '0',
    SERVICE_HOST: '127.0.0.1',
    SERVICE_DATA_DIR: data,
    SERVICE_API_KEYS: entry,
    SERVICE_WORKER_COUNT: '1',
    SERVICE_SESSIONS_ENABLED: 'true',
  };
  const config = readConfig(settings);
  const app = await startApp(config, { log: createLog('warn') });
  try {
    const send = sendTo(`http://${app.host}:${app.port}`, key);
    const render = renderAt(send);
    const operations = (await loadEditions()).flatMap((edition) => edition.operations);
    const samples = await templateEntries(new URL('../../templates/', import.meta.url));
    const shown = await renderAll(
      [...(await featureEntries()), ...operationEntries(operations), ...samples],
      render,
      send,
    );
    const documents = await renderDocuments(render);
    await removeOthers(folder, [...shown, ...documents.flatMap(({ printed, bare }) => [printed, bare])]);
    await writeFile(new URL('README.md', folder), galleryPage(shown, documents));
  } finally {
    await app.stop();
    await rm(data, { recursive: true, force: true });
  }
}

await main();
