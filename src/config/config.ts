import { availableParallelism } from 'node:os';
import Joi from 'joi';
import { memoryShares } from '../memory-shares.ts';
import { nearName } from '../near-names.ts';
import { prefix, type Setting } from './setting.ts';
import { settingEntries, type Settings } from './settings.ts';

type Read = { readonly [K in keyof Settings]: Settings[K] extends Setting<infer T> ? T : never };

/**
 * The settings as the service works with them: durations in milliseconds, sizes in bytes, rates in requests a minute.
 */
export interface Config extends Omit<Read, 'host' | 'workerCount'> {
  /** Address to listen on; without keys only the machine itself reaches the service. */
  readonly host: string;
  /** Warm pages. */
  readonly workerCount: number;
}

/** The settings have mistakes, so the service does not start. The message lists them, one a line. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(['The settings have mistakes:', ...mistakes.map((mistake) => `  ${mistake}`)].join('\n'));
    this.name = 'ConfigError';
    this.mistakes = mistakes;
  }
}

/**
 * Reads the settings from `env`; callers pass `process.env`, which no other file reads. An empty variable counts as
 * unset. Throws ConfigError with all mistakes together, among them unknown names that start with `SERVICE_`.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name.startsWith(prefix) && value?.trim()),
  );
  const validated = schema.validate(given, { abortEarly: false });
  const values = validated.value as Record<string, unknown>;
  const mistakes = validated.error?.details.map(mistakeOf) ?? mistakesBetween(given, values);
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  const read = Object.fromEntries(
    settingEntries.map(([key, { name }]) => [key, values[prefix + name] ?? null]),
  ) as unknown as Read;
  return {
    ...read,
    host:
      read.host ?? (read.role === 'worker' || (read.apiKeys ?? read.apiKeysFile) !== null ? '0.0.0.0' : '127.0.0.1'),
    workerCount: read.workerCount ?? Math.min(availableParallelism(), memoryShares().workers),
  };
}

const schema = Joi.object(
  Object.fromEntries(settingEntries.map(([, entry]) => [prefix + entry.name, schemaOf(entry)])),
);

function schemaOf({ kind, fallback, example }: Setting<unknown>): Joi.Schema {
  const valid = example ?? fallback;
  const read = Joi.string()
    .custom((value: string, helpers) => {
      const result = kind.parse(value.trim());
      if ('value' in result) return result.value;
      const isComplete = !valid || result.mistake.includes('Use for example');
      return helpers.error('setting', {
        text: isComplete ? result.mistake : `${result.mistake} Use for example ${valid}.`,
      });
    })
    .messages({ setting: '{#text}' });
  if (fallback === null) return read;
  const parsed = kind.parse(fallback);
  if ('mistake' in parsed) throw new Error(parsed.mistake);
  return read.default(() => parsed.value);
}

/** The limits of tiers that an operator sets higher than the limit of all requests, which would apply anyway. */
function mistakesBetween(
  given: Readonly<Record<string, string | undefined>>,
  values: Readonly<Record<string, unknown>>,
): string[] {
  const bodyLimit = Number(values[`${prefix}BODY_LIMIT`]);
  const names = ['CORE', 'PRO', 'ENTERPRISE'].map((tier) => `${prefix}PAYLOAD_LIMIT_${tier}`);
  return names
    .filter((name) => given[name] !== undefined && Number(values[name]) > bodyLimit)
    .map(
      (name) =>
        `${name}: '${given[name]}' is more than SERVICE_BODY_LIMIT, which is ${bodyLimit} bytes. Raise that, or use ` +
        `for example ${bodyLimit}.`,
    );
}

function mistakeOf({ type, path, message }: Joi.ValidationErrorItem): string {
  const name = String(path[0]);
  if (type !== 'object.unknown') return `${name}: ${message}`;
  const near = nearName(
    name,
    settingEntries.map(([, entry]) => prefix + entry.name),
    4,
  );
  return `${name}: there is no such setting${near === null ? '.' : `; did you mean ${near}?`}`;
}
