import type { IncomingHttpHeaders } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import type { Request, Response } from 'express';
import multer, { MulterError, type StorageEngine } from 'multer';
import { AppError } from '../../problems.ts';
import { treePart, withCharset } from './accepted-body.ts';
import { ClientGone } from '../errors.ts';
import type { Spool } from '../../calls/documents/spool.ts';
import { unknownPart } from '../../calls/reading/file-parts.ts';
import type { ReceivedFile } from '../../calls/reading/received.ts';

/** The options that the types of multer lack (2.5, README). */
type MulterOptions = multer.Options & { readonly streamHandler: (stream: Readable, parser: Writable) => unknown };

const maxFiles = 1000;
const longestName = 1000;

/**
 * Reads `multipart/form-data` (RFC 7578): the JSON part `request` and the file parts in `allowed`, or of any name, in
 * their order. Each file is stored while it arrives. Throws AppError `invalid-multipart`, and the errors of the stream
 * and of the disk.
 */
export async function readMultipart(
  body: Readable,
  {
    headers,
    allowed,
    anyParts = false,
    spool,
  }: { headers: IncomingHttpHeaders; allowed: readonly string[]; anyParts?: boolean; spool: Spool },
): Promise<{ request: Uint8Array; files: ReceivedFile[] }> {
  const files: (ReceivedFile | null)[] = [];
  let contentType: string | undefined;
  const options: MulterOptions = {
    storage: store(files, spool),
    limits: { files: maxFiles, parts: maxFiles + 1, fields: 1, fieldNameSize: 100, fieldSize: Infinity },
    defParamCharset: 'utf8',
    preservePath: true,
    streamHandler: (stream: Readable, parser: Writable) =>
      stream.pipe(watchTypes(parser, (type) => (contentType = type))),
    fileFilter: (_request, file, accept) => {
      file.mimetype = contentType ?? file.mimetype;
      if (anyParts || file.fieldname === 'request' || allowed.includes(file.fieldname)) accept(null, true);
      else accept(unknownPart(file.fieldname, allowed));
    },
  };
  const form = multer(options).any();
  // multer takes a request, but uses only its stream and headers. It only passes the response on.
  const request = Object.assign(body, { headers }) as unknown as Request;
  const response = undefined as unknown as Response;
  await new Promise<void>((resolve, reject) => {
    body.once('error', (error) => reject(asProblem(error))); // multer would wait for the current parts first
    form(request, response, (error?: unknown) =>
      error === undefined || error === null ? resolve() : reject(asProblem(error)),
    );
  });
  const fields = request.body as Record<string, unknown> | undefined;
  if (fields === undefined) throw asProblem(new Error('multer found no multipart body'));
  const received = files.filter((file) => file !== null);
  return {
    request: await requestPart(fields, received, allowed),
    files: received.filter((file) => file.field !== 'request'),
  };
}

/** Reads the options, which are a field or a part with a file name. */
async function requestPart(
  fields: Readonly<Record<string, unknown>>,
  files: readonly ReceivedFile[],
  allowed: readonly string[],
): Promise<Uint8Array> {
  const texts = Object.entries(fields).map(([name, value]) => {
    if (name !== 'request')
      throw allowed.includes(name)
        ? new AppError(
            'invalid-multipart',
            `The part \`${name}\` is a text, and has to be a file, with a \`filename\`. ${ofCurl(name)}`,
          )
        : unknownPart(name, allowed);
    if (typeof value !== 'string') throw unknownPart('request[]', allowed);
    return Buffer.from(value);
  });
  const withName = files.filter((file) => file.field === 'request');
  if (texts.length + withName.length > 1)
    throw new AppError('invalid-multipart', 'The part `request` is there more than once.');
  return texts[0] ?? (await withName[0]?.stored.bytes()) ?? new Uint8Array();
}

function store(files: (ReceivedFile | null)[], spool: Spool): StorageEngine {
  return {
    _handleFile(_request, { fieldname, originalname, mimetype, stream }, done) {
      const place = files.push(null) - 1;
      // Options may contain keys, which are never written to the disk.
      const received =
        fieldname === 'request'
          ? spool.hold(stream as AsyncIterable<Buffer>)
          : spool.receive(stream as AsyncIterable<Buffer>);
      received.then(
        (stored) => {
          files[place] = {
            field: fieldname,
            filename: nameOf(fieldname, originalname).slice(0, longestName),
            contentType: mimetype,
            stored,
          };
          done(null);
        },
        (error: unknown) => done(error),
      );
    },
    _removeFile: (_request, _file, done) => done(null), // the spool is deleted as a whole
  };
}

/** The name of a file, without its folders where these have no meaning. */
function nameOf(field: string, name: string): string {
  if (field === treePart) return name;
  const base = name.replace(/^.*[/\\]/s, '');
  return base === '.' || base === '..' ? '' : base;
}

/** A part of a parser of busboy (1.6, lib/types/multipart.js), which receives the headers of each part. */
interface HeaderParser {
  cb: (header: Readonly<Record<string, readonly string[] | undefined>>) => void;
}

/**
 * Reports the media type of each part, with its charset, before the part is handled. busboy reads the charset of each
 * part but does not pass on that of a file.
 */
function watchTypes(
  parser: Writable & { _hparser?: HeaderParser | null },
  report: (type: string | undefined) => void,
): Writable {
  let current: HeaderParser | null = null;
  let watched: HeaderParser | null = null;
  Object.defineProperty(parser, '_hparser', {
    get: () => current,
    set(next: HeaderParser | null) {
      current = next;
      if (next === null || next === watched) return;
      watched = next;
      const handle = next.cb;
      next.cb = (header) => {
        const [type] = header['content-type'] ?? [];
        report(type === undefined ? undefined : withCharset(type));
        handle(header);
      };
    },
  });
  return parser;
}

/** How curl sends a file: without the @ it sends the path as a text. */
const ofCurl = (name: string) => `With curl, a file has an @ before its path: \`-F ${name}=@FILE\`.`;

/** What is wrong with the parts of a body, by the code of multer, as a sentence; that of multer unless it is here. */
const partMistakes: Readonly<Record<string, string>> = {
  LIMIT_FIELD_COUNT: `Several parts are texts. One can be, \`request\`; all others are files. ${ofCurl('NAME')}`,
};

/**
 * Converts an error: those of multer and busboy about the body are mistakes of the client, those of the stream keep
 * their slug, and those of the disk are problems of the service.
 */
function asProblem(error: unknown): Error {
  if (error instanceof AppError || error instanceof ClientGone || (error instanceof Error && 'syscall' in error))
    return error;
  const detail =
    error instanceof MulterError
      ? (partMistakes[error.code] ?? `The multipart body is not what this route takes: ${error.message}.`)
      : 'The multipart body is broken: it has no boundary, or ends too early.';
  return new AppError('invalid-multipart', detail, { cause: error });
}
