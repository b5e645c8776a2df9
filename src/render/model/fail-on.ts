import { counted } from '../../input/input.ts';
import { AppError } from '../../problems.ts';
import { warningCodes, warningNames, type WarningName } from '../finish/diagnostics/warning-codes.ts';
import type { Warning } from './types/warning.ts';

/** Names of groups of warnings. */
const kinds = ['resource', 'console', 'font', 'glyph'] as const;

/** An entry of `failOn`: a kind of warning, or the code of one. */
export const failOnNames = [...kinds, ...warningNames] as const;
/** One entry of `output.failOn`. */
export type FailOn = (typeof failOnNames)[number];

const isOf = (code: WarningName, name: FailOn) => code === name || warningCodes[code].failOn === name;

/** Warnings that need the printed page or file to be measured. */
const measured: readonly WarningName[] = ['overflow', 'font-missing', 'glyph-missing'];

/** True where `failOn` names a warning that is found by measuring. */
export const needsMeasuring = (names: readonly FailOn[] = []): boolean =>
  names.some((name) => measured.some((code) => isOf(code, name)));

/**
 * Throws the problem of the first warning that the request names in `failOn`; `errors` lists all warnings that it names.
 */
export function failOn(names: readonly FailOn[], warnings: readonly Warning[]): void {
  const codes = [...new Set(names.flatMap((name) => warningNames.filter((code) => isOf(code, name))))];
  const found = codes.flatMap((slug) =>
    warnings.filter(({ code }) => code === slug).map((warning) => ({ ...warning, slug })),
  );
  const [first] = found;
  if (first !== undefined)
    throw new AppError(first.slug, counted(found, first.message, 'The document has', 'such warnings'), {
      errors: found.map(({ pointer = '', message }) => ({ pointer, message })),
    });
}
