import { deflateSync } from 'node:zlib';

/** A word that stands nowhere by chance. */
export const needle = 'Zebedee';

/** A stream object. */
export const stream = (entries: string, content: string | Buffer): string => {
  const text = typeof content === 'string' ? content : content.toString('latin1');
  return `<<${entries}/Length ${text.length}>>\nstream\n${text}\nendstream`;
};

export const flate = (entries: string, content: string): string =>
  stream(`${entries}/Filter/FlateDecode`, deflateSync(Buffer.from(content, 'latin1')));

export const helvetica = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';

interface Channel {
  /** One page; further ones come as objects. */
  readonly content?: string;
  readonly resources?: string;
  readonly page?: string;
  readonly catalog?: string;
  readonly trailer?: string;
  /** From number 6 on; 4 is the content, 5 Helvetica as /F1. */
  readonly objects?: readonly string[];
  /** What comes after the end of the file. */
  readonly after?: string;
  readonly kids?: string;
}

/** A file with the word where a channel has it, and an innocent line. */
export function fileOf({
  content = '',
  resources = '',
  page = '',
  catalog = '',
  trailer = '',
  objects = [],
  after = '',
  kids = '3 0 R',
}: Channel): Buffer {
  const count = kids.split('R').length - 1;
  const all = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Kids[${kids}]/Count ${count}>>`,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents 4 0 R/Resources<</Font<</F1 5 0 ' +
      `R>>${resources}>>${page}>>`,
    stream('', `BT /F1 12 Tf 40 30 Td (An innocent line) Tj ET\n${content}`),
    helvetica,
    ...objects,
  ];
  const offsets: number[] = [];
  let file = '%PDF-1.7\n';
  all.forEach((object, index) => {
    offsets.push(file.length);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  });
  const xref = file.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${file}xref\n0 ${all.length + 1}\n0000000000 65535 f \n${entries}trailer\n<</Size ${all.length + 1}/Root ` +
      `1 0 R${trailer}>>\nstartxref\n${xref}\n%%EOF\n${after}`,
    'latin1',
  );
}

const wide = (text: string): string => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
const shown = (text: string): string => `BT /F1 12 Tf 40 200 Td (${text}) Tj ET`;
const toUnicode = (pairs: string, digits = 2) =>
  `/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <${'0'.repeat(digits)}> ` +
  `<${'F'.repeat(digits)}> endcodespacerange ${pairs} endcmap end end`;
const codes = (texts: readonly string[]) =>
  `${texts.length} beginbfchar ` +
  (texts
    .map(
      (text, index) =>
        `<${(index + 1).toString(16).padStart(2, '0')}> <` +
        Buffer.from(text, 'utf16le').swap16().toString('hex') +
        '>',
    )
    .join(' ') +
    ' ') +
  'endbfchar';
const type3 = (procs: string, map: string) =>
  '<</Type/Font/Subtype/Type3/FontMatrix[.001 0 0 .001 0 0]/FontBBox[0 0 1000 ' +
  `1000]/CharProcs<<${procs}>>/Encoding<</Differences[1/a/b/c/d]>>/FirstChar 1/LastChar 4/Widths[600 600 600 ` +
  `600]${map}>>`;
const mapped = (texts: readonly string[]) => ({
  objects: [
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/FirstChar 1/LastChar 9/Widths[500 ' +
      '500 500 500 500 500 500 500 500]/ToUnicode 7 0 R>>',
    stream('', toUnicode(codes(texts))),
  ],
  resources: '',
});
const page1 = (font: string) => ({ resources: font });
const structure = (element: string) => ({
  content: '/P <</MCID 0>> BDC BT /F1 12 Tf 40 200 Td (plain words) Tj ET EMC',
  page: '/StructParents 0',
  catalog: '/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R',
  objects: [
    '<</Type/StructTreeRoot/K 7 0 R/ParentTree<</Nums[0[7 0 R]]>>>>',
    `<</Type/StructElem/S/P/P 6 0 R/Pg 3 0 R/K 0${element}>>`,
  ],
});
const annotation = (entries: string, ...objects: string[]) => ({
  page: '/Annots[6 0 R]',
  objects: [`<</Type/Annot${entries}>>`, ...objects],
});
const field = (entries: string, ...objects: string[]) => ({
  page: '/Annots[6 0 R]',
  catalog: '/AcroForm<</Fields[6 0 R]/DR<</Font<</F1 5 0 R>>>>/DA(/F1 10 Tf 0 g)>>',
  objects: [`<</Type/Annot/Subtype/Widget/FT/Tx/Rect[40 90 240 110]/P 3 0 R${entries}>>`, ...objects],
});

/** One file a leak channel. */
export const channels: Readonly<Record<string, Channel>> = {
  'text shown with Tj': { content: shown('Dear Zebedee, hello') },
  'text shown with TJ and kerning': {
    content: 'BT /F1 12 Tf 40 200 Td [(Dear Z)20(eb)-15(ed)40(ee)-300(hello)] TJ ET',
  },
  "text shown with '": { content: "BT /F1 12 Tf 14 TL 40 200 Td (first) Tj (Zebedee) ' (last) ' ET" },
  'text shown with "': { content: 'BT /F1 12 Tf 14 TL 40 200 Td 3 1 (Zebedee came) " (after) Tj ET' },
  'text in hexadecimal strings': {
    content: `BT /F1 12 Tf 40 200 Td <${Buffer.from('Zebedee').toString('hex')}> Tj ET`,
  },
  'text across operators': { content: 'BT /F1 12 Tf 40 200 Td (Zeb) Tj (ed) Tj (ee) Tj ( waits) Tj ET' },
  'text across text objects, letter by letter': {
    content: Array.from(
      'Zebedee',
      (letter, index) => `BT /F1 12 Tf 1 0 0 1 ${40 + 9 * index} 200 Tm (${letter}) Tj ET`,
    ).join('\n'),
  },
  'text placed letter by letter with Td': {
    content:
      'BT /F1 12 Tf 40 200 Td ' + Array.from('Zebedee', (letter) => `(${letter}) Tj 8 0 Td`).join(' ') + ' (end) Tj ET',
  },
  'text drawn from right to left': {
    content: `BT /F1 12 Tf ${Array.from('Zebedee', (letter, index) => `1 0 0 1 ${40 + 8 * index} 200 Tm (${letter}) Tj`)
      .reverse()
      .join(' ')} ET`,
  },
  'text with wide letter spacing by kerning': {
    content: `BT /F1 12 Tf 40 200 Td [${Array.from('Zebedee', (letter) => `(${letter})-400`).join('')}] TJ ET`,
  },
  'text with character spacing': { content: 'BT /F1 12 Tf 6 Tc 40 200 Td (Zebedee) Tj ET' },
  'a word broken by a hyphen': { content: 'BT /F1 12 Tf 40 200 Td (Dear Zebe-) Tj 0 -14 Td (dee, hello) Tj ET' },
  'a soft hyphen in a word': { content: shown('Zebe\\255dee') },
  'text drawn twice to look bold': { content: `${shown('Zebedee')} BT /F1 12 Tf 40.3 200 Td (Zebedee) Tj ET` },
  'invisible text': { content: 'BT /F1 12 Tf 3 Tr 40 200 Td (Zebedee) Tj ET' },
  'text outside of the page': { content: 'BT /F1 12 Tf 900 900 Td (Zebedee) Tj ET' },
  'text that is clipped away': { content: `q 0 0 1 1 re W n ${shown('Zebedee')} Q` },
  'white text': { content: `1 g ${shown('Zebedee')}` },
  'text in a layer that is off': {
    content: `/OC /L BDC ${shown('Zebedee')} EMC`,
    resources: '/Properties<</L 6 0 R>>',
    catalog: '/OCProperties<</OCGs[6 0 R]/D<</OFF[6 0 R]>>>>',
    objects: ['<</Type/OCG/Name(Off)>>'],
  },
  'rotated text': { content: 'BT /F1 12 Tf 0.7 0.7 -0.7 0.7 100 100 Tm (Zebedee) Tj ET' },
  'ligatures by ToUnicode': {
    ...mapped(['Z', 'ebe', 'de', 'e']),
    content: 'BT /F2 12 Tf 40 200 Td <01020304> Tj ET',
    ...page1('/Font<</F1 5 0 R/F2 6 0 R>>'),
  },
  'a whole word in ToUnicode': {
    ...mapped(['Zebedee', 'x']),
    content: 'BT /F2 12 Tf 40 200 Td <0102> Tj ET',
    ...page1('/Font<</F1 5 0 R/F2 6 0 R>>'),
  },
  'full-width forms': {
    ...mapped(Array.from('Ｚｅｂｄ')),
    content: 'BT /F2 12 Tf 40 200 Td <01020302040202> Tj ET',
    ...page1('/Font<</F1 5 0 R/F2 6 0 R>>'),
  },
  'zero-width characters between letters': {
    ...mapped(['Z\u200B', 'e\u2060', 'b', 'd\u00AD']),
    content: 'BT /F2 12 Tf 40 200 Td <01020302040202> Tj ET',
    ...page1('/Font<</F1 5 0 R/F2 6 0 R>>'),
  },
  'a composite font': {
    content:
      'BT /F2 12 Tf 40 200 Td ' +
      `<${Array.from('Zebedee', (letter) => `00${letter.charCodeAt(0).toString(16)}`).join('')}> Tj ET`,
    resources: '/Font<</F1 5 0 R/F2 6 0 R>>',
    objects: [
      '<</Type/Font/Subtype/Type0/BaseFont/Some/Encoding/Identity-H/DescendantFonts[7 0 R]/ToUnicode 8 0 R>>',
      '<</Type/Font/Subtype/CIDFontType2/BaseFont/Some/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement ' +
        '0>>/DW 600/FontDescriptor<</Type/FontDescriptor/FontName/Some/Flags 4/Ascent 800/Descent -200/CapHeight ' +
        '700/ItalicAngle 0/StemV 80/FontBBox[0 -200 600 800]>>>>',
      stream('', toUnicode('1 beginbfrange <0020> <007e> <0020> endbfrange', 4)),
    ],
  },
  'a predefined CMap for Chinese': {
    content:
      'BT /F2 12 Tf 40 200 Td ' +
      `<${Array.from('Zebedee', (letter) => `00${letter.charCodeAt(0).toString(16)}`).join('')}> Tj ET`,
    resources: '/Font<</F1 5 0 R/F2 6 0 R>>',
    objects: [
      '<</Type/Font/Subtype/Type0/BaseFont/STSong/Encoding/UniGB-UCS2-H/DescendantFonts[7 0 R]>>',
      '<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement ' +
        '2>>/FontDescriptor<</Type/FontDescriptor/FontName/STSong/Flags 4/Ascent 800/Descent -200/CapHeight ' +
        '700/ItalicAngle 0/StemV 80/FontBBox[0 -200 600 800]>>>>',
    ],
  },
  'a form': {
    content: '/X Do',
    resources: '/XObject<</X 6 0 R>>',
    objects: [stream('/Type/XObject/Subtype/Form/BBox[0 0 400 300]/Resources<</Font<</F1 5 0 R>>>>', shown('Zebedee'))],
  },
  'nested forms without resources of their own': {
    content: 'q 1 0 0 1 10 10 cm /X Do Q',
    resources: '/XObject<</X 6 0 R/Y 7 0 R>>',
    objects: [
      stream('/Type/XObject/Subtype/Form/BBox[0 0 400 300]', '0.5 0 0 0.5 0 0 cm /Y Do'),
      flate('/Type/XObject/Subtype/Form/BBox[0 0 400 300]', shown('Zebedee')),
    ],
  },
  'text that begins on the page and ends in a form': {
    content: 'BT /F1 12 Tf 40 200 Td (Zebe) Tj ET /X Do',
    resources: '/XObject<</X 6 0 R>>',
    objects: [
      stream(
        '/Type/XObject/Subtype/Form/BBox[0 0 400 300]/Resources<</Font<</F1 5 0 R>>>>',
        'BT /F1 12 Tf 67.5 200 Td (dee) Tj ET',
      ),
    ],
  },
  'a tiling pattern': {
    content: '/Pattern cs /P scn 40 150 200 100 re f',
    resources: '/Pattern<</P 6 0 R>>',
    objects: [
      stream(
        '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 80 20]/XStep 80/YStep 20/Resources<</Font<</F1 5 0 R>>>>',
        'BT /F1 12 Tf 2 4 Td (Zebedee) Tj ET',
      ),
    ],
  },
  'a soft mask': {
    content: '/G gs 0 0 400 300 re f',
    resources: '/ExtGState<</G<</SMask<</S/Luminosity/G 6 0 R>>>>>>',
    objects: [
      stream(
        '/Type/XObject/Subtype/Form/BBox[0 0 400 ' +
          '300]/Group<</S/Transparency/CS/DeviceGray>>/Resources<</Font<</F1 5 0 R>>>>',
        `1 g ${shown('Zebedee')}`,
      ),
    ],
  },
  'a Type 3 font whose glyphs are words': {
    content: 'BT /T3 12 Tf 40 200 Td <0102> Tj ET',
    resources: '/Font<</F1 5 0 R/T3 6 0 R>>',
    objects: [
      type3('/a 7 0 R/b 8 0 R', '/ToUnicode 9 0 R'),
      stream('', '600 0 d0 0 0 500 700 re f % Zebedee'),
      stream('', '600 0 d0 0 0 100 700 re f'),
      stream('', toUnicode(codes(['Zebedee', 'x']))),
    ],
  },
  'text in the procedure of a Type 3 glyph': {
    content: 'BT /T3 12 Tf 40 200 Td <01> Tj ET',
    resources: '/Font<</F1 5 0 R/T3 6 0 R>>',
    objects: [
      type3('/a 7 0 R', '/Resources<</Font<</F1 5 0 R>>>>'),
      stream('', '600 0 d0 BT /F1 500 Tf (Zebedee) Tj ET'),
    ],
  },
  'the procedure of a Type 3 glyph that is not shown': {
    content: 'BT /T3 12 Tf 40 200 Td <02> Tj ET',
    resources: '/Font<</F1 5 0 R/T3 6 0 R>>',
    objects: [
      type3('/a 7 0 R/b 8 0 R', '/Resources<</Font<</F1 5 0 R>>>>'),
      stream('', '600 0 d0 BT /F1 500 Tf (Zebedee) Tj ET'),
      stream('', '600 0 d0 0 0 9 9 re f'),
    ],
  },
  'ActualText in the content': { content: `/Span <</ActualText ${wide('Zebedee')}>> BDC ${shown('Z.')} EMC` },
  'ActualText in named properties': {
    content: `/Span /Q BDC ${shown('Z.')} EMC`,
    resources: '/Properties<</Q 6 0 R>>',
    objects: ['<</ActualText(Zebedee)/Lang(en)>>'],
  },
  'ActualText over what goes, in other words': {
    content: `/Span <</ActualText(Mister Zebedee Zett)>> BDC ${shown('Zebedee')} EMC`,
  },
  'a marked-content point': { content: '/Note <</Text(Zebedee)>> DP' },
  'a comment in the content': { content: '% written by Zebedee\n0 0 1 1 re f' },
  'a word that is no operator': { content: '(Zebedee) foo 0 0 1 1 re f' },
  'operands too many': { content: 'BT /F1 12 Tf 40 200 Td (Zebedee) (x) Tj ET (Zebedee) 1 w' },
  'operands at the end of the content': { content: '0 0 1 1 re f (Zebedee)' },
  'ActualText of a structure element': structure('/ActualText(Zebedee)'),
  'Alt of a structure element': structure(`/Alt ${wide('A picture of Zebedee')}`),
  'E and T of a structure element': structure('/E(Zebedee)/T(About Zebedee)'),
  'the contents of an annotation': annotation(
    '/Subtype/Text/Rect[10 10 30 30]/Contents(Ask Zebedee)/T(Zebedee)/Subj(Zebedee)',
  ),
  'rich text of an annotation': annotation(
    '/Subtype/FreeText/Rect[40 90 240 110]/DA(/F1 10 Tf)/Contents(x)/RC(<body><p>Zebedee</p></body>)/DS(font: Zebedee)',
  ),
  'the appearance of an annotation': annotation(
    '/Subtype/Stamp/Rect[40 90 240 110]/AP<</N 7 0 R/D 8 0 R>>',
    stream(
      '/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</F1 5 0 R>>>>',
      'BT /F1 12 Tf 2 4 Td (Zebedee) Tj ET',
    ),
    stream(
      '/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</F1 5 0 R>>>>',
      'BT /F1 12 Tf 2 4 Td (Zebedee down) Tj ET',
    ),
  ),
  'a link to an address': annotation(
    '/Subtype/Link/Rect[10 10 30 30]/A<</S/URI/URI(https://example.com/people/Zebedee)>>',
  ),
  'a link to an address with escapes': annotation(
    '/Subtype/Link/Rect[10 10 30 30]/A<</S/URI/URI(mailto:%5A%65%62edee@example.com)>>',
  ),
  'a note and the answers to it': {
    page: '/Annots[6 0 R 7 0 R 8 0 R]',
    content: shown('Zebedee'),
    objects: [
      '<</Type/Annot/Subtype/Highlight/Rect[40 195 90 215]/QuadPoints[40 212 90 212 40 197 90 ' +
        '197]/Contents(about him)/Popup 8 0 R>>',
      '<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/IRT 6 0 R/Contents(is it Zebedee?)>>',
      '<</Type/Annot/Subtype/Popup/Rect[0 0 99 99]/Parent 6 0 R>>',
    ],
  },
  'the value of a field': field(
    '/T(name)/V(Zebedee)/DV(Zebedee)/AP<</N 7 0 R>>',
    stream(
      '/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</F1 5 0 R>>>>',
      '/Tx BMC BT /F1 10 Tf 2 4 Td (Zebedee) Tj ET EMC',
    ),
  ),
  'the names of a field': field('/T(Zebedee)/TU(The name of Zebedee)/TM(Zebedee)/V(x)'),
  'the options of a field': field('/FT/Ch/T(who)/Opt[[(z)(Zebedee)](Ada)]/V(z)/I[0]'),
  'the value of a field as a stream': field('/T(name)/V 7 0 R/RV(<p>Zebedee</p>)', stream('', 'Zebedee')),
  'the states of a button': {
    page: '/Annots[6 0 R]',
    catalog: '/AcroForm<</Fields[6 0 R]>>',
    objects: [
      '<</Type/Annot/Subtype/Widget/FT/Btn/T(b)/Rect[40 90 60 110]/P 3 0 ' +
        'R/V/Zebedee/AS/Zebedee/AP<</N<</Zebedee 7 0 R/Off 7 0 R>>>>/MK<</CA(Zebedee)>>>>',
      stream('/Type/XObject/Subtype/Form/BBox[0 0 20 20]', '0 0 9 9 re f'),
    ],
  },
  'the icon of a button': {
    page: '/Annots[6 0 R]',
    catalog: '/AcroForm<</Fields[6 0 R]>>',
    objects: [
      '<</Type/Annot/Subtype/Widget/FT/Btn/Ff 65536/T(b)/Rect[40 90 60 110]/P 3 0 R/MK<</I 7 0 R>>>>',
      stream('/Type/XObject/Subtype/Form/BBox[0 0 20 20]/Resources<</Font<</F1 5 0 R>>>>', shown('Zebedee')),
    ],
  },
  'an XFA form': {
    catalog: '/AcroForm<</Fields[]/XFA[(datasets)6 0 R]>>',
    objects: [stream('', '<data><name>Zebedee</name></data>')],
  },
  'the outline': {
    catalog: '/Outlines 6 0 R',
    objects: [
      '<</Type/Outlines/First 7 0 R/Last 7 0 R/Count 1>>',
      `<</Title ${wide('About Zebedee')}/Parent 6 0 R/Dest[3 0 R/Fit]>>`,
    ],
  },
  'named destinations': {
    catalog: '/Names<</Dests<</Kids[6 0 R]>>>>',
    page: '/Annots[7 0 R]',
    objects: [
      '<</Limits[(Zebedee)(Zebedee)]/Names[(Zebedee)[3 0 R/Fit]]>>',
      '<</Type/Annot/Subtype/Link/Rect[10 10 30 30]/Dest(Zebedee)>>',
    ],
  },
  'named destinations of the old kind': {
    catalog: '/Dests<</Zebedee[3 0 R/Fit]>>',
    page: '/Annots[6 0 R]',
    objects: ['<</Type/Annot/Subtype/Link/Rect[10 10 30 30]/Dest/Zebedee>>'],
  },
  'page labels': { catalog: '/PageLabels<</Nums[0<</P(Zebedee-)/S/D>>]>>' },
  'the name of a layer': {
    content: '/OC /L BDC 0 0 1 1 re f EMC',
    resources: '/Properties<</L 6 0 R>>',
    catalog: '/OCProperties<</OCGs[6 0 R]/D<</Order[6 0 R]>>>>',
    objects: ['<</Type/OCG/Name(Zebedee)>>'],
  },
  'document information': {
    trailer: '/Info 6 0 R',
    objects: [`<</Title(Zebedee)/Author ${wide('Zebedee')}/Custom(Zebedee)>>`],
  },
  'XMP of the document': {
    catalog: '/Metadata 6 0 R',
    objects: [
      stream(
        '/Type/Metadata/Subtype/XML',
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><dc:creator>Zebedee</dc:creator></x:xmpmeta>',
      ),
    ],
  },
  'XMP of a page and of a font': {
    page: '/Metadata 6 0 R',
    resources: '/Font<</F1 7 0 R>>',
    objects: [
      stream('/Type/Metadata/Subtype/XML', '<x>Zebedee</x>'),
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Metadata 6 0 R>>',
    ],
  },
  'private data of an application': {
    page: '/PieceInfo<</App<</LastModified(D:2020)/Private 6 0 R>>>>/LastModified(D:2020)',
    objects: [stream('', 'Zebedee')],
  },
  'a thumbnail': {
    page: '/Thumb 6 0 R',
    objects: [stream('/Width 7/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray', 'Zebedee')],
  },
  attachments: {
    catalog: '/Names<</EmbeddedFiles<</Names[(Zebedee.txt)6 0 R]>>>>/AF[6 0 R]',
    objects: [
      '<</Type/Filespec/F(Zebedee.txt)/UF(Zebedee.txt)/Desc(Zebedee)/EF<</F 7 0 R>>>>',
      flate('/Type/EmbeddedFile', 'Zebedee was here'),
    ],
  },
  'an attachment on a page': annotation(
    '/Subtype/FileAttachment/Rect[10 10 30 30]/FS 7 0 R',
    '<</Type/Filespec/F(a.txt)/EF<</F 8 0 R>>>>',
    flate('/Type/EmbeddedFile', 'Zebedee'),
  ),
  'JavaScript of the document': {
    catalog: '/Names<</JavaScript<</Names[(x)6 0 R]>>>>/OpenAction 6 0 R',
    objects: ['<</S/JavaScript/JS(app.alert\\("Zebedee"\\))>>'],
  },
  'JavaScript of a field': field('/T(x)/AA<</K<</S/JavaScript/JS 7 0 R>>>>', stream('', 'var who = "Zebedee";')),
  'a template page': {
    catalog: '/Names<</Templates<</Names[(t)6 0 R]>>>>',
    objects: [
      '<</Type/Template/MediaBox[0 0 9 9]/Contents 7 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
      stream('', shown('Zebedee')),
    ],
  },
  'an article thread': {
    catalog: '/Threads[6 0 R]',
    objects: [
      '<</Type/Thread/I<</Title(Zebedee)>>/F 7 0 R>>',
      '<</Type/Bead/T 6 0 R/N 7 0 R/V 7 0 R/P 3 0 R/R[0 0 9 9]>>',
    ],
  },
  'an object that nothing uses': { objects: [`<</Secret(Zebedee)>>`] },
  'a form that nothing draws': {
    resources: '/XObject<</X 6 0 R>>',
    objects: [stream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F1 5 0 R>>>>', shown('Zebedee'))],
  },
  'resources of the page tree that nothing uses': {
    kids: '3 0 R',
    objects: [],
    catalog: '',
    resources: '/XObject<</X<</A(Zebedee)>>>>',
  },
  'a stream of an unknown kind': {
    catalog: '/ViewerPreferences<</Odd 6 0 R>>',
    objects: [flate('', 'something about Zebedee')],
  },
  'strings in another encoding': {
    catalog: '/ViewerPreferences<</Odd(\\132\\000e\\000b\\000e\\000d\\000e\\000e\\000)>>',
  },
  'an old revision': {
    content: shown('Zebedee'),
    after:
      `4 0 obj\n${stream('', 'BT /F1 12 Tf 40 200 Td (Nobody) Tj ET')}\nendobj\nxref\n0 1\n0000000000 65535 f ` +
      `\ntrailer\n<</Size 6/Root 1 0 R>>\n`,
  },
  'bytes after the end of the file': { after: 'Zebedee' },
  'an alternate image': {
    content: 'q 9 0 0 9 0 0 cm /I Do Q',
    resources: '/XObject<</I 6 0 R>>',
    objects: [
      stream(
        '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent ' +
          '8/ColorSpace/DeviceGray/Alternates[<</Image 7 0 R>>]',
        'x',
      ),
      stream('/Type/XObject/Subtype/Image/Width 7/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray', 'Zebedee'),
    ],
  },
  'a signature': {
    page: '/Annots[6 0 R]',
    catalog: '/AcroForm<</SigFlags 3/Fields[6 0 R]>>',
    objects: [
      '<</Type/Annot/Subtype/Widget/FT/Sig/T(s)/Rect[0 0 0 0]/P 3 0 ' +
        'R/V<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/Name(Zebedee)/Reason(I am ' +
        'Zebedee)/ByteRange[0 1 2 3]/Contents<00>>>>>',
    ],
  },
};
