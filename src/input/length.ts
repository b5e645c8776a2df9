import { checked, type Report } from './fields.ts';

/** A length in a request: a number of points, or a string with a unit. */
export type Length = number | string;

/** Points in each unit (CSS Values 4, 6.2: 1in = 96px = 72pt). */
const pointsPerUnit: Record<string, number> = { pt: 1, px: 0.75, in: 72, mm: 72 / 25.4, cm: 72 / 2.54, pc: 12 };

const syntax = /^[+-]?(\d+(\.\d*)?|\.\d+)(pt|px|in|mm|cm|pc)$/;

/** PDF 2.0 does not limit the size of a page, but viewers stop at 14,400 units (ISO 32000-1, annex C). */
const maxPoints = 14_400;

/** The length in points, or `undefined` for an invalid one. */
export function toPoints(length: unknown): number | undefined {
  if (typeof length === 'number') return Number.isFinite(length) ? length : undefined;
  if (typeof length !== 'string') return undefined;
  const unit = syntax.exec(length)?.[3];
  const factor = unit === undefined ? undefined : pointsPerUnit[unit];
  return factor === undefined ? undefined : Number.parseFloat(length) * factor;
}

/** The length in points, for a length that a schema has validated. Throws TypeError for an invalid one. */
export function points(length: Length): number {
  const value = toPoints(length);
  if (value === undefined) throw new TypeError(`not a length: ${length}`);
  return value;
}

/** A length in points as CSS: at most four decimals, enough for a 1/64 px. */
export function css(lengthPoints: number): string {
  return `${Math.round(lengthPoints * 1e4) / 1e4}pt`;
}

/** The CSS of an optional length, for the attribute `style`. */
export function cssLength(length: Length | undefined): string | undefined {
  return length === undefined ? undefined : css(points(length));
}

/** Longer texts are no length with a slip. */
const maxShown = 30;

interface LengthRange {
  /** Points; 0 unless given. */
  readonly min?: number;
  readonly max?: number;
  /** What the field takes beside a length, for the message of a wrong one: `an object, {top, bottom}`. */
  readonly or?: string;
}

/** The fault of a text that is no length, with the one that is probably meant. */
function faultOf(text: string): string {
  const digits = /^[+-]?\d{1,9}(?:\.\d{1,9})?/.exec(text)?.[0];
  if (digits === undefined || text.length > maxShown) return '';
  const unit = text.slice(digits.length).trim();
  if (unit === '')
    return `; '${text}' has no unit, write ${Number(digits)} for points or "${digits}mm" for millimetres`;
  const known = unit.toLowerCase();
  if (known in pointsPerUnit) return `; write "${digits}${known}"${text.includes(' ') ? ' without a space' : ''}`;
  return /^[a-z%]+$/i.test(unit) ? `; '${unit}' is none of these units` : '';
}

/** A length: a number of points or a string with a unit (`pt px in mm cm pc`), from `min` to `max` points. */
export function length({ min = 0, max = maxPoints, or }: LengthRange = {}) {
  const sign = min < 0 ? '[+-]?' : '\\+?';
  return checked({
    jsonSchema: {
      description: `A length: points, or a string with a unit (pt px in mm cm pc); ${min} to ${max} pt.`,
      anyOf: [
        { type: 'number', minimum: min, maximum: max },
        { type: 'string', pattern: syntax.source.replace('[+-]?', sign) },
      ],
    },
    check(value: unknown, report: Report) {
      const size = toPoints(value);
      if (size === undefined)
        report(
          [],
          'must be a length: a number of points, or a string with one of the units pt px in mm cm pc, for ' +
            `example 12 or "20mm"${or === undefined ? '' : `, or ${or}`}` +
            (typeof value === 'string' ? faultOf(value) : ''),
        );
      else if (size < min || size > max)
        report([], `must be a length from ${min} to ${max} points, this is ${Math.round(size * 100) / 100}`);
    },
  });
}
