import { parseCMap } from '../../fonts/cmap.ts';
import type { Dict } from '../../objects/objects.ts';
import { Name, Stream } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import { collectionOf, isPredefined } from '../../fonts/encodings/predefined-collections.ts';
import type { ShownCode, FontModel } from '../model/font-model.ts';
import type { Model } from '../model/model.ts';
import { glyphsOfSubset } from '../model/usage/subset-glyphs.ts';
import { rule, type Rule } from '../rule.ts';

const fonts = (model: Model): readonly FontModel[] => model.fonts;

const composite = (model: Model) => model.fonts.filter(({ type }) => type === 'Type0');

/** Shown codes, each with its font. */
export function* codes(model: Model): Generator<ShownCode & { font: FontModel }> {
  for (const font of model.fonts)
    for (const code of font.codes)
      yield { ...code, font, place: { ...code.place, object: font.place.object ?? code.place.object } };
}

/** A code and its font in words. */
export const named = ({ font, code }: { font: FontModel; code: number }): string =>
  `code ${code} of ${font.font.name || 'a font without a name'}`;

interface SystemInfo {
  readonly registry: string;
  readonly ordering: string;
  readonly supplement: number;
}

/** CIDSystemInfo of a dictionary (ISO 32000-2, 9.7.3); null without one. */
export function systemInfo(file: PdfFile, dict: Dict | null): SystemInfo | null {
  const info = file.dict(dict?.get('CIDSystemInfo') ?? null);
  const text = (key: string) => file.string(info?.get(key) ?? null)?.bytes.toString('latin1') ?? '';
  return info === null
    ? null
    : { registry: text('Registry'), ordering: text('Ordering'), supplement: file.number(info.get('Supplement')) ?? 0 };
}

function cmapInfo(file: PdfFile, font: FontModel): SystemInfo | null {
  const encoding = file.resolve(font.dict.get('Encoding'));
  if (encoding instanceof Stream) return systemInfo(file, encoding.dict);
  const collection = encoding instanceof Name ? collectionOf(encoding.value) : null;
  return collection === null ? null : { registry: 'Adobe', ...collection };
}

/** CMaps that are embedded as the encoding of a composite font. */
function* cmaps(model: Model) {
  for (const { place, dict } of composite(model)) {
    const stream = model.file.stream(dict.get('Encoding'));
    if (stream !== null) yield { place, stream, cmap: parseCMap(stream.decode()) };
  }
}

/** Fonts: ISO 19005-1, 6.3; ISO 19005-2, 6.2.11; ISO 19005-4, 6.2.10; ISO 14289-1, 7.21; ISO 14289-2, 8.4.5. */
export const fontRules: readonly Rule[] = [
  rule({
    id: 'font-collections',
    clauses: { 1: '6.3.3.1-1', 2: '6.2.11.3.1-1', 4: '6.2.10.3.1-1', ua1: '7.21.3.1-1', ua2: '8.4.5.3.1-1' },
    on: composite,
    fails: (font, { part }, { file }) => {
      const [own, cmap] = [systemInfo(file, font.descendant), cmapInfo(file, font)];
      if (cmap === null || own === null) return false;
      if (own.registry !== cmap.registry) return `Registry is ${own.registry} and ${cmap.registry}`;
      if (own.ordering !== cmap.ordering) return `Ordering is ${own.ordering} and ${cmap.ordering}`;
      return (
        part !== '1' && own.supplement > cmap.supplement && `Supplement is ${own.supplement} and ${cmap.supplement}`
      );
    },
    requirement: 'The CIDFont and the CMap of a composite font are for the same character collection.',
    fault: 'The CIDFont and the CMap of a composite font are for different character collections.',
    fix: 'Embed the font again with a CMap that fits it.',
  }),
  rule({
    id: 'cid-to-gid-map',
    clauses: { 1: '6.3.3.2-1', 2: '6.2.11.3.2-1', 4: '6.2.10.3.2-1', ua1: '7.21.3.2-1', ua2: '8.4.5.3.2-1' },
    on: (model) =>
      composite(model).filter(({ descendantType, embedded }) => descendantType === 'CIDFontType2' && embedded),
    fails: ({ descendant }, _, { file }) => {
      const map = file.resolve(descendant?.get('CIDToGIDMap') ?? null);
      return !(map instanceof Stream) && !(map instanceof Name && map.value === 'Identity');
    },
    requirement: 'CIDToGIDMap of a CIDFontType2 is a stream or Identity.',
    fault: 'CIDToGIDMap of a CIDFontType2 is neither a stream nor Identity.',
    fix: 'Write CIDToGIDMap.',
  }),
  rule({
    id: 'cmap-embedded',
    clauses: { 1: '6.3.3.3-1', 2: '6.2.11.3.3-1', 4: '6.2.10.3.3-1', ua1: '7.21.3.3-1', ua2: '8.4.5.4-1' },
    on: composite,
    fails: ({ dict }, _, { file }) => {
      const encoding = file.resolve(dict.get('Encoding'));
      return !(encoding instanceof Stream) && !(encoding instanceof Name && isPredefined(encoding.value));
    },
    requirement: 'The CMap of a composite font is embedded, or is one that the PDF specification names.',
    fault: 'The CMap of a composite font is neither embedded nor one that the PDF specification names.',
    fix: 'Embed the CMap.',
  }),
  rule({
    id: 'cmap-writing-mode',
    clauses: { 1: '6.3.3.3-2', 2: '6.2.11.3.3-2', 4: '6.2.10.3.3-2', ua1: '7.21.3.3-2', ua2: '8.4.5.4-2' },
    on: cmaps,
    fails: ({ stream, cmap }, _, { file }) => (file.number(stream.dict.get('WMode')) === 1) !== cmap.vertical,
    requirement: 'WMode of an embedded CMap is the same in its dictionary and in its stream.',
    fault: 'WMode of an embedded CMap differs in its dictionary and in its stream.',
    fix: 'Write the same writing mode in both.',
  }),
  rule({
    id: 'cmap-base',
    clauses: { 2: '6.2.11.3.3-3', 4: '6.2.10.3.3-3', ua1: '7.21.3.3-3', ua2: '8.4.5.4-3' },
    on: cmaps,
    fails: ({ stream, cmap }, _, { file }) => {
      const base = file.resolve(stream.dict.get('UseCMap'));
      const foreign = [base instanceof Name ? base.value : null, cmap.base].find(
        (name) => name !== null && !isPredefined(name),
      );
      return base instanceof Stream ? 'it refers to an embedded one' : foreign != null && `it refers to ${foreign}`;
    },
    requirement: 'An embedded CMap refers to no other CMap but to those that the PDF specification names.',
    fault: 'An embedded CMap refers to a CMap that the PDF specification does not name.',
    fix: 'Embed the CMap as a whole.',
  }),
  rule({
    id: 'cmap-cids',
    clauses: { 1: '6.1.12-10', 2: '6.1.13-10' },
    on: cmaps,
    fails: ({ cmap }) =>
      [...cmap.cids.values()].some((cid) => cid > 65_535) ||
      cmap.cidRanges.some(({ low, high, cid }) => cid + high - low > 65_535),
    requirement: 'A CID is 65535 at most.',
    fault: 'A CID is above 65535.',
    fix: 'Embed the font again.',
  }),
  rule({
    id: 'font-embedded',
    clauses: { 1: '6.3.4-1', 2: '6.2.11.4.1-1', 4: '6.2.10.4.1-1', ua1: '7.21.4.1-1', ua2: '8.4.5.5.1-1' },
    on: fonts,
    fails: ({ type, embedded, program, visible, font }) =>
      type !== 'Type3' &&
      visible &&
      program === null &&
      `${font.name || 'a font without a name'}${embedded ? ', whose program can not be read' : ''}`,
    requirement: 'The program of every font that text is shown in is embedded.',
    fault: 'A font that text is shown in has no embedded program that can be read.',
    fix: 'Embed the font.',
  }),
  rule({
    id: 'glyph-present',
    clauses: { 1: '6.3.5-1', 2: '6.2.11.4.1-2', 4: '6.2.10.4.1-2', ua1: '7.21.4.1-2', ua2: '8.4.5.5.1-2' },
    on: codes,
    fails: (code) => code.visible && code.missing && named(code),
    requirement: 'The program of a font has the glyphs that text is shown with.',
    fault: 'The program of a font lacks a glyph that text is shown with.',
    fix: 'Embed the font again with all glyphs.',
  }),
  rule({
    id: 'char-set',
    clauses: { 1: '6.3.5-2', 2: '6.2.11.4.2-1', ua1: '7.21.4.2-1' },
    on: (model) => model.fonts.filter(({ type, embedded }) => (type === 'Type1' || type === 'MMType1') && embedded),
    fails: ({ descriptor, program, subset }, { part }, { file }) => {
      const written = file.string(descriptor?.get('CharSet') ?? null)?.bytes.toString('latin1') ?? null;
      if (written === null) return part === '1' && subset && 'it is missing';
      const names = program?.names;
      if (names == null) return false;
      const listed = new Set(
        written
          .split('/')
          .map((name) => name.trim())
          .filter((name) => name !== ''),
      );
      const unlisted = names.find((name) => name !== '.notdef' && !listed.has(name));
      if (unlisted !== undefined) return `${unlisted} is not listed`;
      const own = new Set(names);
      return (
        part !== '1' &&
        [...listed].some((name) => name !== '.notdef' && !own.has(name)) &&
        'it lists a glyph that does not exist'
      );
    },
    requirement:
      'CharSet of a subset of a Type 1 font lists the glyphs of the program (and has to be there in PDF/A-1).',
    fault: 'CharSet of a subset of a Type 1 font does not list the glyphs of the program.',
    fix: 'Remove CharSet, or embed the font again; in PDF/A-1 write it.',
  }),
  rule({
    id: 'cid-set',
    clauses: { 1: '6.3.5-3', 2: '6.2.11.4.2-2', ua1: '7.21.4.2-2' },
    on: (model) => composite(model).filter(({ embedded }) => embedded),
    fails: (font, { part }, { file }) => {
      const set = file.stream(font.descriptor?.get('CIDSet') ?? null)?.decode() ?? null;
      if (set === null) return part === '1' && font.subset && 'it is missing';
      const has = (cid: number) => ((set[cid >> 3] ?? 0) & (0x80 >> (cid & 7))) !== 0;
      const unlisted = glyphsOfSubset(file, font).find((cid) => cid !== 0 && !has(cid));
      return unlisted !== undefined && `CID ${unlisted} is not listed`;
    },
    requirement: 'CIDSet of a subset of a CIDFont lists the glyphs of the program (and has to be there in PDF/A-1).',
    fault: 'CIDSet of a subset of a CIDFont does not list the glyphs of the program.',
    fix: 'Remove CIDSet, or embed the font again; in PDF/A-1 write it.',
  }),
  rule({
    id: 'glyph-width',
    clauses: { 1: '6.3.6-1', 2: '6.2.11.5-1', 4: '6.2.10.5-1', ua1: '7.21.5-1', ua2: '8.4.5.6-1' },
    on: codes,
    fails: (code) => {
      const { visible, width, programWidth, missing } = code;
      if (!visible || missing || width === null || programWidth === null || Math.abs(width - programWidth) <= 1)
        return false;
      return `${named(code)}: ${Math.round(width)} in the dictionary, ${Math.round(programWidth)} in the program`;
    },
    requirement: 'The width of a glyph in the font dictionary is that of the program.',
    fault: 'The width of a glyph in the font dictionary is not that of the program.',
    fix: 'Write the widths again from the program.',
  }),
];
