import { visit } from 'jsonc-parser';
import { mistakeLimit } from '../../input/fields.ts';
import { invalidRequest, pointer } from '../../input/input.ts';
import { AppError, type Mistake } from '../../problems.ts';
import { keepDigits } from './exact-integers.ts';
import { checkJsonSize } from './json-size.ts';

/**
 * Parses a JSON text (RFC 8259): strict UTF-8 with or without a byte order mark. Integers that are printed keep their
 * digits (exact-integers.ts). `__proto__` keys are refused, because they would change the prototype of an object that is
 * merged later. Throws AppError `malformed-json`, also where the text nests deeper than any request needs,
 * `invalid-request` where an object has a key twice, and `limit-exceeded` where the text has more values than any
 * document needs.
 */
export function parseJson(bytes: Uint8Array, what = 'body'): unknown {
  const { keys } = checkJsonSize(bytes, what);
  const text = decode(bytes, what);
  const value = parse(text, what);
  // Of equal keys the last one is in the value, so that it has fewer keys than its text.
  if (check(value, what) < keys) throw invalidRequest(repeatedKeys(text));
  keepDigits(text, value);
  return value;
}

function decode(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('malformed-json', `The ${what} is not UTF-8.`);
  }
}

function parse(text: string, what: string): unknown {
  if (text.trim() === '') throw new AppError('malformed-json', `The ${what} is empty; it has to be JSON.`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('malformed-json', `The ${what} is not JSON: ${placeOf(error as SyntaxError, text)}.`);
  }
}

/**
 * The place of a mistake. The message of V8 may contain the position, and a piece of the text, which is left out here.
 */
function placeOf(error: SyntaxError, text: string): string {
  const ends = text.trimEnd().length;
  const stated = /at position (\d+)/.exec(error.message)?.[1];
  const position = error.message.startsWith('Unexpected end') ? ends : Number(stated ?? firstMistake(text));
  const before = text.slice(0, position).split('\n');
  const place = `at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  if (position < ends) return `it goes wrong ${place}${hintAt(text, position)}`;
  if (error.message.startsWith('Unterminated string'))
    return `it ends too early ${place}, in a text that is not closed`;
  const missing = unclosed(text);
  return `it ends too early ${place}${missing === '' ? '' : `, where \`${missing}\` is missing`}`;
}

/** The brackets that a text lacks at its end; none where they are too many to show. */
function unclosed(text: string): string {
  const open: string[] = [];
  // At the end of the text the parser closes what is open, with brackets of no length.
  const close = (_: number, length: number) => {
    if (length > 0) open.pop();
  };
  visit(text, {
    onObjectBegin: () => void open.push('}'),
    onArrayBegin: () => void open.push(']'),
    onObjectEnd: close,
    onArrayEnd: close,
  });
  return open.length > maxShown ? '' : open.toReversed().join('');
}

/** The number of missing brackets that a message shows. */
const maxShown = 20;

/** Frequent mistakes, by the characters at the place and before it. */
const hints: readonly (readonly [at: RegExp, before: RegExp, hint: string])[] = [
  [/^[\]}]/, /,$/, ', where a comma is too many'],
  [/^'/, /$/, ', because texts and names have double quotes'],
  [/^[“”]/, /$/, ', because texts and names have straight quotes'],
  [/^["{[]/, /["\d\]}el]$/, ', where a comma or a colon is missing'],
  [/^\/[/*]/, /$/, ', because JSON has no comments'],
  [/^[A-Za-z_$]/, /[{,]$/, ', because names have double quotes'],
];

function hintAt(text: string, position: number): string {
  const before = text.slice(Math.max(0, position - 200), position).trimEnd();
  const found = hints.find(([at, earlier]) => at.test(text.slice(position, position + 2)) && earlier.test(before));
  return found?.[2] ?? '';
}

/** The offset of the first mistake of a text whose depth has been checked. */
function firstMistake(text: string): number {
  const offsets: number[] = [];
  visit(text, { onError: (_, offset) => void offsets.push(offset) }, { disallowComments: true });
  return offsets[0] ?? 0;
}

/** Checks all keys, and counts them. Walks without recursion: a hostile depth must not overflow the stack. */
function check(root: unknown, what: string): number {
  const containers: unknown[] = [root];
  let keys = 0;
  for (let value = containers.pop(); value !== undefined; value = containers.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__'))
      throw new AppError('malformed-json', `The ${what} has a key \`__proto__\`, which is not allowed.`);
    const children = Object.values(value) as unknown[];
    if (!Array.isArray(value)) keys += children.length;
    for (const child of children) if (typeof child === 'object' && child !== null) containers.push(child);
  }
  return keys;
}

/** The keys of a JSON text that an object has twice, each at its second place. */
function repeatedKeys(text: string): readonly Mistake[] {
  const found: Mistake[] = [];
  const open: Set<string>[] = [];
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectProperty(key, _offset, _length, ...[line, column, pathOf]) {
      const keys = open.at(-1);
      if (keys?.has(key) === true && found.length < mistakeLimit)
        found.push({
          pointer: pointer([...pathOf(), key]),
          message: `\`${shown(key)}\` is in its object twice, again at line ${line + 1}, column ${column + 1}`,
        });
      keys?.add(key);
    },
    onObjectEnd: () => void open.pop(),
  });
  return found;
}

/** Longer keys are cut in a message. */
const maxKeyShown = 64;

const shown = (key: string) => (key.length > maxKeyShown ? `${key.slice(0, maxKeyShown)}...` : key);
