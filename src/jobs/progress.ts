import type { StageListener } from '../stages.ts';

/**
 * The share of the progress that each stage covers, in percent. A stage that is not listed is reported by its name and
 * does not change the percentage.
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

/** Percent of a run whose last stage is done. */
const whole = 99;

/** The progress of a run. It never decreases, and reaches 100 only when the job has succeeded. */
export interface Progress {
  /** Receives the stages of the run. */
  readonly listener: StageListener;
  /** 0 to 100. */
  readonly percent: number;
  /** The current stage; `null` = none has begun. */
  readonly stage: string | null;
}

/** The progress of a new run. */
export function trackProgress(): Progress {
  const at = { percent: 0, stage: null as string | null };
  return {
    listener(stage, share, { index, count } = { index: 0, count: 1 }) {
      at.stage = stage;
      const ofStage = shares[stage];
      if (ofStage === undefined) return;
      const [from, to] = ofStage;
      const ofPart = from + (to - from) * Math.min(1, Math.max(0, share));
      at.percent = Math.max(at.percent, Math.floor((index * whole + ofPart) / count));
    },
    get percent() {
      return at.percent;
    },
    get stage() {
      return at.stage;
    },
  };
}
