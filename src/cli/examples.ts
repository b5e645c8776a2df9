import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startApp } from '../app.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../log.ts';
import { drawPicture } from './examples/draw-picture.ts';
import { picturesOf } from './examples/read-page.ts';
import { runPage, type Target } from './examples/run-page.ts';
import { developmentKey } from './sample.ts';

/**
 * `npm run examples [-- PAGE ...]`: runs the examples of the pages with pictures as a reader does, against a service of
 * its own, and draws their pictures into docs/pictures. Pictures that no page shows are removed.
 */
const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const say = (text: string) => process.stdout.write(`${text}\n`);

/** Runs the examples of one page and draws its pictures. */
async function drawPage(name: string, target: Target): Promise<void> {
  const page = await readFile(join(docs, `${name}.md`), 'utf8');
  const folder = await mkdtemp(join(tmpdir(), 'colophon-examples-'));
  try {
    await runPage(page, folder, target);
    const pictures = picturesOf(page);
    for (const { path, pdf, number } of pictures) {
      const changed = await drawPicture(join(folder, pdf), number, join(docs, path));
      say(`${changed ? 'drawn' : 'the same'}  ${path}`);
    }
    await removeOthers(name, new Set(pictures.map(({ path }) => path)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function removeOthers(name: string, shown: ReadonlySet<string>): Promise<void> {
  const files = await readdir(join(docs, 'pictures', name)).catch(() => []);
  const unused = files.map((file) => `pictures/${name}/${file}`).filter((path) => !shown.has(path));
  for (const path of unused) await rm(join(docs, path));
}

/** Names of the pages whose examples have pictures, without `.md`. */
async function pagesWithPictures(): Promise<string[]> {
  const files = (await readdir(docs)).filter((file) => file.endsWith('.md')).sort();
  const found = await Promise.all(
    files.map(async (file) => picturesOf(await readFile(join(docs, file), 'utf8')).length > 0),
  );
  return files.filter((_, index) => found[index]).map((file) => file.slice(0, -'.md'.length));
}

/** A service of its own for the time of `work`. */
async function withService(work: (target: Target) => Promise<void>): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'colophon-examples-data-'));
  const { key, entry } = developmentKey();
  const settings = { SERVICE_PORT: '0', SERVICE_HOST: '127.0.0.1', SERVICE_DATA_DIR: data, SERVICE_API_KEYS: entry };
  const app = await startApp(readConfig(settings), { log: createLog('warn') });
  try {
    await work({ address: `http://${app.host}:${app.port}`, key });
  } finally {
    await app.stop();
    await rm(data, { recursive: true, force: true });
  }
}

const chosen = process.argv.slice(2);
await withService(async (target) => {
  for (const name of chosen.length > 0 ? chosen : await pagesWithPictures()) await drawPage(name, target);
});
