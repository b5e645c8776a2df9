import { setTimeout as sleep } from 'node:timers/promises';
import type { Tab } from '../tab.ts';

/** Pause between two frames, as on a display of 60 Hz. */
const pauseMs = 16;

/**
 * Draws frames of the warm page while `work` waits: the browser draws none by itself (`openWarmTab`), and some resources,
 * such as the parts of an SVG file, are only loaded and laid out with a frame. A browser without frame control draws by
 * itself, and refuses the command.
 */
export async function whileDrawing<T>({ session }: Tab, work: () => Promise<T>): Promise<T> {
  const ended = new AbortController();
  const draw = async () => {
    while (!ended.signal.aborted) {
      await session.send('HeadlessExperimental.beginFrame', { noDisplayUpdates: true });
      await sleep(pauseMs, undefined, { signal: ended.signal, ref: false });
    }
  };
  const drawing = draw().catch(() => undefined);
  try {
    return await work();
  } finally {
    ended.abort();
    await drawing; // a frame that is under way would delay the next one
  }
}
