import type { Readable, Writable } from 'node:stream';
import type { OwnCalls } from '../calls/own-calls.ts';
import type { Edition } from '../editions/edition.ts';

/** An output of the process; a terminal shows progress, and is no place for the bytes of a document. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** What a command uses of the process around it. */
export interface Surroundings {
  readonly input: Readable;
  readonly output: Output;
  readonly errors: Output;
  /** Aborts when a person or the system stops the command. */
  readonly signal: AbortSignal;
  readonly version: () => Promise<string>;
  readonly editions: () => Promise<readonly Edition[]>;
  /** Opens the tools in this process. Documents load resources from the hosts in `networkAllow`, as its setting has it. */
  readonly openOwn: (settings: { readonly networkAllow: string }) => Promise<OwnCalls>;
  /** Commands that are no tools, by name; the composition root adds them. */
  readonly programs: readonly Program[];
}

/** A command that is no tool. */
export interface Program {
  readonly name: string;
  readonly summary: string;
  /** The text of `--help`. */
  readonly help: string;
  /** Resolves with the exit code. */
  run(args: readonly string[]): Promise<number>;
}
