/**
 * A value of CBOR (RFC 8949), as far as manifests need them. Integers beyond the safe integers of JavaScript are
 * bigints.
 */
export type Cbor = null | boolean | number | bigint | string | Uint8Array | readonly Cbor[] | CborMap | Tagged;

/** A CBOR map, in the order of its entries. */
export type CborMap = ReadonlyMap<string | number, Cbor>;

/** A tagged value (RFC 8949, 3.4). */
export class Tagged {
  readonly tag: number;
  readonly value: Cbor;

  constructor(tag: number, value: Cbor) {
    this.tag = tag;
    this.value = value;
  }
}

/** A map of the entries that are not undefined, in their order. */
export function mapOf(entries: Readonly<Record<string, Cbor | undefined>>): CborMap {
  return new Map(Object.entries(entries).filter((entry): entry is [string, Cbor] => entry[1] !== undefined));
}

/** A date and time string (RFC 8949, 3.4.1). */
export const dateTime = (text: string) => new Tagged(0, text);

/** Major types (RFC 8949, 3.1). */
const Major = { unsigned: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5, tag: 6 } as const;

/** Encodes in the shortest form (RFC 8949, 4.1), maps in their own order. Numbers must be integers. */
export function encodeCbor(value: Cbor): Buffer {
  const parts: Uint8Array[] = [];
  write(value, parts);
  return Buffer.concat(parts);
}

function write(value: Cbor, parts: Uint8Array[]): void {
  if (value === null) parts.push(Buffer.from([0xf6]));
  else if (typeof value === 'boolean') parts.push(Buffer.from([value ? 0xf5 : 0xf4]));
  else if (typeof value === 'number' || typeof value === 'bigint')
    parts.push(value < 0 ? head(Major.negative, -1 - Number(value)) : head(Major.unsigned, Number(value)));
  else if (typeof value === 'string') writeBytes(Major.text, Buffer.from(value), parts);
  else if (value instanceof Uint8Array) writeBytes(Major.bytes, value, parts);
  else if (value instanceof Tagged) {
    parts.push(head(Major.tag, value.tag));
    write(value.value, parts);
  } else if (value instanceof Map) {
    parts.push(head(Major.map, value.size));
    for (const [key, each] of value as CborMap) {
      write(key, parts);
      write(each, parts);
    }
  } else {
    const items = value as readonly Cbor[];
    parts.push(head(Major.array, items.length));
    for (const item of items) write(item, parts);
  }
}

function writeBytes(major: number, bytes: Uint8Array, parts: Uint8Array[]): void {
  parts.push(head(major, bytes.length), bytes);
}

/** The first byte of an item, with its argument (RFC 8949, 3). */
function head(major: number, argument: number): Buffer {
  const first = major << 5;
  if (!Number.isSafeInteger(argument)) throw new Error('only whole numbers are written');
  if (argument < 24) return Buffer.from([first | argument]);
  if (argument < 0x100) return Buffer.from([first | 24, argument]);
  const wide = argument < 0x10000 ? 2 : argument < 0x100000000 ? 4 : 8;
  const bytes = Buffer.alloc(1 + wide);
  bytes[0] = first | (wide === 2 ? 25 : wide === 4 ? 26 : 27);
  if (wide === 8) bytes.writeBigUInt64BE(BigInt(argument), 1);
  else bytes.writeUIntBE(argument, 1, wide);
  return bytes;
}
