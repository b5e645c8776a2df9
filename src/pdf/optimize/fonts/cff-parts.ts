/** An INDEX of CFF (Adobe technical note 5176, 5): where its objects lie. */
export interface CffIndex {
  readonly places: readonly (readonly [start: number, end: number])[];
  readonly end: number;
}

const maxItems = 65_536;

/** @throws RangeError where the program breaks off */
export function indexAt(cff: Buffer, at: number): CffIndex {
  const count = cff.readUInt16BE(at);
  if (count === 0) return { places: [], end: at + 2 };
  const size = cff.readUInt8(at + 2);
  if (size < 1 || size > 4 || count > maxItems) throw new RangeError('not an INDEX');
  const data = at + 2 + (count + 1) * size;
  const offset = (each: number) => data + cff.readUIntBE(at + 3 + each * size, size);
  const places = Array.from({ length: count }, (_, each) => [offset(each), offset(each + 1)] as const);
  if (places.some(([start, end]) => start > end || end > cff.length)) throw new RangeError('not an INDEX');
  return { places, end: offset(count) };
}

/** Operands by operator of a DICT (4), integers only; operators of two bytes are 1200 and on. */
export function dictAt(cff: Buffer, start: number, end: number): Map<number, readonly number[]> {
  const entries = new Map<number, readonly number[]>();
  let operands: number[] = [];
  for (let at = start; at < end;) {
    const first = cff.readUInt8(at);
    if (first <= 21) {
      entries.set(first === 12 ? 1200 + cff.readUInt8(at + 1) : first, operands);
      operands = [];
      at += first === 12 ? 2 : 1;
    } else if (first === 30) {
      do at += 1;
      while ((cff.readUInt8(at) & 0xf) !== 0xf);
      operands.push(Number.NaN);
      at += 1;
    } else {
      const [value, length] = integerAt(cff, at, first);
      operands.push(value);
      at += length;
    }
  }
  return entries;
}

function integerAt(cff: Buffer, at: number, first: number): readonly [value: number, length: number] {
  if (first === 28) return [cff.readInt16BE(at + 1), 3];
  if (first === 29) return [cff.readInt32BE(at + 1), 5];
  if (first <= 246) return [first - 139, 1];
  const low = cff.readUInt8(at + 1);
  return [first <= 250 ? (first - 247) * 256 + low + 108 : -(first - 251) * 256 - low - 108, 2];
}
