import type { PdfString } from '../objects/objects.ts';
import { Dict, Name } from '../objects/objects.ts';
import type { SourceFile } from './source-file.ts';
import type { Target } from '../copying/target.ts';
import { readNumberTree } from './trees/read-trees.ts';
import { writeNumberTree } from './trees/write-trees.ts';

/** The label of one page (ISO 32000-2, 12.4.2). */
export interface Label {
  /** D, R, r, A, a, or null for the prefix alone. */
  readonly style: string | null;
  readonly prefix: PdfString | null;
  readonly number: number;
}

/**
 * The label of every page, or null where the document has none. Pages before the first range have decimal numbers from
 * 1.
 */
export function readLabels(source: SourceFile): Label[] | null {
  const { file } = source;
  const ranges = readNumberTree(file, file.catalog.get('PageLabels')).filter(([first]) => first >= 0);
  if (ranges.length === 0) return null;
  const labels: Label[] = [];
  let range: Label | null = null;
  let start = 0;
  let next = 0;
  for (let page = 0; page < source.pages.length; page += 1) {
    while (ranges[next] !== undefined && (ranges[next]?.[0] ?? 0) <= page) {
      const dict = file.dict(ranges[next]?.[1] ?? null) ?? new Dict();
      range = {
        style: file.name(dict.get('S')),
        prefix: file.string(dict.get('P')),
        number: file.number(dict.get('St')) ?? 1,
      };
      start = ranges[next]?.[0] ?? 0;
      next += 1;
    }
    labels.push(
      range === null
        ? { style: 'D', prefix: null, number: page + 1 }
        : { ...range, number: range.number + page - start },
    );
  }
  return labels;
}

/** Labels of the pages of a document that was put together, as the shortest list of ranges. */
export function writeLabels(target: Target, labels: readonly Label[]) {
  const ranges: [number, Dict][] = [];
  labels.forEach((label, page) => {
    const before = labels[page - 1];
    if (before !== undefined && continues(before, label)) return;
    const range = new Dict().set('S', label.style === null ? null : new Name(label.style)).set('P', label.prefix);
    ranges.push([page, label.number === 1 || label.style === null ? range : range.set('St', label.number)]);
  });
  return writeNumberTree(target, ranges);
}

function continues(before: Label, label: Label): boolean {
  const prefix = (one: Label) => one.prefix?.bytes.toString('latin1') ?? '';
  return (
    before.style === label.style &&
    prefix(before) === prefix(label) &&
    (label.style === null || label.number === before.number + 1)
  );
}

/** The label as a reader shows it. */
export function labelText({ style, prefix, number }: Label): string {
  return (prefix?.text ?? '') + (style === null ? '' : numeral(style, number));
}

const roman: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

function numeral(style: string, number: number): string {
  if (style === 'D' || number < 1 || number > 4999) return String(number);
  if (style === 'A' || style === 'a') {
    const letter = String.fromCharCode((style === 'A' ? 65 : 97) + ((number - 1) % 26));
    return letter.repeat(Math.ceil(number / 26));
  }
  let rest = number;
  let text = '';
  for (const [value, digits] of roman) {
    for (; rest >= value; rest -= value) text += digits;
  }
  return style === 'R' ? text.toUpperCase() : text;
}
