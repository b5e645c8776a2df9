import { fork, type ChildProcess } from 'node:child_process';

/** What a program wrote. */
export interface Output<Text> {
  readonly stdout: Text;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** What the program reads from its standard input; nothing else. */
  readonly input?: Uint8Array;
  /** How its output is read: as UTF-8 unless told. */
  readonly encoding?: 'utf8' | 'latin1' | 'buffer';
}

/** What the helper is asked. */
export interface Asked extends Omit<RunOptions, 'encoding'> {
  readonly id: number;
  readonly command: string;
  readonly args: readonly string[];
}

/** What it answers. A program that could not be started, or that failed, has an error. */
export interface Told {
  readonly id: number;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  readonly error: { readonly message: string; readonly code: number | string | null; readonly signal: string | null } | null;
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
 * To start a program a process is copied first, page table by page table: 2 ms for a small one, 50 ms for the one that holds a whole service
 * and all tests, which stands still as long.
 */
export async function run(command: string, args: readonly string[], options: RunOptions & { readonly encoding: 'buffer' }): Promise<Output<Buffer>>;
export async function run(command: string, args: readonly string[], options?: RunOptions & { readonly encoding?: 'utf8' | 'latin1' }): Promise<Output<string>>;
export async function run(command: string, args: readonly string[], { encoding = 'utf8', env = process.env, ...options }: RunOptions = {}): Promise<Output<string | Buffer>> {
  const told = await new Promise<Told>((resolve, reject) => {
    const asked: Asked = { id: (count += 1), command, args, env: { ...env }, ...options };
    waiting.set(asked.id, { tell: resolve, fail: reject });
    const child = (helper ??= start());
    child.channel?.ref();
    child.send(asked);
  });
  const bytes = Buffer.from(told.stdout.buffer, told.stdout.byteOffset, told.stdout.length);
  const output = { stdout: encoding === 'buffer' ? bytes : bytes.toString(encoding), stderr: Buffer.from(told.stderr).toString() };
  if (told.error !== null) throw Object.assign(new Error(told.error.message), told.error, output);
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
