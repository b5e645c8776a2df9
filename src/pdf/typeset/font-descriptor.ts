import { createHash } from 'node:crypto';
import { Dict, Name } from '../objects/objects.ts';
import type { ShelfFace } from './font-shelf.ts';
import type { OpenFace } from './harfbuzz.ts';

/** The name of a subset begins with six letters of its own (ISO 32000-2, 9.9.2): here they follow from its content. */
export function tagOf(file: Buffer): string {
  return [...createHash('sha256').update(file).digest().subarray(0, 6)]
    .map((byte) => String.fromCharCode(0x41 + (byte % 26)))
    .join('');
}

/** Name of a face without the characters that a PostScript name must not have; `Font` where nothing is left. */
export const postScriptName = ({ name }: ShelfFace) => name.replace(/[^A-Za-z0-9-]/g, '') || 'Font';

/** A font descriptor without its file (9.8). */
export function descriptorOf(
  face: OpenFace,
  name: Name,
  { italic, symbolic = true }: { italic: boolean; symbolic?: boolean },
): Dict {
  const scaled = (value: number) => Math.round((value * 1000) / face.unitsPerEm);
  const head = face.table('head');
  const os2 = face.table('OS/2');
  const { ascender, descender } = face.extents;
  const capHeight = os2 !== null && os2.length >= 90 && os2.readUInt16BE(0) >= 2 ? os2.readInt16BE(88) : ascender;
  const box = [36, 38, 40, 42].map((at) => scaled(head?.readInt16BE(at) ?? 0));
  return new Dict([
    ['Type', new Name('FontDescriptor')],
    ['FontName', name],
    ['Flags', (symbolic ? 4 : 32) | (italic ? 64 : 0)],
    ['FontBBox', box],
    ['ItalicAngle', italic ? -12 : 0],
    ['Ascent', scaled(ascender)],
    ['Descent', scaled(descender)],
    ['CapHeight', scaled(capHeight)],
    ['StemV', 80],
  ]);
}
