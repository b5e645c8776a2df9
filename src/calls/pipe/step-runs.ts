import { BrowserGone } from '../../browser/launch/browser-gone.ts';
import type { Context } from '../../context.ts';
import type { ToolResult } from '../../editions/edition.ts';
import { AppError } from '../../problems.ts';
import { ProcessGone } from '../../threads/process-end.ts';
import { Stages } from '../../stages.ts';
import { PrintTurns } from './print-turns.ts';

/** Runs one step of a pipe. */
export type RunStep = (
  index: number,
  circumstances: Pick<Context, 'stages'> & Partial<Pick<Context, 'turn'>>,
) => Promise<ToolResult>;

/** The steps of a pipe. */
export interface StepPlan {
  readonly run: RunStep;
  readonly count: number;
  /** True for a step that may begin before its turn: it uses no other step, and `onlyPrints`. */
  readonly mayRunAhead: (index: number) => boolean;
}

/** A step that began before its turn. */
interface Ahead {
  readonly result: Promise<ToolResult>;
  readonly stages: Stages;
  /** The stage it is in, and its share. */
  current: readonly [stage: string, share: number] | null;
  /** True once it may print. */
  isAdmitted: boolean;
}

/** Steps that have begun before their turn, at most. */
const maxAhead = 8;

/**
 * The steps of a pipe, whose results are taken in their order. Later ones are prepared while the step whose turn it is
 * runs, and printed then where a page is idle.
 */
export class StepRuns {
  readonly #plan: StepPlan;
  readonly #context: Context;
  readonly #turns: PrintTurns;
  readonly #ahead = new Map<number, Ahead>();
  #turn = 0;

  constructor(plan: StepPlan, context: Context) {
    this.#plan = plan;
    this.#context = context;
    this.#turns = new PrintTurns(context.signal);
  }

  /** The result of the next step. Rejects with its problem. */
  async next(): Promise<ToolResult> {
    const index = this.#turn;
    const stages = this.#context.stages.part({ index, count: this.#plan.count });
    const ahead = this.#ahead.get(index);
    this.#turns.reach(index);
    try {
      const result = ahead === undefined ? this.#plan.run(index, { stages }) : this.#taken(ahead, stages);
      this.#begin();
      return await result.catch((error: unknown) => {
        if (!isCrowded(error) || this.#ahead.size === 0 || !this.#plan.mayRunAhead(index)) throw error;
        return this.#alone(index, stages);
      });
    } finally {
      this.#ahead.delete(index);
      this.#turn += 1;
    }
  }

  /** Runs a step once more when the others that print have ended. */
  async #alone(index: number, stages: Stages): Promise<ToolResult> {
    this.#turns.pause();
    const others = [...this.#ahead].filter(([other, { isAdmitted }]) => other !== index && isAdmitted);
    await stages.run('queue', () => Promise.allSettled(others.map(([, { result }]) => result)));
    try {
      return await this.#plan.run(index, { stages });
    } finally {
      this.#turns.resume();
    }
  }

  /** Ends the steps that wait for their turn; resolves when those that print have ended, too. */
  async end(): Promise<void> {
    this.#turns.end();
    for (const ended of await Promise.allSettled([...this.#ahead.values()].map(({ result }) => result)))
      if (ended.status === 'fulfilled' && ended.value.kind === 'images') await ended.value.content.close();
  }

  /** The result of a step that has begun already. Its stages count as long as they are waited for. */
  async #taken(ahead: Ahead, stages: Stages): Promise<ToolResult> {
    const beganMs = performance.now();
    if (ahead.current !== null) stages.progress(ahead.current[0], ahead.current[1], 1);
    try {
      return await ahead.result;
    } finally {
      const waitedMs = performance.now() - beganMs;
      const { times } = ahead.stages;
      const wholeMs = times.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
      for (const { name, milliseconds } of times)
        stages.add(name, milliseconds * Math.min(1, waitedMs / Math.max(wholeMs, 1e-3)));
    }
  }

  /** Begins steps whose turn comes later. */
  #begin(): void {
    const { count, mayRunAhead } = this.#plan;
    const end = Math.min(count, this.#turn + 1 + maxAhead);
    for (let index = this.#turn + 1; index < end; index += 1)
      if (!this.#ahead.has(index) && mayRunAhead(index)) this.#beginStep(index);
  }

  #beginStep(index: number): void {
    const part = this.#context.stages.part({ index, count: this.#plan.count });
    const stages = new Stages((stage, share) => {
      ahead.current = [stage, share];
      if (this.#turn === index) part.progress(stage, share, 1);
    });
    const wait = async (mayPrintNow: () => boolean) => {
      await this.#turns.wait(index, mayPrintNow);
      ahead.isAdmitted = true;
    };
    const begun = Promise.resolve().then(() => this.#plan.run(index, { stages, turn: { wait } }));
    const result = begun.finally(() => this.#turns.admit());
    const ahead: Ahead = { result, stages, current: null, isAdmitted: false };
    ahead.result.catch(() => undefined); // its turn reports it
    this.#ahead.set(index, ahead);
  }
}

/** True for a step that found no room, perhaps because of the others of its pipe. */
function isCrowded(error: unknown): boolean {
  if (!(error instanceof AppError) || error.slug !== 'overloaded') return false;
  return !(error.cause instanceof BrowserGone) && !(error.cause instanceof ProcessGone);
}
