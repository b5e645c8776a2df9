import { accessSync, constants } from 'node:fs';

/** Paths of Debian's, Ubuntu's and Chrome's own packages; the headless shell comes first, because it is the fastest. */
const places = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chrome-headless-shell',
  '/usr/lib/chromium/chromium',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/**
 * Path of the Chromium to start: the operator's choice, else the first installed one. Throws Error with a remedy in its
 * message.
 */
export function findChromium(chosen: string | null): string {
  const candidates = chosen === null ? places : [chosen];
  const found = candidates.find(isExecutable);
  if (found !== undefined) return found;
  throw new Error(
    chosen === null
      ? 'No Chromium was found. Install it (`apt-get install chromium-headless-shell`) or name one in ' +
          'SERVICE_CHROMIUM_PATH.'
      : `SERVICE_CHROMIUM_PATH names ${chosen}, which can not be executed.`,
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
