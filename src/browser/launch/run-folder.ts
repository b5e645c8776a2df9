import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { removeAtExit } from './exit-cleanup.ts';
import { findFontCache } from './font-cache.ts';
import { placeFonts } from './font-place.ts';
import { fontConfiguration } from './fontconfig.ts';
import { isAlive } from './process-group.ts';

/** The files of one run of the service for its browsers: a folder that the run owns and removes. */
export interface RunFolder {
  readonly fontsConf: string;
  /** A folder for one browser. */
  browser(): string;
  /**
   * Stores what the first browser has found out about the fonts for later runs. Call it before any document of a client
   * is printed: a browser that such a document has taken over could write anything there.
   */
  storeFontCache(): Promise<void>;
  remove(): Promise<void>;
}

const prefix = 'colophon-';
/**
 * Folders of this process. A folder with the same pid that is not among them is from an earlier process (in a container
 * every run has the same pid).
 */
const own = new Set<string>();

/**
 * Makes the run's folder, with its own fontconfig: every machine uses the same fonts, and earlier folders take
 * precedence. Leftovers of killed runs are removed first, because their browser profiles can fill a disk. Caches of the
 * fonts are taken from, and go to, `fontCaches`, a folder of all runs.
 */
export async function openRunFolder(fontFolders: readonly string[], fontCaches?: string): Promise<RunFolder> {
  await removeDeadRuns();
  const { folder, remove } = await claimFolder();
  await chmod(folder, 0o711); // browsers that run as nobody pass through, and list nothing
  const fonts = await Promise.all(
    fontFolders.map((from, index) => placeFonts(from, join(folder, 'fonts', String(index)))),
  );
  const isPlaced = fonts.some((path) => path.startsWith(folder)); // its path is another one in each run
  const earlier = fontCaches === undefined || isPlaced ? null : await findFontCache(fonts, fontCaches);
  const fontCache = join(folder, 'font-cache');
  await mkdir(fontCache);
  await chmod(fontCache, 0o777);
  const fontsConf = join(folder, 'fonts.conf');
  const caches = [earlier?.folder, fontCache].filter((cache) => typeof cache === 'string');
  await writeFile(fontsConf, await fontConfiguration(fonts, caches), { mode: 0o644 });
  let browsers = 0;
  return {
    fontsConf,
    browser: () => join(folder, `browser-${(browsers += 1)}`),
    storeFontCache: async () => earlier?.store(fontCache),
    remove,
  };
}

/**
 * Makes a temporary folder of this process. It goes when the process exits; after a kill, the next run that opens a
 * `RunFolder` removes it.
 */
export async function claimFolder(): Promise<{ readonly folder: string; readonly remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  own.add(basename(folder));
  const forget = removeAtExit(folder);
  return {
    folder,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).finally(forget),
  };
}

async function removeDeadRuns(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const pid = Number(/^colophon-(\d+)-\w+$/.exec(name)?.[1]);
    if (Number.isSafeInteger(pid) && !own.has(name) && (pid === process.pid || !isAlive(pid)))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined); // another user's
  }
}
