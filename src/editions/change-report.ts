import type { PlainReport } from '../pdf/facts/report.ts';

/**
 * `report` of a tool that changes documents (docs/spec/tools.md): warnings as everywhere, and what could not be kept.
 */
export function changeReport(
  code: string,
  { warnings, dropped, signed }: PlainReport,
): Readonly<Record<string, unknown>> {
  return { warnings: warnings.map((message) => ({ code, message })), dropped, signed };
}
