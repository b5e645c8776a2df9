import { Cleanup } from './app/cleanup.ts';
import { openFoundation, type Foundation } from './app/foundation.ts';
import type { App, AppParts } from './app/parts.ts';
import { prepareLaunch } from './browser/launch/launch.ts';
import type { Config } from './config/config.ts';
import { checkPlaces } from './config/setting-places.ts';

export type { App, AppParts } from './app/parts.ts';

/**
 * Builds every part in the order of the floors and starts to serve; the one place that sees all floors. Rejects with a
 * message for the operator, after everything that was opened is closed again.
 */
export async function startApp(config: Config, parts: AppParts): Promise<App> {
  const stack = new Cleanup(parts.log, config.grace + 15_000);
  let opening: Promise<Foundation> | null = null;
  try {
    prepareLaunch();
    await checkPlaces(config);
    const spawned = Promise.withResolvers<null>();
    let browsers = 0;
    opening = openFoundation(config, parts.log, stack, () => {
      if ((browsers += 1) === config.workerCount) spawned.resolve(null);
    });
    // Loading modules blocks the event loop, so it waits until all browsers start beside it.
    await Promise.race([spawned.promise, opening.then(({ pages }) => pages)]);
    const { assemble } = await import('./app/assemble.ts'); // loads while the browsers start
    return await assemble(config, parts, stack, opening);
  } catch (error) {
    await opening?.then(({ pages }) => pages).catch(() => undefined); // what they open is in the stack from then on
    await stack.run();
    throw error;
  }
}
