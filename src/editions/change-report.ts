import type { PlainReport } from '../pdf/facts/report.ts';

/** `report` of a tool that changes documents (contract 12): warnings as everywhere, and what could not be kept. */
export function changeReport(
  code: string,
  { warnings, dropped, signed }: PlainReport,
): Readonly<Record<string, unknown>> {
  return { warnings: warnings.map((message) => ({ code, message })), dropped, signed };
}
