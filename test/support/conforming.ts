import { readFileSync } from 'node:fs';
import { claimOf, hasInfo, versionOf } from '../../src/pdf/xmp/claim.ts';
import { srgbProfile } from '../../src/pdf/printed/conform/srgb-profile.ts';
import { readTrueType } from '../../src/pdf/fonts/programs/true-type-program.ts';
import { infoDictionary, type DocumentInfo } from '../../src/pdf/xmp/info.ts';
import { subsetTrueType } from '../../src/pdf/optimize/fonts/true-type.ts';
import { xmpPacket } from '../../src/pdf/xmp/xmp.ts';
import { smallPdf } from '../pdf/raw/small-pdf.ts';

/** The text of a document that conforms. */
export const sentence = 'A short report that conforms.';

const info: DocumentInfo = {
  title: 'A report',
  author: 'Ada',
  subject: null,
  keywords: [],
  creator: 'Colophon',
  producer: 'Colophon',
  custom: {},
  lang: 'en',
  date: new Date('2026-01-01T00:00:00Z'),
};

interface Change {
  readonly object: keyof typeof numbers;
  readonly from: string | RegExp;
  readonly to: string;
}

/** The differences between a document and the one that conforms. */
export interface Otherwise {
  /** Replaces words in the object of a kind; they have to be there. */
  readonly changes?: readonly Change[];
  /** On the page, after the text. */
  readonly content?: string;
  readonly page?: string;
  readonly catalog?: string;
  readonly trailer?: string;
  readonly resources?: string;
  /** More objects, from number 16 on; from 17 on in PDF/A-1. */
  readonly objects?: readonly string[];
}

const numbers = {
  catalog: 1,
  pages: 2,
  page: 3,
  content: 4,
  font: 5,
  descendant: 6,
  descriptor: 7,
  program: 8,
  toUnicode: 9,
  structure: 10,
  part: 11,
  paragraph: 12,
  metadata: 13,
  profile: 14,
  info: 15,
} as const;

const stream = (entries: string, content: string | Buffer): string => {
  const text = Buffer.from(content).toString('latin1');
  return `<<${entries}/Length ${text.length}>>\nstream\n${text}\nendstream`;
};
const hex = (value: number): string => value.toString(16).padStart(4, '0');

/**
 * A tagged document of one page, with one embedded font, that conforms to these standards ("PDF/A-3a", "PDF/UA-1")
 * unless something is otherwise.
 */
export function conforming(
  standards: readonly string[],
  {
    changes = [],
    content = '',
    page = '',
    catalog = '',
    trailer = '',
    resources = '',
    objects: more = [],
  }: Otherwise = {},
): Buffer {
  const claim = claimOf(standards);
  const font = embedded();
  const intent = claim?.archive
    ? '/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/Info(sRGB)/DestOutputProfile ' +
      '14 0 R>>]'
    : '';
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/Lang(en)/MarkInfo<</Marked true>>/ViewerPreferences<</DisplayDocTitle ' +
      `true>>/StructTreeRoot 10 0 R/Metadata 13 0 R${intent}${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Tabs/S/StructParents 0/Contents 4 0 ' +
      `R/Resources<</Font<</F1 5 0 R>>${resources}>>${page}>>`,
    stream('', `/P<</MCID 0>>BDC\nBT /F1 12 Tf 40 200 Td <${font.shown}> Tj ET\nEMC\n${content}`),
    '<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+Arimo/Encoding/Identity-H/DescendantFonts[6 0 R]/ToUnicode 9 0 R>>',
    '<</Type/Font/Subtype/CIDFontType2/BaseFont/ABCDEF+Arimo/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)' +
      `/Supplement 0>>/CIDToGIDMap/Identity/DW 0/W[${font.widths}]/FontDescriptor 7 0 R>>`,
    '<</Type/FontDescriptor/FontName/ABCDEF+Arimo/Flags 32/FontBBox[-544 -303 1302 980]/ItalicAngle 0/Ascent ' +
      '905/Descent -212/CapHeight 716/StemV 80/FontFile2 8 0 ' +
      `R${claim?.archive?.part === '1' ? '/CIDSet 16 0 R' : ''}>>`,
    stream(`/Length1 ${font.program.length}`, font.program),
    stream('', font.toUnicode),
    '<</Type/StructTreeRoot/K 11 0 R/ParentTree<</Nums[0[12 0 R]]>>/ParentTreeNextKey 1>>',
    '<</Type/StructElem/S/Document/P 10 0 R/K 12 0 R>>',
    '<</Type/StructElem/S/P/P 11 0 R/Pg 3 0 R/K 0>>',
    stream('/Type/Metadata/Subtype/XML', xmpPacket(info, claim)),
    stream('/N 3', srgbProfile()),
    hasInfo(claim) ? infoDictionary(info) : 'null',
    ...(claim?.archive?.part === '1' ? [stream('', font.set)] : []),
    ...more,
  ];
  for (const change of changes)
    objects[numbers[change.object] - 1] = changed(objects[numbers[change.object] - 1] ?? '', change);
  const id = '/ID[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]';
  const header = `%PDF-${versionOf(claim)}\n%\xe2\xe3\xcf\xd3\n`;
  return Buffer.from(
    smallPdf(objects, `${id}${hasInfo(claim) ? '/Info 15 0 R' : ''}${trailer}`, header).text,
    'latin1',
  );
}

/** A text field with a look of its own, in a document that conforms to these standards. */
export function conformingForm(standards: readonly string[]): Buffer {
  const first = standards.some((name) => name.startsWith('PDF/A-1')) ? 17 : 16;
  const [widget, look, element] = [first, first + 1, first + 2].map((number) => `${number} 0 R`);
  return conforming(standards, {
    catalog: `/AcroForm<</Fields[${widget}]/DR<</Font<</F1 5 0 R>>>>/DA(/F1 12 Tf 0 g)>>`,
    page: `/Annots[${widget}]`,
    changes: [
      { object: 'part', from: '/K 12 0 R', to: `/K[12 0 R ${element}]` },
      { object: 'structure', from: '0[12 0 R]', to: `0[12 0 R]1 ${element}` },
    ],
    objects: [
      '<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/TU(Your name)/DA(/F1 12 Tf 0 g)/F 4/Rect[40 90 240 110]/P 3 ' +
        `0 R/StructParent 1/AP<</N ${look}>>>>`,
      stream('/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<<>>', '/Tx BMC EMC'),
      `<</Type/StructElem/S/Form/P 11 0 R/Pg 3 0 R/K<</Type/OBJR/Obj ${widget}>>>>`,
    ],
  });
}

function changed(object: string, { from, to }: Change): string {
  const after = object.replace(from, to);
  if (after === object) throw new Error(`There is no ${String(from)} in ${object.slice(0, 200)}`);
  return after.replace(
    /\/Length \d+>>\nstream\n([\s\S]*)\nendstream$/,
    (_, content: string) => `/Length ${content.length}>>\nstream\n${content}\nendstream`,
  );
}

/** The glyphs of the sentence, as a font program with its description in the document. */
function embedded() {
  const whole = readTrueType(arimo);
  const cmap = whole?.cmaps.find(({ platform, encoding }) => platform === 3 && encoding === 1);
  const pairs = [
    ...new Map(Array.from(sentence, (character) => [cmap?.glyph(character.codePointAt(0) ?? 0) ?? 0, character])),
  ].sort(([one], [other]) => one - other);
  const glyphs = pairs.map(([glyph]) => glyph);
  const program = subsetTrueType(arimo, { glyphs: new Set(glyphs), simple: false, dropHints: true }) ?? arimo;
  const set = Buffer.alloc(Math.ceil((Math.max(...glyphs) + 1) / 8));
  for (const glyph of [0, ...glyphs]) set[glyph >> 3] = (set[glyph >> 3] ?? 0) | (0x80 >> (glyph & 7));
  const shown = Array.from(sentence, (character) => hex(cmap?.glyph(character.codePointAt(0) ?? 0) ?? 0)).join('');
  const map = pairs.map(([glyph, character]) => `<${hex(glyph)}> <${hex(character.codePointAt(0) ?? 0)}>`).join('\n');
  const toUnicode =
    `/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo ` +
    `<</Registry(Adobe)/Ordering(UCS)/Supplement 0>> def\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 ` +
    `begincodespacerange\n<0000> <ffff>\nendcodespacerange\n${pairs.length} ` +
    `beginbfchar\n${map}\nendbfchar\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend`;
  return {
    program,
    set,
    shown,
    toUnicode,
    widths: glyphs.map((glyph) => `${glyph}[${Math.round(whole?.width(glyph) ?? 0)}]`).join(''),
  };
}

const arimo = readFileSync(new URL('../../fonts/arimo/Arimo-Regular.ttf', import.meta.url));
