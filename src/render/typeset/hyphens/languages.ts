/**
 * Languages with hyphenation patterns (https://hyphenation.org): names of files of the package hyphenopoly whose
 * licence allows to ship them.
 */
const patterns: ReadonlySet<string> = new Set(
  (
    'af be bg ca cy da de el-monoton el-polyton en-gb en-us eo es et eu fi fr fur gl hr hsb hu ia is it ka la lt ' +
    'mn-cyrl nb nl nn oc pl pms pt rm ru sl sq sv tk tr uk'
  ).split(' '),
);

/** Language tags whose patterns have another name, in lower case. */
const others: Readonly<Record<string, string>> = {
  el: 'el-monoton',
  grc: 'el-polyton',
  en: 'en-us',
  'en-au': 'en-gb',
  'en-ie': 'en-gb',
  'en-in': 'en-gb',
  'en-nz': 'en-gb',
  'en-za': 'en-gb',
  mn: 'mn-cyrl',
  no: 'nb',
};

/**
 * The patterns for a language tag (RFC 5646), or for the tag without its last subtags (RFC 4647, 3.4): `de-AT` has
 * those of `de`. `null` where there are none.
 */
export function patternsFor(tag: string): string | null {
  const subtags = tag.toLowerCase().split(/[-_]/);
  for (let count = subtags.length; count > 0; count -= 1) {
    const rest = subtags.slice(0, count).join('-');
    const name = others[rest] ?? rest;
    if (patterns.has(name)) return name;
  }
  return null;
}
