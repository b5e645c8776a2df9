import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findChromium } from '../../browser/launch/find-chromium.ts';

const setup = fileURLToPath(new URL('../../../scripts/setup.mjs', import.meta.url));

/**
 * Finds the browser: the one that a person named, else an installed one, else one that the setup finds or installs (on
 * Debian, as root). It is looked for once. The function throws with a message for a person.
 */
export function chromiumFinder(named: string): () => string {
  let found: { readonly path: string } | { readonly error: unknown } | null = null;
  return () => {
    found ??= attempt(() => (named === '' ? installed() : existing(named)));
    if ('error' in found) throw found.error;
    return found.path;
  };
}

function attempt(find: () => string): { readonly path: string } | { readonly error: unknown } {
  try {
    return { path: find() };
  } catch (error) {
    return { error };
  }
}

function installed(): string {
  try {
    return findChromium(null);
  } catch {
    return fromSetup();
  }
}

function existing(path: string): string {
  try {
    return findChromium(path);
  } catch (cause) {
    throw new Error(`COLOPHON_CHROMIUM names '${path}', which cannot be executed.`, { cause });
  }
}

function fromSetup(): string {
  const { status, stdout } = spawnSync(process.execPath, [setup, '--browser'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  const path = stdout.trim();
  if (status === 0 && path !== '') return path;
  throw new Error('There is no Chromium to print with. The lines above name what is missing.');
}
