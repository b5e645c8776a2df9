import {
  type BaseBlock,
  BitString,
  Constructed,
  fromBER,
  Integer,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
  Set as Asn1Set,
} from 'asn1js';

/** A value of ASN.1 (ITU-T X.680), read from BER. */
export type Asn1 = BaseBlock;

/**
 * Reads the first value in `bytes`, and ignores the bytes after it.
 * @throws Error without a value
 */
export function parse(bytes: Uint8Array): Asn1 {
  const { offset, result } = fromBER(bytes);
  if (offset < 0) throw new Error(`not ASN.1: ${result.error}`);
  return result;
}

/**
 * The values in a sequence, a set or an explicit tag.
 * @throws Error for other values
 */
export function inside(value: Asn1 | undefined): readonly Asn1[] {
  if (value instanceof Sequence || value instanceof Asn1Set || value instanceof Constructed)
    return value.valueBlock.value;
  throw new Error('a constructed value was expected');
}

/**
 * An object identifier in dotted form.
 * @throws Error for other values
 */
export function oidOf(value: Asn1 | undefined): string {
  if (value instanceof ObjectIdentifier) return value.valueBlock.toString();
  throw new Error('an object identifier was expected');
}

/**
 * The bytes of an octet string, primitive or constructed.
 * @throws Error for other values
 */
export function octetsOf(value: Asn1 | undefined): Buffer {
  if (value instanceof OctetString) return Buffer.from(value.getValue());
  if (value instanceof Constructed) return Buffer.concat(value.valueBlock.value.map(octetsOf));
  // An implicit tag hides the type.
  if (value instanceof Primitive) return Buffer.from(value.valueBlock.valueHexView);
  throw new Error('an octet string was expected');
}

/**
 * A small integer.
 * @throws Error for other values
 */
export function numberOf(value: Asn1 | undefined): number {
  if (value instanceof Integer && !value.valueBlock.isHexOnly) return value.valueBlock.valueDec;
  throw new Error('a small number was expected');
}

/** The indexes of the set bits of a bit string, from 0 to 31. */
export function bitsOf(value: Asn1 | undefined): ReadonlySet<number> {
  if (!(value instanceof BitString)) throw new Error('a bit string was expected');
  const bits = new Set<number>();
  value.valueBlock.valueHexView.subarray(0, 4).forEach((byte, at) => {
    for (let bit = 0; bit < 8; bit += 1) if ((byte & (0x80 >> bit)) !== 0) bits.add(at * 8 + bit);
  });
  return bits;
}

/** True for a value with this context-specific tag. */
export function hasTag(value: Asn1 | undefined, tag: number): boolean {
  return value?.idBlock.tagClass === 3 && value.idBlock.tagNumber === tag;
}

/** The bytes that a value was read from. */
export function bytesOf(value: Asn1 | undefined): Buffer {
  if (value === undefined) throw new Error('a value was expected');
  return Buffer.from(value.valueBeforeDecodeView);
}

/** Encodes a value again: for values that the library has parsed into parts. */
export function encoded(value: Asn1): Buffer {
  return Buffer.from(value.toBER(false));
}

/**
 * Whether `bytes` is one value in DER (ITU-T X.690, 10), as far as encoding it anew shows: its lengths, and nothing
 * after it.
 */
export function isDer(bytes: Uint8Array): boolean {
  const value = parse(bytes);
  return hasLengths(value) && encoded(value).equals(bytes);
}

/** The library encodes an indefinite length (ITU-T X.690, 8.1.3.6) as it was. */
function hasLengths(value: Asn1): boolean {
  return (
    !value.lenBlock.isIndefiniteForm && (!(value instanceof Constructed) || value.valueBlock.value.every(hasLengths))
  );
}
