import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { createToolCall } from '../../calls/call-tool.ts';
import type { Spool } from '../../calls/documents/spool.ts';
import { ownCaller, type OwnCalls } from '../../calls/own-calls.ts';
import { jsonSizeOf } from '../../calls/reading/json-size.ts';
import type { ToRead } from '../../calls/reading/reader.ts';
import type { ReceivedFile } from '../../calls/reading/received.ts';
import { fileNames } from '../../calls/result/file-names.ts';
import type { Representation } from '../../calls/result/body-facts.ts';
import { resultBody } from '../../calls/result/result-body.ts';
import { imageTypes } from '../../context.ts';
import type { ImagesResult, ToolResult } from '../../editions/edition.ts';
import { PieceReader } from '../../calls/result/piece-reader.ts';
import { warningLines, type Answer, type Call, type Engine, type InputFile, type MadeDocument } from './call.ts';

/** Runs calls in this process. */
export function ownEngine(own: OwnCalls, signal: AbortSignal): Engine {
  return {
    close: () => own.close(),
    async call(call) {
      const spool = own.spool();
      const caller = ownCaller(own, { requestId: randomUUID(), signal, progress: call.progress });
      const callTool = createToolCall(call.tool, own.deps);
      try {
        return await callTool(await received(call, spool), caller, ({ reports }) => {
          const form = reports ? 'application/json' : call.form;
          return {
            representation: form === 'parts' ? partsOf(call) : form,
            imageType: imageTypes.find((type) => type === form),
            answer: (result) => answerOf(result, form),
            stored: () => {
              throw new Error('Calls of the owner are not stored.');
            },
          };
        });
      } finally {
        await spool.close();
      }
    },
  };
}

/** The representation that makes the most of a result: the document beside the report. */
function partsOf({ tool }: Call): Representation {
  return tool.produces === 'report-document' ? 'application/pdf' : 'application/json';
}

/** The call as a received request: its files in the spool, as those of a multipart body. */
async function received({ request, files }: Call, spool: Spool): Promise<ToRead> {
  const json = Buffer.from(JSON.stringify(request));
  const { isLarge } = await jsonSizeOf(json, 'request');
  const stored: ReceivedFile[] = [];
  for (const file of files) stored.push(await receivedFile(file, spool));
  return {
    kind: files.length === 0 ? 'json' : 'multipart',
    request: json,
    files: stored,
    query: '',
    isLarge: isLarge && !files.some(({ field }) => field === 'files'),
  };
}

async function receivedFile({ content, ...about }: InputFile, spool: Spool): Promise<ReceivedFile> {
  const bytes =
    typeof content === 'string'
      ? (createReadStream(content) as AsyncIterable<Buffer>)
      : (async function* () {
          yield await Promise.resolve(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
        })();
  return { ...about, stored: await spool.receive(bytes) };
}

async function answerOf(result: ToolResult, form: Call['form']): Promise<Answer> {
  const report = result.report instanceof Uint8Array ? undefined : result.report;
  const warnings = warningLines(report);
  if (form !== 'parts') {
    const { type, body } = await resultBody(result, form);
    if (result.kind === 'images') await result.content.close();
    return { type: type.split(';', 1)[0] as Representation, body, warnings };
  }
  return { type: 'parts', ...(await documentsOf(result)), warnings };
}

async function documentsOf(
  result: ToolResult,
): Promise<Pick<Extract<Answer, { type: 'parts' }>, 'documents' | 'report'>> {
  const { report } = result;
  if (result.kind === 'document') return { documents: [madeOf(result)], report };
  if (result.kind === 'documents') {
    const names = await fileNames(result.documents.map(({ filename }) => filename));
    return {
      documents: result.documents.map((one, index) => madeOf({ ...one, filename: names[index] ?? '' })),
      report,
    };
  }
  if (result.kind === 'images') return { documents: await imagesOf(result), report };
  const parsed: unknown = report instanceof Uint8Array ? JSON.parse(Buffer.from(report).toString('utf8')) : report;
  return { documents: result.pdf === undefined ? [] : [madeOf(result.pdf)], report: parsed };
}

/** A PDF of a result. */
type Pdf = Pick<MadeDocument, 'filename' | 'pdf'> & { readonly pages: number };

const madeOf = ({ filename, pages, pdf }: Pdf): MadeDocument => ({ filename, about: { pages }, pdf });

/** The images of a result, each a file by itself. */
async function imagesOf({ images, content, contentType }: ImagesResult): Promise<MadeDocument[]> {
  try {
    const names = await fileNames(images.map(({ filename }) => filename));
    const pieces = new PieceReader(content.read());
    const files: MadeDocument[] = [];
    for (const [index, { bytes, page, width, height }] of images.entries()) {
      const about = { contentType, page, width, height };
      files.push({ filename: names[index] ?? '', about, pdf: await buffer(pieces.next(bytes)) });
    }
    return files;
  } finally {
    await content.close();
  }
}
