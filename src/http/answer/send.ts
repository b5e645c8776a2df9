import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Answer, Exchange } from '../exchange.ts';
import type { Tuning } from '../tuning.ts';

/**
 * Writes the answer. An answer that is sent while the client is still sending must reach it: closing at once would
 * reset the connection with the answer still on its way (RFC 9112, 9.6). So the complete answer is written, then the
 * rest of the body is drained within limits, and only then the connection closes.
 */
export function send(exchange: Exchange, answer: Answer, limits: Tuning): void {
  const { req, res } = exchange;
  if (res.destroyed || res.headersSent) {
    answer.streamed?.stream.destroy();
    return;
  }
  const unread = hasBody(exchange) && !req.complete;
  if (unread || exchange.closing) res.setHeader('connection', 'close');
  res.statusCode = answer.status;
  res.setHeader('x-request-id', exchange.id);
  res.setHeader('cache-control', 'no-store');
  res.setHeader('x-content-type-options', 'nosniff');
  for (const [name, value] of Object.entries(answer.headers)) res.setHeader(name, value);
  if (answer.status < 300) setServerTiming(exchange);
  const size = answer.streamed === undefined ? answer.body.byteLength : answer.streamed.size;
  if (answer.status !== 204 && size !== null) res.setHeader('content-length', size);
  const body = req.method === 'HEAD' || answer.status === 204 ? null : answer.body;
  const sendsOn = unread && !exchange.closing && !waitsForContinue(exchange);
  if (answer.streamed !== undefined && body !== null) {
    void sendStream(exchange, answer.streamed.stream, () => {
      exchange.answered = sendsOn;
      if (sendsOn) drain(exchange, limits);
      else res.end();
    });
    return;
  }
  answer.streamed?.stream.destroy();
  if (!sendsOn) {
    res.end(body ?? undefined);
    return;
  }
  if (body === null) res.flushHeaders();
  else res.write(body);
  exchange.answered = true;
  drain(exchange, limits);
}

/**
 * `Server-Timing` (W3C) of a tool's answer: its stages in milliseconds. The last one, `respond`, is the time that no
 * other stage has, so that the sum is all of the time from the arrival of the request to this answer.
 */
function setServerTiming({ res, stages, start }: Exchange): void {
  if (stages.times.length === 0) return;
  const named = stages.times.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  stages.add('respond', performance.now() - start - named);
  res.setHeader(
    'server-timing',
    stages.times.map(({ name, milliseconds }) => `${name};dur=${milliseconds.toFixed(2)}`).join(', '),
  );
}

/** Sends as fast as the client reads. A stream that fails closes the connection: the client sees an incomplete body. */
async function sendStream({ res, log }: Exchange, stream: Readable, whole: () => void): Promise<void> {
  try {
    await pipeline(stream, res, { end: false });
  } catch (error) {
    if (!res.destroyed) log.error({ err: error }, 'a stored result could not be read');
    res.destroy();
    return;
  }
  whole();
}

/** True when the request announces a body (RFC 9112, 6.3). */
export function hasBody({ req }: Exchange): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

/** A client that sent `Expect: 100-continue` and got no `100 Continue` does not send its body (RFC 9110, 10.1.1). */
export function waitsForContinue({ req, continued }: Exchange): boolean {
  return req.headers.expect?.toLowerCase() === '100-continue' && !continued;
}

function drain({ req, res }: Exchange, { drainBytes, drainTime }: Tuning): void {
  let drained = 0;
  const timer = setTimeout(close, drainTime);
  function close(): void {
    clearTimeout(timer);
    req.off('data', count);
    res.end();
  }
  function count(chunk: Buffer): void {
    drained += chunk.byteLength;
    if (drained > drainBytes) close();
  }
  req.on('data', count).once('end', close).once('close', close).resume();
}
