import { add, compare, divide, multiply, negate, plainOf, round, type Decimal } from '../decimal.ts';
import { itemSteps, minorUnits, operand } from './arithmetic.ts';
import { fieldOf, shown, type Call, type Helper } from './call.ts';
import { currencyOf } from './formats.ts';

const zero: Decimal = { units: 0n, scale: 0 };
const one: Decimal = { units: 1n, scale: 0 };

/**
 * Quantity × price less its discount (a share), in the currency's smallest unit; a `net` of the line takes precedence.
 */
function netOf(call: Call, line: unknown, decimals: number): Decimal {
  const field = (name: string, nothing = 0n) => operand(call, fieldOf(line, name), nothing);
  if (fieldOf(line, 'net') !== undefined) return round(field('net'), decimals);
  return round(
    multiply(multiply(field('quantity', 1n), field('price')), add(one, negate(field('discount')))),
    decimals,
  );
}

function decimalsFor(call: Call): number {
  const currency = currencyOf(call);
  return currency === undefined
    ? call.refuse('needs `currency`, or a `currency` at the root of the data')
    : minorUnits(currency);
}

function linesOf(call: Call): readonly unknown[] {
  const [lines] = call.values;
  if (!Array.isArray(lines)) return call.refuse(`wants a list of lines, not ${shown(lines)}`);
  call.filling.budget.spend(lines.length * itemSteps);
  return lines as readonly unknown[];
}

interface Tax {
  readonly rate: Decimal;
  readonly base: Decimal;
  readonly amount: Decimal;
}

/** The tax on an amount, or the one that is in it. */
function taxOn(sum: Decimal, rate: Decimal, decimals: number, included: boolean): Tax {
  if (!included) return { rate, base: sum, amount: round(multiply(rate, sum), decimals) };
  const base = divide(sum, add(one, rate), decimals);
  return { rate, base, amount: add(sum, negate(base)) };
}

/** The lines' amounts by rate of tax, the highest first. Lines without `vat` have no tax and no row. */
function taxesOf(call: Call, lines: readonly unknown[], decimals: number): Tax[] {
  const rates = new Map<string, { rate: Decimal; sum: Decimal }>();
  for (const line of lines) {
    const vat = fieldOf(line, 'vat');
    if (vat === undefined || vat === null || vat === '') continue;
    const rate = operand(call, vat);
    const key = String(plainOf(rate));
    if (rate.units < 0n) call.refuse(`wants rates of tax that are not negative, and got ${shown(vat)}`);
    rates.set(key, { rate, sum: add(rates.get(key)?.sum ?? zero, netOf(call, line, decimals)) });
  }
  return [...rates.values()]
    .sort((a, b) => compare(b.rate, a.rate))
    .map(({ rate, sum }) => taxOn(sum, rate, decimals, call.options.included === true));
}

/**
 * The totals of an invoice by EN 16931 (BR-CO-10 to BR-CO-16): every line is rounded, tax is computed on the sum of
 * each rate, and the total is net plus tax. `{{totals lines currency="EUR" paid=100}}` returns
 * `{net, taxes, tax, gross, paid, due}`. With `included=true` the prices include their tax, as in shops.
 */
function totals(call: Call): unknown {
  const decimals = decimalsFor(call);
  const lines = linesOf(call);
  const sum = lines.map((line) => netOf(call, line, decimals)).reduce(add, zero);
  const taxes = taxesOf(call, lines, decimals);
  const tax = taxes.reduce((all, { amount }) => add(all, amount), zero);
  const paid = round(operand(call, call.options.paid), decimals);
  const included = call.options.included === true;
  const [net, gross] = included ? [add(sum, negate(tax)), sum] : [sum, add(sum, tax)];
  return {
    net: plainOf(net),
    taxes: taxes.map(({ rate, base, amount }) => ({
      rate: plainOf(rate),
      base: plainOf(base),
      amount: plainOf(amount),
    })),
    tax: plainOf(tax),
    gross: plainOf(gross),
    paid: plainOf(paid),
    due: plainOf(add(gross, negate(paid))),
  };
}

/** Helpers for amounts of invoices, by name. */
export const sums: Readonly<Record<string, Helper>> = {
  totals: { values: [1, 1], options: ['currency', 'paid', 'included'], run: totals },
  net: {
    values: [1, 1],
    options: ['currency'],
    run: (call) => plainOf(netOf(call, call.values[0], decimalsFor(call))),
  },
};
