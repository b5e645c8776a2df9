import { Dict, Ref, Stream, type Obj } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';

/**
 * Categories of bytes of a file. `structure` is everything outside streams, with object streams and cross-reference
 * streams.
 */
export const categoryNames = ['images', 'fonts', 'content', 'structure', 'metadata', 'other'] as const;

/** A category of bytes. */
export type Category = (typeof categoryNames)[number];

/** Bytes by category. */
export type Bytes = Readonly<Record<Category, number>>;

/** Bytes of a file by category; their sum is the file size. */
export function bytesByCategory(file: PdfFile): Bytes {
  const bytes = { images: 0, fonts: 0, content: 0, structure: 0, metadata: 0, other: 0 };
  const roles = rolesOf(file);
  let streams = 0;
  for (const num of file.numbers()) {
    const obj = file.get(num);
    if (!(obj instanceof Stream) || ['ObjStm', 'XRef'].includes(file.name(obj.dict.get('Type')) ?? '')) continue;
    bytes[roles.get(num) ?? categoryOf(file, obj)] += obj.stored.length;
    streams += obj.stored.length;
  }
  return { ...bytes, structure: Math.max(0, file.bytes.length - streams) };
}

function categoryOf(file: PdfFile, { dict }: Stream): Category {
  const [type, subtype] = [file.name(dict.get('Type')), file.name(dict.get('Subtype'))];
  if (subtype === 'Image') return 'images';
  if (subtype === 'Form' || dict.has('PatternType')) return 'content';
  if (type === 'Metadata') return 'metadata';
  return type === 'CMap' || dict.has('Length1') || ['Type1C', 'CIDFontType0C', 'OpenType'].includes(subtype ?? '')
    ? 'fonts'
    : 'other';
}

const fontKeys = ['FontFile', 'FontFile2', 'FontFile3', 'ToUnicode', 'CIDToGIDMap', 'CIDSet', 'Encoding'];

/** Streams whose category follows from the objects that refer to them. */
function rolesOf(file: PdfFile): Map<number, Category> {
  const roles = new Map<number, Category>();
  const note = (value: Obj, category: Category) => {
    if (value instanceof Ref) roles.set(value.num, category);
  };
  for (const num of file.numbers()) {
    const obj = file.get(num);
    if (!(obj instanceof Dict)) continue;
    for (const key of fontKeys) note(obj.get(key), 'fonts');
    if (obj.has('CharProcs'))
      for (const [, glyph] of file.dict(obj.get('CharProcs')) ?? new Dict()) note(glyph, 'content');
    note(obj.get('Thumb'), 'metadata');
  }
  for (const { dict } of file.pages()) {
    note(dict.get('Contents'), 'content');
    for (const entry of file.array(dict.get('Contents')) ?? []) note(entry, 'content');
  }
  return roles;
}
