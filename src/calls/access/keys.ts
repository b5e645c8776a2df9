import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Principal } from '../../context.ts';
import type { Log } from '../../log.ts';
import {
  digestOf,
  duplicateKids,
  entriesOfFile,
  entriesOfVariable,
  keyShape,
  parseKeys,
  type KeyEntry,
  type ParsedKeys,
} from './key-entries.ts';
import { watchKeys } from './watched-keys.ts';

/** Every mistake in the keys, one a line: the service does not start. */
export class KeysError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(['The API keys have mistakes:', ...mistakes.map((mistake) => `  ${mistake}`)].join('\n'));
    this.name = 'KeysError';
    this.mistakes = mistakes;
  }
}

/** The keys; the file is read again when it changes, and one that is broken or gone leaves the last good set. */
export interface Keys {
  /** The client of this bearer token; `null` for an unknown kid, a wrong secret and an expired key alike. */
  verify(token: string, now?: number): Principal | null;
  /** The highest `rate` of a key, in requests a minute; 0 where none has one. */
  highestRate(): number;
  close(): void;
}

interface KeySources {
  /** The variable's text (SERVICE_API_KEYS). */
  readonly variable: string | null;
  /** The file's path (SERVICE_API_KEYS_FILE). */
  readonly file: string | null;
  /** Names that a scope may use. */
  readonly tools: readonly string[];
  readonly log: Log;
  /** Milliseconds between two checks of the file. */
  readonly interval: number;
}

const shortSecret = 32;
const nobody = digestOf(randomBytes(32).toString('hex'));

/** Opens the keys. Throws KeysError with every mistake at once. */
export function openKeys({ variable, file, tools, log, interval }: KeySources): Keys {
  const names = new Set(tools);
  const fixed = parseKeys(entriesOfVariable(variable ?? ''), 'SERVICE_API_KEYS', names);
  const keys = watchKeys({ file, interval, name: 'key', read, log });

  function read(): ReadonlyMap<string, KeyEntry> {
    const fromFile = file === null ? { keys: [], mistakes: [] } : readFile(file, names);
    const all = [...fixed.keys, ...fromFile.keys];
    const mistakes = [...fixed.mistakes, ...fromFile.mistakes, ...duplicateKids(all)];
    if (mistakes.length > 0) throw new KeysError(mistakes);
    for (const { kid, secretLength } of all)
      if (secretLength !== null && secretLength < shortSecret)
        log.warn({ kid }, `the secret of this key is shorter than ${shortSecret} characters`);
    return new Map(all.map((key) => [key.kid, key]));
  }

  return {
    verify: (token, now = Date.now()) => verify(keys.current, token, now),
    highestRate: () => highestRateOf(keys.current),
    close: () => keys.close(),
  };
}

const highestRates = new WeakMap<ReadonlyMap<string, KeyEntry>, number>();

/** Computed once for each reading of the keys. */
function highestRateOf(keys: ReadonlyMap<string, KeyEntry>): number {
  const known = highestRates.get(keys);
  if (known !== undefined) return known;
  let highest = 0;
  for (const { rate } of keys.values()) highest = Math.max(highest, rate ?? 0);
  highestRates.set(keys, highest);
  return highest;
}

/** The token of an `Authorization` header (RFC 6750, 2.1); `null` = there is none, or another scheme. */
export function bearerToken(header: string | undefined): string | null {
  return /^bearer +(\S.*)$/i.exec(header ?? '')?.[1]?.trimEnd() ?? null;
}

/** True for a text of the form of a key, whether there is such a key or not. */
export const isKey = (token: string): boolean => keyShape.test(token);

/** One digest and one comparison for every token, so that the time does not reveal which kids exist. */
function verify(keys: ReadonlyMap<string, KeyEntry>, token: string, now: number): Principal | null {
  const [, kid = '', secret = ''] = keyShape.exec(token) ?? [];
  const key = keys.get(kid);
  const same = timingSafeEqual(digestOf(secret), key?.sha256 ?? nobody);
  if (!same || !key || (key.expiresAt !== null && now >= key.expiresAt)) return null;
  return key;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'the service may not read it',
  EISDIR: 'it is a folder',
};

function reasonOf(error: unknown): string {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  return reasons[code] === undefined ? code : `${code}: ${reasons[code]}`;
}

function readFile(file: string, tools: ReadonlySet<string>): ParsedKeys {
  try {
    return parseKeys(entriesOfFile(readFileSync(file, 'utf8')), 'SERVICE_API_KEYS_FILE', tools);
  } catch (error) {
    return {
      keys: [],
      mistakes: [`SERVICE_API_KEYS_FILE: the file ${resolve(file)} can not be read (${reasonOf(error)}).`],
    };
  }
}

/** A new key, as the client sends it and as a file may hold it without its secret. 256 random bits. */
export function makeKey(): { kid: string; key: string; hashedKey: string } {
  const kid = randomBytes(6).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  return {
    kid,
    key: `svc_live_${kid}_${secret}`,
    hashedKey: `svc_live_${kid}_sha256=${digestOf(secret).toString('hex')}`,
  };
}
