import type { Sheet, TablePiece } from '../model/segments.ts';
import { withEdits, type Edit } from '../complete/read-complete.ts';

/** Changes a piece of a sheet, and the same places in the pieces of its long table. Edits must not overlap. */
export function editPiece(
  { html, tables }: Pick<Sheet, 'html' | 'tables'>,
  index: number,
  edits: readonly Edit[],
): void {
  const piece = html[index];
  if (piece === undefined || edits.length === 0) return;
  html[index] = withEdits(piece, edits);
  const table = tables.get(index);
  if (table === undefined) return;
  const edited = editTable(table, piece.length, edits);
  if (edited === null) tables.delete(index);
  else tables.set(index, edited);
}

/** The pieces of a table with edits of their whole HTML; `null` where they are not the whole, or an edit spans two. */
function editTable(table: readonly TablePiece[], length: number, edits: readonly Edit[]): TablePiece[] | null {
  const sorted = edits.toSorted((one, other) => one.start - other.start);
  const edited: TablePiece[] = [];
  let [from, next] = [0, 0];
  for (const piece of table) {
    const text = typeof piece === 'string' ? piece : piece.row;
    const until = from + text.length;
    const own: Edit[] = [];
    for (let edit = sorted[next]; edit !== undefined && edit.start < until; edit = sorted[(next += 1)]) {
      if (edit.end > until) return null;
      own.push({ ...edit, start: edit.start - from, end: edit.end - from });
    }
    const changed = withEdits(text, own);
    edited.push(typeof piece === 'string' ? changed : { ...piece, row: changed });
    from = until;
  }
  return from === length && next === sorted.length ? edited : null;
}
