import { createHash } from 'node:crypto';
import { deflate } from '../../filters/deflate.ts';

/** Objects an object stream holds: readers inflate a whole one to reach a single object. */
export const objectsAStream = 200;
/** Bytes of an entry of the cross-reference stream (`/W [1 4 2]`). */
const entryBytes = 7;
/** Output is kept in blocks of rising size: what is written may be a view of a large file, which need not stay. */
const [firstBlock, largestBlock] = [64 * 1024, 4 * 1024 * 1024];

/** An object that is no stream, as text: one character a byte. */
type Body = readonly [number: number, text: string];

/** A PDF as it is written: bodies are given as they are to stand in it. Copies what it is given. */
export class OutputFile {
  /** The first number that no object has. */
  next: number;
  readonly #blocks: Buffer[] = [];
  #filled = 0;
  #length = 0;
  /** By object number: type, offset or container, index (ISO 32000-2, 7.5.8.3). */
  #entries = Buffer.alloc(entryBytes * 1024);

  constructor(version: string, next: number) {
    this.next = next;
    this.#push(Buffer.from(`%PDF-${version}\n%\xE2\xE3\xCF\xD3\n`, 'latin1'));
  }

  /** Writes a body under its number. */
  object(number: number, ...pieces: readonly Buffer[]): void {
    this.#enter(number, [1, this.#length, 0]);
    this.#push(Buffer.from(`${number} 0 obj\n`));
    for (const piece of pieces) this.#push(piece);
    this.#push(Buffer.from('\nendobj\n'));
  }

  /** Writes a stream of that content, compressed; `dictionary` are its other entries. */
  stream(number: number, dictionary: string, content: Buffer): void {
    const data = deflate(content);
    this.object(
      number,
      Buffer.from(`<<${dictionary} /Filter /FlateDecode /Length ${data.length}>>\nstream\n`),
      data,
      Buffer.from('\nendstream'),
    );
  }

  /** Writes XMP uncompressed, so that tools that do not read PDF find it (ISO 16684-1). */
  metadata(number: number, xmp: string): void {
    const packet = Buffer.from(xmp, 'utf8');
    this.object(
      number,
      Buffer.from(`<</Type /Metadata /Subtype /XML /Length ${packet.length}>>\nstream\n`),
      packet,
      Buffer.from('\nendstream'),
    );
  }

  /** Puts objects into compressed object streams (ISO 32000-2, 7.5.7). */
  objectStreams(bodies: readonly Body[]): void {
    for (let from = 0; from < bodies.length; from += objectsAStream) {
      const container = this.next++;
      const part = bodies.slice(from, from + objectsAStream);
      let offset = 0;
      const heads: string[] = [];
      part.forEach(([number, body], index) => {
        heads.push(`${number} ${offset}`);
        this.#enter(number, [2, container, index]);
        offset += body.length + 1;
      });
      const head = `${heads.join(' ')}\n`;
      this.stream(
        container,
        `/Type /ObjStm /N ${part.length} /First ${head.length}`,
        Buffer.from(head + part.map(([, body]) => body).join('\n'), 'latin1'),
      );
    }
  }

  /** An identifier that follows from what has been written (ISO 32000-2, 14.4). */
  identifier(): string {
    const hash = createHash('sha256');
    this.#blocks.forEach((block, index) =>
      hash.update(index === this.#blocks.length - 1 ? block.subarray(0, this.#filled) : block),
    );
    return hash.digest('hex').slice(0, 32);
  }

  /**
   * Ends the file with a cross-reference stream (7.5.8), with a table (7.5.4) where that is not wanted; `trailer` are
   * the entries of the trailer.
   */
  end(trailer: string, compress: boolean): Uint8Array {
    if (compress) this.#crossReferenceStream(trailer);
    else this.#crossReferenceTable(trailer);
    return Buffer.concat(
      [...this.#blocks.slice(0, -1), ...this.#blocks.slice(-1).map((block) => block.subarray(0, this.#filled))],
      this.#length,
    );
  }

  #crossReferenceStream(trailer: string): void {
    const number = this.next++;
    const start = this.#length;
    this.#enter(number, [1, start, 0]);
    const table = Buffer.alloc(this.next * entryBytes);
    this.#entries.copy(table);
    table.writeUInt16BE(0xffff, entryBytes - 2);
    this.stream(number, `/Type /XRef /Size ${this.next} /W [1 4 2] ${trailer}`, table);
    this.#push(Buffer.from(`startxref\n${start}\n%%EOF\n`));
  }

  #crossReferenceTable(trailer: string): void {
    const start = this.#length;
    const lines = [`xref\n0 ${this.next}`, '0000000000 65535 f '];
    for (let number = 1; number < this.next; number += 1) {
      const used = this.#entries[number * entryBytes] === 1;
      lines.push(
        used
          ? `${String(this.#entries.readUInt32BE(number * entryBytes + 1)).padStart(10, '0')} 00000 n `
          : '0000000000 00000 f ',
      );
    }
    this.#push(
      Buffer.from(`${lines.join('\n')}\ntrailer\n<</Size ${this.next} ${trailer}>>\nstartxref\n${start}\n%%EOF\n`),
    );
  }

  #enter(number: number, [type, place, index]: readonly [number, number, number]): void {
    const at = number * entryBytes;
    if (at + entryBytes > this.#entries.length) this.#entries = Buffer.concat([this.#entries], 2 * (at + entryBytes));
    if (this.#entries[at] !== 0) return;
    this.#entries.writeUInt8(type, at);
    this.#entries.writeUInt32BE(place, at + 1);
    this.#entries.writeUInt16BE(index, at + 5);
  }

  #push(chunk: Buffer): void {
    this.#length += chunk.length;
    for (let done = 0; done < chunk.length;) {
      let block = this.#blocks.at(-1);
      if (block === undefined || this.#filled === block.length) {
        block = Buffer.allocUnsafeSlow(Math.min(largestBlock, block === undefined ? firstBlock : 2 * block.length));
        this.#blocks.push(block);
        this.#filled = 0;
      }
      const copied = chunk.copy(block, this.#filled, done);
      this.#filled += copied;
      done += copied;
    }
  }
}
