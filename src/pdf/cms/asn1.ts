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

/** A value of ASN.1 (ITU-T X.680) as it was read, from BER. */
export type Asn1 = BaseBlock;

/** The first value in `bytes`; what follows it is left to whom it concerns. @throws Error where there is none */
export function parse(bytes: Uint8Array): Asn1 {
  const { offset, result } = fromBER(bytes);
  if (offset < 0) throw new Error(`not ASN.1: ${result.error}`);
  return result;
}

/** What is in a sequence, a set or an explicit tag. @throws Error where it is none of them */
export function inside(value: Asn1 | undefined): readonly Asn1[] {
  if (value instanceof Sequence || value instanceof Asn1Set || value instanceof Constructed)
    return value.valueBlock.value;
  throw new Error('a constructed value was expected');
}

/** The identifier, in dots. @throws Error */
export function oidOf(value: Asn1 | undefined): string {
  if (value instanceof ObjectIdentifier) return value.valueBlock.toString();
  throw new Error('an object identifier was expected');
}

/** The bytes of an octet string, in one piece or several. @throws Error */
export function octetsOf(value: Asn1 | undefined): Buffer {
  if (value instanceof OctetString) return Buffer.from(value.getValue());
  if (value instanceof Constructed) return Buffer.concat(value.valueBlock.value.map(octetsOf));
  // An implicit tag hides the kind.
  if (value instanceof Primitive) return Buffer.from(value.valueBlock.valueHexView);
  throw new Error('an octet string was expected');
}

/** A whole number that is small. @throws Error */
export function numberOf(value: Asn1 | undefined): number {
  if (value instanceof Integer && !value.valueBlock.isHexOnly) return value.valueBlock.valueDec;
  throw new Error('a small number was expected');
}

/** The bits of a bit string, the first of them at 0; more than 32 are left out. */
export function bitsOf(value: Asn1 | undefined): ReadonlySet<number> {
  if (!(value instanceof BitString)) throw new Error('a bit string was expected');
  const bits = new Set<number>();
  value.valueBlock.valueHexView.subarray(0, 4).forEach((byte, at) => {
    for (let bit = 0; bit < 8; bit += 1) if ((byte & (0x80 >> bit)) !== 0) bits.add(at * 8 + bit);
  });
  return bits;
}

/** True of a value with this context-specific tag. */
export function hasTag(value: Asn1 | undefined, tag: number): boolean {
  return value?.idBlock.tagClass === 3 && value.idBlock.tagNumber === tag;
}

/** The very bytes that a value was read from. */
export function bytesOf(value: Asn1 | undefined): Buffer {
  if (value === undefined) throw new Error('a value was expected');
  return Buffer.from(value.valueBeforeDecodeView);
}

/** As the library encodes it: for what it has read and taken apart. */
export function encoded(value: Asn1): Buffer {
  return Buffer.from(value.toBER(false));
}

/**
 * Whether the one value in `bytes` is in DER (ITU-T X.690, 10), as far as encoding it anew tells: lengths, and that
 * nothing follows.
 */
export function isDer(bytes: Uint8Array): boolean {
  const value = parse(bytes);
  return hasLengths(value) && encoded(value).equals(bytes);
}

/** The library encodes a value without a length (8.1.3.6) as it was. */
function hasLengths(value: Asn1): boolean {
  return (
    !value.lenBlock.isIndefiniteForm && (!(value instanceof Constructed) || value.valueBlock.value.every(hasLengths))
  );
}
