import { readFile, stat } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { UsageError } from '../exit-codes.ts';
import type { Surroundings } from '../surroundings.ts';

/** The name that stands for standard input and output. */
export const standard = '-';

/** Sentences for error codes of the system. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'it may not be read',
  EPERM: 'it may not be read',
  EISDIR: 'it is a folder',
  ELOOP: 'its link leads nowhere',
  ENAMETOOLONG: 'its name is too long',
};

/** The message of an error of the system, for a person. */
export function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return reasons[code] ?? message;
}

/** Reads the files that arguments name, and standard input, at most once. */
export class Files {
  readonly #from: Pick<Surroundings, 'input' | 'signal'>;
  #isRead = false;

  constructor(from: Pick<Surroundings, 'input' | 'signal'>) {
    this.#from = from;
  }

  /** The bytes of a file, or of standard input for `-`. Throws UsageError. */
  async read(name: string): Promise<Buffer> {
    if (name === standard) return this.#standardInput();
    return readFile(name).catch((error: unknown) => {
      throw new UsageError(`'${name}' cannot be read: ${reasonOf(error)}.`);
    });
  }

  /** Throws UsageError where a file cannot be read as one. */
  async check(name: string): Promise<void> {
    if (name === standard) return;
    const found = await stat(name).catch((error: unknown) => {
      throw new UsageError(`'${name}' cannot be read: ${reasonOf(error)}.`);
    });
    if (found.isDirectory()) throw new UsageError(`'${name}' cannot be read: it is a folder.`);
  }

  async #standardInput(): Promise<Buffer> {
    if (this.#isRead) throw new UsageError('Standard input (`-`) can be only one of the inputs.');
    this.#isRead = true;
    return buffer(addAbortSignal(this.#from.signal, this.#from.input));
  }
}
