import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type {
  DocumentsResult,
  ImagesResult,
  Produces,
  ResultImage,
  StepReports,
  ToolResult,
} from '../../editions/edition.ts';
import { jsonBytes, jsonText } from '../../editions/json-bytes.ts';
import { maxRowBytes } from '../../store/stored-bytes.ts';
import type { Blob, BlobStore } from '../../store/facets/blobs.ts';
import type { JobOutcome } from '../../store/facets/jobs.ts';
import { imagesBody } from '../result/images-body.ts';
import type { Representation } from '../result/body-facts.ts';
import { defaultOf, resultBody } from '../result/result-body.ts';
import { PartsReader, PartsWriter, type StoredText } from './parts.ts';

/** The result of a tool, stored so that each of its representations can be made again, byte for byte. */
export interface About {
  readonly produces: Produces;
  readonly steps?: { readonly reports: readonly StoredText[]; readonly warnings: number };
  readonly result:
    | {
        readonly kind: 'document';
        readonly filename: string;
        readonly pages: number;
        readonly pdf: number;
        readonly report: StoredText;
      }
    | {
        readonly kind: 'documents';
        readonly filename: string;
        readonly documents: readonly { readonly filename: string; readonly pages: number; readonly bytes: number }[];
        readonly pdfs: number;
        readonly report: StoredText;
      }
    | (Pick<ImagesResult, 'kind' | 'contentType' | 'filename' | 'pages'> & {
        /** JSON of the images without their bytes, which are one blob. */
        readonly images: StoredText;
        readonly content: number;
        readonly report: StoredText;
      })
    | {
        readonly kind: 'report';
        readonly report: StoredText;
        readonly text?: { readonly utf8: StoredText; readonly filename: string };
        readonly pdf?: { readonly pdf: number; readonly pages: number; readonly filename: string };
      };
}

/** A result, and the kind of answer that its tool gives. */
export interface StoredResult {
  readonly produces: Produces;
  readonly result: ToolResult;
}

/** Stores the pieces of a result. The outcome describes the answer that the synchronous call gives by default. */
export async function storeResult({ result, produces }: StoredResult, blobs: BlobStore): Promise<JobOutcome> {
  const writer = new PartsWriter(blobs, maxRowBytes);
  const about: About = {
    produces,
    result: await store(result, writer),
    ...(result.steps && { steps: await storeSteps(result.steps, writer) }),
  };
  return { ...(await defaultAnswer(result, defaultOf(produces))), parts: writer.parts, about: jsonBytes(about) };
}

/** The facts about the answer that the synchronous call gives by default. */
async function defaultAnswer(
  result: ToolResult,
  representation: Representation,
): Promise<Pick<JobOutcome, 'contentType' | 'bytes' | 'sha256'>> {
  const hash = createHash('sha256');
  if (result.kind === 'images') {
    const { type, size, pieces } = await imagesBody(result, representation);
    for await (const piece of pieces()) hash.update(piece);
    return { contentType: type, bytes: size, sha256: hash.digest('hex') };
  }
  const { type, body } = await resultBody(result, representation);
  return { contentType: type, bytes: body.byteLength, sha256: hash.update(body).digest('hex') };
}

async function storeSteps(
  { reports, warnings }: StepReports,
  writer: PartsWriter,
): Promise<NonNullable<About['steps']>> {
  const stored: StoredText[] = [];
  for (const report of reports) stored.push(await writer.text(jsonText(report)));
  return { reports: stored, warnings };
}

async function store(result: ToolResult, writer: PartsWriter): Promise<About['result']> {
  switch (result.kind) {
    case 'document': {
      const { kind, filename, pages, pdf, report } = result;
      return { kind, filename, pages, pdf: await writer.part(pdf), report: await writer.text(jsonBytes(report)) };
    }
    case 'documents': {
      const { kind, filename, documents, report } = result;
      const listed = documents.map((document) => ({
        filename: document.filename,
        pages: document.pages,
        bytes: document.pdf.byteLength,
      }));
      return {
        kind,
        filename,
        documents: listed,
        pdfs: await writer.part(pdfsOf(result)),
        report: await writer.text(jsonBytes(report)),
      };
    }
    case 'images': {
      const { kind, contentType, filename, pages, images, content, report } = result;
      const stored = await writer.part(content.read());
      const listed = await writer.text(jsonBytes(images));
      const about = {
        kind,
        contentType,
        filename,
        images: listed,
        content: stored,
        ...(pages !== undefined && { pages }),
      };
      return { ...about, report: await writer.text(jsonBytes(report)) };
    }
    case 'report': {
      const { kind, report, text, pdf } = result;
      const stored = await writer.text(jsonText(report));
      return {
        kind,
        report: stored,
        ...(text && { text: { utf8: await writer.text(text.utf8), filename: text.filename } }),
        ...(pdf && { pdf: { ...pdf, pdf: await writer.part(pdf.pdf) } }),
      };
    }
  }
}

/** Many small documents are one blob, one after the other: each blob costs the disk a flush. */
async function* pdfsOf({ documents }: DocumentsResult): AsyncGenerator<Uint8Array> {
  for (const { pdf } of documents) yield await Promise.resolve(pdf);
}

/**
 * The result of a job that succeeded. Rejects where a blob is missing, because the job has expired or was deleted
 * meanwhile.
 */
export async function readResult({ about, parts }: JobOutcome, blobs: BlobStore): Promise<StoredResult> {
  const { produces, result, steps } = JSON.parse(Buffer.from(about).toString()) as About;
  const reader = new PartsReader(blobs, parts);
  const read = await readOne(result, reader, blobs);
  return { produces, result: steps === undefined ? read : { ...read, steps: await readSteps(steps, reader) } };
}

async function readSteps(
  { reports, warnings }: NonNullable<About['steps']>,
  reader: PartsReader,
): Promise<StepReports> {
  return { reports: await Promise.all(reports.map((report) => reader.text(report))), warnings };
}

async function readOne(stored: About['result'], reader: PartsReader, blobs: BlobStore): Promise<ToolResult> {
  switch (stored.kind) {
    case 'document':
      return { ...stored, pdf: await reader.part(stored.pdf), report: await reader.json(stored.report) };
    case 'documents': {
      const all = await reader.part(stored.pdfs);
      let end = 0;
      const documents = stored.documents.map(({ filename, pages, bytes }) => ({
        filename,
        pages,
        pdf: all.subarray(end, (end += bytes)),
      }));
      return { kind: stored.kind, filename: stored.filename, documents, report: await reader.json(stored.report) };
    }
    case 'images': {
      const content = reader.blob(stored.content);
      (await blobs.open(content)).destroy(); // rejects here, before the answer begins, where it is missing
      const report = await reader.json(stored.report);
      const images = JSON.parse(Buffer.from(await reader.text(stored.images)).toString()) as ResultImage[];
      return { ...stored, images, content: storedContent(content, blobs), report };
    }
    case 'report': {
      const { kind, text, pdf } = stored;
      const report = await reader.text(stored.report);
      return {
        kind,
        report,
        ...(text && { text: { ...text, utf8: await reader.text(text.utf8) } }),
        ...(pdf && { pdf: { ...pdf, pdf: await reader.part(pdf.pdf) } }),
      };
    }
  }
}

function storedContent(blob: Blob, blobs: BlobStore): ImagesResult['content'] {
  return {
    async *read() {
      yield* (await blobs.open(blob)) as AsyncIterable<Uint8Array>;
    },
    close: () => Promise.resolve(), // the blob belongs to the job
  };
}

/** The kind of a result, and the forms in which its tool answers. */
export function formOf({ about }: JobOutcome): { readonly produces: Produces; readonly kind: ToolResult['kind'] } {
  const { produces, result } = JSON.parse(Buffer.from(about).toString()) as About;
  return { produces, kind: result.kind };
}

/** The PDF of a job that made one document, opened to be sent from the disk. */
export interface OpenedDocument {
  readonly filename: string;
  readonly pages: number;
  readonly report: unknown;
  readonly steps?: Pick<StepReports, 'warnings'> | undefined;
  /** SHA-256 in lower-case hex. */
  readonly sha256: string;
  /** `size` is in bytes. The receiver of the stream reads it to its end or destroys it. */
  readonly streamed: { readonly size: number; readonly stream: Readable };
}

/** Opens the PDF of a job that made one document (`formOf`). */
export async function openDocument({ about, parts }: JobOutcome, blobs: BlobStore): Promise<OpenedDocument> {
  const { result, steps } = JSON.parse(Buffer.from(about).toString()) as About;
  if (result.kind !== 'document') throw new Error('The job has made no document.');
  const { filename, pages } = result;
  const reader = new PartsReader(blobs, parts);
  const [report, pdf] = [await reader.json(result.report), reader.blob(result.pdf)];
  const { sha256, size } = pdf;
  return { filename, pages, report, steps, sha256, streamed: { size, stream: await blobs.open(pdf) } };
}

/** The PDF of a job that made one document, as the blob that it is; `null` = it made something else. */
export function pdfOf({ about, parts }: JobOutcome): JobOutcome['parts'][number] | null {
  const { result } = JSON.parse(Buffer.from(about).toString()) as About;
  return result.kind === 'document' ? (parts[result.pdf] ?? null) : null;
}
