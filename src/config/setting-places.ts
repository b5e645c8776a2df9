import { execFile } from 'node:child_process';
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ConfigError, type Config } from './config.ts';

/** Milliseconds that a program or a name server gets, so that a wrong setting stops the start within two seconds. */
const patienceMs = 1500;
/** Bytes of the file that tests for free space: a full disk refuses it. */
const probeBytes = 65_536;

/**
 * Checks the folders, programs and addresses that the settings name, before anything is started. Throws ConfigError
 * with all mistakes together, each with the setting, its value, the reason and an example.
 */
export async function checkPlaces(config: Config): Promise<void> {
  const folders = [
    mistakeOfFolder('TMPDIR', tmpdir(), 'TMPDIR=/var/tmp', probeSpace),
    mistakeOfFolder('SERVICE_DATA_DIR', config.dataDir, 'SERVICE_DATA_DIR=/var/lib/colophon', probeFolder),
    config.blobDir === null
      ? null
      : mistakeOfFolder('SERVICE_BLOB_DIR', config.blobDir, 'SERVICE_BLOB_DIR=/var/lib/colophon/blobs', probeFolder),
    config.templatesDir === null
      ? null
      : mistakeOfFolder(
          'SERVICE_TEMPLATES_DIR',
          config.templatesDir,
          'SERVICE_TEMPLATES_DIR=/etc/colophon/templates',
          readFolder,
        ),
    config.fontsDir === null
      ? null
      : mistakeOfFolder('SERVICE_FONTS_DIR', config.fontsDir, 'SERVICE_FONTS_DIR=/usr/local/share/fonts', readFolder),
  ];
  const others = await Promise.all([
    mistakeOfChromium(config.chromiumPath),
    mistakeOfAddress(config),
    mistakeOfMetrics(config),
  ]);
  const mistakes = [...folders, ...others].filter((mistake) => mistake !== null);
  if (mistakes.length > 0) throw new ConfigError(mistakes);
}

/** Sentences for error codes of the system; each follows the path. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this process has no permission to use it',
  EPERM: 'this process has no permission to use it',
  EROFS: 'it is on a read-only file system',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk quota is used up',
  ENOTDIR: 'it is not a folder',
  ENOENT: 'it does not exist and can not be made',
  EADDRINUSE: 'it is in use',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'no such name is known',
  EAI_AGAIN: 'the name can not be looked up',
};

function reasonOf(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return reasons[code] ?? (message || code);
}

function mistakeOfFolder(
  setting: string,
  folder: string,
  example: string,
  probe: (folder: string) => void,
): string | null {
  try {
    probe(folder);
    return null;
  } catch (error) {
    return `${setting}: '${folder}' can not be used: ${reasonOf(error)}. Use for example ${example}.`;
  }
}

/**
 * Checks that the folder exists or can be made, and that files can be created in it. A full disk is accepted, because
 * clients must be able to delete from it.
 */
function probeFolder(folder: string): void {
  try {
    makeFolder(folder);
    rmSync(mkdtempSync(join(folder, '.probe-')), { recursive: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

/** Checks as `probeFolder` does, and also that there is space for a file. */
function probeSpace(folder: string): void {
  makeFolder(folder, 0o711); // browsers that run as nobody pass through
  const probe = mkdtempSync(join(folder, 'colophon-probe-'));
  try {
    writeFileSync(join(probe, 'file'), Buffer.alloc(probeBytes));
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
}

function readFolder(folder: string): void {
  if (!statSync(folder).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
  accessSync(folder, constants.R_OK | constants.X_OK);
}

/**
 * Makes the missing folders one by one. `mkdir` with `recursive` never returns below a folder that takes no entries,
 * such as `/proc`.
 */
function makeFolder(folder: string, mode = 0o700): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found) throw Object.assign(new Error(), { code: 'ENOTDIR' });
  if (dirname(folder) !== folder) makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // a process that starts at the same time
  }
}

async function mistakeOfChromium(path: string | null): Promise<string | null> {
  if (path === null) return null;
  const example = 'Use for example SERVICE_CHROMIUM_PATH=/usr/bin/chromium-headless-shell, or leave it out.';
  const version = await new Promise<string | Error>((resolve) => {
    execFile(path, ['--version'], { timeout: patienceMs, killSignal: 'SIGKILL' }, (error, stdout) =>
      resolve(error ?? stdout),
    );
  });
  if (typeof version === 'string' && /chrom/i.test(version)) return null;
  const code = version instanceof Error ? (version as NodeJS.ErrnoException).code : undefined;
  const reason =
    code === 'ENOENT'
      ? 'there is no such file'
      : code === 'EACCES'
        ? 'it can not be executed'
        : 'it does not report a version of Chromium';
  return `SERVICE_CHROMIUM_PATH: '${path}' can not be used: ${reason}. ${example}`;
}

async function mistakeOfAddress({ host, port }: Config): Promise<string | null> {
  const error = await bindError(host, port);
  if (error === null) return null;
  if (error.code === 'EADDRINUSE' || error.code === 'EACCES')
    return `SERVICE_PORT: '${port}' can not be used: ${reasonOf(error)}. Use for example SERVICE_PORT=8081.`;
  return `SERVICE_HOST: '${host}' can not be used: ${reasonOf(error)}. Use for example SERVICE_HOST=0.0.0.0.`;
}

async function mistakeOfMetrics({ host, port, metricsPort }: Config): Promise<string | null> {
  if (metricsPort === null || metricsPort === 0) return null;
  const error = metricsPort === port ? { code: 'EADDRINUSE' } : await bindError(host, metricsPort);
  if (error === null || (error.code !== 'EADDRINUSE' && error.code !== 'EACCES')) return null; // of the host: see above
  return (
    `SERVICE_METRICS_PORT: '${metricsPort}' can not be used: ${reasonOf(error)}. Use for example ` +
    'SERVICE_METRICS_PORT=9090.'
  );
}

/** The error of a listener at this address; `null` = it can listen. */
function bindError(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const server = createServer();
    const late = setTimeout(() => resolve({ name: 'Error', message: '', code: 'EAI_AGAIN' }), patienceMs);
    const end = (error: NodeJS.ErrnoException | null): void => {
      clearTimeout(late);
      server.close(() => resolve(error));
    };
    server.once('error', end).listen(port, host, () => end(null));
  });
}
