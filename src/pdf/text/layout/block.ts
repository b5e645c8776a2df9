import { greatest, least } from '../../objects/large-arrays.ts';
import { isIdeographic } from './characters.ts';
import type { Hidden } from '../extracted.ts';
import { joinedByHyphen } from './hyphenation.ts';
import type { Line } from './line.ts';

/** Lines that belong together: a paragraph, a heading, an item, a cell, a row. */
export interface Block {
  readonly lines: readonly Line[];
  readonly role: string | null;
  readonly lang: string | null;
  readonly hidden: Hidden | null;
  /** The separator from the previous block in the text of the page: a tab between the cells of a row. */
  readonly before: '\n' | '\t';
}

/** Divides the lines of a column into paragraphs by distance, size and indentation. */
export function paragraphs(lines: readonly Line[]): Line[][] {
  const leading = usualLeading(lines);
  const groups: Line[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && continues(last, line, group, leading)) group.push(line);
    else groups.push([line]);
  }
  return groups;
}

/** The usual distance of baselines in a column, in units of the font size. */
function usualLeading(lines: readonly Line[]): number {
  const steps = lines.flatMap((line, index) => {
    const last = lines[index - 1];
    const step = last ? (line.v - last.v) / last.size : 0;
    return step > 0.5 && step < 2.5 ? [step] : [];
  });
  return steps.sort((one, other) => one - other)[Math.floor(steps.length * 0.3)] ?? 1.2;
}

function continues(last: Line, line: Line, group: readonly Line[], leading: number): boolean {
  if (line.text.includes('\t') || last.text.includes('\t')) return false;
  const step = (line.v - last.v) / last.size;
  if (step <= 0.3 || step > leading * 1.25 + 0.1) return false;
  if (Math.abs(line.size - last.size) > 0.12 * Math.max(line.size, last.size)) return false;
  const [first] = group;
  const indented = line.u0 - last.u0 > 0.8 * line.size && group.length > 1 && first !== undefined && first.u0 > last.u0;
  return !indented && !startsItem(line.text);
}

/** True for a bullet or a number with a dot: a list item. */
const startsItem = (text: string): boolean =>
  /^(?:[\u2022\u2023\u25E6\u25AA\u25CF\u25CB\u2043\u2219\u00B7\u25A0]|\(?\d{1,3}[.)]|[-\u2013*])\s/u.test(text);

/**
 * The text of a block. A line is joined with the next one if that one's first word did not fit; otherwise the line
 * break is intended and stays. Code and narrow untagged blocks keep their lines: these are labels and addresses.
 */
export function blockText({ lines, role }: Block, vocabulary: ReadonlySet<string>): string {
  const width = greatest(lines.map((line) => line.u1 - line.u0));
  const keeps = isCode(lines) || (role === null && width < 12 * greatest(lines.map((line) => line.size)));
  let text = '';
  for (const [index, line] of lines.entries()) {
    const last = lines[index - 1];
    text = last ? joined(text, line, keeps || endedOnPurpose(last, line, width), vocabulary) : line.text;
  }
  return text;
}

/** True where all fonts are monospaced. */
const isCode = (lines: readonly Line[]): boolean =>
  lines.every(({ words }) =>
    words.every(({ glyphs }) => glyphs.every(({ font }) => /mono|courier|consol|cousine|menlo|code/i.test(font))),
  );

function joined(text: string, line: Line, ended: boolean, vocabulary: ReadonlySet<string>): string {
  const hyphenated = joinedByHyphen(text, line.text, vocabulary);
  if (hyphenated !== null) return hyphenated;
  if (ended) return `${text}\n${line.text}`;
  return isIdeographic(text.at(-1) ?? '') && isIdeographic(line.text.at(0) ?? '')
    ? text + line.text
    : `${text} ${line.text}`;
}

function endedOnPurpose(last: Line, line: Line, width: number): boolean {
  const free = width - (last.u1 - last.u0);
  const [word] = line.words;
  if (!word) return false;
  const start = least(word.glyphs.map((glyph) => glyph.u0));
  const end = greatest(word.glyphs.map((glyph) => glyph.u1));
  const needed = isIdeographic(word.text) ? line.size : end - start + 0.25 * line.size;
  return free > needed + 0.1 * line.size;
}
