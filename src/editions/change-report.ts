import type { PlainReport } from '../pdf/facts/report.ts';

/** The `report` of a tool that changes documents (docs/spec/tools.md): the warnings, and the parts that were lost. */
export function changeReport(
  code: string,
  { warnings, dropped, signed }: PlainReport,
): Readonly<Record<string, unknown>> {
  return { warnings: warnings.map((message) => ({ code, message })), dropped, signed };
}
