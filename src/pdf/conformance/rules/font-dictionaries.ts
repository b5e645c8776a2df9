import type { Model } from '../model/model.ts';
import { rule, type Rule } from '../rule.ts';

const fonts = (model: Model) => model.fonts;
const types: ReadonlySet<string> = new Set(['Type0', 'Type1', 'MMType1', 'Type3', 'TrueType']);
const simple = (model: Model) =>
  model.fonts.filter(
    ({ type, font, dict }) =>
      type !== 'Type0' && !(type === 'Type1' && isStandardFont(font.name) && !dict.has('Widths')),
  );

/** The fonts that need no metrics in PDF 1.7 (ISO 32000-1, 9.6.2.2). */
function isStandardFont(name: string): boolean {
  return /^(?:Courier|Helvetica)(?:-(?:Bold|Oblique|BoldOblique))?$|^Times-(?:Roman|Bold|Italic|BoldItalic)$|^Symbol$|^ZapfDingbats$/.test(
    name,
  );
}

const clauses = (test: number) => ({ 1: `6.3.2-${test}`, 2: `6.2.11.2-${test}`, 4: `6.2.10.2-${test}` });
const fix = 'Embed the font again.';

/** Required entries of font dictionaries: ISO 19005-1, 6.3.2; ISO 19005-2, 6.2.11.2; ISO 19005-4, 6.2.10.2. */
export const fontDictionaryRules: readonly Rule[] = [
  rule({
    id: 'font-type',
    clauses: clauses(1),
    on: fonts,
    fails: ({ dict, descendant }, _, { file }) =>
      [dict, descendant].some((part) => part !== null && file.name(part.get('Type')) !== 'Font'),
    requirement: 'Type of a font, and of its CIDFont, is Font.',
    fault: 'Type of a font, or of its CIDFont, is not Font.',
    fix,
  }),
  rule({
    id: 'font-subtype',
    clauses: clauses(2),
    on: fonts,
    fails: ({ type, descendantType }) =>
      !types.has(type) || (type === 'Type0' && descendantType !== 'CIDFontType0' && descendantType !== 'CIDFontType2'),
    requirement: 'Subtype of a font, and of its CIDFont, is one of the PDF specification.',
    fault: 'Subtype of a font, or of its CIDFont, is none of the PDF specification.',
    fix,
  }),
  rule({
    id: 'font-name',
    clauses: clauses(3),
    on: fonts,
    fails: ({ type, dict, descendant }, _, { file }) =>
      type !== 'Type3' && [dict, descendant].some((part) => part !== null && file.name(part.get('BaseFont')) === null),
    requirement: 'A font has its name in BaseFont.',
    fault: 'A font has no name in BaseFont.',
    fix,
  }),
  rule({
    id: 'font-first-code',
    clauses: clauses(4),
    on: simple,
    fails: ({ dict }) => !dict.has('FirstChar'),
    requirement: 'A simple font has FirstChar.',
    fault: 'A simple font has no FirstChar.',
    fix,
  }),
  rule({
    id: 'font-last-code',
    clauses: clauses(5),
    on: simple,
    fails: ({ dict }) => !dict.has('LastChar'),
    requirement: 'A simple font has LastChar.',
    fault: 'A simple font has no LastChar.',
    fix,
  }),
  rule({
    id: 'font-widths',
    clauses: clauses(6),
    on: simple,
    fails: ({ dict }, _, { file }) =>
      file.array(dict.get('Widths'))?.length !==
      (file.number(dict.get('LastChar')) ?? 0) - (file.number(dict.get('FirstChar')) ?? 0) + 1,
    requirement: 'Widths of a simple font has as many numbers as there are codes from FirstChar to LastChar.',
    fault: 'Widths of a simple font has more or fewer numbers than there are codes from FirstChar to LastChar.',
    fix,
  }),
  rule({
    id: 'font-program-type',
    clauses: clauses(7),
    on: fonts,
    fails: ({ descriptor }, { part }, { file }) => {
      const program = file.stream(descriptor?.get('FontFile3') ?? null);
      return (
        program !== null &&
        !['Type1C', 'CIDFontType0C', ...(part === '1' ? [] : ['OpenType'])].includes(
          file.name(program.dict.get('Subtype')) ?? '',
        )
      );
    },
    requirement: 'Subtype of FontFile3 is Type1C or CIDFontType0C, or from PDF/A-2 on OpenType.',
    fault: 'Subtype of FontFile3 is none that the standard allows.',
    fix,
  }),
];
