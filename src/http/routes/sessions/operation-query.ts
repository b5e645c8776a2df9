import { invalidRequest, pointer } from '../../../input/input.ts';
import { didYouMean } from '../../../near-names.ts';
import type { Mistake } from '../../../problems.ts';
import type { Part } from '../../../sessions/sessions.ts';
import type { Beside } from '../../../store/facets/sessions.ts';
import { maxOperations } from '../../../sessions/session-problems.ts';

/** The number of operations in a list: unless given, and at most. */
export const partLimits = { default: 100, max: 1000 };

/** The values of a query with these parameters, each once. Throws AppError `invalid-request` with all mistakes. */
export function valuesOf<N extends string>(query: string, names: readonly N[]): Readonly<Partial<Record<N, string>>> {
  const given = new URLSearchParams(query);
  const mistakes: Mistake[] = [];
  for (const name of new Set(given.keys())) {
    const isKnown = (names as readonly string[]).includes(name);
    const add = (message: string) => mistakes.push({ pointer: pointer([name]), message: `\`${name}\` ${message}` });
    if (!isKnown) {
      const near = didYouMean(name, names);
      const has = names.length === 0 ? '; it has none' : `; it has ${names.map((one) => `\`${one}\``).join(' and ')}`;
      add(`is not a parameter of this route${near === '' ? has : near}`);
    } else if (given.getAll(name).length > 1) add('is there more than once');
  }
  if (mistakes.length > 0) throw invalidRequest(mistakes);
  const present = names.flatMap((name) => (given.get(name) ? [[name, given.get(name)]] : []));
  return Object.fromEntries(present) as Partial<Record<N, string>>;
}

/** The part of the list that a query selects. Throws AppError `invalid-request` with all mistakes. */
export function partOf(query: string): Part {
  const { from = '0', limit = String(partLimits.default) } = valuesOf(query, ['from', 'limit']);
  const mistakes: Mistake[] = [];
  if (!/^\d{1,9}$/.test(from))
    mistakes.push({ pointer: '/from', message: '`from` must be a whole number, at least 0' });
  if (!/^[1-9]\d{0,3}$/.test(limit) || Number(limit) > partLimits.max)
    mistakes.push({ pointer: '/limit', message: `\`limit\` must be a whole number from 1 to ${partLimits.max}` });
  if (mistakes.length > 0) throw invalidRequest(mistakes);
  return { from: Math.min(Number(from), maxOperations), limit: Number(limit) };
}

/** The place that a query names for new operations; `null` = the end. Throws AppError `invalid-request`. */
export function besideOf(query: string): Beside | null {
  const { before, after } = valuesOf(query, ['before', 'after']);
  if (before !== undefined && after !== undefined)
    throw invalidRequest([
      { pointer: '/after', message: '`after` stands beside `before`: name the one place where the operations go' },
    ]);
  if (before !== undefined) return { before };
  return after === undefined ? null : { after };
}
