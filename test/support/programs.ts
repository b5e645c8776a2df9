import { fork, type ChildProcess } from 'node:child_process';

/** What a program wrote, read as UTF-8. */
export interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

/** What the helper is asked. */
export interface Asked {
  readonly id: number;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
}

/** What it answers. A program that could not be started, or that failed, has an error. */
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
 * To start a program a process is copied first, page table by page table: 2 ms for a small one, 50 ms for the one that
 * holds a whole service and all tests, which stands still as long.
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

/** The process beside: it ends with this one, and keeps it from ending only while something runs. */
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
