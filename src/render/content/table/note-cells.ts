import { pointer } from '../../../input/input.ts';
import { noteWriter, notesOf } from '../../typeset/footnotes/note-html.ts';
import { keyOf, isRich, type AddTable, type Row } from './table-params.ts';
import type { WriteNotes } from './row-html.ts';

/** What the notes of a table need of its operation. */
interface TableContext {
  pointer(field: string): string;
  unique(): number;
  text(text: string): string;
}

/** Puts notes into the cells of a table: those of a cell, or else of the table. */
export function noteCells(
  { footnotes, columns = [], csv }: AddTable,
  rows: readonly Row[],
  context: TableContext,
): WriteNotes {
  const write = noteWriter((text) => context.text(text));
  const shared = notesOf(footnotes, context);
  return (html, { row, cells }, index) => {
    if (!html.includes('[^')) return html;
    const cell = cells[index];
    const own = isRich(cell) && cell.footnotes !== undefined ? notesOf(cell.footnotes, context) : shared;
    return write(html, own, () => {
      if (csv !== undefined) return context.pointer('csv');
      const keys = columns.map(keyOf);
      const key = Array.isArray(row) ? index : (keys[index] ?? Object.keys(row)[index] ?? index);
      return `${context.pointer('rows')}${pointer([rows.indexOf(row), key])}`;
    });
  };
}
