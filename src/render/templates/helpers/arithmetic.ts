import {
  add,
  compare,
  decimalOf,
  divide,
  isTooLong,
  multiply,
  negate,
  plainOf,
  round,
  type Decimal,
} from '../decimal.ts';
import { fieldOf, shown, textOption, type Call, type Helper } from './call.ts';
import { decimalsOf } from './formats.ts';
import { Memory } from './memory.ts';

/** The cost of an item in a calculation, in turns of a loop. */
export const itemSteps = 4;

const units = new Memory<number>();

/** The decimals that a currency is paid in: 2 for EUR, 0 for JPY. */
export function minorUnits(currency: string): number {
  return units.recall(
    currency,
    () => new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2,
  );
}

/** The number of decimals of a result: `decimals=`, or those of `currency=`; `undefined` = not rounded. */
function precisionOf(call: Call): number | undefined {
  const currency = textOption(call, 'currency');
  if (currency !== undefined && !/^[A-Z]{3}$/.test(currency))
    call.refuse(`wants a currency of ISO 4217 such as "EUR", not ${shown(currency)}`);
  return decimalsOf(call) ?? (currency === undefined ? undefined : minorUnits(currency));
}

/** An operand of a calculation. An absent field counts as `nothing`; any other value without a number is a mistake. */
export function operand(call: Call, value: unknown, nothing = 0n): Decimal {
  if (value === undefined || value === null || value === '') return { units: nothing, scale: 0 };
  return decimalOf(value) ?? call.refuse(`wants numbers, and got ${shown(value)}`);
}

/** A result as templates hand it on. */
export function result(call: Call, value: Decimal, decimals = precisionOf(call)): number | string {
  const rounded = decimals === undefined ? value : round(value, decimals);
  return isTooLong(rounded) ? call.refuse('comes to a number of more than 400 digits') : plainOf(rounded);
}

const reckon = (step: (a: Decimal, b: Decimal) => Decimal, values: readonly [number, number]): Helper => ({
  values,
  options: ['decimals', 'currency'],
  run: (call) => {
    const [first, ...rest] = call.values.map((value) => operand(call, value));
    return result(call, rest.reduce(step, first ?? { units: 0n, scale: 0 }));
  },
});

function quotient(call: Call): number | string {
  const [a, b] = call.values.map((value) => operand(call, value));
  if (!a || !b || b.units === 0n) return call.refuse('can not divide by 0');
  return result(call, divide(a, b, precisionOf(call) ?? 20));
}

/** The summand of one item of a list: the item, its field, or the product of its fields. */
function worth(call: Call, item: unknown, fields: readonly string[]): Decimal {
  if (fields.length === 0) return operand(call, item);
  const factors = fields.map((field) => fieldOf(item, field));
  if (factors.some((factor) => factor === undefined || factor === null || factor === ''))
    return { units: 0n, scale: 0 };
  return factors.map((factor) => operand(call, factor)).reduce(multiply);
}

/**
 * `{{sum lines "quantity" "price" currency="EUR"}}`: each product is rounded as it is printed, then added, so that the
 * sum is that of the printed figures.
 */
function sum(call: Call): number | string {
  const [list, ...fields] = call.values;
  if (list === undefined || list === null) return 0;
  if (!Array.isArray(list)) return call.refuse(`wants a list, not ${shown(list)}`);
  if (!fields.every((field) => typeof field === 'string')) return call.refuse('wants names of fields after the list');
  call.filling.budget.spend(list.length * itemSteps);
  const decimals = precisionOf(call);
  const worths = list
    .map((item) => worth(call, item, fields))
    .map((value) => (decimals === undefined ? value : round(value, decimals)));
  return result(call, worths.reduce(add, { units: 0n, scale: 0 }), decimals);
}

/**
 * The most decimals that a field has in a list (4 at most): with them the figures of a column stand under each other.
 */
function decimals(call: Call): number {
  const [list, field] = call.values;
  if (list === undefined || list === null) return 0;
  if (!Array.isArray(list) || typeof field !== 'string') return call.refuse('wants a list and the name of a field');
  call.filling.budget.spend(list.length * itemSteps);
  return Math.min(
    4,
    list.reduce<number>((max, item) => Math.max(max, decimalOf(fieldOf(item, field))?.scale ?? 0), 0),
  );
}

/**
 * Each item with the sum up to it: `{{#each (running entries "amount" from=opening)}}{{item.text}} {{total}}{{/each}}`.
 */
function running(call: Call): unknown {
  const [list, field] = call.values;
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list) || typeof field !== 'string') return call.refuse('wants a list and the name of a field');
  call.filling.budget.spend(list.length * itemSteps);
  let total = operand(call, call.options.from);
  return (list as unknown[]).map((item) => {
    total = add(total, operand(call, fieldOf(item, field)));
    return { item, total: result(call, total) };
  });
}

/** The items whose field is above (1) or below (-1) zero. */
const onSide = (side: 1 | -1): Helper => ({
  values: [2, 2],
  options: [],
  run: (call) => {
    const [list, field] = call.values;
    if (!Array.isArray(list) || typeof field !== 'string') return [];
    call.filling.budget.spend(list.length * itemSteps);
    return (list as unknown[]).filter(
      (item) => compare(operand(call, fieldOf(item, field)), { units: 0n, scale: 0 }) === side,
    );
  },
});

const comparison = (holds: (order: number) => boolean): Helper => ({
  values: [2, 2],
  options: [],
  run: (call) => {
    const [a, b] = call.values.map((value) => decimalOf(value));
    return a && b
      ? holds(compare(a, b))
      : call.values.every((value) => typeof value === 'string')
        ? holds(call.values[0] === call.values[1] ? 0 : String(call.values[0]) < String(call.values[1]) ? -1 : 1)
        : false;
  },
});

/** Exact decimal arithmetic, for money, and what `if` asks. */
export const arithmetic: Readonly<Record<string, Helper>> = {
  add: reckon(add, [1, Infinity]),
  subtract: reckon((a, b) => add(a, negate(b)), [2, Infinity]),
  multiply: reckon(multiply, [1, Infinity]),
  divide: { values: [2, 2], options: ['decimals', 'currency'], run: quotient },
  round: {
    values: [1, 1],
    options: ['decimals', 'currency'],
    run: (call) => result(call, operand(call, call.values[0]), precisionOf(call) ?? 0),
  },
  sum: { values: [1, 8], options: ['decimals', 'currency'], run: sum },
  running: { values: [2, 2], options: ['from', 'decimals', 'currency'], run: running },
  above: onSide(1),
  below: onSide(-1),
  minor: {
    values: [1, 1],
    options: [],
    run: ({ values: [currency], refuse }) =>
      typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)
        ? minorUnits(currency)
        : refuse(`wants a currency of ISO 4217 such as "EUR", not ${shown(currency)}`),
  },
  decimals: { values: [2, 2], options: [], run: decimals },
  eq: { values: [2, 2], options: [], run: ({ values: [a, b] }) => a === b },
  ne: { values: [2, 2], options: [], run: ({ values: [a, b] }) => a !== b },
  lt: comparison((order) => order < 0),
  lte: comparison((order) => order <= 0),
  gt: comparison((order) => order > 0),
  gte: comparison((order) => order >= 0),
};
