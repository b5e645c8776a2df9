import type { Mark } from '../../content/visitor.ts';
import { Dict, Name, PdfString, type Obj } from '../../objects/objects.ts';
import type { Replacements } from './edit-text.ts';
import type { Editing } from './editing.ts';

/** Drops properties of a marked-content sequence: texts of content that was removed, and strings that a rule finds. */
export function editMark(mark: Mark, { edits, touched: all, num }: Editing, replacements: Replacements): void {
  const touched = all.has(mark);
  if (touched && mark.mcid !== null)
    edits.touched.add(`${mark.frame.kind === 'page' ? `p${num}` : `s${mark.frame.num}`}:${mark.mcid}`);
  const { properties, operation } = mark;
  if (
    properties === null ||
    edits.changes.name(properties.get('Type')) === 'OCG' ||
    edits.changes.name(properties.get('Type')) === 'OCMD'
  )
    return;
  const mayStay = ([key, value]: readonly [string, Obj]) => {
    const direct = edits.changes.resolve(value);
    if (direct instanceof PdfString) return key === 'Lang' || (!touched && edits.isClean(direct.text));
    return (
      typeof direct === 'number' ||
      direct instanceof Name ||
      typeof direct === 'boolean' ||
      (Array.isArray(direct) && direct.every((entry) => typeof entry === 'number'))
    );
  };
  const remaining = properties.entries().filter(mayStay);
  if (remaining.length === properties.size) return;
  const own = new Dict(remaining.map(([key, value]) => [key, edits.changes.resolve(value)]));
  replacements.set(operation.start, {
    end: operation.end,
    operations: [{ operator: 'BDC', operands: [operation.operands[0] ?? new Name('Span'), own] }],
  });
}
