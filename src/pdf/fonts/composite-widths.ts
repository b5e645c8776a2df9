import type { Dict } from '../objects/objects.ts';
import { type Obj } from '../objects/objects.ts';

/** The numbers and arrays of a file, wherever they are. */
interface Lookup {
  array(obj: Obj): readonly Obj[] | null;
}

/**
 * `W` of a composite font (ISO 32000-2, 9.7.4.3): `c [w1 w2 ...]` and `first last w`. Widths by code, in thousandths of
 * the font size.
 */
export function compositeWidths(file: Lookup, dict: Dict): Map<number, number> {
  const widths = new Map<number, number>();
  const list = file.array(dict.get('W')) ?? [];
  for (let at = 0; at + 1 < list.length;) {
    const first = Number(list[at]);
    const second = list[at + 1] ?? null;
    const each = Array.isArray(second) || typeof second === 'object' ? file.array(second) : null;
    if (each !== null) each.forEach((width, index) => widths.set(first + index, Number(width)));
    else
      for (let code = first; code <= Math.min(Number(second), 0xffff); code += 1)
        widths.set(code, Number(list[at + 2]));
    at += each === null ? 3 : 2;
  }
  return widths;
}

/** W (9.7.4.3): runs of numbers with their widths. */
export function widthsOf(widths: readonly (readonly [number: number, width: number])[]): Obj[] {
  const entries: Obj[] = [];
  let run: { readonly next: number; readonly values: Obj[] } | null = null;
  for (const [number, width] of widths) {
    if (run !== null && run.next === number) {
      run.values.push(width);
      run = { next: number + 1, values: run.values };
      continue;
    }
    if (run !== null && number < run.next) continue;
    const values: Obj[] = [width];
    entries.push(number, values);
    run = { next: number + 1, values };
  }
  return entries;
}
