/** Content types of boxes: the first four letters of their UUIDs (ISO/IEC 19566-5, annex B; C2PA 2.4, 11.1.4). */
export type BoxKind = 'c2pa' | 'c2ma' | 'c2as' | 'c2cl' | 'c2cs' | 'cbor' | 'json';

/** A box (ISO/IEC 18477-3, annex B). */
export interface Box {
  /** Four letters. */
  readonly type: string;
  /** The whole box, as read. */
  readonly bytes: Buffer;
  /** The box without its header, which C2PA hashes (C2PA 2.4, 8.4.2.3). */
  readonly content: Buffer;
}

/** A JUMBF superbox: a description and boxes (ISO/IEC 19566-5, A.2). */
export interface SuperBox extends Box {
  /** The first four letters of its content type UUID. */
  readonly kind: string;
  readonly label: string;
  readonly boxes: readonly Box[];
}

/** Thrown for bytes that are no JUMBF. */
export class JumbfError extends Error {}

/** The common last twelve bytes of all content type UUIDs. */
const uuidRest = Buffer.from('00110010800000aa00389b71', 'hex');
/** Toggles of a description: requestable, and labelled. */
const toggles = 0x03;

/** Writes a box. */
export function box(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(parts.reduce((sum, { length }) => sum + length, 8));
  return Buffer.concat([size, Buffer.from(type, 'latin1'), ...parts]);
}

/** Writes a superbox. */
export function superBox(kind: BoxKind, label: string, ...boxes: readonly Uint8Array[]): Buffer {
  const description = box(
    'jumd',
    Buffer.from(kind, 'latin1'),
    uuidRest,
    Buffer.from([toggles]),
    Buffer.from(`${label}\0`),
  );
  return box('jumb', description, ...boxes);
}

/** Boxes of a manifest store that are read. */
const maxBoxes = 10_000;

/**
 * Reads consecutive boxes.
 * @throws JumbfError
 */
export function readBoxes(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = at + 8 <= bytes.length ? bytes.readUInt32BE(at) : 0;
    if (length < 8 || at + length > bytes.length) throw new JumbfError('a box is longer than what it is in');
    if (boxes.length === maxBoxes) throw new JumbfError('it has too many boxes');
    boxes.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      bytes: bytes.subarray(at, at + length),
      content: bytes.subarray(at + 8, at + length),
    });
    at += length;
  }
  return boxes;
}

/**
 * Reads a box as a superbox.
 * @throws JumbfError for another type of box
 */
export function readSuperBox({ type, bytes, content }: Box): SuperBox {
  if (type !== 'jumb') throw new JumbfError('there is a box where a superbox should be');
  const [description, ...boxes] = readBoxes(content);
  if (description?.type !== 'jumd' || description.content.length < 17)
    throw new JumbfError('a superbox has no description');
  const { content: about } = description;
  const labelled = ((about[16] ?? 0) & 2) !== 0;
  const end = about.indexOf(0, 17);
  if (labelled && end < 0) throw new JumbfError('a label does not end');
  return {
    type,
    bytes,
    content,
    boxes,
    kind: about.subarray(4, 16).equals(uuidRest) ? about.toString('latin1', 0, 4) : '',
    label: labelled ? about.toString('utf8', 17, end) : '',
  };
}
