import type { Context } from '../context.ts';
import { extension, type TaskAnswer, type Threads } from '../threads/threads.ts';

/** Input and result of a task, derived from its type. */
type Given<F> = F extends (input: infer I, ...more: never[]) => Promise<TaskAnswer<unknown>> ? I : never;
type Answered<F> = F extends (...given: never[]) => Promise<TaskAnswer<infer O>> ? O : never;

/** Where a task runs, and for which call. */
export interface TaskRun {
  readonly threads: Threads;
  readonly context: Pick<Context, 'signal' | 'stages' | 'principal'>;
  /** The stage of the call that the task is; left out where it is a part of one. */
  readonly stage?: string;
  /** Documents of the input that are not needed afterwards: their memory is freed. */
  readonly transfer?: readonly Uint8Array<ArrayBuffer>[];
  /** Receives the progress that the task reports. */
  readonly progress?: (done: number) => void;
}

/** Runs one function of a `tasks.ts` on a thread of the lane of pages. Rejects as `Threads.run` does. */
export type OnThread<Tasks> = <Name extends keyof Tasks & string>(
  name: Name,
  input: Given<Tasks[Name]>,
  run: TaskRun,
) => Promise<Answered<Tasks[Name]>>;

/** How tools run the functions of the `tasks.ts` that is beside them: `url` is their `import.meta.url`. */
export function tasksOnThread<Tasks>(url: string): OnThread<Tasks> {
  const module = new URL(`./tasks${extension}`, url);
  return (name, input, { threads, context: { signal, stages, principal }, stage, transfer = [], progress }) => {
    const work = () =>
      threads.run<Answered<Tasks[typeof name]>>(module, name, input, {
        signal,
        client: principal.client,
        transfer: transfer.map(({ buffer }) => buffer),
        ...(progress && { progress }),
      });
    return stage === undefined ? work() : stages.run(stage, work);
  };
}
