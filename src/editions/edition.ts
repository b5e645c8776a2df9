import type { Context, Tier } from '../context.ts';
import type { Input, JsonSchema } from '../input/input.ts';
import type { FontFolder } from '../pdf/fonts/installed-fonts.ts';
import type { Slug } from '../problems.ts';
import type { Operation } from '../render/model/operation.ts';
import type { Renderer } from '../render/render.ts';
import type { Threads } from '../threads/threads.ts';
import type { InputDocument } from './input-document.ts';

/** One finished document. */
export interface DocumentResult {
  readonly kind: 'document';
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly filename: string;
  /** What the tool has to tell: at least `warnings`. */
  readonly report: Readonly<Record<string, unknown>>;
}

/** Several finished documents, in order. */
export interface DocumentsResult {
  readonly kind: 'documents';
  /** Names are proposals: the answer makes them safe and unique. */
  readonly documents: readonly { readonly filename: string; readonly pdf: Uint8Array; readonly pages: number }[];
  /** Name of the archive that holds them. */
  readonly filename: string;
  readonly report: Readonly<Record<string, unknown>>;
}

/**
 * A tool, or a mode of one (`dryRun`), that answers JSON whatever `Accept` says, unless it has a `text` or a `pdf` too.
 */
export interface ReportResult {
  readonly kind: 'report';
  /**
   * The report; or its JSON text in UTF-8, where it was long and made on a thread, so that the main thread need not
   * hold it as objects.
   */
  readonly report: unknown;
  /** The report as plain text, of a tool that produces `text-report`. */
  readonly text?: { readonly utf8: Uint8Array; readonly filename: string };
  /**
   * The report as a document, of a tool that produces `report-document`; left out where `context.documents` is false.
   */
  readonly pdf?: { readonly pdf: Uint8Array; readonly pages: number; readonly filename: string };
}

export type ToolResult = DocumentResult | DocumentsResult | ReportResult;

/**
 * What a tool answers with by default; the route offers the other representations of docs/spec/documents.md by
 * `Accept`.
 */
export type Produces = 'document' | 'documents' | 'report' | 'text-report' | 'report-document';

/** A file part of a multipart request. */
export interface FilePart {
  readonly field: string;
  /** As it was sent; of `files` with its folders. */
  readonly filename: string;
  /** The media type, and `charset` where that was stated. */
  readonly contentType: string;
  readonly data: Uint8Array;
}

/** What tools work with; `app.ts` hands it over. */
export interface Services {
  readonly renderer: Renderer;
  /** Where work on PDFs runs: never on the main thread. */
  readonly threads: Threads;
  /** Where fonts are, in the order in which they are asked for a character. */
  readonly fonts: readonly FontFolder[];
}

/**
 * A named capability that a client calls. Its route, authorization, limits, entry in capabilities
 * and place in the OpenAPI document all follow from this one object.
 */
export interface Tool<I = unknown> {
  /** kebab-case; the route is `/api/v1/<name>`. */
  readonly name: string;
  readonly tier: Tier;
  readonly summary: string;
  readonly description: string;
  readonly produces: Produces;
  /**
   * That the tool takes PDFs, in every form of docs/spec/documents.md: its body then has `document` (`documentField`)
   * or `documents` (`documentsField`), and `run` finds an `InputDocument` in `data` of each, whichever way it came.
   */
  readonly documents?: 'one' | 'many';
  /** The JSON body, given the operations of the editions that are installed. Unknown fields are errors. */
  input(operations: readonly Operation[]): Input<I>;
  /**
   * That its request holds keys of the client: it is never stored in the clear. As a job it is encrypted under a key of
   * this process alone, and where jobs may run in another process it is none (`async` of capabilities).
   */
  readonly secrets?: boolean;
  /** Names of the file parts that a multipart request may carry beside `request` and the documents. */
  readonly fileParts: readonly string[];
  /**
   * That its body may be an HTML document alone (`text/html`), with the other options in the query: `withFiles` gets it
   * as the one file of the part `files`.
   */
  readonly takesHtml?: boolean;
  /** Puts the file parts into the parsed `request` part, before it is validated; may answer a promise. */
  withFiles?(request: unknown, files: readonly FilePart[]): unknown;
  /**
   * True for a request, not yet validated, that wants a report in JSON whatever `Accept` says: a mode of a tool that
   * makes documents. Absent where the tool has no such mode.
   */
  wantsReport?(request: unknown): boolean;
  /** Bodies for the reference, by name; every one of them runs in the tests. */
  readonly examples: Readonly<Record<string, unknown>>;
  /** Problems of its own that its answers may be, beside those of every tool: for the reference. */
  readonly problems?: readonly Slug[];
  /** The JSON Schema of the report alone (`report`, `text-report`): for the reference. */
  readonly reportSchema?: JsonSchema;
  /** Results of jobs that a valid request names elsewhere than as its documents. */
  readonly results?: NamedResults<I>;
  /** The valid request in a form that crosses processes cheaply; `run` takes that too. */
  pack?(input: I): I;
  run(input: I, services: Services, context: Context): Promise<ToolResult>;
}

/** How a tool names PDFs that jobs have made, by the ids of these jobs, and how it takes them. */
export interface NamedResults<I> {
  ids(request: I): readonly string[];
  /** Puts them into the request, to be read by `run`. */
  placed(request: I, pdfs: ReadonlyMap<string, InputDocument>): I;
}

/** A shippable set of tools and operations: the manifest that `editions/<name>/index.ts` exports as `edition`. */
export interface Edition {
  readonly name: Tier;
  readonly tools: readonly Tool[];
  readonly operations: readonly Operation[];
}
