/** ISO 15924 codes of the scripts that Unicode has, those that forms are filled in first. */
const codes =
  'Latn Grek Cyrl Hebr Arab Deva Hani Hira Kana Hang Thai Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Laoo ' +
  'Tibt Mymr Geor Armn Ethi Khmr Mong Cher Cans Bopo Yiii Syrc Thaa Nkoo Tale Talu Lana Java Bali Sund Tglg ' +
  'Hano Buhd Tagb Limb Lepc Batk Bugi Cham Kali Rjng Saur Sylo Vaii Tfng Olck Mtei Goth Ogam Runr Copt Glag ' +
  'Ital Phnx Linb Cprt Xsux Egyp Ugar Xpeo Avst Armi Prti Phli Samr Mand Brah Kthi Cakm Takr Shrd Tirh Modi ' +
  'Sidd Newa Gong Gonm Rohg Adlm Osge Wara Hmnp Wcho Nand Dogr Bhks Marc Brai Shaw Dsrt';

const scripts = codes.split(' ').map((code) => ({ code, pattern: new RegExp(`\\p{Script=${code}}`, 'u') }));
/** Characters that stand in any script (UAX 24): punctuation, digits, marks. */
const shared = /[\p{Script=Common}\p{Script=Inherited}]/u;

/** By code point: texts are of few characters. */
const known = new Map<number, string | null>();
const maxKnown = 20_000;

/** The script of a character (UAX 24) as ISO 15924 has it; null for one that takes that of its neighbours. */
export function scriptOf(character: string): string | null {
  const point = character.codePointAt(0) ?? 0;
  const before = known.get(point);
  if (before !== undefined) return before;
  const script = shared.test(character) ? null : (scripts.find(({ pattern }) => pattern.test(character))?.code ?? null);
  if (known.size < maxKnown) known.set(point, script);
  return script;
}
