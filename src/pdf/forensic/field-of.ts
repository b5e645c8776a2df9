import { fieldsAbove, inheritedEntry } from '../facts/trees/field-tree.ts';
import type { Dict } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';

/** FT, own or inherited. */
export function fieldType(file: PdfFile, dict: Dict): string | null {
  return file.name(inheritedEntry(file, dict, 'FT'));
}

/** The value of a field as text, own or inherited; null for other values. */
export function fieldText(file: PdfFile, dict: Dict): string | null {
  return file.string(inheritedEntry(file, dict, 'V'))?.text ?? null;
}

/** Hidden and NoView (ISO 32000-2, table 167). */
const unseen = 2 | 32;

/** True for an annotation that viewers do not show. */
export function isHidden(file: PdfFile, annotation: Dict): boolean {
  return ((file.number(annotation.get('F')) ?? 0) & unseen) !== 0;
}

/** The full name of a field, or of the field of a widget (ISO 32000-2, 12.7.4.2). */
export function fieldName(file: PdfFile, dict: Dict): string {
  const parts: string[] = [];
  for (const node of fieldsAbove(file, dict)) {
    const own = file.string(node.get('T'))?.text;
    if (own !== undefined) parts.unshift(own.slice(0, 200));
  }
  return parts.join('.').slice(0, 1000);
}
