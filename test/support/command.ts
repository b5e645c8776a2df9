import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { OwnCalls } from '../../src/calls/own-calls.ts';
import { runCommand } from '../../src/command/run-command.ts';
import { loadEditions } from '../../src/editions/registry.ts';

/** The command as a program. */
export const program = join(import.meta.dirname, '../../src/cli/colophon.ts');

/** A command that has ended. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** Receives the process while it runs. */
  readonly started?: (child: ChildProcess) => void;
}

/** Runs the command as a person does: a process of its own, without a terminal. */
export async function colophon(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { cwd, input = '', env = {}, started } = options;
  const child = spawn(process.execPath, [program, ...args], { cwd, env: { ...process.env, ...env } });
  started?.(child);
  child.stdin.on('error', () => undefined); // a command that reads nothing may end first
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([buffer(child.stdout), buffer(child.stderr)]);
  return { code: await ended, stdout, stderr: stderr.toString('utf8') };
}

/** Runs a command in this process. Without `own` it can only parse arguments and call a service. */
export async function inProcess(args: readonly string[], input = '', own?: OwnCalls): Promise<Ran> {
  const [stdout, stderr] = [new Held(), new Held()];
  const code = await runCommand(args, {
    input: Readable.from([Buffer.from(input)]),
    output: stdout,
    errors: stderr,
    signal: new AbortController().signal,
    version: () => Promise.resolve('0.0.0'),
    editions: () => loadEditions(),
    openOwn: () =>
      own === undefined
        ? Promise.reject(new Error('this command was not to work here'))
        : Promise.resolve({ ...own, close: () => Promise.resolve() }),
    programs: [],
  });
  return { code, stdout: stdout.bytes, stderr: stderr.bytes.toString('utf8') };
}

class Held extends Writable {
  readonly #pieces: Buffer[] = [];

  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    this.#pieces.push(piece);
    done();
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#pieces);
  }
}

/** A folder for one test file, and what is in it. */
export function workFolder(): { readonly path: string; readonly names: () => string[]; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'command-test-'));
  return {
    path,
    names: () => readdirSync(path).sort(),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
