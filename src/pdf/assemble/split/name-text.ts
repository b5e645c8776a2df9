import { re2 } from '../../patterns/re2.ts';

/**
 * Finds the text that names a part: the first match of the expression on a page, and of it the first group that takes
 * part, or the whole where there is no group. `^` and `$` are the ends of lines. `null` = there is no match, or it has
 * nothing but white space.
 * @throws Error where the expression is not RE2 syntax
 */
export function textFinder(expression: string): (pageText: string) => string | null {
  const compiled = re2().compile(expression, re2().MULTILINE);
  return (pageText) => {
    const matcher = compiled.matcher(pageText.normalize('NFKC'));
    if (!matcher.find()) return null;
    const groups = Array.from({ length: matcher.groupCount() }, (_, index) => matcher.group(index + 1));
    const found = groups.length === 0 ? matcher.group() : groups.find((group) => group !== null);
    const line = (found ?? '').replace(/\s+/gu, ' ').trim();
    return line === '' ? null : line;
  };
}
