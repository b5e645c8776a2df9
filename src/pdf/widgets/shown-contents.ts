import type { PdfFile } from '../file/pdf-file.ts';
import { isDrawn } from './fields/assign.ts';
import type { Content } from './draw-field.ts';
import type { Field } from './fields/field.ts';
import { valueOf } from './fields/field-value.ts';
import type { Assignment } from './fields/given-values.ts';

/** New values, and the fields that may be drawn. */
export interface ShownOptions {
  readonly assignments: readonly Assignment[];
  readonly flatten: boolean;
  /** Other fields may be drawn, too. */
  readonly others: boolean;
}

/**
 * The text and choice fields to draw, and their content: those with new values; and others, if readers were to draw
 * them so far (NeedAppearances, ISO 32000-2, 12.7.3), or flattening would lose them.
 */
export function shownContents(
  file: PdfFile,
  fields: readonly Field[],
  { assignments, flatten, others }: ShownOptions,
): Map<Field, Content> {
  const contents = new Map<Field, Content>();
  for (const assignment of assignments) {
    if (assignment.kind === 'text') contents.set(assignment.field, assignment.text);
    else if (assignment.kind === 'choice') contents.set(assignment.field, assignment.values);
  }
  if (!others) return contents;
  const needAppearances =
    file.resolve(file.dict(file.catalog.get('AcroForm'))?.get('NeedAppearances') ?? null) === true;
  for (const field of fields) {
    if (contents.has(field) || !['text', 'combo', 'list'].includes(field.kind)) continue;
    const lost = flatten && !isDrawn(file, field);
    if (!needAppearances && !lost) continue;
    const values = [valueOf(file, field)].flat().flatMap((value) => value ?? []);
    contents.set(field, field.kind === 'text' ? (values[0] ?? '') : values);
  }
  return contents;
}
