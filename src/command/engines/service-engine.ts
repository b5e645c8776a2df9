import { openAsBlob } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSchema } from '../../input/input.ts';
import { withoutEnd } from '../../without-end.ts';
import type { Representation } from '../../calls/result/body-facts.ts';
import { Unreachable, UsageError } from '../exit-codes.ts';
import { warningLines, type Call, type Engine, type ImageFacts, type InputFile, type MadeDocument } from './call.ts';
import { ServiceProblem } from './service-problem.ts';

/** A running service, and the key for it. */
export interface Service {
  /** Without a path at its end. */
  readonly url: string;
  /** `null` = requests have no key. */
  readonly key: string | null;
}

/** Tries of one request: statuses that mean "later" are tried again. */
const maxTries = 6;
/** Milliseconds to wait at most for the next try, and where the service states none. */
const waitMs = { longest: 60_000, usual: 1000 } as const;
const later: ReadonlySet<number> = new Set([429, 503]);

/** Runs calls at a service. */
export function serviceEngine(service: Service, signal: AbortSignal): Engine {
  const request = (call: Call, accept: Representation) => {
    call.progress('the service works', 0);
    return answered(service, call, { accept, signal });
  };
  return {
    close: () => Promise.resolve(),
    async call(call) {
      if (call.form === 'parts') {
        const response = await request(call, 'application/json');
        const { documents, report } = partsOf(await bodyOf(response).json());
        // A tool whose JSON is the report alone makes the document in a second call.
        const document =
          call.tool.produces === 'report-document' ? await pdfOf(await request(call, 'application/pdf')) : [];
        return { type: 'parts', documents: [...documents, ...document], report, warnings: warningLines(report) };
      }
      const response = await request(call, call.form);
      return { type: typeOf(response), body: streamOf(response), warnings: counted(response) };
    },
  };
}

/** The base address of a service, from what a person gave. Throws UsageError. */
export function serviceUrl(given: string): string {
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`'${given}' is no address of a service. An example: \`--server http://127.0.0.1:8080\`.`);
  return url.origin + withoutEnd(url.pathname, /\//).replace(/\/api\/v1$/, '');
}

async function answered(
  { url, key }: Service,
  call: Call,
  { accept, signal }: { readonly accept: Representation; readonly signal: AbortSignal },
): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(`${url}/api/v1/${call.tool.name}`, {
      method: 'POST',
      headers: { accept, ...(key !== null && { authorization: `Bearer ${key}` }), ...jsonType(call) },
      body: await bodyFor(call),
      redirect: 'error',
      signal,
    }).catch((cause: unknown) => {
      throw signal.aborted ? signal.reason : unreachable(url, cause);
    });
    if (response.ok) return response;
    const problem = await ServiceProblem.of(response);
    const seconds = Number(response.headers.get('retry-after') ?? waitMs.usual / 1000);
    const wait = Number.isFinite(seconds) ? seconds * 1000 : waitMs.usual;
    if (!later.has(response.status) || tries === maxTries || wait > waitMs.longest) throw problem;
    call.progress('waiting for the service', 0);
    await sleep(wait, undefined, { signal });
  }
}

const jsonType = ({ files }: Call) => (files.length === 0 ? { 'content-type': 'application/json' } : {});

/** The body of a request: JSON, or a form with the JSON and the files, which are sent from the disk. */
async function bodyFor({ request, files }: Call): Promise<string | FormData> {
  const json = JSON.stringify(request);
  if (files.length === 0) return json;
  const form = new FormData();
  form.append('request', json);
  for (const file of files) form.append(file.field, await blobOf(file), file.filename);
  return form;
}

function blobOf({ content, contentType: type }: InputFile): Promise<Blob> | Blob {
  return typeof content === 'string' ? openAsBlob(content, { type }) : new Blob([new Uint8Array(content)], { type });
}

function unreachable(url: string, cause: unknown): Unreachable {
  const { cause: inner } = cause as { readonly cause?: NodeJS.ErrnoException };
  const reasons = [inner?.message, inner?.code].filter((reason) => reason !== undefined && reason !== '');
  return new Unreachable(`The service at ${url} cannot be reached: ${reasons[0] ?? String(cause)}.`, { cause });
}

function typeOf({ headers }: Response): Representation {
  return (headers.get('content-type') ?? '').split(';', 1)[0]?.trim() as Representation;
}

/** The body as it arrives. A connection that breaks is no end of the body. */
async function* streamOf(response: Response): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of response.body ?? []) yield piece;
  } catch (cause) {
    throw broken(cause);
  }
}

function bodyOf(response: Response): { json: () => Promise<unknown> } {
  return {
    json: () =>
      response.json().catch((cause: unknown) => {
        throw broken(cause);
      }),
  };
}

function broken(cause: unknown): unknown {
  if (cause instanceof Error && cause.name === 'AbortError') return cause;
  return new Unreachable('The answer of the service broke off before its end.', { cause });
}

function counted({ headers }: Response): string[] {
  const count = Number(headers.get('document-warnings') ?? 0);
  return count > 0 ? [`${count} ${count === 1 ? 'warning' : 'warnings'}; \`--json\` lists them.`] : [];
}

async function pdfOf(response: Response): Promise<MadeDocument[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of streamOf(response)) pieces.push(piece);
  const pages = Number(response.headers.get('document-pages') ?? 0);
  return [{ filename: '', about: { pages }, pdf: Buffer.concat(pieces) }];
}

interface JsonFile {
  readonly filename?: string;
  readonly data: string;
}
type JsonDocument = JsonFile & { readonly pages: number };
type JsonImage = JsonFile & ImageFacts;

/** The parts of an answer in JSON; one that is a report alone has no documents. */
function partsOf(body: unknown): { documents: MadeDocument[]; report: unknown } {
  if (!isSchema(body) || !('report' in body)) return { documents: [], report: body };
  const { report, images = [] } = body;
  const pdfs = (body.documents ?? (body.document === undefined ? [] : [body.document])) as JsonDocument[];
  const documents = [
    ...pdfs.map(({ pages, ...file }) => madeOf(file, { pages })),
    ...(images as JsonImage[]).map(({ contentType, page, width, height, ...file }) =>
      madeOf(file, { contentType, page, width, height }),
    ),
  ];
  return { documents, report };
}

function madeOf({ filename = '', data }: JsonFile, about: MadeDocument['about']): MadeDocument {
  return { filename, about, pdf: Buffer.from(data, 'base64') };
}
