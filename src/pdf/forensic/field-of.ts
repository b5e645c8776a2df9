import { fieldsAbove, inheritedEntry } from '../facts/trees/field-tree.ts';
import type { Dict } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';

/** FT, own or inherited. */
export function fieldType(file: PdfFile, dict: Dict): string | null {
  return file.name(inheritedEntry(file, dict, 'FT'));
}

/** The value of a field as text, own or inherited; null where it is none. */
export function fieldText(file: PdfFile, dict: Dict): string | null {
  return file.string(inheritedEntry(file, dict, 'V'))?.text ?? null;
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
  for (const node of fieldsAbove(file, dict)) {
    const own = file.string(node.get('T'))?.text;
    if (own !== undefined) parts.unshift(own.slice(0, 200));
  }
  return parts.join('.').slice(0, 1000);
}
