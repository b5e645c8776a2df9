import { claimFolder } from '../browser/launch/run-folder.ts';
import type { OwnCalls } from '../calls/own-calls.ts';
import type { Log } from '../log.ts';
import { ownBrowser, ownConfig, type OwnBrowser, type OwnSettings } from './own-browser.ts';

export type { OwnSettings } from './own-browser.ts';

/**
 * Opens the tools for the owner of this process. Its files are in a temporary folder, no variable of a service's
 * settings has an effect, and the browser starts with the first call that needs it, unless it has started already.
 * Rejects with a message for a person.
 */
export async function openOwnCalls(
  log: Log,
  settings: OwnSettings = {},
  browser: OwnBrowser = ownBrowser(log, () => settings.CHROMIUM_PATH ?? null),
): Promise<OwnCalls> {
  try {
    const { folder } = browser.stack.add(await claimFolder(), ({ remove }) => remove());
    const { openOwnTools } = await import('./own-tools.ts'); // loads while the browser starts
    return await openOwnTools(ownConfig(folder, settings), browser);
  } catch (error) {
    await browser.close();
    throw error;
  }
}
