import { PassThrough, type Readable } from 'node:stream';
import { AppError } from '../../problems.ts';
import type { BodyLimit } from '../../calls/access/limits.ts';
import type { Exchange } from '../exchange.ts';
import { waitsForContinue } from '../answer/send.ts';

interface BodyLimits {
  /** Milliseconds that the client may pause. */
  readonly stall: number;
  /** Milliseconds in which the body must be complete. */
  readonly whole: number;
}

/** Receives the bytes of a body as they arrive. The body fails with the error that it throws. */
export type ObserveChunk = (chunk: Buffer) => void;

/** Where the bytes of a body go. */
interface BodySink {
  /** Takes a chunk. After false no more chunks come until `resume` is called. */
  write(chunk: Buffer): boolean;
  end(): void;
  fail(error: Error): void;
}

/**
 * The body as a stream that counts its bytes. It fails with `payload-too-large` beyond the limit of the exchange, with
 * `request-timeout-body` when the client stalls or takes too long, and with the reason of `exchange.cancel`. The first
 * read sends `100 Continue` to a client that waits for it.
 */
export function openBody(exchange: Exchange, limits: BodyLimits): Readable {
  const body = new PassThrough();
  const { resume } = followBody(exchange, limits, {
    write: (chunk) => body.write(chunk),
    end: () => body.end(),
    fail: (error) => body.destroy(error),
  });
  body.on('drain', resume);
  return body;
}

/** The whole body in memory. Rejects where the stream of `openBody` fails, and where `observe` throws. */
export function wholeBody(exchange: Exchange, limits: BodyLimits, observe: ObserveChunk): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    const write = (chunk: Buffer): boolean => {
      observe(chunk);
      chunks.push(chunk);
      return true;
    };
    followBody(exchange, limits, { write, end: () => resolve(Buffer.concat(chunks)), fail: reject });
  });
}

/** Passes the body on until it ends, or fails for one of the reasons that `openBody` lists. */
function followBody(exchange: Exchange, limits: BodyLimits, sink: BodySink): { readonly resume: () => void } {
  const { req, res, cancel } = exchange;
  let received = 0;
  const stalled = setTimeout(
    () => fail(late(exchange, `No byte of the body came for ${limits.stall / 1000} s.`)),
    limits.stall,
  );
  const whole = setTimeout(
    () => fail(late(exchange, `The body was not whole within ${limits.whole / 1000} s.`)),
    limits.whole,
  );

  function count(chunk: Buffer): void {
    received += chunk.byteLength;
    if (received > exchange.limit.bytes) {
      fail(tooLarge(exchange.limit));
      return;
    }
    stalled.refresh();
    try {
      if (!sink.write(chunk)) req.pause();
    } catch (error) {
      fail(error as Error);
    }
  }
  function end(): void {
    release();
    sink.end();
  }
  function fail(error: Error): void {
    release();
    req.pause();
    sink.fail(error);
  }
  function cancelled(): void {
    exchange.closing = true;
    fail(cancel.signal.reason as Error);
  }
  function release(): void {
    clearTimeout(stalled);
    clearTimeout(whole);
    req.off('data', count).off('end', end);
    cancel.signal.removeEventListener('abort', cancelled);
  }
  function resume(): void {
    stalled.refresh();
    req.resume();
  }

  cancel.signal.addEventListener('abort', cancelled);
  req.on('data', count).once('end', end);
  if (cancel.signal.aborted) cancelled();
  else if (waitsForContinue(exchange)) {
    exchange.continued = true;
    res.writeContinue();
  }
  return { resume };
}

/**
 * Limits the body of an exchange. Throws AppError `payload-too-large` when its `Content-Length` is larger.
 */
export function limitBody(exchange: Exchange, limit: BodyLimit): void {
  exchange.limit = limit;
  if (Number(exchange.req.headers['content-length'] ?? 0) > limit.bytes) throw tooLarge(limit);
}

/** The problem of a body that is larger than the limit. */
function tooLarge({ bytes, setting }: BodyLimit): AppError {
  return new AppError(
    'payload-too-large',
    `The body is larger than ${sizeText(bytes)}. This is the limit of this deployment, whose operator can raise it ` +
      `with ${setting}.`,
    { extra: { limit: bytes } },
  );
}

const units = ['GiB', 'MiB', 'KiB'];

/** A size as people read it: `16 MiB`; in bytes where no unit divides it. */
function sizeText(bytes: number): string {
  const at = units.findIndex((_, index) => bytes >= 1024 ** (3 - index) && bytes % 1024 ** (3 - index) === 0);
  return at < 0 ? `${bytes} bytes` : `${bytes / 1024 ** (3 - at)} ${units[at] ?? ''}`;
}

function late(exchange: Exchange, detail: string): AppError {
  exchange.closing = true;
  return new AppError('request-timeout-body', detail);
}
