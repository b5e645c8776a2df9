import type { Dict } from '../../objects/objects.ts';
import type { Changes } from '../../file/changes.ts';

/** Where outside the pages text was found. */
export type TextLocation =
  'metadata' | 'outline' | 'annotation' | 'field' | 'tags' | 'layer' | 'link' | 'name' | 'stream' | 'other';

/** The name of a dropped entry in the report. */
export function droppedName(key: string): string {
  return (
    {
      PieceInfo: 'private data of applications',
      Thumb: 'thumbnails',
      Metadata: 'metadata streams',
      AF: 'associated files',
      EF: 'embedded files',
      XFA: 'XFA forms',
      AA: 'actions on events',
      V: 'signatures',
    }[key] ?? `entries ${key}`
  );
}

/** True for streams with operators, by their dictionaries. */
export function isContent(changes: Changes, dict: Dict): boolean {
  const subtype = changes.name(dict.get('Subtype'));
  return subtype === 'Form' || subtype === 'PS' || changes.number(dict.get('PatternType')) === 1;
}

/** True for data of fonts, colours and functions, which may contain any word by chance. */
export function isKnownBinary(changes: Changes, dict: Dict): boolean {
  const subtype = changes.name(dict.get('Subtype')) ?? '';
  return (
    dict.has('FunctionType') ||
    dict.has('ShadingType') ||
    dict.has('HalftoneType') ||
    dict.has('Length1') ||
    (dict.has('N') && dict.has('Alternate')) ||
    ['Type1C', 'CIDFontType0C', 'OpenType'].includes(subtype) ||
    dict.has('JBIG2Globals')
  );
}

/** The place of a dictionary by its entries, or by the key that refers to it; null for that of its parent. */
export function placeOf(changes: Changes, dict: Dict, key: string): TextLocation | null {
  const type = changes.name(dict.get('Type'));
  if (key === 'Info') return 'metadata';
  if (dict.has('FT') || (dict.has('T') && dict.has('Kids') && !dict.has('S'))) return 'field';
  if (type === 'Annot' || (dict.has('Subtype') && dict.has('Rect'))) return 'annotation';
  if (type === 'StructElem' || (dict.has('S') && dict.has('P') && dict.has('K'))) return 'tags';
  if (type === 'OCG') return 'layer';
  return dict.has('Title') && dict.has('Parent') ? 'outline' : null;
}
