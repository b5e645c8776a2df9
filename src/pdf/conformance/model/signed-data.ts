/** The parts of a CMS SignedData (RFC 5652, 5.1) that ISO 19005 restricts. */
export interface SignedData {
  readonly certificates: number;
  readonly signers: number;
}

interface Element {
  readonly tag: number;
  readonly start: number;
  readonly end: number;
}

/** Null for other data. Skips trailing zeros, which pad Contents. */
export function readSignedData(bytes: Buffer): SignedData | null {
  const content = elementAt(bytes, 0, bytes.length);
  const wrapped = content === null ? undefined : childrenOf(bytes, content)[1];
  const signed = wrapped?.tag === 0xa0 ? childrenOf(bytes, wrapped)[0] : undefined;
  if (signed?.tag !== 0x30) return null;
  const parts = childrenOf(bytes, signed);
  const certificates = parts.find(({ tag }) => tag === 0xa0);
  const signers = parts.at(-1);
  if (signers?.tag !== 0x31) return null;
  return {
    certificates: certificates === undefined ? 0 : childrenOf(bytes, certificates).length,
    signers: childrenOf(bytes, signers).length,
  };
}

const maxCount = 1000;

function childrenOf(bytes: Buffer, { start, end }: Element): Element[] {
  const children: Element[] = [];
  for (let at = start; at < end && children.length < maxCount;) {
    const child = elementAt(bytes, at, end);
    if (child === null) break;
    children.push(child);
    at = child.end;
  }
  return children;
}

/** Reads an element of DER, or of BER with a definite length (ITU-T X.690, 8.1). */
function elementAt(bytes: Buffer, at: number, end: number): Element | null {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined || tag === 0) return null;
  const long = first > 0x80 ? first & 0x7f : 0;
  if (first === 0x80 || long > 4) return null;
  let length = long === 0 ? first : 0;
  for (let index = 0; index < long; index += 1) length = length * 256 + (bytes[at + 2 + index] ?? 0);
  const start = at + 2 + long;
  return start + length > end ? null : { tag, start, end: start + length };
}
