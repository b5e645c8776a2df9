/**
 * Characters that must not begin a line, and characters that must not end one (JIS X 4051, GB/T 15834; UAX 14: CL, CP,
 * EX, IS, NS, CJ and OP).
 */
const notFirst =
  /[\p{Pe}\p{Pf}!%),.:;?\]}¢°·ˇˉ―‖’”…‰′″›℃∶、。〃〆〉》」』】〕〗〞︶︺︾﹀﹄﹚﹜﹞！％＇），．：；？］｀｜｝～ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶーゝゞヽヾ々〻\u30fb\uff65]/u;
const notLast = /[\p{Ps}\p{Pi}$(£¥[{‘“〈《「『【〔〖〝﹙﹛﹝＄（．［｛￡￥]/u;
/** Scripts that are broken between any two letters (UAX 14: ID). */
const ideographic =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Yi}\u3000-\u303f\uff00-\uffef]/u;
/** Scripts that write no space between words, which a dictionary has to find (UAX 14: SA). */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

let words: Intl.Segmenter | undefined;

/**
 * Offsets at which a line of the paragraph may end (UAX 14, as far as fields need it): after white space and hyphens,
 * between ideographs, between the words of Thai and similar scripts. The last one is the end of the text.
 */
export function breakOpportunities(text: string): number[] {
  const breaks = new Set<number>();
  for (const { index, 0: run } of text.matchAll(/\s+|[-\u2010\u2012\u2013\u2014\u00ad\u200b](?=[^\s\d])/gu))
    breaks.add(index + run.length);
  if (ideographic.test(text)) {
    let before = '';
    let at = 0;
    for (const character of text) {
      if (
        before !== '' &&
        (ideographic.test(before) || ideographic.test(character)) &&
        !/\s/u.test(character) &&
        !notFirst.test(character) &&
        !notLast.test(before) &&
        !/\p{M}/u.test(character)
      )
        breaks.add(at);
      before = character;
      at += character.length;
    }
  }
  if (unspaced.test(text)) {
    words ??= new Intl.Segmenter('th', { granularity: 'word' });
    for (const { index, segment } of words.segment(text)) if (index > 0 && unspaced.test(segment)) breaks.add(index);
  }
  breaks.delete(0);
  breaks.add(text.length);
  return [...breaks].sort((a, b) => a - b);
}
