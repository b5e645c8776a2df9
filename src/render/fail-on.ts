import { AppError, type Slug } from '../problems.ts';
import type { Warning } from './document.ts';

/** What a request may ask to fail on, and the warnings that it then does not put up with. */
const kinds = {
  resource: ['resource-blocked', 'resource-failed'],
  console: ['console-error'],
  font: ['font-missing'],
  glyph: ['glyph-missing'],
} as const satisfies Record<string, readonly Slug[]>;

export type FailOn = keyof typeof kinds;

/** Throws the problem of the first warning that the request asked to fail on; the others of its kind stand in `errors`. */
export function failOn(asked: readonly FailOn[], warnings: readonly Warning[]): void {
  for (const slug of asked.flatMap((kind): readonly Slug[] => kinds[kind])) {
    const found = warnings.filter((warning) => warning.code === slug);
    const [first] = found;
    if (first !== undefined) throw new AppError(slug, first.message, { errors: found.map(({ pointer = '', message }) => ({ pointer, message })) });
  }
}
