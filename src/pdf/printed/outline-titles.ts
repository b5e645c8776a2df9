import { textString } from '../xmp/info.ts';
import type { Body } from './model/body.ts';

/**
 * Corrects titles of outline items. Chromium 156 collects a heading's text once for each line box and page that its ink
 * touches. So the space at a line break is missing ("of achapter"), and a heading at the top of a page whose letters
 * reach above their line box appears twice ("ResultsResults"), or each piece of its first line does ("2.12.1 Results
 * Results"). The words of a heading from right to left are in visual
 * order. Hyphens at line breaks are part of it. A title that is no heading of the document is replaced by the heading that equals it without spaces, once or
 * twice, or that has its words or pieces.
 */
export function mendOutlineTitles(bodies: readonly Body[], headings: readonly string[]): Body[] {
  return retitled(bodies, titlesMeant(headings));
}

/** Gives outline items other titles. */
export function retitled(bodies: readonly Body[], meant: (title: string) => string): Body[] {
  return bodies.map((each) => {
    const [number, body] = each;
    const title =
      body.startsWith('<</Title ') || body.includes('\n/Title ')
        ? body.includes('/Parent ')
          ? titleIn(body)
          : null
        : null;
    const heading = title === null ? '' : meant(title.text);
    return title === null || heading === title.text
      ? each
      : [number, body.replace(title.token, () => `/Title ${textString(heading)}`)];
  });
}

/** Finds the heading that a title of Chromium's outline means; where there is none, the title stays as it is. */
export function titlesMeant(headings: readonly string[]): (title: string) => string {
  const known = new Set(headings);
  const turned = headings.filter((text) => rightToLeft.test(text));
  const meant = new Map<string, string>();
  for (const heading of turned) meant.set(words(heading), heading);
  for (const heading of headings) meant.set(bare(heading) + bare(heading), heading);
  for (const heading of headings) meant.set(bare(heading), heading);
  // Of words in another order that stand twice, or ran together where a line broke, nothing is left but their letters,
  // which more than one heading may have.
  const byLetters = Map.groupBy(new Set(turned), letters);
  const byTwice = Map.groupBy(new Set(turned), (heading) => letters(heading + heading));
  let byAlphabet: ReadonlyMap<string, readonly string[]> | null = null;
  return (title) => {
    if (known.has(title)) return title;
    const byWords = meant.get(bare(title)) ?? meant.get(words(title));
    if (byWords !== undefined) return byWords;
    byAlphabet ??= Map.groupBy(known, alphabet);
    const alike =
      byLetters.get(letters(title)) ??
      byTwice.get(letters(title)) ??
      (byAlphabet.get(alphabet(title)) ?? []).filter((heading) => repeatsPieces(bare(title), bare(heading)));
    return alike.length === 1 ? (alike[0] ?? title) : title;
  };
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** The same for texts of the same words, in whatever order; no text without its spaces is like it. */
const words = (text: string) => ` ${text.trim().split(/\s+/).sort().join(' ')}`;
const bare = (text: string) => text.replace(/[\s\u2010]+/g, '');
const alphabet = (text: string) =>
  Array.from(new Set(bare(text)))
    .sort()
    .join('');
const letters = (text: string) => Array.from(bare(text)).sort().join('');

/** Longer titles are not compared piece by piece. */
const maxPieced = 400;
/** A first line that is followed by others has more characters. */
const minFirstLine = 8;

/** True for a title in which each piece of the first line stands twice, and the other lines once. */
function repeatsPieces(title: string, heading: string): boolean {
  if (title.length > maxPieced || title.length <= heading.length) return false;
  const ends = new Set([0]); // of pieces of the heading; in the title they are at twice the offset
  for (const end of ends) {
    const isLine = end === heading.length || end >= minFirstLine;
    if (isLine && title.slice(2 * end) === heading.slice(end)) return true;
    for (let next = end + 1; next <= heading.length && title[end + next - 1] === heading[next - 1]; next += 1)
      if (title.startsWith(heading.slice(end, next), end + next)) ends.add(next);
  }
  return false;
}

/** The `/Title` of an outline item as Skia writes it: a literal string, or UTF-16BE in hexadecimal. */
function titleIn(body: string): { token: string; text: string } | null {
  const [token = '', hex, literal] = /\/Title (?:<([0-9A-Fa-f\s]*)>|\(((?:[^\\()]|\\[\s\S])*)\))/.exec(body) ?? [];
  if (hex !== undefined) {
    const units = Buffer.from(hex.replace(/\s/g, ''), 'hex');
    return {
      token,
      text:
        units.subarray(0, 2).toString('hex') === 'feff'
          ? units.subarray(2).swap16().toString('utf16le')
          : units.toString('latin1'),
    };
  }
  return literal === undefined
    ? null
    : {
        token,
        text: literal.replace(/\\(\d{3}|[\s\S])/g, (_, escaped: string) =>
          /\d{3}/.test(escaped) ? String.fromCharCode(Number.parseInt(escaped, 8)) : escaped,
        ),
      };
}
