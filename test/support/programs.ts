import { fork, type ChildProcess } from 'node:child_process';

/** What a program wrote, read as UTF-8. */
export interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

/** A request to the helper. */
export interface Asked {
  readonly id: number;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
}

/** Its answer. A program that could not be started, or that failed, has an error. */
export interface Told {
  readonly id: number;
  readonly output: Output;
  readonly error: {
    readonly message: string;
    readonly code: number | string | null;
    readonly signal: string | null;
  } | null;
}

interface Waiting {
  readonly tell: (told: Told) => void;
  readonly fail: (error: Error) => void;
}

const waiting = new Map<number, Waiting>();
let helper: ChildProcess | undefined;
let count = 0;

/**
 * Runs a program from a small process beside this one, and rejects as `execFile` does when it fails.
 *
 * Starting a program first copies the process with its page tables, and the process stands still meanwhile: 2 ms for a
 * small one, 50 ms for one that holds a whole service and all tests.
 */
export async function run(
  command: string,
  args: readonly string[],
  { cwd }: { readonly cwd?: string } = {},
): Promise<Output> {
  const { output, error } = await new Promise<Told>((resolve, reject) => {
    const asked: Asked = { id: (count += 1), command, args, cwd };
    waiting.set(asked.id, { tell: resolve, fail: reject });
    const child = (helper ??= start());
    child.channel?.ref();
    child.send(asked);
  });
  if (error !== null) throw Object.assign(new Error(error.message), error, output);
  return output;
}

/** The helper process. It ends with this one, and prevents the end of this one only while a program runs. */
function start(): ChildProcess {
  const child = fork(new URL('run-programs.ts', import.meta.url), { serialization: 'advanced', execArgv: [] });
  child.on('message', (told: Told) => {
    waiting.get(told.id)?.tell(told);
    waiting.delete(told.id);
    if (waiting.size === 0) child.channel?.unref();
  });
  child.on('exit', () => {
    helper = undefined;
    for (const { fail } of waiting.values()) fail(new Error('the process that runs programs has ended'));
    waiting.clear();
  });
  child.unref();
  return child;
}
