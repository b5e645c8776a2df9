import type { Representation } from '../../calls/result/body-facts.ts';
import type { Tool } from '../../editions/edition.ts';
import type { StageListener } from '../../stages.ts';
import type { Bytes } from '../answers/replace-file.ts';

/** A file that goes with a request. */
export interface InputFile {
  /** The part that it is in a multipart request. */
  readonly field: string;
  readonly filename: string;
  readonly contentType: string;
  /** Its path, or its bytes where they have been read. */
  readonly content: string | Uint8Array;
}

/** A call of a tool. */
export interface Call {
  readonly tool: Tool;
  readonly request: unknown;
  readonly files: readonly InputFile[];
  readonly form: Representation | 'parts';
  readonly progress: StageListener;
}

/** What the JSON of a service states of an image beside its file. */
export interface ImageFacts {
  readonly contentType: string;
  /** The page that it shows. */
  readonly page?: number | undefined;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** A document of an answer, or an image. */
export interface MadeDocument {
  readonly filename: string;
  /** The pages of a document, or the facts of an image. */
  readonly about: { readonly pages: number } | ImageFacts;
  readonly pdf: Uint8Array;
}

/** The answer of a tool: in the form of the call, or a report in JSON where the request was for one. */
export type Answer = (
  | { readonly type: Representation; readonly body: Bytes }
  | { readonly type: 'parts'; readonly documents: readonly MadeDocument[]; readonly report: unknown }
) & {
  /** Warnings for a person, a line each. */
  readonly warnings: readonly string[];
};

/** Runs calls: in this process, or at a service. */
export interface Engine {
  /** Rejects with AppError, ServiceProblem, UsageError or Unreachable, and with the reason of an abort. */
  call(call: Call): Promise<Answer>;
  close(): Promise<void>;
}

/** The warnings of a report as lines. */
export function warningLines(report: unknown): string[] {
  const { warnings } = (report ?? {}) as { readonly warnings?: unknown };
  if (!Array.isArray(warnings)) return [];
  return (warnings as { readonly code?: unknown; readonly message?: unknown }[]).map(
    ({ code, message }) => `${String(code)}: ${String(message)}`,
  );
}
