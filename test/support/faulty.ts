import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What happens to a request: `pass` hands it on; `refuse` closes the connection before the service sees it; `lose`
 * closes it when the service has answered; `cut` closes it in the middle of the answer; `hold` never answers; an
 * object is an answer of its own; a function waits before the request is handed on.
 */
export type Fault =
  | 'pass'
  | 'refuse'
  | 'lose'
  | 'cut'
  | 'hold'
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | (() => Promise<unknown>);

/** A request as it arrived. */
export interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly atMs: number;
  /** True when the client closed the connection before it had an answer. */
  aborted: boolean;
}

/** A network between a client and a service, whose faults come in order, one for each request; then all pass. */
export interface FaultyNetwork {
  readonly url: string;
  readonly arrived: Arrived[];
  readonly faults: Fault[];
  stop(): void;
}

/** Starts it in front of a service. */
export async function startFaultyNetwork(target: string): Promise<FaultyNetwork> {
  const faults: Fault[] = [];
  const arrived: Arrived[] = [];
  const server = createServer((incoming, answer) => {
    const seen = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      atMs: performance.now(),
      aborted: false,
    };
    answer.on('close', () => (seen.aborted = !answer.writableEnded));
    incoming.on('error', () => undefined);
    arrived.push(seen);
    void handle(target, faults.shift() ?? 'pass', incoming, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    faults,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function handle(target: string, fault: Fault, incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
  if (fault === 'refuse') incoming.destroy();
  else if (fault === 'hold') incoming.resume();
  else if (typeof fault === 'object') {
    incoming.resume();
    answer.writeHead(fault.status, fault.headers).end(fault.body);
  } else {
    if (typeof fault === 'function') await fault();
    passOn(target, fault, incoming, answer);
  }
}

function passOn(target: string, fault: Fault, incoming: IncomingMessage, answer: ServerResponse): void {
  const { method, headers, url } = incoming;
  const onward = forward(target + String(url), { method, headers });
  incoming.pipe(onward);
  answer.on('close', () => onward.destroy());
  onward.on('error', () => answer.destroy());
  onward.on('response', (response) => {
    const pieces: Buffer[] = [];
    if (fault !== 'cut' && fault !== 'lose') {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
      return;
    }
    response.on('data', (piece: Buffer) => pieces.push(piece));
    response.on('end', () => {
      if (fault === 'lose') {
        answer.destroy();
        return;
      }
      const whole = Buffer.concat(pieces);
      answer.writeHead(response.statusCode ?? 502, response.headers);
      answer.write(whole.subarray(0, whole.length / 2), () => answer.destroy());
    });
  });
}
