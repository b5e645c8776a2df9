import { trackProgress } from '../../jobs/progress.ts';
import type { StageListener } from '../../stages.ts';
import type { Output } from '../surroundings.ts';

/** Milliseconds until a bar is drawn: short work has none. */
const quietMs = 700;
/** Milliseconds between two drawings. */
const drawMs = 100;
const cells = 30;

/** A bar on a terminal for work that takes long. */
export interface ProgressBar {
  readonly listener: StageListener;
  /** Removes the bar. */
  end(): void;
}

/** A bar on `errors`, where that is a terminal. */
export function progressBar(errors: Output, shown: boolean): ProgressBar {
  if (!shown || errors.isTTY !== true) return { listener: () => undefined, end: () => undefined };
  const start = performance.now();
  const progress = trackProgress();
  let isDrawn = false;
  const draw = (): void => {
    const milliseconds = performance.now() - start;
    if (milliseconds < quietMs) return;
    isDrawn = true;
    const full = Math.round((progress.percent / 100) * cells);
    const bar = '#'.repeat(full) + '.'.repeat(cells - full);
    const seconds = Math.floor(milliseconds / 1000);
    const line = `[${bar}] ${String(progress.percent).padStart(3)} %  ${seconds} s  ${progress.stage ?? ''}`;
    errors.write(`\r\u001b[K${line.slice(0, (errors.columns ?? 80) - 1)}`);
  };
  const timer = setInterval(draw, drawMs);
  return {
    listener: (stage, share) => progress.listener(stage, share),
    end() {
      clearInterval(timer);
      if (isDrawn) errors.write('\r\u001b[K');
      isDrawn = false;
    },
  };
}
