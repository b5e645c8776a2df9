import { isRightToLeft } from '../../compose/direction.ts';
import { supportedLocale } from '../../../input/supported-locale.ts';
import { numberOf } from '../../templates/format.ts';
import { escape } from '../../html/html.ts';
import { withoutEnd } from '../../../without-end.ts';

/**
 * A text split at the decimal point of its column; the part after the point is split into digits and the rest (a
 * currency, a bracket).
 */
interface Tail {
  readonly point: string;
  readonly digits: string;
  readonly rest: string;
}

const none: Tail = { point: '', digits: '', rest: '' };
/** Longer texts are not numbers. */
const maxLength = 64;

/**
 * Returns a function that finds the text after the decimal point; in right-to-left languages, only what is displayed to
 * the right of the digits.
 */
function tailReader(lang: string): (text: string, plain: boolean) => Tail {
  const point =
    new Intl.NumberFormat(supportedLocale(lang)).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ??
    '.';
  const rightToLeft = isRightToLeft(lang);
  return (text, plain) => {
    if (text.length > maxLength) return none;
    const number = withoutEnd(text, /\P{Nd}/u);
    const rest = text.slice(number.length);
    if (number === '') return none;
    const at = number.lastIndexOf(plain ? '.' : point);
    const digits = number.slice(at + 1);
    const behind = rightToLeft ? (/^[%٪]*/.exec(rest)?.[0] ?? '') : rest;
    return at >= 0 && /^\p{Nd}+$/u.test(digits)
      ? { point: number.charAt(at), digits, rest: behind }
      : { ...none, rest: behind };
  };
}

/** The characters of `all` without those of `some`, each counted. */
function without(all: string, some: string): string {
  const left = Array.from(some);
  return Array.from(all)
    .filter((character) => {
      const at = left.indexOf(character);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    })
    .join('');
}

/**
 * Returns a function that aligns texts at their decimal points in a right-aligned column: each is followed by a hidden
 * text that makes it as long as the longest. Digits have one width there, so that this holds in every font. Numbers
 * that are not `formatted` have a point in every language.
 */
export function decimalAligner(
  texts: Iterable<string>,
  { lang, formatted }: { readonly lang: string; readonly formatted: boolean },
): (text: string) => string {
  const read = tailReader(lang);
  const tailOf = (text: string) => read(text, !formatted && numberOf(text.replace('\u200e', '')) !== undefined);
  let widest = none;
  for (const text of texts) {
    const { point, digits, rest } = tailOf(text);
    widest = {
      point: widest.point || point,
      digits: digits.length > widest.digits.length ? digits : widest.digits,
      rest: widest.rest + without(rest, widest.rest),
    };
  }
  const rightToLeft = isRightToLeft(lang);
  return (text) => {
    if (text === '') return '';
    const tail = tailOf(text);
    const unseen =
      (tail.point === '' ? widest.point : '') +
      widest.digits.slice(tail.digits.length) +
      without(widest.rest, tail.rest);
    const space = unseen === '' ? '' : `<span class="unseen">${escape(unseen)}</span>`;
    return rightToLeft ? space + escape(text) : escape(text) + space;
  };
}
