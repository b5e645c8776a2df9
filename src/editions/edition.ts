import type { Context, ImageType, Tier } from '../context.ts';
import type { Input, JsonSchema } from '../input/input.ts';
import type { FontFolder } from '../pdf/fonts/installed-fonts.ts';
import type { Slug } from '../problems.ts';
import type { Operation } from '../render/model/operation.ts';
import type { Surroundings } from '../render/model/surroundings.ts';
import type { Stretches } from '../render/preview/stretches.ts';
import type { Renderer } from '../render/render.ts';
import type { Threads } from '../threads/threads.ts';
import type { InputDocument } from './input-document.ts';

/** The reports of all steps of a tool that is made of others (`madeOf`). */
export interface StepReports {
  /** The reports in the order of the steps; each may be its JSON text in UTF-8, as in `ReportResult`. */
  readonly reports: readonly unknown[];
  /** The number of warnings in them. */
  readonly warnings: number;
}

/** What a result of any kind may have. */
interface AnyResult {
  readonly steps?: StepReports;
}

/** One finished document. */
export interface DocumentResult extends AnyResult {
  readonly kind: 'document';
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly filename: string;
  /** The report of the tool, with at least `warnings`. */
  readonly report: Readonly<Record<string, unknown>>;
}

/** Several finished documents, in order. */
export interface DocumentsResult extends AnyResult {
  readonly kind: 'documents';
  /** The documents. Their names are suggestions that the answer makes safe and unique. */
  readonly documents: readonly { readonly filename: string; readonly pdf: Uint8Array; readonly pages: number }[];
  /** The name of the archive with all documents. */
  readonly filename: string;
  readonly report: Readonly<Record<string, unknown>>;
}

/**
 * The result of a tool, or a mode of one (`dryRun`), that answers with JSON independent of `Accept`, unless it also has
 * a `text` or a `pdf`.
 */
export interface ReportResult extends AnyResult {
  readonly kind: 'report';
  /**
   * The report; or its JSON text in UTF-8, when it is long and was made on a thread, so that the main thread never
   * holds it as objects.
   */
  readonly report: unknown;
  /** The report as plain text, for a tool that produces `text-report`. */
  readonly text?: { readonly utf8: Uint8Array; readonly filename: string };
  /** The report as a document, for a tool that produces `report-document`; absent when `context.documents` is false. */
  readonly pdf?: { readonly pdf: Uint8Array; readonly pages: number; readonly filename: string };
}

/** An image of a result. */
export interface ResultImage {
  /** The page that it shows, of images of pages. */
  readonly page?: number | undefined;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** A suggestion that the answer makes safe and unique. */
  readonly filename: string;
  readonly bytes: number;
  /** SHA-256 in lower-case hex. */
  readonly sha256: string;
  readonly crc32: number;
}

/** The bytes of images, one after the other. */
export interface ImageContent {
  /** Reads all of them, a piece at a time; each call begins anew. */
  read(): AsyncIterable<Uint8Array>;
  /** Frees them. Whoever gets the result of a tool closes it, after the answer was sent or failed. */
  close(): Promise<void>;
}

/** Images, in order, which need not be in memory. One image is an answer by itself, several are an archive. */
export interface ImagesResult extends AnyResult {
  readonly kind: 'images';
  readonly contentType: ImageType;
  readonly images: readonly ResultImage[];
  readonly content: ImageContent;
  /** Pages of the document that they show; absent where they show none. */
  readonly pages?: number | undefined;
  /** The name of the archive with all images. */
  readonly filename: string;
  readonly report: Readonly<Record<string, unknown>>;
}

/** The result of a tool: one document, several documents, images, or a report. */
export type ToolResult = DocumentResult | DocumentsResult | ImagesResult | ReportResult;

/** The default answer of a tool. The route offers the other representations of docs/spec/documents.md by `Accept`. */
export type Produces =
  'document' | 'document-or-images' | 'documents' | 'images' | 'report' | 'text-report' | 'report-document';

/** A file part of a multipart request. */
export interface FilePart {
  readonly field: string;
  /** The file name in the request; for `files` with its folders. */
  readonly filename: string;
  /** The media type, with `charset` if the request states it. */
  readonly contentType: string;
  readonly data: Uint8Array;
  /** True where it is the whole body of the request, and no part of it. */
  readonly isBody?: boolean;
}

/** The services that tools use; `app.ts` provides them. */
export interface Services {
  readonly renderer: Renderer;
  readonly stretches: Stretches;
  /** The threads for work on PDFs, which never runs on the main thread. */
  readonly threads: Threads;
  /** Limits of the images that tools make, in pixels. */
  readonly pixels: { /** Of one image. */ readonly image: number; /** Of one request. */ readonly total: number };
  /** The font folders, in the order in which they are searched for a character. */
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
   * The number of PDFs that the tool takes, in every form of docs/spec/documents.md. Its body then has `document`
   * (`documentField`) or `documents` (`documentsField`), and `run` gets an `InputDocument` in `data` of each,
   * independent of the form.
   */
  readonly documents?: 'one' | 'many';
  /**
   * The tools of which this one is made. Its body then has `steps`, each with the name of one of them (`tool`) and the
   * body of that one's own route (`input`). A key needs their tiers and scopes; `secrets`, approvals and the form of
   * the answer are theirs too.
   */
  readonly madeOf?: readonly Tool[];
  /**
   * True for a tool that prints a document, changes nothing elsewhere, and waits for its turn (`Context.turn`) before it
   * uses a thread, or a page for long. In a pipe it may begin before its turn, and for nothing where an earlier step
   * fails.
   */
  readonly onlyPrints?: boolean;
  /** The JSON body, for the operations of the installed editions. Unknown fields are errors. */
  input(operations: readonly Operation[], surroundings?: Surroundings): Input<I>;
  /**
   * True when requests contain keys of the client. They are never stored in the clear: as a job they are encrypted
   * under a key of this process, and where other processes may run jobs the tool has none (`async` of capabilities).
   */
  readonly secrets?: boolean;
  /** The file parts that a multipart request may have beside `request` and the documents. */
  readonly fileParts: readonly string[];
  /** True when a request names further file parts itself, which `withFiles` puts in their places. */
  readonly namesParts?: boolean;
  /**
   * True when the body may be an HTML document alone (`text/html`), with the other options in the query. `withFiles`
   * gets the document as the only file of the part `files`.
   */
  readonly takesHtml?: boolean;
  /** Puts the file parts into the parsed part `request` before it is validated; may return a promise. */
  withFiles?(request: unknown, files: readonly FilePart[]): unknown;
  /**
   * True for a request, not yet validated, that requests a report in JSON, independent of `Accept`: a mode of a tool
   * that makes documents. Absent where the tool has no such mode.
   */
  wantsReport?(request: unknown): boolean;
  /** Example bodies for the reference, by name. The tests run each of them. */
  readonly examples: Readonly<Record<string, unknown>>;
  /** The problems of the tool beside those of every tool, for the reference. */
  readonly problems?: readonly Slug[];
  /** The JSON Schema of a report that is an answer by itself (`report`, `text-report`), for the reference. */
  readonly reportSchema?: JsonSchema;
  /** The results of jobs that a valid request names elsewhere than in its documents. */
  readonly results?: NamedResults<I>;
  /** The places of documents of a request elsewhere than in `document` and `documents`. */
  readonly inner?: InnerDocuments;
  /** Converts a valid request into a form that is cheap to send between processes. `run` accepts both forms. */
  pack?(input: I): I;
  run(input: I, services: Services, context: Context): Promise<ToolResult>;
}

/** Documents inside a request. */
export interface InnerDocuments {
  /** Returns a request, valid or not, in which each of them is replaced; `place` is its path. */
  map(
    request: unknown,
    replace: (document: Readonly<Record<string, unknown>>, place: readonly (string | number)[]) => unknown,
  ): unknown;
}

/** The places in which a request names the results of jobs, by the ids of these jobs. */
export interface NamedResults<I> {
  named(request: I): readonly NamedResult[];
  /** Returns the request with these PDFs, so that `run` can read them. */
  placed(request: I, pdfs: ReadonlyMap<string, InputDocument>): I;
}

/** A job that a request names, and the pointer to its id in the body of the tool. */
export interface NamedResult {
  readonly jobId: string;
  readonly pointer: string;
}

/** A shippable set of tools and operations: the manifest that `editions/<name>/index.ts` exports as `edition`. */
export interface Edition {
  readonly name: Tier;
  readonly tools: readonly Tool[];
  readonly operations: readonly Operation[];
}
