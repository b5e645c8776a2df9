import type { Cluster } from './page-characters.ts';
import type { TextObject } from './page-objects.ts';

/** PDFium takes no character above this into account when it reads an ActualText, and then omits its object. */
const onlyOmitted = /^[\u{fffd}-\u{10ffff}\s]+$/u;

/**
 * The runs of a page with those that PDFium omits, in content order: text whose ActualText has only characters outside
 * the Basic Multilingual Plane, such as flags. Each is one character at the place of its object, which the ActualText
 * then replaces (replaced-text.ts).
 */
export function withOmitted(
  runs: readonly (readonly Cluster[])[],
  texts: ReadonlyMap<number, TextObject>,
): (readonly Cluster[])[] {
  const read = new Set(runs.map((run) => texts.get(run[0]?.object ?? 0)?.marks.replacement));
  const omitted = [...texts].flatMap(([object, { marks, extent, matrix, order }]) => {
    const text = marks.replacement?.text ?? '';
    if (extent === null || matrix === null || !onlyOmitted.test(text) || read.has(marks.replacement)) return [];
    const character = { object, text, x: matrix[4], y: matrix[5], rect: extent };
    return [{ order, run: [{ ...character, index: -1, parts: [character] }] }];
  });
  if (omitted.length === 0) return [...runs];
  const orderOf = (run: readonly Cluster[]) => texts.get(run[0]?.object ?? 0)?.order ?? 0;
  const all: (readonly Cluster[])[] = [];
  for (const run of runs) {
    while (omitted[0] !== undefined && omitted[0].order < orderOf(run)) all.push(omitted.shift()?.run ?? []);
    all.push(run);
  }
  return [...all, ...omitted.map(({ run }) => run)];
}
