import { trackProgress } from '../jobs/progress.ts';
import type { StageListener } from '../stages.ts';

/** Milliseconds between two notifications of one call. */
const pauseMs = 100;

/** How far a call is: 0 to 100, and the stage that it is in. */
export interface CallProgress {
  readonly progress: number;
  readonly total: 100;
  readonly message: string;
}

/**
 * Reports the stages of a call. The protocol wants each report to be higher than the one before; a stage that changes
 * nothing is not reported.
 */
export function progressListener(report: (progress: CallProgress) => void): StageListener {
  const tracked = trackProgress();
  let reported = -1;
  let next = 0;
  return (stage, share) => {
    tracked.listener(stage, share);
    const now = performance.now();
    if (tracked.percent <= reported || now < next) return;
    reported = tracked.percent;
    next = now + pauseMs;
    report({ progress: reported, total: 100, message: stage });
  };
}
