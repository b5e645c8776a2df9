import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import multer, { MulterError, type StorageEngine } from 'multer';
import type { FilePart } from '../editions/edition.ts';
import { AppError } from '../problems.ts';
import { ClientGone } from './exchange.ts';

/** A file part and the SHA-256 of its bytes, which a retry of the request has too, whatever its boundary. */
export interface ReceivedFile extends FilePart {
  readonly sha256: string;
}

const mostFiles = 1000;
const longestName = 1000;

/**
 * Reads `multipart/form-data` (RFC 7578): the JSON part `request` and the file parts in `allowed`, in their order.
 * Throws AppError `invalid-multipart`, and what the stream itself fails with.
 */
export async function readMultipart(body: Readable, headers: IncomingHttpHeaders, allowed: readonly string[]): Promise<{ request: Uint8Array; files: ReceivedFile[] }> {
  const files: ReceivedFile[] = [];
  const form = multer({
    storage: keepAndHash(files),
    limits: { files: mostFiles, parts: mostFiles + 1, fields: 1, fieldNameSize: 100, fieldSize: Infinity },
    defParamCharset: 'utf8',
    fileFilter: (_request, file, accept) => {
      if (file.fieldname === 'request' || allowed.includes(file.fieldname)) accept(null, true);
      else accept(unknownPart(file.fieldname, allowed));
    },
  }).any();
  // multer takes a request; what it uses of one is the stream and the headers. The response it only passes on.
  const request = Object.assign(body, { headers }) as unknown as Request;
  const response = undefined as unknown as Response;
  await new Promise<void>((resolve, reject) => {
    form(request, response, (error?: unknown) => (error === undefined || error === null ? resolve() : reject(asProblem(error))));
  });
  return { request: requestPart(request.body as Record<string, unknown>, files, allowed), files: files.filter((file) => file.field !== 'request') };
}

/** The options come as a field, or as a part that carries a file name. */
function requestPart(fields: Readonly<Record<string, unknown>>, files: readonly ReceivedFile[], allowed: readonly string[]): Uint8Array {
  const texts = Object.entries(fields).map(([name, value]) => {
    if (name !== 'request') throw allowed.includes(name) ? new AppError('invalid-multipart', `The part \`${name}\` is a file and needs a \`filename\`.`) : unknownPart(name, allowed);
    if (typeof value !== 'string') throw twice();
    return Buffer.from(value);
  });
  const parts = [...texts, ...files.filter((file) => file.field === 'request').map((file) => file.data)];
  if (parts.length > 1) throw twice();
  return parts[0] ?? new Uint8Array();
}

function twice(): AppError {
  return new AppError('invalid-multipart', 'The part `request` is there more than once.');
}

function unknownPart(name: string, allowed: readonly string[]): AppError {
  return new AppError('invalid-multipart', `There is no part of the name given ('${name.slice(0, 100)}'). This route takes ${['request', ...allowed].map((part) => `\`${part}\``).join(', ')}.`);
}

function keepAndHash(files: ReceivedFile[]): StorageEngine {
  return {
    _handleFile(_request, file, done) {
      const chunks: Buffer[] = [];
      const hash = createHash('sha256');
      const place = files.push({ field: file.fieldname, filename: file.originalname.slice(0, longestName), contentType: file.mimetype, data: new Uint8Array(), sha256: '' }) - 1;
      file.stream.on('data', (chunk: Buffer) => {
        hash.update(chunk);
        chunks.push(chunk);
      });
      file.stream.once('error', done);
      file.stream.once('end', () => {
        const received = files[place];
        if (received) files[place] = { ...received, data: Buffer.concat(chunks), sha256: hash.digest('hex') };
        done(null);
      });
    },
    _removeFile: (_request, _file, done) => done(null),
  };
}

/** What multer and busboy throw about the body is the client's; what the stream failed with keeps its own slug. */
function asProblem(error: unknown): Error {
  if (error instanceof AppError || error instanceof ClientGone) return error;
  const detail = error instanceof MulterError ? `The multipart body is not what this route takes: ${error.message}.` : 'The multipart body is broken: it has no boundary, or ends too early.';
  return new AppError('invalid-multipart', detail, { cause: error });
}
