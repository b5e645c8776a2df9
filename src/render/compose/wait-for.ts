import { Script } from 'node:vm';
import { duration } from '../../config/setting-kinds.ts';
import type { WaitFor } from '../model/segments.ts';
import { checked, joi } from '../../input/fields.ts';

/** `waitFor` of a request. */
export interface WaitForOptions {
  readonly selector?: string;
  readonly expression?: string;
  /** Milliseconds. */
  readonly delay?: number;
  readonly networkIdle?: boolean;
  readonly virtualTime?: string | number;
  readonly timeout?: string | number;
}

const second = 1000;
const longestMs = { virtualTime: 300 * second, timeout: 3600 * second };
const maxCharacters = 10_000;

/** Conditions for the print of a page, in a request. */
export function waitFor() {
  return joi
    .object({
      selector: joi.string().max(2000).description('An element that matches this is there.'),
      expression: expression(),
      delay: joi.number().integer().min(0).max(30_000).description('Milliseconds of the page’s clock.'),
      networkIdle: joi.boolean(),
      virtualTime: time(
        longestMs.virtualTime,
        'How far the page’s clock runs where it does not come to rest: a duration such as `500ms` or `30s`, or ' +
          'seconds; 10 s by default, 5 min at most.',
      ),
      timeout: time(
        longestMs.timeout,
        'The longest that all of this may take in real time: a duration such as `20s`, or seconds; at ' +
          'most the request timeout of the service.',
      ),
    })
    .min(1);
}

/** The conditions for the printer. `pointer` leads to them in the request. */
export function waitsOf({ virtualTime, timeout, ...others }: WaitForOptions, pointer: string): WaitFor {
  return {
    ...others,
    ...(virtualTime !== undefined && { virtualTime: millisecondsOf(virtualTime, longestMs.virtualTime) ?? 0 }),
    ...(timeout !== undefined && { timeout: millisecondsOf(timeout, longestMs.timeout) ?? 0 }),
    pointer,
  };
}

/** The mistake of a `waitFor`, as it was sent, that is longer than its request can be; `null` = it is not. */
export function tooLongWait(sent: unknown, requestTimeoutMs: number): string | null {
  const { timeout } = (sent ?? {}) as { readonly timeout?: unknown };
  return (millisecondsOf(timeout, longestMs.timeout) ?? 0) <= requestTimeoutMs
    ? null
    : `\`timeout\` can be ${requestTimeoutMs / second} s at most, which is all the time of a request here`;
}

function millisecondsOf(value: unknown, max: number): number | null {
  const read = duration({ max }).parse(typeof value === 'number' || typeof value === 'string' ? String(value) : '');
  return 'value' in read ? read.value : null;
}

function time(maxMs: number, description: string) {
  return checked({
    jsonSchema: {
      description,
      anyOf: [
        { type: 'string', pattern: '^\\d+(\\.\\d+)? ?(ms|s|m|h|d)?$' },
        { type: 'number', exclusiveMinimum: 0, maximum: maxMs / second },
      ],
    },
    check(value, report) {
      if (millisecondsOf(value, maxMs) === null)
        report(
          [],
          `must be a duration of ${maxMs / 60_000} minutes at most, for example "30s", or a number of seconds`,
        );
    },
  });
}

function expression() {
  return checked({
    jsonSchema: {
      type: 'string',
      minLength: 1,
      maxLength: maxCharacters,
      description: 'This JavaScript expression is true, or a promise of a true value.',
    },
    check(value, report) {
      if (typeof value !== 'string' || value === '') report([], 'must be a text with a JavaScript expression');
      else if (value.length > maxCharacters) report([], `has more than ${maxCharacters} characters`);
      else {
        const mistake = mistakeIn(value);
        if (mistake !== null) report([], `is no JavaScript expression: ${mistake}`);
      }
    },
  });
}

/**
 * The mistake of a JavaScript expression, which is compiled and never run. It must be an expression both in parentheses
 * and in a list: a text that closes one of them early does not close the other.
 */
function mistakeIn(text: string): string | null {
  const mistakes = [`(${text}\n)`, `[${text}\n]`].map(faultOf);
  if (mistakes[0]?.endsWith("token ')'") && mistakes[1]?.endsWith("token ']'")) return 'it ends too early';
  return mistakes.find((one) => one !== null) ?? null;
}

function faultOf(code: string): string | null {
  try {
    new Script(code);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 200) : 'it can not be read';
  }
}
