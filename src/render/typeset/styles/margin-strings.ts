import { maskedCss } from '../../compose/style-rules.ts';
import type { Edit } from '../../complete/read-complete.ts';
import type { MarginString, StringSelect } from '../../model/types/page-string.ts';

/** A call of `string()` in a value, with its offsets there. */
interface Call extends MarginString {
  readonly start: number;
  readonly end: number;
}

/** The counter of pages; that of CSS itself is left to the document. */
const counter = 'colophon-page';
const nothing = 'colophon-nothing';

const call = /(?<![\w-])string\(\s{0,9}([\w\u0080-\uffff-]{1,100})\s{0,9}(?:,\s{0,9}([a-z-]{1,20})\s{0,9})?\)/gi;
const anyCall = /(?<![\w-])string\(/gi;
const selects: readonly string[] = ['first', 'start', 'last', 'first-except'] satisfies readonly StringSelect[];

/** The strings in a value of `content`; `null` where one of them is written otherwise. */
export function marginStringsIn(value: string): Call[] | null {
  const masked = maskedCss(value);
  const calls = Array.from(masked.matchAll(call), ({ 0: text, 1: name = '', 2: given = 'first', index }) => {
    const select = given.toLowerCase();
    const style = `colophon-${select}-${Buffer.from(name).toString('hex')}`;
    return { key: `string:${name}`, select: select as StringSelect, style, start: index, end: index + text.length };
  });
  const isKnown = calls.every(({ select }) => selects.includes(select));
  return isKnown && calls.length === (masked.match(anyCall) ?? []).length ? calls : null;
}

/** The edits that make such calls counters; `from` is the offset of the value. */
export const marginEdits = (value: string, from: number): Edit[] =>
  (marginStringsIn(value) ?? []).map(({ start, end, style }) => ({
    start: from + start,
    end: from + end,
    text: `counter(${counter},${style})`,
  }));

/** Characters that end a string of CSS, or the style element around it. */
const special = /["\\<\n\r\f]/g;
const quoted = (text: string) =>
  `"${text.replace(special, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`;

/** The rules that margin boxes with these strings need; `values` are those on each page, none before the first print. */
export function marginRules(
  strings: readonly MarginString[],
  values: (style: string) => readonly string[] | undefined,
): string {
  const rules = strings.map(({ style }) => {
    const symbols = values(style);
    return symbols === undefined || symbols.length === 0
      ? `@counter-style ${style}{system:cyclic;symbols:""}`
      : `@counter-style ${style}{system:fixed 1;symbols:${symbols.map(quoted).join(' ')};fallback:${nothing}}`;
  });
  return `@page{counter-increment:${counter}}@counter-style ${nothing}{system:cyclic;symbols:""}${rules.join('')}`;
}
