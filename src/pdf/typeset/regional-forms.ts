/** Flavours of Chinese characters by language: the same character is drawn otherwise in each. */
const flavours: readonly (readonly [language: RegExp, families: RegExp])[] = [
  [/^ja/i, /\bJP\b|japan|gothic|mincho/i],
  [/^ko/i, /\bKR\b|korea|batang|gulim|dotum/i],
  [/^zh-(?:hant-)?hk/i, /\bHK\b/],
  [/^zh-(?:hant|tw|mo)/i, /\bTC\b|\bTW\b|ming/i],
  [/^zh/i, /\bSC\b|\bCN\b|hei|song/i],
];
/** Names of families that have Chinese characters in one regional form of several. */
export const flavoured = /\b(?:CJK|JP|KR|HK|TC|SC)\b/;

/** The language whose form of Chinese characters a text gets: that of its other letters, or that of the document. */
export function flavourOf(text: string, language: string): string {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  if (/\p{Script=Hangul}/u.test(text)) return 'ko';
  return /^(?:ja|ko|zh)/i.test(language) ? language : 'zh';
}

/** Names of the families that have the form of Chinese characters that a language uses. */
export const familiesFor = (flavour: string): RegExp =>
  flavours.find(([language]) => language.test(flavour))?.[1] ?? flavoured;
