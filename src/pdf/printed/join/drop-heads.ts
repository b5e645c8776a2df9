import { elementKids } from '../../facts/structure/element-kids.ts';
import { asArtifacts } from '../artifacts/repeated-rows.ts';
import { Dict, isName, PdfString, Ref, type Obj } from '../../objects/objects.ts';
import type { Part } from './part.ts';

/** The rows of a part in the structure: their elements, and the marks of these by page number. */
interface Taken {
  readonly elements: Set<number>;
  readonly marks: Map<number, number[]>;
}

/** Elements within each other, at most. */
const maxDepth = 50;

/** The ids of the cells of rows, in order, as the part has them: `null` for those that are no header cells. */
export const headerIds = (part: Part, rows: readonly Obj[]): (PdfString | null)[] =>
  rows
    .flatMap((row) => elementKids(part.objects.dict(row)))
    .map((cell) => {
      const dict = part.objects.dict(cell);
      const id = isName(dict.get('S'), 'TH') ? dict.get('ID') : null;
      return id instanceof PdfString ? id : null;
    });

/**
 * Removes rows that repeat the head of an earlier table from the structure of a part. They become pagination artifacts
 * (ISO 32000-2, 14.8.2.2.2), and the cells below refer to `headers`, ids of the joined file. False, without a change,
 * where they are not such rows.
 */
export function dropHeads(part: Part, rows: readonly Obj[], headers: readonly (PdfString | null)[]): boolean {
  const own = headerIds(part, rows);
  if (
    own.length !== headers.length ||
    own.some((id, index) => (id === null) !== (headers[index] === null)) ||
    !dropRows(part, rows)
  )
    return false;
  own.forEach(
    (id, index) => id && part.headers.set(id.bytes.toString('latin1'), headers[index]?.bytes.toString('latin1') ?? ''),
  );
  return true;
}

/** The same of rows that the foot of a table has on every page; no cell refers to them. */
export function dropFeet(part: Part, rows: readonly Obj[]): boolean {
  if (!dropRows(part, rows)) return false;
  for (const id of headerIds(part, rows)) if (id !== null) part.headers.set(id.bytes.toString('latin1'), '');
  return true;
}

/** The same of the headers of groups: rows of one header cell, which no cell refers to. */
export function dropGroups(part: Part, rows: readonly Obj[]): boolean {
  const isGroup = (row: Obj) => {
    const cells = elementKids(part.objects.dict(row));
    return cells.length === 1 && isName(part.objects.dict(cells[0] ?? null).get('S'), 'TH');
  };
  return rows.every(isGroup) && dropFeet(part, rows);
}

function dropRows(part: Part, rows: readonly Obj[]): boolean {
  const taken: Taken = { elements: new Set(), marks: new Map() };
  if (!rows.every((row) => take(part, row, taken))) return false;
  for (const number of taken.elements) part.special.add(number);
  for (const [page, marks] of taken.marks) {
    const dict = part.objects.dict(part.objects.get(page));
    const contents = dict.get('Contents');
    const content = contents instanceof Ref ? part.content(contents.num) : null;
    if (contents instanceof Ref && content !== null) part.setContent(contents.num, asArtifacts(content, marks));
    const parents = part.parentArrays.get(Number(dict.get('StructParents') ?? -1));
    if (parents !== undefined)
      part.setText(
        parents,
        part
          .split(parents)
          .text.replace(/\b(\d+) 0 R/g, (ref, number: string) => (taken.elements.has(Number(number)) ? 'null' : ref)),
      );
  }
  return true;
}

/** Collects the marks and elements in an element; false for one that has other content too. */
function take(part: Part, kid: Obj, taken: Taken, depth = 0): boolean {
  if (!(kid instanceof Ref) || depth > maxDepth) return false;
  taken.elements.add(kid.num);
  const element = part.parsed(kid.num);
  return elementKids(element).every((one) => {
    if (one instanceof Ref) return take(part, one, taken, depth + 1);
    const [page, mark] = one instanceof Dict ? [one.get('Pg'), one.get('MCID')] : [element.get('Pg'), one];
    if (!(page instanceof Ref) || typeof mark !== 'number') return false;
    taken.marks.set(page.num, [...(taken.marks.get(page.num) ?? []), mark]);
    return true;
  });
}
