import { unicodeOfName } from '../../fonts/encodings/glyph-names.ts';
import { Dict, Name } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import { isUnicodeCollection } from '../../fonts/encodings/predefined-collections.ts';
import type { ShownCode, FontModel } from '../model/font-model.ts';
import type { Model } from '../model/model.ts';
import { rule, type Rule } from '../rule.ts';
import { codes, named, systemInfo } from './fonts.ts';

const trueType = (model: Model) => model.fonts.filter(({ type, visible }) => type === 'TrueType' && visible);

const nonSymbolic = (model: Model) => trueType(model).filter(({ symbolic }) => !symbolic);

const symbolic = (model: Model) => trueType(model).filter((font) => font.symbolic);

/** Whether the font itself states the text of a code (ISO 19005-2, 6.2.11.7.2). */
function hasText(file: PdfFile, { font, code, text }: ShownCode & { font: FontModel }): boolean {
  if (text !== null && text !== '') return true;
  if (font.type === 'Type0') {
    const info = systemInfo(file, font.descendant);
    return info !== null && isUnicodeCollection(info.registry, info.ordering);
  }
  if (font.type === 'TrueType' && font.symbolic) return false;
  const name = font.font.glyphName(code);
  return name !== null && (unicodeOfName(name) !== null || symbolNames.has(name));
}

/** Names of the Symbol set that the Adobe Glyph List lacks, or has under other names. */
const symbolNames: ReadonlySet<string> = new Set([
  'registerserif',
  'copyrightserif',
  'trademarkserif',
  'registersans',
  'copyrightsans',
  'trademarksans',
  'apple',
]);

const forbidden = ['\u0000', '\uFEFF', '\uFFFE'];

const isPrivate = (text: string): boolean => /[\uE000-\uF8FF\u{F0000}-\u{FFFFD}\u{100000}-\u{10FFFD}]/u.test(text);

/**
 * Encodings of TrueType fonts, and text of shown codes: ISO 19005-1, 6.3.7, 6.3.8; ISO 19005-2, 6.2.11.6-6.2.11.8; ISO
 * 19005-4, 6.2.10.6-6.2.10.9; ISO 14289-1, 7.21.6-7.21.8; ISO 14289-2, 8.4.5.7-8.4.5.9.
 */
export const fontTextRules: readonly Rule[] = [
  rule({
    id: 'true-type-encoding',
    clauses: { 1: '6.3.7-1', 2: '6.2.11.6-2', 4: '6.2.10.6-2', ua1: '7.21.6-2', ua2: '8.4.5.7-2' },
    on: nonSymbolic,
    fails: ({ dict, program }, { part }, { file }) => {
      const encoding = file.resolve(dict.get('Encoding'));
      const base =
        encoding instanceof Name
          ? encoding.value
          : encoding instanceof Dict
            ? file.name(encoding.get('BaseEncoding'))
            : null;
      if (base !== 'MacRomanEncoding' && base !== 'WinAnsiEncoding') return `it is ${base ?? 'missing'}`;
      const differences = encoding instanceof Dict ? (file.array(encoding.get('Differences')) ?? []) : [];
      if (differences.length === 0) return false;
      if (part === '1') return 'it has Differences';
      const foreign = differences
        .flatMap((entry) => file.name(entry) ?? [])
        .find((name) => name !== '.notdef' && unicodeOfName(name) === null);
      if (foreign !== undefined) return `${foreign} is not in the Adobe Glyph List`;
      return (
        program !== null &&
        !program.cmaps.some(({ platform, encoding: kind }) => platform === 3 && kind === 1) &&
        'the program has no Microsoft Unicode table for its Differences'
      );
    },
    requirement:
      'The encoding of a non-symbolic TrueType font is MacRomanEncoding or WinAnsiEncoding, with differences ' +
      'only by names of the Adobe Glyph List and a Unicode table for them (none in PDF/A-1).',
    fault: 'The encoding of a non-symbolic TrueType font is none that the standard allows.',
    fix: 'Embed the font again with one of these encodings.',
  }),
  rule({
    id: 'true-type-characters',
    clauses: { 2: '6.2.11.6-1', 4: '6.2.10.6-1', ua1: '7.21.6-1', ua2: '8.4.5.7-1' },
    on: nonSymbolic,
    fails: ({ program }) =>
      program?.kind === 'true-type' &&
      !program.cmaps.some(({ platform, encoding }) => !(platform === 3 && encoding === 0)),
    requirement: 'The program of a non-symbolic TrueType font has a table of characters that is not for symbols.',
    fault: 'The program of a non-symbolic TrueType font has no table of characters that is not for symbols.',
    fix: 'Embed the font again with its tables.',
  }),
  rule({
    id: 'symbolic-encoding',
    clauses: { 1: '6.3.7-2', 2: '6.2.11.6-3', 4: '6.2.10.6-3', ua1: '7.21.6-3', ua2: '8.4.5.7-3' },
    on: symbolic,
    fails: ({ dict }) => dict.has('Encoding'),
    requirement: 'A symbolic TrueType font has no Encoding.',
    fault: 'A symbolic TrueType font has an Encoding.',
    fix: 'Remove Encoding, or mark the font as non-symbolic.',
  }),
  rule({
    id: 'symbolic-characters',
    clauses: { 1: '6.3.7-3', 2: '6.2.11.6-4', 4: '6.2.10.6-4', ua1: '7.21.6-4', ua2: '8.4.5.7-4' },
    on: symbolic,
    fails: ({ program }, { part }) => {
      if (program?.kind !== 'true-type') return false;
      const symbols = program.cmaps.some(({ platform, encoding }) => platform === 3 && encoding === 0);
      return program.cmaps.length !== 1 && (part === '1' || !symbols) && `it has ${program.cmaps.length}`;
    },
    requirement: 'The program of a symbolic TrueType font has one table of characters, or one for symbols among them.',
    fault: 'The program of a symbolic TrueType font has no single table of characters, and none for symbols.',
    fix: 'Embed the font again.',
  }),
  rule({
    id: 'text-known',
    clauses: { 1: '6.3.8-1', 2: '6.2.11.7.2-1', 4: '6.2.10.7-1', ua1: '7.21.7-1', ua2: '8.4.5.8-1' },
    levels: 'au-ef',
    on: codes,
    fails: (code, { part }, { file }) =>
      (part !== '4' || code.font.toUnicode !== null) && !hasText(file, code) && named(code),
    requirement: 'The text of all glyphs is known: by ToUnicode, or by an encoding that states it.',
    fault: 'The text of a glyph is not known: neither ToUnicode nor an encoding states it.',
    fix: 'Embed the font again with ToUnicode.',
  }),
  rule({
    id: 'text-sensible',
    clauses: { 2: '6.2.11.7.2-2', 4: '6.2.10.7-1', ua1: '7.21.7-2', ua2: '8.4.5.8-2' },
    levels: 'au-ef',
    on: codes,
    fails: (code) => code.text !== null && forbidden.some((character) => code.text?.includes(character)) && named(code),
    requirement: 'ToUnicode gives no code the value U+0000, U+FEFF or U+FFFE.',
    fault: 'ToUnicode gives a code the value U+0000, U+FEFF or U+FFFE.',
    fix: 'Write ToUnicode again.',
  }),
  rule({
    id: 'private-text',
    clauses: { 2: '6.2.11.7.3-1' },
    levels: 'a',
    on: codes,
    fails: (code) => code.bare && isPrivate(code.font.font.unicode(code.code) ?? '') && named(code),
    requirement: 'Characters of the private use area have an ActualText with their meaning.',
    fault: 'A character of the private use area has no ActualText with its meaning.',
    fix: 'Add ActualText, or map the code to the right character.',
  }),
  rule({
    id: 'private-actual-text',
    clauses: { 4: '6.2.10.8-1' },
    on: (model) => [
      ...model.tree.nodes.flatMap(({ place, actualText }) =>
        actualText === null ? [] : [{ place, text: actualText }],
      ),
      ...model.usage.sequences.flatMap(({ place, properties }) => {
        const text = model.file.string(properties.get('ActualText'))?.text;
        return text === undefined ? [] : [{ place, text }];
      }),
    ],
    fails: ({ text }) => isPrivate(text),
    requirement: 'ActualText has no characters of the private use area.',
    fault: 'ActualText has characters of the private use area.',
    fix: 'Write ActualText with characters that everybody knows.',
  }),
  rule({
    id: 'no-notdef',
    clauses: { 2: '6.2.11.8-1', 4: '6.2.10.9-1', ua1: '7.21.8-1', ua2: '8.4.5.9-1' },
    on: codes,
    fails: (code) => code.undefined && named(code),
    requirement: 'No text is shown by the .notdef glyph.',
    fault: 'Text is shown by the .notdef glyph.',
    fix: 'Use a font that has the character.',
  }),
];
