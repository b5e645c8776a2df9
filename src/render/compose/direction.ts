/** Languages that are written from right to left, by their usual script (CLDR). */
const rightToLeft = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'iw', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** True for a language tag (BCP 47) whose text runs from right to left. */
export function isRightToLeft(lang: string): boolean {
  const [primary = '', ...subtags] = lang.toLowerCase().split('-');
  return rightToLeft.has(primary) && !subtags.includes('latn');
}

/** The `dir` of an element in `lang` inside a document in `around`; `undefined` where it is the same. */
export function directionOf(lang: string | undefined, around: string): 'ltr' | 'rtl' | undefined {
  if (lang === undefined || isRightToLeft(lang) === isRightToLeft(around)) return undefined;
  return isRightToLeft(lang) ? 'rtl' : 'ltr';
}
