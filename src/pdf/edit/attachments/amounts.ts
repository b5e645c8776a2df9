/** Decimal digits of amounts in calculations: more than any term of EN 16931 has. */
const digits = 6;
const one = 10n ** BigInt(digits);

/** An exact amount in millionths; `null` for text that is no decimal number. */
export function amountOf(text: string): bigint | null {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d{1,20})(?:\.(\d{1,20}))?$/.exec(text) ?? [];
  if (whole === '') return null;
  const value = BigInt(whole) * one + BigInt(fraction.padEnd(digits, '0').slice(0, digits));
  return sign === '-' ? -value : value;
}

/** The sum; `null` if an amount is unknown. */
export function addAmounts(amounts: readonly (bigint | null)[]): bigint | null {
  return amounts.reduce((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0n);
}

/** The amount as text, with two decimals or more. */
export function writtenAmount(amount: bigint): string {
  const size = amount < 0n ? -amount : amount;
  const fraction = String(size % one)
    .padStart(digits, '0')
    .replace(/0{1,4}$/, '');
  return `${amount < 0n ? '-' : ''}${size / one}.${fraction}`;
}
