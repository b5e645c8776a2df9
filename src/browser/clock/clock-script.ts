import { motion } from './motion-script.ts';
import { patch } from './patch-script.ts';
import { time } from './time-script.ts';

/** Under which a window has its clock. */
export const clockKey = "Symbol.for('colophon.clock')";

/** What the clock of a page begins with. */
export interface ClockStart {
  /** What `Date` says at the beginning. Milliseconds since 1970. */
  readonly epoch: number;
  /** What random numbers are drawn from; `null` = they are the browser's own. */
  readonly seed: number | null;
}

/**
 * The script that gives a page its clock, for every frame of it before its scripts (CDP
 * `Page.addScriptToEvaluateOnNewDocument`). The window has it under a symbol. Frames of the page's origin share it;
 * those of others stay with real time.
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
