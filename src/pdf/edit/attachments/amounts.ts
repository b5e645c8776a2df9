/** Digits after the point that amounts are reckoned with: more than any term of EN 16931 has. */
const digits = 6;
const one = 10n ** BigInt(digits);

/** An amount in millionths, exactly; `null` for what is no decimal number. */
export function amountOf(text: string): bigint | null {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d{1,20})(?:\.(\d{1,20}))?$/.exec(text) ?? [];
  if (whole === '') return null;
  const value = BigInt(whole) * one + BigInt(fraction.padEnd(digits, '0').slice(0, digits));
  return sign === '-' ? -value : value;
}

/** The sum; `null` where an amount is not known. */
export function addAmounts(amounts: readonly (bigint | null)[]): bigint | null {
  return amounts.reduce((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0n);
}

/** As it is written, with two digits at least. */
export function writtenAmount(amount: bigint): string {
  const size = amount < 0n ? -amount : amount;
  const fraction = String(size % one)
    .padStart(digits, '0')
    .replace(/0{1,4}$/, '');
  return `${amount < 0n ? '-' : ''}${size / one}.${fraction}`;
}
