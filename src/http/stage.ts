import type { Exchange, Answer } from './exchange.ts';

/** One stage: it answers, throws an AppError, or passes on to `next` and may look at what comes back. */
export type Stage = (exchange: Exchange, next: () => Promise<Answer>) => Promise<Answer>;
