import type { ImageType } from '../../context.ts';

/** A form in which a transport hands over the result of a tool. */
export type Representation = 'application/pdf' | 'application/zip' | 'application/json' | 'text/plain' | ImageType;

/** The facts that a transport states beside the body. */
export interface BodyFacts {
  /** The name of the file that the body is. */
  readonly filename?: string;
  /** The pages of the document that the body is, or that it shows. */
  readonly pages?: number;
  /** The number of warnings, of a body that is one PDF or an archive of them. */
  readonly warnings?: number;
}

/** How many warnings a report has. */
export function warningCount(report: unknown): number {
  const { warnings } = (report ?? {}) as { readonly warnings?: unknown };
  return Array.isArray(warnings) ? warnings.length : 0;
}
