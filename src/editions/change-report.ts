import type { PlainReport } from '../pdf/facts/report.ts';

/** The warnings of a tool that changes documents, and what it lost. */
interface ChangeReport extends Omit<PlainReport, 'warnings'>, Readonly<Record<string, unknown>> {
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

/** The `report` of a tool that changes documents (docs/spec/tools.md): the warnings, and the parts that were lost. */
export function changeReport(code: string, { warnings, dropped, signed }: PlainReport): ChangeReport {
  return { warnings: warnings.map((message) => ({ code, message })), dropped, signed };
}
