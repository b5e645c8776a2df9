import type { Dict, Obj } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';

/** Fields above each other. */
const maxDepth = 100;

/** An entry of a field or of one above it (ISO 32000-2, 12.7.4.1). */
export function inherited(file: PdfFile, dict: Dict, key: string): Obj {
  let node: Dict | null = dict;
  for (let depth = 0; node !== null && depth < maxDepth; depth += 1) {
    if (node.has(key)) return node.get(key);
    node = file.dict(node.get('Parent'));
  }
  return null;
}

/** FT, own or inherited. */
export function fieldType(file: PdfFile, dict: Dict): string | null {
  return file.name(inherited(file, dict, 'FT'));
}

/** The value of a field as text, own or inherited; null where it is none. */
export function fieldText(file: PdfFile, dict: Dict): string | null {
  return file.string(inherited(file, dict, 'V'))?.text ?? null;
}

/** Hidden and NoView (ISO 32000-2, table 167). */
const unseen = 2 | 32;

/** Whether viewers leave an annotation out. */
export function isHidden(file: PdfFile, annotation: Dict): boolean {
  return ((file.number(annotation.get('F')) ?? 0) & unseen) !== 0;
}

/** The full name of the field that a dictionary is, or is a widget of (12.7.4.2). */
export function fieldName(file: PdfFile, dict: Dict): string {
  const parts: string[] = [];
  let node: Dict | null = dict;
  for (let depth = 0; node !== null && depth < maxDepth; depth += 1) {
    const own = file.string(node.get('T'))?.text;
    if (own !== undefined) parts.unshift(own.slice(0, 200));
    node = file.dict(node.get('Parent'));
  }
  return parts.join('.').slice(0, 1000);
}
