import { cp, chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isAlive } from './process-group.ts';

/** What one run of the service keeps for its browsers: a folder that it owns, and removes. */
export interface RunFolder {
  readonly fontsConf: string;
  /** A folder for one browser. */
  browser(): string;
  remove(): Promise<void>;
}

const prefix = 'colophon-';
/** Folders of this very process; one of the same pid that is not among them was left by an earlier process (in a container every run has the same). */
const own = new Set<string>();

/**
 * Makes the run's folder, with the fonts and a fontconfig of its own: the same fonts on every machine.
 * What runs that were killed left behind goes first (killed Chromiums have filled whole disks with their profiles).
 */
export async function openRunFolder(fonts: { readonly bundled: string; readonly operator: string | null }): Promise<RunFolder> {
  await removeDeadRuns();
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  own.add(basename(folder));
  await chmod(folder, 0o711); // browsers that run as nobody pass through, and list nothing
  const fontsFolder = join(folder, 'fonts');
  await cp(fonts.bundled, join(fontsFolder, 'bundled'), { recursive: true });
  if (fonts.operator !== null) await cp(fonts.operator, join(fontsFolder, 'operator'), { recursive: true, dereference: true });
  await mkdir(join(folder, 'font-cache'));
  await chmod(join(folder, 'font-cache'), 0o777);
  const fontsConf = join(folder, 'fonts.conf');
  await writeFile(fontsConf, configuration(fontsFolder, join(folder, 'font-cache')), { mode: 0o644 });
  let browsers = 0;
  return {
    fontsConf,
    browser: () => join(folder, `browser-${(browsers += 1)}`),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}

async function removeDeadRuns(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const pid = Number(/^colophon-(\d+)-\w+$/.exec(name)?.[1]);
    if (Number.isSafeInteger(pid) && !own.has(name) && (pid === process.pid || !isAlive(pid))) await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined); // another user's
  }
}

/**
 * Names that documents ask for most, and the bundled family that stands in: of the same widths where there is one, so that text
 * breaks where its author saw it break. Chromium takes a stand-in under another name only from `prefer` with the same binding.
 */
export const aliases: readonly (readonly [asked: readonly string[], given: string])[] = [
  [['Arial', 'Helvetica', 'Helvetica Neue', 'Liberation Sans'], 'Arimo'],
  [['Times New Roman', 'Times', 'Liberation Serif'], 'Tinos'],
  [['Courier New', 'Courier', 'Liberation Mono'], 'Cousine'],
  [['Georgia', 'Cambria', 'Palatino'], 'Source Serif 4'],
  [['Menlo', 'Consolas', 'Monaco', 'SF Mono'], 'JetBrains Mono'],
  [['Segoe UI', 'Roboto', 'Calibri', 'Verdana', 'Tahoma', 'San Francisco'], 'Inter'],
  [['Latin Modern Math', 'Cambria Math', 'STIX Two Math'], 'Colophon Math'],
  [['Apple Color Emoji', 'Segoe UI Emoji'], 'Noto Color Emoji'],
];

function configuration(own: string, cache: string): string {
  const alias = ([asked, given]: (typeof aliases)[number]) =>
    asked.map((family) => `<alias binding="same"><family>${family}</family><prefer><family>${given}</family></prefer></alias>`).join('\n');
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
<dir>${own}</dir>
<dir>/usr/share/fonts</dir>
<dir>/usr/local/share/fonts</dir>
<cachedir>${cache}</cachedir>
${aliases.map(alias).join('\n')}
<match target="pattern"><edit name="family" mode="append_last" binding="weak"><string>Inter</string></edit></match>
<config><rescan><int>0</int></rescan></config>
</fontconfig>
`;
}
