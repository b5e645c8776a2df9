import type { StageListener } from '../stages.ts';

/**
 * From which percent to which each stage goes. A stage that is not here is told by its name, and leaves the percent as
 * it is.
 */
const shares: Readonly<Record<string, readonly [from: number, to: number]>> = {
  compose: [0, 25],
  print: [25, 85],
  finish: [85, 99],
  extract: [0, 99],
  merge: [0, 99],
  split: [0, 99],
  sign: [0, 99],
  fill: [0, 99],
  export: [0, 99],
  redact: [0, 99],
  check: [0, 99],
};

/** How far a run of a job is: never less than before, and 100 only once it has succeeded. */
export interface Progress {
  readonly listener: StageListener;
  readonly percent: number;
  /** `null` = none was entered yet. */
  readonly stage: string | null;
}

export function trackProgress(): Progress {
  const at = { percent: 0, stage: null as string | null };
  return {
    listener(stage, share) {
      const [from, to] = shares[stage] ?? [at.percent, at.percent];
      at.stage = stage;
      at.percent = Math.max(at.percent, Math.floor(from + (to - from) * Math.min(1, Math.max(0, share))));
    },
    get percent() {
      return at.percent;
    },
    get stage() {
      return at.stage;
    },
  };
}
