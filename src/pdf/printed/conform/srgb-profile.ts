/**
 * An ICC profile of the sRGB colour space (IEC 61966-2-1), version 2.1, for output intents: every part of ISO 19005
 * takes it. Its primaries are adapted to D50 by Bradford, its curve is that of the standard at 1,024 places
 * (ICC.1:2001-04).
 */
export function srgbProfile(): Buffer {
  const curve = curveTag();
  const tags: readonly (readonly [string, Buffer])[] = [
    ['desc', descriptionTag('sRGB IEC61966-2.1')],
    ['cprt', textTag('No copyright, use freely')],
    ['wtpt', xyzTag(0.9642, 1, 0.8249)],
    ['rXYZ', xyzTag(0.436, 0.2225, 0.0139)],
    ['gXYZ', xyzTag(0.3851, 0.7169, 0.0971)],
    ['bXYZ', xyzTag(0.1431, 0.0606, 0.7139)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  const data = [...new Set(tags.map(([, tag]) => tag))];
  const start = headerBytes + 4 + 12 * tags.length;
  const offsets = new Map<Buffer, number>();
  let at = start;
  for (const tag of data) {
    offsets.set(tag, at);
    at += tag.length;
  }
  const table = tags.map(([signature, tag]) =>
    Buffer.concat([Buffer.from(signature), unsigned(offsets.get(tag) ?? 0), unsigned(tag.length)]),
  );
  return Buffer.concat([header(at), unsigned(tags.length), ...table, ...data]);
}

const headerBytes = 128;

/** 6.1: a display profile from RGB to XYZ, for D50. */
function header(size: number): Buffer {
  const bytes = Buffer.alloc(headerBytes);
  bytes.writeUInt32BE(size, 0);
  bytes.writeUInt32BE(0x02100000, 8);
  bytes.write('mntrRGB XYZ ', 12, 'latin1');
  for (const [index, value] of [2026, 1, 1, 0, 0, 0].entries()) bytes.writeUInt16BE(value, 24 + 2 * index);
  bytes.write('acsp', 36, 'latin1');
  for (const [index, value] of [0.9642, 1, 0.8249].entries()) bytes.writeInt32BE(fixed(value), 68 + 4 * index);
  return bytes;
}

/** s15Fixed16Number (5.3.3). */
const fixed = (value: number) => Math.round(value * 65_536);

function unsigned(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A tag of a type, filled up to four bytes (7.3.1). */
function tagOf(type: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), Buffer.alloc(4), content, Buffer.alloc((4 - (content.length % 4)) % 4)]);
}

/** 6.5.20 */
function xyzTag(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeInt32BE(fixed(value), 4 * index);
  return tagOf('XYZ ', bytes);
}

/** 6.5.18 */
function textTag(text: string): Buffer {
  return tagOf('text', Buffer.from(`${text}\0`));
}

/** 6.5.17, with no text for Unicode and the Script Manager. */
function descriptionTag(text: string): Buffer {
  const ascii = Buffer.from(`${text}\0`);
  return tagOf('desc', Buffer.concat([unsigned(ascii.length), ascii, Buffer.alloc(4 + 4 + 2 + 1 + 67)]));
}

/** 6.5.3 */
function curveTag(): Buffer {
  const places = 1024;
  const bytes = Buffer.alloc(4 + 2 * places);
  bytes.writeUInt32BE(places);
  for (let index = 0; index < places; index += 1)
    bytes.writeUInt16BE(Math.round(65_535 * linear(index / (places - 1))), 4 + 2 * index);
  return tagOf('curv', bytes);
}

/** Of a device value the intensity (IEC 61966-2-1, 5.2). */
const linear = (value: number) => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
