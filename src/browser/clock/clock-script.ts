import { motion } from './motion-script.ts';
import { patch } from './patch-script.ts';
import { time } from './time-script.ts';

/** Key under which a window has its clock. */
export const clockKey = "Symbol.for('colophon.clock')";

/** Start of a page's clock. */
export interface ClockStart {
  /** Time of `Date` at the start, in milliseconds since 1970. */
  readonly epoch: number;
  /** Seed of random numbers; `null` = those of the browser. */
  readonly seed: number | null;
}

/**
 * The script that gives a page its clock, for every frame before its scripts (CDP
 * `Page.addScriptToEvaluateOnNewDocument`). Frames of the page's origin share the clock of the top window; frames of
 * other origins keep real time.
 */
export function clockScript(start: ClockStart): string {
  return `(() => {
  const key = ${clockKey};
  let clock;
  try {
    clock = top[key];
    if (clock === undefined && top !== window) return;
  } catch {
    return;
  }
  if (clock === undefined) {
    clock = (${time})(window, { motion: ${motion} });
    clock.shadows = new WeakMap();
    Object.defineProperty(window, key, { value: clock });
  }
  (${patch})(clock, window, ${JSON.stringify(start)});
})()`;
}
