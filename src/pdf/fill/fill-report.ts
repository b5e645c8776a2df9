import type { Report } from '../facts/report.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import type { FormScripts } from './form-scripts.ts';
import type { Assignment } from '../widgets/fields/given-values.ts';

/** What was filled in, and the scripts of the form. */
export interface Filling {
  readonly file: PdfFile;
  readonly assignments: readonly Assignment[];
  /** Names that the form does not have. */
  readonly unknown: readonly string[];
  readonly scripts: FormScripts;
}

/**
 * Reports what a person filling in the form would have noticed: unknown names, read-only fields, passwords in plain
 * text, dropped rich text, and scripts that did not run.
 */
export function reportFilling(report: Report, { file, assignments, unknown, scripts }: Filling): void {
  if (unknown.length > 0)
    report.warn(
      `The form has no ${unknown.length === 1 ? 'field' : 'fields'} ${named(unknown)}: ` +
        `${unknown.length === 1 ? 'its value was' : 'their values were'} left out.`,
    );
  const names = (suits: (assignment: Assignment) => boolean) => [
    ...new Set(assignments.filter(suits).map(({ field }) => field.name)),
  ];
  const readOnly = names(({ field }) => field.flags.has('readOnly'));
  if (readOnly.length > 0)
    report.warn(`${named(readOnly)}: marked as read only, which applies to people; it was filled in.`);
  const passwords = names(
    (assignment) => assignment.kind === 'text' && assignment.text !== '' && assignment.field.flags.has('password'),
  );
  if (passwords.length > 0) report.warn(`${named(passwords)}: a password, which everybody who reads the file can see.`);
  const rich = names(({ field }) => file.resolve(field.inherited('RV')) !== null);
  if (rich.length > 0) report.warn(`${named(rich)}: the formatted text (RV) went with the old value.`);
  const given = new Set(assignments.map(({ field }) => field.name));
  const stale = assignments.length === 0 ? [] : scripts.calculated.filter((name) => !given.has(name));
  if (stale.length > 0)
    report.warn(
      `${named(stale)}: calculated by scripts, which are not run: the value is as it was. Send the right one.`,
    );
  const formatted = scripts.scripted.filter((name) => given.has(name));
  if (formatted.length > 0)
    report.warn(
      `${named(formatted)}: formatted or checked by scripts, which are not run: the value is shown as it was sent.`,
    );
}

/** Names in quotation marks, at most as many as a sentence can hold. */
function named(names: readonly string[]): string {
  const shown = names
    .slice(0, 10)
    .map((name) => `'${name.slice(0, 80).toWellFormed()}'`)
    .join(', ');
  return names.length > 10 ? `${shown} and ${names.length - 10} more` : shown;
}
