import { ByteSink } from '../objects/byte-sink.ts';
import type { Obj } from '../objects/objects.ts';
import { serializeTo, writtenName } from '../objects/serialize.ts';
import type { Operation } from './operation.ts';

/** An operation to be written. */
export type NewOperation = Pick<Operation, 'operator' | 'operands' | 'image'>;

/** Writes each operation on a line of its own. Reading the bytes gives the same operations. */
export function writeOperations(operations: Iterable<NewOperation>): Buffer {
  const sink = new ByteSink();
  for (const operation of operations) writeOperation(sink, operation);
  return Buffer.from(sink.view);
}

function writeOperation(sink: ByteSink, { operator, operands, image }: NewOperation): void {
  for (const operand of operands) {
    write(sink, operand);
    sink.byte(0x20);
  }
  sink.text(operator);
  if (image) {
    sink.byte(10);
    for (const [key, value] of image.dict) {
      write(sink, { name: key });
      sink.byte(0x20);
      write(sink, value);
      sink.byte(10);
    }
    sink.text('ID ');
    sink.bytes(image.data);
    sink.text('\nEI');
  }
  sink.byte(10);
}

function write(sink: ByteSink, value: Obj | { readonly name: string }): void {
  if (typeof value === 'object' && value !== null && 'name' in value) sink.text(writtenName(value.name));
  else serializeTo(sink, value);
}

/** A replacement for a range of bytes of a content stream. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly bytes: Buffer;
}

/** The bytes with replaced ranges, which must not overlap; all others stay. */
export function spliced(bytes: Buffer, splices: readonly Splice[]): Buffer {
  const chunks: Buffer[] = [];
  let at = 0;
  for (const { start, end, bytes: replacement } of [...splices].sort(
    (one, other) => one.start - other.start || one.end - other.end,
  )) {
    if (start < at) throw new Error('two changes of a content stream overlap');
    chunks.push(bytes.subarray(at, start));
    chunks.push(newline);
    if (replacement.length > 0) chunks.push(replacement, newline);
    at = end;
  }
  chunks.push(bytes.subarray(at));
  return Buffer.concat(chunks);
}

const newline = Buffer.from('\n');
