import { isName, Stream, type Dict, type Obj } from '../../objects/objects.ts';
import type { Lookup } from '../lookup.ts';
import { parseCMap, type CMap } from '../../fonts/cmap.ts';
import { compositeFont } from './composite-font.ts';
import type { ContentFont } from './content-font.ts';
import type { FontSource } from './font-source.ts';
import { simpleFont } from './simple-font.ts';

/** Reads a font dictionary. Only limits make it fail: a broken font has the widths of Helvetica. */
export function openFont(file: Lookup, dict: Dict): ContentFont {
  const source: FontSource = { dict, file, toUnicode: toUnicodeOf(file, dict.get('ToUnicode')) };
  return isName(file.resolve(dict.get('Subtype')), 'Type0') ? compositeFont(source) : simpleFont(source);
}

function toUnicodeOf(file: Lookup, obj: Obj): CMap | null {
  const value = file.resolve(obj);
  return value instanceof Stream ? parseCMap(value.decode()) : null;
}
