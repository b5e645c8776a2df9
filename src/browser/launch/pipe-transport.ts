import type { ConnectionTransport } from 'puppeteer';
import type { Readable, Writable } from 'node:stream';

/**
 * The debugging pipes of a browser: messages of JSON that end with a zero byte (Chromium, --remote-debugging-pipe).
 * A message is written in one piece and its bytes are joined once, because each write is a system call, and a printed
 * file of megabytes is one message.
 */
export class PipeTransport implements ConnectionTransport {
  onmessage?: (message: string) => void;
  onclose?: () => void;
  readonly #write: Writable;
  /** The start of a message whose end has not been read. */
  #pieces: Buffer[] = [];
  /** Messages that wait for a turn of the event loop of their own. */
  readonly #waiting: string[] = [];

  constructor(write: Writable, read: Readable) {
    this.#write = write;
    read.on('data', (data: Buffer) => this.#read(data));
    read.once('close', () => this.onclose?.());
    for (const stream of [write, read]) stream.on('error', () => undefined); // a killed browser resets its pipes
  }

  send(message: string): void {
    this.#write.write(`${message}\0`);
  }

  close(): void {
    this.#write.destroy();
  }

  #read(data: Buffer): void {
    let from = 0;
    for (let end = data.indexOf(0); end >= 0; end = data.indexOf(0, from)) {
      this.#pieces.push(data.subarray(from, end));
      this.#receive(
        this.#pieces.length === 1 ? data.toString('utf8', from, end) : Buffer.concat(this.#pieces).toString(),
      );
      this.#pieces = [];
      from = end + 1;
    }
    if (from < data.length) this.#pieces.push(data.subarray(from));
  }

  /** Messages are delivered one in each turn, so that what follows from one is done before the next. */
  #receive(message: string): void {
    this.#waiting.push(message);
    if (this.#waiting.length === 1) this.#deliver();
  }

  #deliver(): void {
    setImmediate(() => {
      const message = this.#waiting.shift();
      if (this.#waiting.length > 0) this.#deliver();
      if (message !== undefined) this.onmessage?.(message);
    });
  }
}
